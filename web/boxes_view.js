// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The picture of a load: container and boxes in three.js, in mm, z up. It draws only when something has changed.

/// The matrix of a unit cube that is the box [x, y, z, w, qx, qy, qz].
function boxMatrix(pose, edges) {
  const matrix = new THREE.Matrix4();
  return matrix.compose(new THREE.Vector3(pose[0], pose[1], pose[2]), new THREE.Quaternion(pose[4], pose[5], pose[6], pose[3]).normalize(),
    new THREE.Vector3(...edges));
}

const poseOf = (box) => [...box.position_mm, ...box.quaternion];

/// Points in such an order that the first ones are spread over all.
function spreadPoints(points) {
  const count = points.length / 3;
  const common = (a, b) => (b ? common(b, a % b) : a);
  let step = Math.max(1, Math.round(0.618 * count));
  while (common(step, count) > 1) ++step;
  const spread = new Float32Array(3 * count);
  for (let k = 0; k < count; ++k) {
    const from = (k * step) % count;
    for (let axis = 0; axis < 3; ++axis) spread[3 * k + axis] = points[3 * from + axis];
  }
  return spread;
}

/// `shape`: { vertices_mm, triangles, points_mm }, flat. Returns the group, its bounds (null: nothing there) and switches.
function makeContainer(scene, shape) {
  const group = new THREE.Group();
  const wallMaterial = new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.12, side: THREE.DoubleSide, depthWrite: false });
  const bendMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5 });
  const triangleMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.28 });
  const pointMaterial = new THREE.PointsMaterial({ size: 2, sizeAttenuation: false });
  let cloud = null;
  let shell = null;
  let wall = null;
  let triangleLines = null;
  let bounds = null;
  if (shape.triangles.length) {
    const indexed = new THREE.BufferGeometry();
    indexed.setAttribute("position", new THREE.BufferAttribute(new Float32Array(shape.vertices_mm), 3));
    indexed.setIndex(new THREE.BufferAttribute(new Uint32Array(shape.triangles), 1));
    shell = indexed.toNonIndexed();  // Flat shading.
    shell.computeVertexNormals();
    wall = new THREE.Mesh(shell, wallMaterial);
    wall.renderOrder = 1;
    group.add(wall);
    if (shape.triangles.length < 600000) group.add(new THREE.LineSegments(new THREE.EdgesGeometry(indexed, 25), bendMaterial));
    shell.computeBoundingBox();
    bounds = shell.boundingBox.clone();
  }
  if (shape.points_mm.length) {
    cloud = new THREE.BufferGeometry();
    cloud.setAttribute("position", new THREE.BufferAttribute(spreadPoints(shape.points_mm), 3));
    group.add(new THREE.Points(cloud, pointMaterial));
    cloud.computeBoundingBox();
    bounds = bounds ? bounds.union(cloud.boundingBox) : cloud.boundingBox.clone();
  }
  scene.add(group);
  return {
    group,
    bounds,
    setColour(colour) { wallMaterial.color = bendMaterial.color = triangleMaterial.color = pointMaterial.color = colour; },
    setOpacity(share) { wallMaterial.opacity = share; },
    /// Hardly to be seen.
    setDim() { [wallMaterial.opacity, bendMaterial.opacity] = [0.03, 0.1]; },
    /// What a ray may meet; null without triangles.
    wall,
    /// The translucent faces; lines stay.
    setFaces(on) {
      if (wall) wall.visible = on && !(triangleLines && triangleLines.visible);
    },
    /// Draws one in eight of the points.
    setCoarse(on) {
      if (cloud) cloud.setDrawRange(0, on ? Math.ceil(cloud.attributes.position.count / 8) : Infinity);
    },
    /// Wireframe in place of translucent faces.
    setWireframe(on) {
      if (!wall) return;
      if (!triangleLines) {
        triangleLines = new THREE.LineSegments(new THREE.WireframeGeometry(shell), triangleMaterial);
        group.add(triangleLines);
      }
      triangleLines.visible = on;
      wall.visible = !on;
    },
  };
}

/// The view of `boxes`, as in the JSON of a load, in `shape`; `patches`: the tight walls of the load, if they were examined.
function makeBoxesView(boxes, shape, patches) {
  const stage = makeStage();
  const { scene, draw } = stage;
  const mesh = makeBoxMesh(scene);
  const handles = makeHandles(stage);
  const labels = makeBoxLabels(stage);
  const container = makeContainer(scene, shape);
  const heat = shape.tight ? makeHeatMesh(stage, shape.tight, patches) : null;
  let heated = false;  // The forces on the walls are shown in place of the boxes.
  let shown = { visible: [], tint: [] };
  let picked = -1;
  let movable = false;

  const matrices = () => boxes.map((box) => boxMatrix(poseOf(box), box.edges_mm));
  let matrix = matrices();

  function fit() {
    const bounds = new THREE.Box3();
    const cube = new THREE.Box3(new THREE.Vector3(-0.5, -0.5, -0.5), new THREE.Vector3(0.5, 0.5, 0.5));
    for (const one of matrix) bounds.union(cube.clone().applyMatrix4(one));
    if (container.bounds) bounds.union(container.bounds);
    if (bounds.isEmpty()) bounds.set(new THREE.Vector3(), new THREE.Vector3(100, 100, 100));
    stage.fit(bounds, container.bounds || bounds, (length) => `${Math.round(length)} mm`);
  }

  function refresh() {
    mesh.update(boxes.length, (k) => (heated || shown.visible[k] === false ? null : matrix[k]), (k) => boxes[k].edges_mm, (k) => shown.tint[k] || [0.5, 0.5, 0.5, 0]);
    handles.show(movable && !heated && picked >= 0 && picked < boxes.length ? boxes[picked] : null);
    draw();
  }

  stage.onPaint = () => {
    container.setColour(stage.colourOf("--wall"));
    if (heat) heat.paint(stage.colourOf("--plain-wall"));
    mesh.uniforms.rim.value = stage.colourOf("--edge");
  };
  stage.onCoarse = container.setCoarse;
  stage.onDraw = (sunward) => {
    mesh.uniforms.sun.value.copy(sunward);
    mesh.sort(stage.camera.position);
    handles.place();
    labels.place(matrix, (k) => !heated && shown.visible[k] !== false);
    if (heat) heat.place();
  };

  /// The nearest visible box on a ray, -1 for none: the ray against the faces of each box, in the box's own frame.
  function boxAt(caster) {
    const cell = new THREE.Box3(new THREE.Vector3(-0.5, -0.5, -0.5), new THREE.Vector3(0.5, 0.5, 0.5));
    let best = -1;
    let nearest = Infinity;
    matrix.forEach((one, index) => {
      if (shown.visible[index] === false) return;
      const ray = caster.ray.clone().applyMatrix4(new THREE.Matrix4().getInverse(one));
      const hit = ray.intersectBox(cell, new THREE.Vector3());
      if (!hit) return;
      const distance = hit.applyMatrix4(one).distanceTo(caster.ray.origin);
      if (distance < nearest) [best, nearest] = [index, distance];
    });
    return best;
  }

  const view = {
    onPick: (index) => {},
    onPickWall: (number) => {},
    onDrag: (index, place, ended) => {},
    /// Other boxes, or other places of the same ones.
    setBoxes(next) {
      boxes = next;
      matrix = matrices();
    },
    /// Which boxes are in the picture, and their colours as box_mesh.js wants them.
    show(visible, tint) {
      shown = { visible, tint };
      refresh();
    },
    /// Shows the forces on the walls in place of the boxes, or not; the wall of number `number` is picked.
    setHeat(on, number) {
      heated = on;
      heat.setShown(on);
      heat.setPicked(number);
      heat.paint(stage.colourOf("--plain-wall"));
      container.setFaces(!on);
      refresh();
    },
    /// The forces on the walls as they are turned now, with the numbers of walls and the scale of colours, for paper.
    heatPicture(canvas) {
      const was = heated;
      heated = heat.mesh.visible = true;
      container.setFaces(false);
      refresh();
      heat.paint(new THREE.Color(0xc9ced4));
      stage.picture(canvas, 1000, 620, new THREE.Color(0xffffff), heat.drawLegend);
      heated = heat.mesh.visible = was;
      container.setFaces(!was);
      heat.paint(stage.colourOf("--plain-wall"));
      refresh();
    },
    /// Texts on boxes, as box_labels.js wants them.
    setLabels: labels.set,
    setPicked(index, canMove) {
      picked = index;
      movable = canMove;
    },
    setWires(on) {
      mesh.setWires(on);
      draw();
    },
    setContainer(on) {
      container.group.visible = on;
      draw();
    },
    setWireframe(on) {
      container.setWireframe(on);
      draw();
    },
    /// A small picture of other boxes in this container.
    picture(others, canvas, colourOf) {
      const their = others.map(({ pose, edges }) => boxMatrix(pose, edges));
      mesh.update(others.length, (k) => their[k], (k) => others[k].edges, colourOf);
      handles.show(null);
      mesh.uniforms.rimShare.value = 0.3;  // Rims are near each other in a small picture.
      stage.picture(canvas, 264, 168);
      mesh.uniforms.rimShare.value = 0.6;
      refresh();
    },
    look: stage.look, zoom: stage.zoom, turn: stage.turn, shift: stage.shift,
    canvas: stage.canvas,
  };
  stage.onClick = (caster) => (heated ? view.onPickWall(heat.patchAt(caster)) : view.onPick(boxAt(caster)));
  stage.onGrab = (caster) => handles.grab(caster, (place, ended) => view.onDrag(picked, place, ended));
  fit();
  stage.open();
  return view;
}
