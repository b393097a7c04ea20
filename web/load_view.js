// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The picture: container and boxes in three.js, in mm, z up. It draws only when something has changed.

function makeView() {
  const stage = makeStage();
  const { scene, draw } = stage;

  // Boxes: one mesh each, all of one cube that is scaled to the edges, with its twelve edges as lines.
  const cube = new THREE.BoxBufferGeometry(1, 1, 1);
  const cubeEdges = new THREE.EdgesGeometry(cube);
  const faceMaterials = extra.classes.map((one) => new THREE.MeshLambertMaterial({
    color: new THREE.Color(`rgb(${one.colour})`), polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
  const lineMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.55 });
  const wireMaterials = extra.classes.map((one) => new THREE.LineBasicMaterial({ color: new THREE.Color(`rgb(${one.colour})`) }));
  const pickedMaterial = new THREE.MeshLambertMaterial({ emissiveIntensity: 0.35, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  let wires = false;
  const movingMaterial = new THREE.MeshLambertMaterial({ emissiveIntensity: 0.25, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  let picked = -1;
  let marked = load.boxes.map(() => false);
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
    mesh.material = index === picked ? pickedMaterial : marked[index] ? movingMaterial : faceMaterials[extra.class_of_box[index]];
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

  stage.fit(bounds, shell ? shell.boundingBox : bounds, (length) => `${Math.round(length)} mm`);

  stage.onPaint = () => {
    wallMaterial.color = bendMaterial.color = triangleMaterial.color = pointMaterial.color = stage.colourOf("--wall");
    lineMaterial.color = stage.colourOf("--edge");
    pickedMaterial.color = pickedMaterial.emissive = stage.colourOf("--picked");
    movingMaterial.color = movingMaterial.emissive = stage.colourOf("--moving");
  };

  /// The nearest visible box on a ray, -1 for none: the ray against the faces of each box, in the box's own frame.
  function boxAt(caster) {
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
    setMarked(flags) {
      marked = flags;
      meshes.forEach((mesh, index) => dress(index));
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
    look: stage.look,
    zoom: stage.zoom,
  };
  stage.onClick = (caster) => view.onPick(boxAt(caster));
  stage.open();
  return view;
}

fillFigures();
let view = null;
try {
  view = makeView();
} catch (error) {
  // Without WebGL the figures are still worth showing.
  const ignore = () => {};
  view = { setVisible: ignore, setPicked: ignore, setMarked: ignore, setWires: ignore, setContainer: ignore, setTriangles: ignore, look: ignore, zoom: ignore };
  explainNoStage(error);
}
startPanel(view);
