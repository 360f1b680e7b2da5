" Made by `dicedsl words --format vim`; do not change it by hand.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match diceNumber /\<[0-9]\+/
syntax match diceOperator /[-+*\/=|]/
syntax match diceName /[A-Za-z][A-Za-z0-9]*\%(-[A-Za-z0-9]\+\)*/
syntax match diceBuiltIn /[A-Za-z0-9-]\@<!\%(diagonal[ \t]\+directions\|straight[ \t]\+directions\|last[ \t]\+player[ \t]\+left\|other[ \t]\+players\|rounds[ \t]\+played\|games[ \t]\+played\|turns[ \t]\+played\|orientation\|directions\|neighbours\|everyone\|finished\|players\|winners\|colour\|column\|copies\|number\|others\|winner\|ahead\|empty\|first\|index\|lines\|mover\|owner\|place\|right\|skill\|taken\|turns\|dice\|face\|last\|left\|next\|rank\|seat\|step\|out\|row\)[A-Za-z0-9-]\@!/
syntax match diceWord /[A-Za-z0-9-]\@<!\%(against\|along\|and\|are\|as\|at\|be\|behind\|beside\|between\|by\|each\|either\|every\|except\|for\|from\|has\|have\|in\|is\|it\|its\|list\|mod\|neither\|nor\|not\|of\|on\|or\|otherwise\|percent\|show\|showing\|shows\|some\|that\|the\|their\|they\|to\|towards\|via\|when\|where\|whose\|win\|wins\|with\|without\|you\|your\)[A-Za-z0-9-]\@!/
syntax match diceWord /\%(^[ \t]\+\|: \)\@<=\%(add\|after\|aim\|allowed\|always\|attempt\|board\|changes\|choice\|choose\|chooses\|draw\|end\|everything\|exactly\|example\|game\|given\|highest\|holds\|if\|kind\|let\|library\|lowest\|match\|material\|move\|moves\|now\|options\|player\|players\|remove\|repeat\|replace\|roll\|round\|rounds\|rule\|say\|set\|setup\|shown\|simulation\|stop\|swap\|take\|then\|times\|turn\|turns\|unless\|until\|use\|variant\|whenever\|words\)[A-Za-z0-9-]\@!/
syntax match diceValue /[A-Za-z0-9-]\@<!\%(no\|nobody\|none\|yes\)[A-Za-z0-9-]\@!/
syntax match diceWord /[A-Za-z0-9-]\@<!\%(by[ \t]\+the[ \t]\+first[ \t]\+line[ \t]\+that[ \t]\+fits\|at[ \t]\+the[ \t]\+start[ \t]\+of[ \t]\+each[ \t]\+round\|otherwise[ \t]\+the[ \t]\+player[ \t]\+hears\|at[ \t]\+the[ \t]\+start[ \t]\+of[ \t]\+each[ \t]\+turn\|only[ \t]\+if[ \t]\+after[ \t]\+this[ \t]\+choice\|at[ \t]\+the[ \t]\+end[ \t]\+of[ \t]\+each[ \t]\+round\|at[ \t]\+the[ \t]\+end[ \t]\+of[ \t]\+each[ \t]\+turn\|clockwise[ \t]\+from[ \t]\+anybody\|table[ \t]\+may[ \t]\+not[ \t]\+report\|add[ \t]\+to[ \t]\+the[ \t]\+start[ \t]\+of\|after[ \t]\+one[ \t]\+last[ \t]\+turn\|any[ \t]\+of[ \t]\+these[ \t]\+holds\|first[ \t]\+in[ \t]\+turn[ \t]\+from\|ties[ \t]\+share[ \t]\+the[ \t]\+win\|all[ \t]\+of[ \t]\+these[ \t]\+hold\|after[ \t]\+each[ \t]\+round\|with[ \t]\+the[ \t]\+highest\|after[ \t]\+each[ \t]\+turn\|break[ \t]\+off[ \t]\+after\|if[ \t]\+nothing[ \t]\+fits\|may[ \t]\+only[ \t]\+choose\|always[ \t]\+chooses\|may[ \t]\+not[ \t]\+choose\|named[ \t]\+d1[ \t]\+to[ \t]\+d6\|one[ \t]\+or[ \t]\+more[ \t]\+of\|ties[ \t]\+go[ \t]\+to[ \t]\+the\|all[ \t]\+different\|any[ \t]\+number[ \t]\+of\|for[ \t]\+the[ \t]\+match\|table[ \t]\+reports\|to[ \t]\+keep[ \t]\+track\|different[ \t]\+of\|in[ \t]\+turn[ \t]\+from\|is[ \t]\+no[ \t]\+longer\|after[ \t]\+setup\|shaped[ \t]\+like\|standing[ \t]\+on\|there[ \t]\+is[ \t]\+no\|add[ \t]\+beside\|apart[ \t]\+from\|each[ \t]\+round\|extra[ \t]\+turn\|highest[ \t]\+of\|match[ \t]\+ends\|may[ \t]\+choose\|our[ \t]\+ruling\|times[ \t]\+each\|with[ \t]\+faces\|all[ \t]\+alike\|and[ \t]\+hears\|each[ \t]\+turn\|end[ \t]\+round\|groups[ \t]\+of\|less[ \t]\+than\|line[ \t]\+from\|linked[ \t]\+by\|linked[ \t]\+to\|lowest[ \t]\+of\|more[ \t]\+than\|not[ \t]\+shown\|play[ \t]\+game\|play[ \t]\+turn\|seen[ \t]\+from\|stands[ \t]\+on\|the[ \t]\+match\|at[ \t]\+first\|at[ \t]\+least\|count[ \t]\+of\|end[ \t]\+turn\|for[ \t]\+each\|in[ \t]\+short\|lines[ \t]\+of\|then[ \t]\+the\|there[ \t]\+is\|at[ \t]\+most\|at[ \t]\+once\|each[ \t]\+of\|none[ \t]\+of\|odds[ \t]\+of\|only[ \t]\+if\|or[ \t]\+more\|play[ \t]\+on\|seen[ \t]\+by\|some[ \t]\+of\|that[ \t]\+is\|ways[ \t]\+to\|add[ \t]\+to\|all[ \t]\+of\|by[ \t]\+lot\|is[ \t]\+now\|one[ \t]\+of\|sum[ \t]\+of\|as[ \t]\+in\)[A-Za-z0-9-]\@!/
syntax match dicePart /^\%(add\|aim\|always\|at\|choice\|end\|example\|from\|game\|in\|library\|match\|material\|options\|players\|remove\|replace\|round\|rule\|setup\|shown\|simulation\|to\|turn\|use\|variant\|whenever\|words\)[A-Za-z0-9-]\@!/
syntax match diceRemark /[A-Za-z0-9-]\@<!\%(in[ \t]\+short\|note\|our\)[A-Za-z0-9-]\@!/
syntax match diceShown /{[^}"]*}/ contained
syntax region diceText start=/"/ end=/"\|$/ contains=diceShown oneline
syntax match diceComment /#.*$/
highlight default link diceNumber Number
highlight default link diceOperator Operator
highlight default link diceName Identifier
highlight default link diceBuiltIn Function
highlight default link diceWord Statement
highlight default link diceValue Constant
highlight default link dicePart Structure
highlight default link diceRemark PreProc
highlight default link diceShown Special
highlight default link diceText String
highlight default link diceComment Comment
let b:current_syntax = "dice"
