" Made by `dicedsl words --format vim`; do not change it by hand.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match diceNumber /\<[0-9]\+/
syntax match diceOperator /[-+*\/=|]/
syntax match diceName /[A-Za-z][A-Za-z0-9]*\%(-[A-Za-z0-9]\+\)*/
syntax match diceBuiltIn /[A-Za-z0-9-]\@<!\%(last[ \t]\+player[ \t]\+left\|other[ \t]\+players\|rounds[ \t]\+played\|games[ \t]\+played\|turns[ \t]\+played\|orientation\|neighbours\|everyone\|finished\|winners\|colour\|column\|copies\|number\|others\|winner\|ahead\|empty\|first\|index\|lines\|mover\|owner\|place\|right\|skill\|taken\|turns\|dice\|face\|last\|left\|next\|rank\|seat\|step\|out\|row\)[A-Za-z0-9-]\@!/
syntax match diceWord /[A-Za-z0-9-]\@<!\%(add\|allowed\|always\|and\|any\|are\|as\|at\|attempt\|be\|board\|by\|cap\|choose\|chooses\|count\|different\|do\|draw\|each\|eliminate\|end\|every\|example\|for\|from\|game\|given\|has\|highest\|holds\|if\|in\|is\|it\|kind\|let\|list\|lowest\|match\|material\|mod\|move\|must\|not\|note\|now\|odds\|of\|on\|one\|options\|or\|otherwise\|percent\|play\|refused\|remove\|repeat\|replace\|roll\|round\|rule\|ruling\|say\|set\|setup\|show\|showing\|some\|stop\|sum\|swap\|take\|the\|then\|times\|to\|turn\|until\|variant\|when\|whenever\|where\|win\|wins\|with\|without\|words\|you\|your\)[A-Za-z0-9-]\@!/
syntax match diceValue /[A-Za-z0-9-]\@<!\%(no\|nobody\|none\|yes\)[A-Za-z0-9-]\@!/
syntax match diceWord /[A-Za-z0-9-]\@<!\%(at[ \t]\+the[ \t]\+start[ \t]\+of[ \t]\+each[ \t]\+round\|at[ \t]\+the[ \t]\+start[ \t]\+of[ \t]\+each[ \t]\+turn\|at[ \t]\+the[ \t]\+end[ \t]\+of[ \t]\+each[ \t]\+round\|at[ \t]\+the[ \t]\+end[ \t]\+of[ \t]\+each[ \t]\+turn\|table[ \t]\+may[ \t]\+not[ \t]\+report\|after[ \t]\+one[ \t]\+last[ \t]\+turn\|any[ \t]\+of[ \t]\+these[ \t]\+holds\|all[ \t]\+of[ \t]\+these[ \t]\+hold\|after[ \t]\+each[ \t]\+round\|after[ \t]\+each[ \t]\+turn\|if[ \t]\+nothing[ \t]\+fits\|may[ \t]\+only[ \t]\+choose\|may[ \t]\+not[ \t]\+choose\|for[ \t]\+the[ \t]\+match\|table[ \t]\+reports\|in[ \t]\+turn[ \t]\+from\|shaped[ \t]\+like\|standing[ \t]\+on\|add[ \t]\+beside\|extra[ \t]\+turn\|match[ \t]\+ends\|must[ \t]\+leave\|times[ \t]\+each\|groups[ \t]\+of\|less[ \t]\+than\|linked[ \t]\+by\|linked[ \t]\+to\|more[ \t]\+than\|not[ \t]\+shown\|seen[ \t]\+from\|stands[ \t]\+on\|the[ \t]\+match\|at[ \t]\+least\|the[ \t]\+game\|at[ \t]\+most\|at[ \t]\+once\|or[ \t]\+more\|seen[ \t]\+by\|ways[ \t]\+to\|by[ \t]\+lot\)[A-Za-z0-9-]\@!/
syntax match dicePart /^\%(add\|aim\|always\|at\|cap\|end\|example\|from\|game\|library\|match\|material\|options\|players\|remove\|replace\|round\|rule\|setup\|shown\|turn\|use\|variant\|whenever\|words\)[A-Za-z0-9-]\@!/
syntax match diceRemark /[A-Za-z0-9-]\@<!\%(note\|ruling\)[A-Za-z0-9-]\@!/
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
