// The editor of the studio: CodeMirror as NiceGUI brings it, with the colours of .dice, marks for mistakes and signs for examples.
// The text is sent when nothing has been typed for a moment, whole and with a number, so that an answer to an older one is known as such.
import * as CM from "nicegui-codemirror";

const PAUSE = 300; // milliseconds without a key before the text is sent
const LONGEST_WAIT = 1500; // and after which it is sent all the same
const TOKENS = /#.*|"[^"\n]*"?|[0-9]+|[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*/g;

class Sign extends CM.GutterMarker {
  constructor(kind, title) {
    super();
    this.kind = kind;
    this.title = title;
  }
  eq(other) {
    return this.kind === other.kind && this.title === other.title;
  }
  toDOM() {
    const dom = document.createElement("span");
    dom.className = `ds-sign ds-sign-${this.kind}`;
    dom.textContent = { wrong: "✘", hint: "!", holds: "✔", fails: "✘", shown: "▶" }[this.kind];
    dom.title = this.title;
    return dom;
  }
}

const setMarks = CM.StateEffect.define();

// Marks move with the text until new ones come.
function moving(pick) {
  return CM.StateField.define({
    create: () => CM.RangeSet.empty,
    update(set, change) {
      set = set.map(change.changes);
      for (const effect of change.effects) if (effect.is(setMarks)) set = CM.RangeSet.of(pick(effect.value), true);
      return set;
    },
  });
}

const markField = moving((value) => value.marks);
const signField = moving((value) => value.signs);

export default {
  template: `<div></div>`,
  props: { text: String, words: Array, parts: Array, longest: Number },
  methods: {
    // ---- asked for by the server
    mark(version, problems, examples, shown) {
      if (!this.view || version !== this.version) return; // of an older text: newer marks are on their way
      const doc = this.view.state.doc;
      const line = (number) => doc.line(Math.max(1, Math.min(number, doc.lines)));
      const marks = [];
      const signs = [];
      const busy = new Set();
      const sign = (number, kind, title) => {
        if (busy.has(number)) return;
        busy.add(number);
        signs.push(new Sign(kind, title).range(line(number).from));
      };
      for (const p of problems) {
        const kind = p.wrong ? "wrong" : "hint";
        sign(p.line, kind, p.text);
        marks.push(CM.Decoration.line({ class: `ds-line-${kind}` }).range(line(p.line).from));
        const end = Math.min(p.end, doc.length);
        if (p.start < end)
          marks.push(CM.Decoration.mark({ class: `ds-mark-${kind}`, attributes: { title: p.text } }).range(p.start, end));
      }
      if (shown) marks.push(CM.Decoration.line({ class: "ds-line-shown" }).range(line(shown).from));
      for (const e of examples) {
        if (e.wrong) {
          sign(e.wrong, "fails", e.text);
          marks.push(CM.Decoration.line({ class: "ds-line-wrong" }).range(line(e.wrong).from));
        }
        sign(e.line, e.wrong ? "fails" : "holds", e.wrong ? e.text : "This example holds.");
      }
      this.view.dispatch({ effects: setMarks.of({ marks, signs }) });
    },
    put(text) {
      if (!this.view) return;
      const old = this.view.state.doc.toString();
      if (old === text) return;
      let start = 0;
      while (start < old.length && start < text.length && old[start] === text[start]) start++;
      let end = 0;
      while (end < old.length - start && end < text.length - start && old.at(-1 - end) === text.at(-1 - end)) end++;
      this.view.dispatch({
        changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) },
        userEvent: "input.paste",
      });
      this.flush();
    },
    replace(version, start, end, text) {
      if (!this.view || version !== this.version) return;
      this.view.dispatch({ changes: { from: start, to: end, insert: text }, userEvent: "input.complete" });
      this.view.focus();
      this.flush();
    },
    go(start, end, focus) {
      if (!this.view) return;
      const length = this.view.state.doc.length;
      const from = Math.min(start, length);
      this.view.dispatch({
        selection: { anchor: from, head: Math.min(end, length) },
        effects: CM.EditorView.scrollIntoView(from, { y: "center" }),
      });
      if (focus) this.view.focus();
    },
    goLine(number, focus) {
      if (!this.view) return;
      const doc = this.view.state.doc;
      const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
      this.go(line.from, line.from, focus);
    },
    // ---- told to the server
    changed() {
      this.version++;
      clearTimeout(this.timer);
      const now = performance.now();
      this.waiting ??= now;
      this.timer = setTimeout(() => this.flush(), Math.max(0, Math.min(PAUSE, this.waiting + LONGEST_WAIT - now)));
    },
    flush() {
      clearTimeout(this.timer);
      this.waiting = undefined;
      if (this.sent === this.version) return;
      this.sent = this.version;
      this.$emit("text", { version: this.version, text: this.view.state.doc.toString(), line: this.line() });
    },
    line() {
      const state = this.view.state;
      return state.doc.lineAt(state.selection.main.head).number;
    },
    moved() {
      clearTimeout(this.lineTimer);
      this.lineTimer = setTimeout(() => {
        const line = this.line();
        if (line === this.lastLine) return;
        this.lastLine = line;
        this.$emit("line", line);
      }, 200);
    },
    // ---- what the editor knows about .dice
    colours() {
      const words = new Set(this.words);
      const parts = new Set(this.parts);
      const named = (name) => CM.Decoration.mark({ class: `ds-${name}` });
      const styles = Object.fromEntries(["comment", "string", "number", "word", "part"].map((n) => [n, named(n)]));
      const style = (text, atMargin) => {
        if (text[0] === "#") return "comment";
        if (text[0] === '"') return "string";
        if (text[0] <= "9") return "number";
        if (atMargin && parts.has(text)) return "part";
        return words.has(text) ? "word" : null;
      };
      const matcher = new CM.MatchDecorator({
        regexp: TOKENS,
        decorate: (add, from, to, match, view) => {
          const found = style(match[0], view.state.doc.lineAt(from).from === from);
          if (found) add(from, to, styles[found]);
        },
      });
      return CM.ViewPlugin.define(
        (view) => ({
          found: matcher.createDeco(view),
          update(u) {
            this.found = matcher.updateDeco(u, this.found);
          },
        }),
        { decorations: (plugin) => plugin.found },
      );
    },
    // Words of the language and of this text; Tab takes one. Enter ends a line, unless somebody has gone through the list.
    complete(context) {
      const typed = context.matchBefore(/[A-Za-z][A-Za-z0-9-]*/);
      if (!typed || (typed.to - typed.from < 2 && !context.explicit)) return null;
      const line = context.state.doc.lineAt(context.pos);
      const before = line.text.slice(0, typed.from - line.from);
      if (/^[^"#]*("[^"]*"[^"#]*)*("[^"]*|#.*)$/.test(before)) return null; // in a text or a comment
      const found = new Map((before ? this.words : this.parts).map((word) => [word, "keyword"]));
      const text = context.state.doc.toString();
      for (const match of text.matchAll(TOKENS))
        if (match.index !== typed.from && /^[A-Za-z]/.test(match[0]) && !found.has(match[0])) found.set(match[0], "variable");
      const options = [...found].map(([label, type]) => ({ label, type })).filter(({ label }) => label !== typed.text);
      return { from: typed.from, options, validFor: /^[A-Za-z0-9-]*$/ };
    },
    completing() {
      const self = this;
      const isOpen = (view) => view.dom.querySelector(".cm-tooltip-autocomplete") !== null;
      const gone = (view) => {
        self.picked = isOpen(view);
        return false;
      };
      const enter = (view) => !self.picked && isOpen(view) && CM.insertNewlineAndIndent(view);
      const take = (view) => {
        if (!isOpen(view)) return false;
        self.picked = true;
        return CM.runScopeHandlers(view, new KeyboardEvent("keydown", { key: "Enter" }), "editor");
      };
      return CM.Prec.highest(
        CM.keymap.of([
          { key: "ArrowDown", run: gone },
          { key: "ArrowUp", run: gone },
          { key: "Enter", run: enter },
          { key: "Tab", run: take },
        ]),
      );
    },
    indentation() {
      return CM.indentService.of((context, at) => {
        const before = context.lineAt(at, -1).text;
        const margin = before.match(/^ */)[0].length;
        return /:\s*(#.*)?$/.test(before) && !/^\s*#/.test(before) ? margin + 4 : margin;
      });
    },
  },
  mounted() {
    this.version = 0;
    this.sent = -1;
    const self = this;
    const save = () => {
      self.flush();
      self.$emit("save");
      return true;
    };
    // The same each time it is asked for: what completes words is known by its identity.
    const language = [
      {
        commentTokens: { line: "#" },
        closeBrackets: { brackets: ["(", '"'] },
        autocomplete: (context) => self.complete(context),
      },
    ];
    this.view = new CM.EditorView({
      doc: this.text,
      parent: this.$el,
      extensions: [
        CM.Prec.high(CM.keymap.of([{ key: "Mod-s", run: save, preventDefault: true }])),
        CM.gutter({
          class: "ds-signs",
          markers: (view) => view.state.field(signField),
          initialSpacer: () => new Sign("wrong", ""),
          domEventHandlers: {
            click(view, block) {
              self.$emit("sign", view.state.doc.lineAt(block.from).number);
              return true;
            },
          },
        }),
        this.completing(), // before the keys that the basic setup has for the same list
        CM.basicSetup,
        CM.keymap.of([CM.indentWithTab]),
        CM.indentUnit.of("    "),
        CM.EditorView.lineWrapping,
        CM.EditorState.languageData.of(() => language),
        CM.EditorState.changeFilter.of((change) => {
          if (change.newDoc.length <= self.longest) return true;
          self.$emit("refused");
          return false;
        }),
        this.colours(),
        this.indentation(),
        markField,
        signField,
        CM.EditorView.decorations.from(markField),
        CM.EditorView.contentAttributes.of({
          "aria-label": "The rulebook. Escape, then Tab, leaves the editor.",
          spellcheck: "false",
        }),
        CM.EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            self.picked = false;
            self.changed();
          }
          if (update.selectionSet || update.docChanged) self.moved();
        }),
        CM.EditorView.theme({ "&": { height: "100%" }, ".cm-scroller": { overflow: "auto" } }),
      ],
    });
    this.$el.dicedslEditor = this.view; // for those who look at the page from outside
    this.leaving = () => this.flush();
    window.addEventListener("pagehide", this.leaving);
    this.flush();
  },
  beforeUnmount() {
    window.removeEventListener("pagehide", this.leaving);
    this.view.destroy();
  },
};
