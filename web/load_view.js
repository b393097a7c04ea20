// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The picture: container and boxes in three.js, in mm, z up. It draws only when something has changed.

function makeView() {
  const stage = element("stage");
  const style = getComputedStyle(document.documentElement);
  const colourOf = (name) => new THREE.Color(style.getPropertyValue(name).trim());
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
  renderer.domElement.tabIndex = 0;
  stage.prepend(renderer.domElement);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(32, 1, 10, 100000);
  camera.up.set(0, 0, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 0.62);
  scene.add(camera, new THREE.HemisphereLight(0xffffff, 0xa2abb6, 0.8), sun, sun.target);
  const controls = new THREE.OrbitControls(camera, renderer.domElement);
  controls.screenSpacePanning = true;
  controls.keyPanSpeed = 25;

  // Boxes: one mesh each, all of one cube that is scaled to the edges, with its twelve edges as lines.
  const cube = new THREE.BoxBufferGeometry(1, 1, 1);
  const cubeEdges = new THREE.EdgesGeometry(cube);
  const faceMaterials = extra.classes.map((one) => new THREE.MeshLambertMaterial({
    color: new THREE.Color(`rgb(${one.colour})`), polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
  const lineMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.55 });
  const wireMaterials = extra.classes.map((one) => new THREE.LineBasicMaterial({ color: new THREE.Color(`rgb(${one.colour})`) }));
  const pickedMaterial = new THREE.MeshLambertMaterial({ emissiveIntensity: 0.35, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  let wires = false;
  let picked = -1;
  const bounds = new THREE.Box3();
  const meshes = load.boxes.map((box, index) => {
    const m = box.matrix;
    const [a, b, c] = box.edges_mm;
    const [x, y, z] = box.position_mm;
    const mesh = new THREE.Mesh(cube, faceMaterials[extra.class_of_box[index]]);
    const lines = new THREE.LineSegments(cubeEdges, lineMaterial);
    mesh.matrix.set(m[0] * a, m[1] * b, m[2] * c, x, m[3] * a, m[4] * b, m[5] * c, y, m[6] * a, m[7] * b, m[8] * c, z, 0, 0, 0, 1);
    mesh.matrixAutoUpdate = false;
    mesh.add(lines);
    scene.add(mesh);
    for (const s of [-1, 1]) {
      const corner = (k) => 0.5 * (Math.abs(m[3 * k] * a) + Math.abs(m[3 * k + 1] * b) + Math.abs(m[3 * k + 2] * c));
      bounds.expandByPoint(new THREE.Vector3(x + s * corner(0), y + s * corner(1), z + s * corner(2)));
    }
    return mesh;
  });

  // What a box shows of its faces as wires.
  const nothing = new THREE.BufferGeometry();
  nothing.setAttribute("position", new THREE.BufferAttribute(new Float32Array(0), 3));
  nothing.boundingSphere = new THREE.Sphere();

  function dress(index) {
    const mesh = meshes[index];
    mesh.material = index === picked ? pickedMaterial : faceMaterials[extra.class_of_box[index]];
    mesh.children[0].material = wires ? wireMaterials[extra.class_of_box[index]] : lineMaterial;
    mesh.geometry = wires && index !== picked ? nothing : cube;
  }

  // Container: translucent, from both sides, with the lines along which it bends. Where there are points only, these.
  const container = new THREE.Group();
  const wallMaterial = new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.12, side: THREE.DoubleSide, depthWrite: false });
  const bendMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5 });
  const triangleMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.28 });
  const pointMaterial = new THREE.PointsMaterial({ size: 2, sizeAttenuation: false, transparent: true, opacity: 0.6 });
  let triangleLines = null;
  let shell = null;
  if (extra.triangles.length) {
    const indexed = new THREE.BufferGeometry();
    indexed.setAttribute("position", new THREE.BufferAttribute(new Float32Array(extra.vertices_mm), 3));
    indexed.setIndex(new THREE.BufferAttribute(new Uint32Array(extra.triangles), 1));
    shell = indexed.toNonIndexed();  // Flat shading.
    shell.computeVertexNormals();
    const wall = new THREE.Mesh(shell, wallMaterial);
    wall.renderOrder = 1;
    container.add(wall);
    if (extra.triangles.length < 600000) container.add(new THREE.LineSegments(new THREE.EdgesGeometry(indexed, 25), bendMaterial));
  }
  if (extra.points_mm.length) {
    shell = new THREE.BufferGeometry();
    shell.setAttribute("position", new THREE.BufferAttribute(new Float32Array(extra.points_mm), 3));
    container.add(new THREE.Points(shell, pointMaterial));
  }
  if (shell) {
    shell.computeBoundingBox();
    bounds.union(shell.boundingBox);
  }
  scene.add(container);
  if (bounds.isEmpty()) bounds.set(new THREE.Vector3(), new THREE.Vector3(100, 100, 100));

  // The size of the container, on lines beside its lowest edges.
  const centre = bounds.getCenter(new THREE.Vector3());
  const radius = 0.5 * bounds.getSize(new THREE.Vector3()).length();
  const inner = shell ? shell.boundingBox : bounds;
  const gap = 0.05 * radius;
  const low = inner.min.clone().addScalar(-gap);
  const right = inner.max.x + gap;
  const axisMaterial = new THREE.LineBasicMaterial();
  const labels = [
    ["x", [inner.min.x, low.y, inner.min.z], [inner.max.x, low.y, inner.min.z]],
    ["y", [right, inner.min.y, inner.min.z], [right, inner.max.y, inner.min.z]],
    ["z", [low.x, low.y, inner.min.z], [low.x, low.y, inner.max.z]],
  ].map(([name, from, to]) => {
    const ends = [from, to].map((place) => new THREE.Vector3(...place));
    scene.add(new THREE.Line(new THREE.BufferGeometry().setFromPoints(ends), axisMaterial));
    const label = make("div", `${name} ${Math.round(ends[0].distanceTo(ends[1]))} mm`, { class: "axis" });
    stage.append(label);
    return { label, place: ends[0].lerp(ends[1], 0.5) };
  });

  function placeLabels() {
    for (const { label, place } of labels) {
      const p = place.clone().project(camera);
      const x = (0.5 + 0.5 * p.x) * stage.clientWidth;
      const y = (0.5 - 0.5 * p.y) * stage.clientHeight;
      label.style.visibility = p.z < 1 ? "visible" : "hidden";
      label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }

  let waiting = false;
  function draw() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      // Light from over the shoulder.
      sun.position.copy(camera.position).add(new THREE.Vector3(-0.5, 0.3, 1.2).multiplyScalar(radius).applyQuaternion(camera.quaternion));
      sun.target.position.copy(controls.target);
      renderer.render(scene, camera);
      placeLabels();
    });
  }

  function paint() {
    renderer.setClearColor(colourOf("--sky"));
    wallMaterial.color = colourOf("--wall");
    bendMaterial.color = triangleMaterial.color = pointMaterial.color = axisMaterial.color = colourOf("--wall");
    lineMaterial.color = colourOf("--edge");
    pickedMaterial.color = pickedMaterial.emissive = colourOf("--picked");
    draw();
  }

  function resize() {
    renderer.setSize(stage.clientWidth, stage.clientHeight);
    camera.aspect = stage.clientWidth / Math.max(1, stage.clientHeight);
    camera.updateProjectionMatrix();
    draw();
  }

  const directions = { slant: [0.72, -1.25, 0.82], top: [0, -0.001, 1], front: [0, -1, 0], side: [1, 0, 0] };
  function look(name) {
    // Near enough that the corners of what there is just fit.
    const back = new THREE.Vector3(...directions[name]).normalize();
    const across = new THREE.Vector3().crossVectors(camera.up, back).normalize();
    const upwards = new THREE.Vector3().crossVectors(back, across);
    const slope = 0.92 * Math.tan((camera.fov * Math.PI) / 360);
    const reach = bounds.max.clone().sub(centre).addScalar(1.6 * gap);
    let distance = 0;
    for (let k = 0; k < 8; ++k) {
      const corner = reach.clone().multiply(new THREE.Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
      const aside = Math.max(Math.abs(corner.dot(upwards)), Math.abs(corner.dot(across)) / camera.aspect);
      distance = Math.max(distance, corner.dot(back) + aside / slope);
    }
    controls.target.copy(centre);
    camera.position.copy(centre).addScaledVector(back, distance);
    camera.near = radius / 100;
    camera.far = 100 * radius;
    camera.updateProjectionMatrix();
    controls.update();
    draw();
  }

  /// The nearest visible box under a place of the picture, -1 for none: the ray against the faces of each box, in the box's own frame.
  function boxAt(x, y) {
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(x, y), camera);
    const cell = new THREE.Box3(new THREE.Vector3(-0.5, -0.5, -0.5), new THREE.Vector3(0.5, 0.5, 0.5));
    let best = -1;
    let nearest = Infinity;
    meshes.forEach((mesh, index) => {
      if (!view.isVisible(index)) return;
      const ray = caster.ray.clone().applyMatrix4(new THREE.Matrix4().getInverse(mesh.matrix));
      const hit = ray.intersectBox(cell, new THREE.Vector3());
      if (!hit) return;
      const distance = hit.applyMatrix4(mesh.matrix).distanceTo(caster.ray.origin);
      if (distance < nearest) [best, nearest] = [index, distance];
    });
    return best;
  }

  const view = {
    onPick: () => {},
    isVisible: () => true,
    setVisible(flags) {
      flags.forEach((flag, index) => { meshes[index].visible = flag; });
      draw();
    },
    setPicked(index) {
      const before = picked;
      picked = index;
      for (const changed of [before, index]) if (changed >= 0) dress(changed);
      draw();
    },
    setWires(on) {
      wires = on;
      meshes.forEach((mesh, index) => dress(index));
      draw();
    },
    setContainer(on) {
      container.visible = on;
      draw();
    },
    setTriangles(on) {
      if (!triangleLines && extra.triangles.length) {
        triangleLines = new THREE.LineSegments(new THREE.WireframeGeometry(shell), triangleMaterial);
        container.add(triangleLines);
      }
      if (triangleLines) triangleLines.visible = on;
      draw();
    },
    look,
    zoom(factor) {
      camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
      controls.update();
      draw();
    },
  };

  // A press that does not move is a click.
  let pressed = null;
  renderer.domElement.addEventListener("pointerdown", (event) => { pressed = event.button === 0 ? [event.clientX, event.clientY] : null; });
  renderer.domElement.addEventListener("pointerup", (event) => {
    if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 4) return;
    const area = renderer.domElement.getBoundingClientRect();
    view.onPick(boxAt((2 * (event.clientX - area.left)) / area.width - 1, 1 - (2 * (event.clientY - area.top)) / area.height));
  });
  controls.addEventListener("change", draw);
  new ResizeObserver(resize).observe(stage);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  resize();
  paint();
  look("slant");
  return view;
}

fillFigures();
let view = null;
try {
  view = makeView();
} catch (error) {
  // Without WebGL the figures are still worth showing.
  const ignore = () => {};
  view = { setVisible: ignore, setPicked: ignore, setWires: ignore, setContainer: ignore, setTriangles: ignore, look: ignore, zoom: ignore };
  element("stage").append(make("div", "The picture needs WebGL, which this browser does not offer here: " + error.message, { id: "no-view" }));
}
startPanel(view);
