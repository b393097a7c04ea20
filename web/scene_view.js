// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The picture: bodies and walls in three.js, in m, z up. Bodies take the colours of a scale in the order in which the scene names them.

/// From blue over green to red: twelve steps.
const bodyColours = ["#3b5bb5", "#3f7fc1", "#44a0c4", "#4fb9b0", "#66c48d", "#8fcb6b", "#bccb56", "#dfbd4c", "#eda245", "#ec8140", "#dd5c3f",
  "#c23b45"];

/// White with a dark rim: faces of boxes stand out against each other.
function rimTexture() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 128;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, 128, 128);
  pen.strokeStyle = "#58616c";
  pen.lineWidth = 6;
  pen.strokeRect(0, 0, 128, 128);
  const texture = new THREE.CanvasTexture(canvas);
  texture.anisotropy = 4;
  return texture;
}

/// The polygon of the plane z = 0 of a frame within half spaces, THREE.Plane of which the side of the normal counts: a square of edge
/// 2 `size` that is cut by one after the other (Sutherland, Hodgman).
function planeWithin(matrix, halfSpaces, size) {
  let polygon = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => new THREE.Vector3(x * size, y * size, 0).applyMatrix4(matrix));
  for (const halfSpace of halfSpaces) {
    const cut = [];
    polygon.forEach((here, k) => {
      const there = polygon[(k + 1) % polygon.length];
      const [a, b] = [here, there].map((point) => halfSpace.distanceToPoint(point));
      if (a >= 0) cut.push(here);
      if (a > 0 !== b > 0 && a !== b) cut.push(here.clone().lerp(there, a / (a - b)));
    });
    polygon = cut;
  }
  return polygon;
}

/// The view of the recorded scene. `page`: the document.
function makeSceneView(page) {
  const stage = makeStage();
  const { scene, draw } = stage;
  const count = decoded.parts.length / 3;
  const pose = new Float64Array(7);
  const poseMatrix = (values) => new THREE.Matrix4().compose(new THREE.Vector3(values[0], values[1], values[2]),
    new THREE.Quaternion(values[4], values[5], values[6], values[3]), new THREE.Vector3(1, 1, 1));

  // Pieces: one geometry of unit size at a place, turned and scaled. A capsule is a cylinder and two balls.
  const many = count * (isDrawnInSoftware() ? 10 : 1);  // The processor takes ten times as long.
  const round = many > 20000 ? [8, 6] : many > 5000 ? [12, 8] : [20, 14];
  const pipe = new THREE.CylinderBufferGeometry(1, 1, 2, round[0], 1, true);
  pipe.rotateZ(Math.PI / 2);  // Along x.
  const geometries = { ball: new THREE.SphereBufferGeometry(1, ...round), pipe, cube: new THREE.BoxBufferGeometry(2, 2, 2) };
  const rim = rimTexture();
  const wallMaterials = [];
  const wallMaterial = (opacity) => {
    const material = new THREE.MeshLambertMaterial({ transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false });
    wallMaterials.push(material);
    return material;
  };
  const walls = new THREE.Group();
  const groups = new Map();  // Of pieces with one geometry and colour.
  const planes = [];
  const extent = new THREE.Box3();

  function addPiece(geometry, colour, place, local, scale, at) {
    const key = geometry + colour;
    if (!groups.has(key)) groups.set(key, { geometry, colour, pieces: [] });
    const matrix = poseMatrix(local).multiply(new THREE.Matrix4().makeTranslation(at, 0, 0)).scale(new THREE.Vector3(...scale));
    groups.get(key).pieces.push({ place, matrix });
  }
  for (let k = 0; k < count; ++k) {
    const [shapeNumber, place, body] = decoded.parts.subarray(3 * k, 3 * k + 3);
    const shape = recorded.shapes[shapeNumber];
    const wall = k >= recorded.body_parts;
    if (shape.kind === "plane") {
      planes.push({ place, local: shape.pose });
      continue;
    }
    const colour = wall ? "" : bodyColours[Math.floor((bodyColours.length * body) / recorded.bodies)];
    const [x, y, z] = shape.half;
    if (shape.kind === "box") addPiece("cube", colour, place, shape.pose, [x, y, z], 0);
    if (shape.kind === "sphere") addPiece("ball", colour, place, shape.pose, [x, x, x], 0);
    if (shape.kind === "capsule") {
      addPiece("pipe", colour, place, shape.pose, [x, y, y], 0);
      for (const end of [-x, x]) addPiece("ball", colour, place, shape.pose, [y, y, y], end);
    }
    // Walls are in the picture as they stand, bodies wherever they come.
    const reach = Math.hypot(x, y, z) + Math.hypot(...shape.pose.slice(0, 3));
    for (const frame of wall ? [0] : [0, frameCount >> 1, frameCount - 1]) {
      if (!poseAt(place, frame, 0, pose)) continue;
      extent.expandByPoint(new THREE.Vector3(pose[0] - reach, pose[1] - reach, pose[2] - reach));
      extent.expandByPoint(new THREE.Vector3(pose[0] + reach, pose[1] + reach, pose[2] + reach));
    }
  }
  // Containers: triangles, and lines where they bend.
  const bendMaterial = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5 });
  const hulls = new THREE.Box3();
  const shells = decoded.surfaces.map(({ place, corners }) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
    geometry.computeVertexNormals();
    const shell = new THREE.Mesh(geometry, wallMaterial(0.1));
    shell.renderOrder = 1;
    shell.matrixAutoUpdate = false;
    shell.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 25), bendMaterial));
    walls.add(shell);
    poseAt(place, 0, 0, pose);
    geometry.computeBoundingBox();
    hulls.union(geometry.boundingBox.clone().applyMatrix4(poseMatrix(pose)));
    return { place, mesh: shell };
  });
  if (!hulls.isEmpty()) extent.union(hulls);
  // What falls will land on a plane that is near: nobody knows yet where the bodies of a simulation that runs will be.
  if (page.live && !extent.isEmpty()) {
    const [middle, foot, reach] = [extent.getCenter(new THREE.Vector3()), new THREE.Vector3(), extent.getSize(new THREE.Vector3()).length()];
    for (const { place, local } of planes) {
      poseAt(place, 0, 0, pose);
      new THREE.Plane(new THREE.Vector3(0, 0, 1), 0).applyMatrix4(poseMatrix(pose).multiply(poseMatrix(local))).projectPoint(middle, foot);
      if (foot.distanceTo(middle) < 2 * reach) extent.expandByPoint(foot);
    }
  }
  if (extent.isEmpty()) extent.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));

  for (const group of groups.values()) {
    const { geometry, colour, pieces } = group;
    const material = colour === "" ? wallMaterial(0.16) : new THREE.MeshLambertMaterial({ color: colour });
    if (geometry === "cube" && colour !== "") material.map = rim;
    // Each has a geometry of its own: three.js takes the places of the mesh drawn before where two share one.
    group.mesh = new THREE.InstancedMesh(geometries[geometry].clone(), material, pieces.length);
    group.mesh.frustumCulled = false;
    group.mesh.renderOrder = colour === "" ? 1 : 0;
    (colour === "" ? walls : scene).add(group.mesh);
  }
  // Planes: what of them is in the picture and not behind another one that stands still.
  const size = extent.getSize(new THREE.Vector3()).length();
  const shown = extent.clone().expandByScalar(0.02 * size);
  const sides = axes.flatMap((axis, k) => [1, -1].map((sign) =>
    new THREE.Plane(new THREE.Vector3().setComponent(k, sign), -sign * (sign > 0 ? shown.min : shown.max)[axis])));
  for (const plane of planes) {
    poseAt(plane.place, 0, 0, pose);
    plane.start = poseMatrix(pose);
    plane.matrix = plane.start.clone().multiply(poseMatrix(plane.local));
    plane.front = new THREE.Plane(new THREE.Vector3(0, 0, 1), 1e-6 * size).applyMatrix4(plane.matrix);
  }
  for (const plane of planes) {
    const others = planes.filter((other) => other !== plane && other.place >= recorded.tracks).map((other) => other.front);
    const polygon = planeWithin(plane.matrix, [...sides, ...others], 4 * (size + new THREE.Vector3().setFromMatrixPosition(plane.matrix).length()));
    if (polygon.length < 3) continue;
    // In the frame of its place, so that it moves with it.
    const back = new THREE.Matrix4().getInverse(plane.start);
    const corners = polygon.map((corner) => corner.applyMatrix4(back));
    const geometry = new THREE.BufferGeometry().setFromPoints(corners.slice(2).flatMap((corner, k) => [corners[0], corners[k + 1], corner]));
    geometry.computeVertexNormals();
    plane.mesh = new THREE.Mesh(geometry, wallMaterial(0.13));
    plane.mesh.matrixAutoUpdate = false;
    plane.mesh.renderOrder = 1;
    walls.add(plane.mesh);
  }
  scene.add(walls);

  const matrix = new THREE.Matrix4();
  const product = new THREE.Matrix4();
  const nowhere = new THREE.Matrix4().makeScale(0, 0, 0);
  const [position, rotation, unit] = [new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3(1, 1, 1)];
  function place(number, frame, share) {
    if (!poseAt(number, frame, share, pose)) return nowhere;
    return matrix.compose(position.set(pose[0], pose[1], pose[2]), rotation.set(pose[4], pose[5], pose[6], pose[3]), unit);
  }

  stage.onPaint = () => {
    for (const material of wallMaterials) material.color = stage.colourOf("--wall");
    bendMaterial.color = stage.colourOf("--wall");
  };
  // Sizes are those of the containers, where there are any.
  stage.fit(extent, hulls.isEmpty() ? extent : hulls, (length) => `${+length.toPrecision(3)} m`);
  stage.open();
  return {
    look: stage.look, zoom: stage.zoom, turn: stage.turn, shift: stage.shift,
    setWalls(on) {
      walls.visible = on;
      draw();
    },
    /// Shows the state `share` of the way from a frame to the next.
    show(frame, share) {
      for (const { mesh, pieces } of groups.values()) {
        pieces.forEach((piece, k) => mesh.setMatrixAt(k, product.multiplyMatrices(place(piece.place, frame, share), piece.matrix)));
        mesh.instanceMatrix.needsUpdate = true;
      }
      for (const { mesh, place: number } of [...planes, ...shells]) if (mesh) mesh.matrix.copy(place(number, frame, share));
      draw();
    },
  };
}
