import { THREE, OrbitControls } from "nicegui-scene";

// A place (a, b, c) lies at a*A + b*B + c*C: three edges at right angles that fall away from the top.
const EDGE = [0, 1, 2].map((i) => {
  const t = Math.PI / 2 + (i * 2 * Math.PI) / 3, r = Math.sqrt(2 / 3);
  return new THREE.Vector3(Math.cos(t) * r, Math.sin(t) * r, -1 / Math.sqrt(3));
});
const SPOTS = { 1: [[1, 1]], 2: [[0, 0], [2, 2]], 3: [[0, 0], [1, 1], [2, 2]], 4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]], 6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]] };

function faces(colour) {
  const light = ["#fbfaf6", "#e0b92f", "#c79a1b"].includes(colour);
  return [1, 2, 3, 4, 5, 6].map((n) => {
    const canvas = document.createElement("canvas"); canvas.width = canvas.height = 64;
    const g = canvas.getContext("2d");
    g.fillStyle = colour; g.fillRect(0, 0, 64, 64);
    g.strokeStyle = "#0006"; g.lineWidth = 3; g.strokeRect(0, 0, 64, 64);
    g.fillStyle = light ? "#222" : "#fff";
    for (const [x, y] of SPOTS[n]) { g.beginPath(); g.arc(16 + 16 * x, 16 + 16 * y, 6, 0, 7); g.fill(); }
    return new THREE.MeshLambertMaterial({ map: new THREE.CanvasTexture(canvas) });
  });
}
const CAMERAS = new Map(); // where a visitor looked from stays when the page is drawn anew

export default {
  template: "<div class='dd-pyramid' style='width:100%;height:460px' role='img' :aria-label='told'></div>",
  props: { dice: Array, open: Array, size: Number },
  computed: { told() { return `A pyramid with ${this.dice.length} dice; turn it with the mouse or a finger.`; } },
  mounted() {
    const width = this.$el.clientWidth || 600, height = 460;
    this.scene = new THREE.Scene(); this.scene.background = new THREE.Color("#f4f1ea");
    this.camera = new THREE.PerspectiveCamera(38, width / height, 0.1, 200); this.camera.up.set(0, 0, 1);
    const kept = CAMERAS.get("pyramid");
    if (kept) this.camera.position.copy(kept); else this.camera.position.set(this.size * 0.75, -this.size * 1.25, this.size * 1.15);
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setSize(width, height); this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.$el.appendChild(this.renderer.domElement);
    this.turn = new OrbitControls(this.camera, this.renderer.domElement); this.turn.target.set(0, 0, this.size * 0.08); this.turn.update();
    this.turn.addEventListener("change", () => { CAMERAS.set("pyramid", this.camera.position.clone()); this.draw(); });
    this.scene.add(new THREE.AmbientLight(0xffffff, 1.7));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6); sun.position.set(6, -9, 14); this.scene.add(sun);
    this.group = new THREE.Group(); this.scene.add(this.group);
    this.build();
    const ray = new THREE.Raycaster();
    let from = null;
    this.renderer.domElement.addEventListener("pointerdown", (e) => { from = [e.clientX, e.clientY]; });
    this.renderer.domElement.addEventListener("pointerup", (e) => {
      if (!from || Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 6) return; // it was turned
      const box = this.renderer.domElement.getBoundingClientRect();
      ray.setFromCamera(new THREE.Vector2(((e.clientX - box.left) / box.width) * 2 - 1, -((e.clientY - box.top) / box.height) * 2 + 1), this.camera);
      const hit = ray.intersectObjects(this.group.children, false)[0];
      if (hit) { const own = hit.object.userData.own; this.$emit("pick", own[hit.instanceId ?? 0].key); }
    });
    this.resized = () => { const w = this.$el.clientWidth; if (!w) return; this.camera.aspect = w / height; this.camera.updateProjectionMatrix(); this.renderer.setSize(w, height); this.draw(); };
    window.addEventListener("resize", this.resized);
  },
  unmounted() { window.removeEventListener("resize", this.resized); this.renderer.dispose(); this.renderer.forceContextLoss?.(); },
  watch: { dice() { this.build(); }, open() { this.build(); } },
  methods: {
    at(place) {
      const v = new THREE.Vector3();
      EDGE.forEach((e, i) => v.addScaledVector(e, place[i]));
      v.z += this.size / Math.sqrt(3);
      return v;
    },
    draw() { this.renderer.render(this.scene, this.camera); },
    build() {
      this.group.clear();
      const turned = new THREE.Matrix4().makeBasis(EDGE[0], EDGE[1], EDGE[2]);
      const box = new THREE.BoxGeometry(0.97, 0.97, 0.97);
      for (const colour of new Set(this.dice.map((d) => d.colour))) {
        const own = this.dice.filter((d) => d.colour === colour), mesh = new THREE.InstancedMesh(box, faces(colour), own.length);
        own.forEach((d, i) => { const m = turned.clone(); m.setPosition(this.at(d.at)); mesh.setMatrixAt(i, m); });
        mesh.userData.own = own; this.group.add(mesh);
      }
      const ring = new THREE.BoxGeometry(1.06, 1.06, 1.06), gold = new THREE.MeshBasicMaterial({ color: "#e9b949", wireframe: true });
      for (const d of this.dice.filter((d) => d.lit)) {
        const mesh = new THREE.Mesh(ring, gold); mesh.applyMatrix4(turned); mesh.position.copy(this.at(d.at)); mesh.userData.own = [d]; this.group.add(mesh);
      }
      const ball = new THREE.SphereGeometry(0.33, 20, 14), glow = new THREE.MeshLambertMaterial({ color: "#e9b949", transparent: true, opacity: 0.85 });
      for (const place of this.open) {
        const mesh = new THREE.Mesh(ball, glow); mesh.position.copy(this.at(place.at)); mesh.userData.own = [place]; this.group.add(mesh);
      }
      this.plate();
      this.draw();
    },
    plate() {
      const corners = [[this.size + 0.8, 0, 0], [0, this.size + 0.8, 0], [0, 0, this.size + 0.8]].map((p) => this.at(p));
      const shape = new THREE.BufferGeometry().setFromPoints(corners.map((c) => new THREE.Vector3(c.x * 1.12, c.y * 1.12, -0.9))); shape.setIndex([0, 1, 2]);
      shape.computeVertexNormals();
      const mesh = new THREE.Mesh(shape, new THREE.MeshLambertMaterial({ color: "#cdbf9f", side: THREE.DoubleSide }));
      mesh.raycast = () => {}; this.group.add(mesh);
    },
  },
};
