// Dice that stand on their corners, to be turned and looked into. What it shows is told by the element it is drawn in.
import { THREE, OrbitControls } from "nicegui-scene";

const FLAT = Math.sqrt(2 / 3), RISE = 1 / Math.sqrt(3), SIZE = 0.96;
const SPOTS = { 1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]] };
const LIGHT = ["#fbfaf6", "#e0b92f", "#c79a1b"];
const VIEWS = new Map(); // where a visitor looks from, by the name of the pile
const FACES = new Map();

// Seen from above the corners a, b, c follow each other clockwise, a away from us.
function edges(falls) {
  return [90, 330, 210].map((degrees) => {
    const t = (degrees * Math.PI) / 180;
    return new THREE.Vector3(Math.cos(t) * FLAT, Math.sin(t) * FLAT, falls ? -RISE : RISE);
  });
}

// One face of a die: pips for a number, a word for what is only known as a whole, a letter for the colour.
function face(colour, mark, letter) {
  const name = `${colour} ${mark} ${letter}`;
  if (FACES.has(name)) return FACES.get(name);
  const canvas = document.createElement("canvas"); canvas.width = canvas.height = 128;
  const g = canvas.getContext("2d"), ink = LIGHT.includes(colour) ? "#222" : "#fff";
  g.fillStyle = colour; g.fillRect(0, 0, 128, 128);
  g.strokeStyle = LIGHT.includes(colour) ? "#0005" : "#0008"; g.lineWidth = 9; g.strokeRect(0, 0, 128, 128);
  g.strokeStyle = "#fff3"; g.lineWidth = 3; g.strokeRect(7, 7, 114, 114);
  g.fillStyle = ink; g.textAlign = "center"; g.textBaseline = "middle";
  if (SPOTS[mark]) for (const [x, y] of SPOTS[mark]) { g.beginPath(); g.arc(32 + 32 * x, 32 + 32 * y, 12, 0, 7); g.fill(); }
  else if (mark) { g.font = "bold 72px system-ui, sans-serif"; g.fillText(mark.replace("=", ""), 64, 68); }
  else if (letter) { g.globalAlpha = 0.75; g.font = "bold 54px system-ui, sans-serif"; g.fillText(letter, 64, 67); }
  const texture = new THREE.CanvasTexture(canvas); texture.anisotropy = 4; texture.colorSpace = THREE.SRGBColorSpace;
  const made = new THREE.MeshLambertMaterial({ map: texture });
  FACES.set(name, made);
  return made;
}

export class Pyramid {
  constructor(element, pick) {
    this.element = element; this.pick = pick; this.name = element.dataset.key; this.text = "";
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(34, 1, 0.1, 400); this.camera.up.set(0, 0, 1);
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    const canvas = this.renderer.domElement; canvas.setAttribute("aria-hidden", "true");
    element.append(canvas);
    this.scene.add(new THREE.AmbientLight(0xffffff, 1.9));
    const sun = new THREE.DirectionalLight(0xffffff, 1.7); sun.position.set(5, -8, 16); this.scene.add(sun);
    this.group = new THREE.Group(); this.scene.add(this.group);
    this.turn = new OrbitControls(this.camera, canvas); this.turn.enablePan = false; this.turn.maxPolarAngle = Math.PI * 0.62;
    this.turn.addEventListener("change", () => { VIEWS.set(this.name, { ...VIEWS.get(this.name), from: this.camera.position.clone() }); this.draw(); });
    this.controls();
    this.listen(canvas);
    this.watcher = new ResizeObserver(() => this.fit()); this.watcher.observe(element);
  }

  controls() {
    const bar = document.createElement("div"); bar.className = "dd-views";
    this.told = document.createElement("output"); this.told.className = "dd-told";
    const button = (words, act) => {
      const made = document.createElement("button"); made.type = "button"; made.className = "dd-button dd-tiny"; made.textContent = words;
      made.addEventListener("click", act); bar.append(made);
    };
    button("whole", () => this.look(0.06, -0.62, 0.86));
    button("from above", () => this.look(0, -0.001, 1));
    button("turn", () => { this.camera.position.applyAxisAngle(new THREE.Vector3(0, 0, 1), (2 * Math.PI) / 3); this.turn.update(); });
    const label = document.createElement("label"); label.className = "dd-small"; label.textContent = "layers ";
    this.slider = document.createElement("input"); this.slider.type = "range"; this.slider.min = 1; this.slider.step = 1;
    this.slider.setAttribute("aria-label", "layers to show, from below");
    this.slider.addEventListener("input", () => { VIEWS.set(this.name, { ...VIEWS.get(this.name), upto: Number(this.slider.value) }); this.build(); });
    label.append(this.slider); bar.append(label);
    this.element.append(bar, this.told);
  }

  listen(canvas) {
    let from = null;
    canvas.addEventListener("pointerdown", (e) => { from = [e.clientX, e.clientY]; });
    canvas.addEventListener("pointerup", (e) => {
      if (!from || Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 6) return; // it was turned
      const hit = this.under(e);
      if (hit) this.pick(hit.key);
    });
    canvas.addEventListener("pointermove", (e) => {
      if (e.buttons) return;
      const hit = this.under(e);
      this.told.textContent = hit ? hit.text : "";
      canvas.style.cursor = hit && this.can.has(hit.key) ? "pointer" : "grab";
    });
    canvas.addEventListener("pointerleave", () => { this.told.textContent = ""; });
  }

  under(e) {
    const box = this.renderer.domElement.getBoundingClientRect(), ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(((e.clientX - box.left) / box.width) * 2 - 1, -((e.clientY - box.top) / box.height) * 2 + 1), this.camera);
    const hit = ray.intersectObjects(this.group.children, false).find((found) => found.object.userData.own);
    return hit ? hit.object.userData.own[hit.instanceId ?? 0] : null;
  }

  show(text) {
    if (text === this.text) return;
    const first = !this.text;
    this.text = text; this.data = JSON.parse(text);
    this.edges = edges(this.data.falls);
    this.can = new Set([...this.data.open, ...this.data.dice.filter((d) => d.lit)].map((p) => p.key));
    this.slider.max = this.data.layers;
    this.slider.value = VIEWS.get(this.name)?.upto ?? this.data.layers;
    if (first) {
      const kept = VIEWS.get(this.name)?.from;
      this.frame();
      if (kept) { this.camera.position.copy(kept); this.turn.update(); } else this.look(0.06, -0.62, 0.86);
      this.fit();
    }
    this.build();
  }

  at(place) {
    const v = new THREE.Vector3();
    this.edges.forEach((edge, i) => v.addScaledVector(edge, place[i]));
    v.z = this.height(place) * RISE;
    return v;
  }

  height(place) { return Math.abs(place[0] + place[1] + place[2] - this.data.low); }

  // The middle of the plate and what is on it, and a ball around it all.
  frame() {
    const points = this.data.plate.map((p) => this.at(p)), middle = new THREE.Vector3();
    points.forEach((p) => middle.addScaledVector(p, 1 / points.length));
    this.radius = Math.max(...points.map((p) => p.distanceTo(middle))) + 0.9;
    this.middle = middle; this.turn.target.copy(middle).setZ(this.radius * 0.16);
  }

  look(x, y, z) {
    const narrow = Math.min(1, this.camera.aspect), half = Math.atan(Math.tan((this.camera.fov * Math.PI) / 360) * narrow);
    const away = (this.radius * 1.02) / Math.sin(half);
    this.camera.position.copy(this.turn.target).addScaledVector(new THREE.Vector3(x, y, z).normalize(), away);
    this.turn.update(); this.draw();
  }

  fit() {
    const width = this.element.clientWidth, height = this.element.clientHeight;
    if (!width || !height || !this.data) return;
    const was = this.camera.aspect;
    this.camera.aspect = width / height; this.camera.updateProjectionMatrix(); this.renderer.setSize(width, height);
    if (Math.abs(was - this.camera.aspect) > 0.01) this.look(...this.way());
    this.draw();
  }

  way() {
    const way = this.camera.position.clone().sub(this.turn.target);
    return way.length() > 0.01 ? way.toArray() : [0.06, -0.62, 0.86];
  }

  draw() { this.renderer.render(this.scene, this.camera); }

  build() {
    for (const old of this.group.children) { old.geometry?.dispose?.(); old.dispose?.(); }
    this.group.clear();
    const upto = Number(this.slider.value), seen = (p) => this.height(p.at) < upto;
    const dice = this.data.dice.filter(seen), up = this.data.falls ? -1 : 1;
    this.plate();
    const faces = new Map();
    for (const die of dice) {
      const centre = this.at(die.at);
      this.edges.forEach((edge, i) => {
        for (const sign of [up, -up]) {
          const number = die.sides ? (sign === up ? die.sides[i] : 7 - die.sides[i]) : 0;
          const mark = number ? String(number) : die.word ? `=${die.word}` : "";
          const name = `${die.colour}|${mark}|${die.letter}`;
          if (!faces.has(name)) faces.set(name, { die, mark, placed: [], own: [] });
          const group = faces.get(name), normal = edge.clone().multiplyScalar(sign);
          // The foot of each picture points down the page.
          const upright = new THREE.Vector3(0, 0, 1).addScaledVector(normal, -normal.z).normalize();
          const tilted = upright.clone().applyAxisAngle(normal, Math.PI / 4), across = tilted.clone().cross(normal);
          const matrix = new THREE.Matrix4().makeBasis(across, tilted, normal);
          matrix.setPosition(centre.clone().addScaledVector(normal, SIZE / 2));
          group.placed.push(matrix); group.own.push(die);
        }
      });
    }
    for (const { die, mark, placed, own } of faces.values()) {
      const mesh = new THREE.InstancedMesh(new THREE.PlaneGeometry(SIZE, SIZE), face(die.colour, mark, die.letter), placed.length);
      placed.forEach((matrix, i) => mesh.setMatrixAt(i, matrix));
      mesh.userData.own = own; this.group.add(mesh);
    }
    const turned = new THREE.Matrix4().makeBasis(...this.edges);
    for (const die of dice) {
      const colour = die.taken ? "#2f7cf6" : die.lit ? "#ffb000" : die.last ? "#ffffff" : null;
      if (!colour) continue;
      const size = SIZE * (die.taken ? 1.12 : 1.06);
      const lines = new THREE.LineSegments(new THREE.EdgesGeometry(new THREE.BoxGeometry(size, size, size)), new THREE.LineBasicMaterial({ color: colour }));
      lines.applyMatrix4(turned); lines.position.copy(this.at(die.at)); this.group.add(lines);
      if (die.last) this.ring(die.at, "#ffffff");
      if (die.lit) this.ring(die.at, colour);
    }
    const ball = new THREE.SphereGeometry(0.3, 20, 14);
    for (const place of this.data.open.filter(seen)) {
      const mesh = new THREE.Mesh(ball, new THREE.MeshLambertMaterial({ color: "#ffb000", emissive: "#a86a00" }));
      mesh.position.copy(this.at(place.at)); mesh.userData.own = [place]; this.group.add(mesh);
    }
    this.draw();
  }

  // A thick frame around the upper corner of a die.
  ring(place, colour) {
    const mesh = new THREE.Mesh(new THREE.TorusGeometry(0.22, 0.05, 8, 24), new THREE.MeshBasicMaterial({ color: colour }));
    mesh.position.copy(this.at(place)); mesh.position.z += SIZE * 0.62; mesh.raycast = () => {};
    this.group.add(mesh);
  }

  plate() {
    const points = this.data.plate.map((p) => this.at(p)), reach = this.radius * 1.12;
    const corners = [90, 330, 210].map((d) => new THREE.Vector3(this.middle.x + Math.cos((d * Math.PI) / 180) * reach, this.middle.y + Math.sin((d * Math.PI) / 180) * reach, 0));
    const shape = new THREE.Shape(corners.map((c) => new THREE.Vector2(c.x, c.y)));
    const board = new THREE.Mesh(new THREE.ExtrudeGeometry(shape, { depth: 0.25, bevelEnabled: false }), new THREE.MeshLambertMaterial({ color: "#c9b58c" }));
    board.position.z = -0.95; this.group.add(board);
    const holes = new THREE.InstancedMesh(new THREE.CircleGeometry(0.4, 6), new THREE.MeshLambertMaterial({ color: "#a08a5e" }), points.length);
    points.forEach((p, i) => holes.setMatrixAt(i, new THREE.Matrix4().makeTranslation(p.x, p.y, -0.69)));
    this.group.add(holes);
    this.data.names.forEach((letter, i) => {
      const canvas = document.createElement("canvas"); canvas.width = canvas.height = 64;
      const g = canvas.getContext("2d"); g.font = "bold 46px system-ui, sans-serif"; g.textAlign = "center"; g.textBaseline = "middle"; g.fillStyle = "#5a4a28"; g.fillText(letter, 32, 34);
      const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(canvas) }));
      sprite.position.copy(this.middle).lerp(corners[i], 0.94).setZ(-0.4); sprite.scale.setScalar(0.9); sprite.raycast = () => {};
      this.group.add(sprite);
    });
  }

  dispose() { this.watcher.disconnect(); this.turn.dispose(); this.renderer.dispose(); this.renderer.forceContextLoss?.(); }
}
