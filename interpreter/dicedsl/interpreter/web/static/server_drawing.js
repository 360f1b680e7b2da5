// What the server has drawn, put into the page piece by piece: what stays the same keeps its focus, its scrolling and its picture.
function keyOf(node) {
  return node.nodeType === 1 ? node.dataset.key || node.dataset.do || null : null;
}

function morph(from, to) {
  if (from.nodeType === 3) { if (from.data !== to.data) from.data = to.data; return; }
  if (from.nodeType !== 1) return;
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  // A slider that somebody has moved goes by its value; that of the page only says where it began.
  if (from.type === "range" && from.value !== to.getAttribute("value")) from.value = to.getAttribute("value");
  if (!from.hasAttribute("data-pyramid")) children(from, to);
}

function children(from, to) {
  const keyed = new Map();
  for (const child of from.children) { const key = keyOf(child); if (key && !keyed.has(key)) keyed.set(key, child); }
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted);
    let found = key ? keyed.get(key) : at && !keyOf(at) ? at : null;
    if (found && found.nodeName !== wanted.nodeName) found = null;
    if (!found) { from.insertBefore(wanted, at); continue; }
    if (key) keyed.delete(key);
    if (found === at) at = at.nextSibling; else from.insertBefore(found, at);
    morph(found, wanted);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

const FIRST = [".dd-ask .dd-main:not([disabled])", ".dd-ask button:not([disabled]):not([aria-disabled])", ".dd-lit", ".dd-ask"];

export default {
  template: "<div class='dd-drawing'><div ref='shown'></div><div ref='said' class='dd-hush' aria-live='polite' role='status'></div></div>",
  props: { html: String, parts: String, number: Number, say: String, stamp: String },
  mounted() {
    this.pieces = [];
    this.last = -1;
    document.documentElement.lang = "en";
    this.pyramids = new Map();
    const shown = this.$refs.shown;
    shown.addEventListener("click", (event) => {
      const pressed = event.target.closest("[data-do]");
      if (!pressed || pressed.nodeName === "FORM" || pressed.disabled) return;
      if (pressed.nodeName === "INPUT" || pressed.nodeName === "SELECT") return;
      this.tell(pressed);
    });
    shown.addEventListener("change", (event) => { if (event.target.dataset.do) this.tell(event.target); });
    shown.addEventListener("submit", (event) => { event.preventDefault(); this.tell(event.target); });
    this.draw();
  },
  unmounted() { for (const pyramid of this.pyramids.values()) pyramid.then((made) => made?.dispose()); },
  watch: { number() { this.draw(); }, say() { this.$refs.said.textContent = this.say || ""; } },
  methods: {
    tell(pressed) {
      const form = pressed.closest("form"), typed = {};
      for (const input of form ? form.elements : [pressed]) if (input.name) typed[input.name] = input.type === "checkbox" ? (input.checked ? "yes" : "") : String(input.value);
      this.$emit("do", { do: pressed.dataset.do, typed, stamp: this.shows });
      if (form && pressed === form) form.querySelectorAll("[data-clear]").forEach((input) => { input.value = ""; });
    },
    // All of the page; or how to make it from the pieces of the last one: those it takes from there, and new ones.
    read() {
      if (!this.parts) { this.pieces = this.html.split("</"); return true; }
      if (this.number !== this.last + 1) return false;
      this.pieces = JSON.parse(this.parts).flatMap((part) => typeof part === "string" ? part.split("</") : this.pieces.slice(part[0], part[0] + part[1]));
      return true;
    },
    draw() {
      if (this.number < this.last) return; // sent once more after the connection was lost
      if (!this.read()) { this.$emit("lost"); return; }
      this.last = this.number;
      this.shows = this.stamp;
      const shown = this.$refs.shown, holder = document.createElement("template");
      const had = shown.contains(document.activeElement) ? document.activeElement : null;
      holder.innerHTML = this.pieces.join("</");
      children(shown, holder.content);
      if (had && (!shown.contains(document.activeElement) || had.getAttribute("tabindex") === "-1")) {
        const next = FIRST.map((css) => shown.querySelector(css)).find((found) => found);
        if (next && next !== had) next.focus({ preventScroll: true });
      }
      this.solids();
    },
    solids() {
      const found = new Set(this.$refs.shown.querySelectorAll("[data-pyramid]"));
      for (const [element, pyramid] of this.pyramids) {
        if (found.has(element)) continue;
        this.pyramids.delete(element);
        pyramid.then((made) => made?.dispose());
      }
      for (const element of found) {
        const pick = (at) => this.$emit("do", { do: `board:${element.dataset.key.split("-")[1]}:${at}`, typed: {}, stamp: this.shows });
        if (!this.pyramids.has(element)) {
          this.pyramids.set(element, import("dicedsl-pyramid").then(({ Pyramid }) => new Pyramid(element, pick)).catch(() => {
            element.textContent = "This browser draws nothing in three dimensions; the plan shows the same.";
            return null;
          }));
        }
        this.pyramids.get(element).then((made) => made?.show(element.dataset.pyramid));
      }
    },
  },
};
