// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The picture in which a container is made: the mesh by what its parts are for, points inside, cap planes, of which one has a handle, and
// what a ray meets behind a click.

const capColour = 0x7a3fb0;
const seedColour = 0xe2a400;
/// Two surfaces that are nearer to each other are a wall: a room between them holds no litre box [mm].
const leastRoom = 28.5;

/// The triangles of some parts, as makeContainer() takes them. Parts follow each other in `shape.triangles`, `counts[k]` triangles each.
function partsShape(shape, wanted) {
  const triangles = [];
  let first = 0;
  shape.counts.forEach((count, k) => {
    if (wanted(k)) for (let t = 3 * first; t < 3 * (first + count); ++t) triangles.push(shape.triangles[t]);
    first += count;
  });
  return { vertices_mm: shape.vertices_mm, triangles, points_mm: [] };
}

/// Depths on a ray, ascending, of which each is one surface: those less than a micrometre apart are one.
function mergedDepths(depths) {
  const sorted = [...depths].sort((a, b) => a - b);
  return sorted.filter((depth, k) => k === 0 || depth - sorted[k - 1] > 1e-3);
}

/// The first room behind a click: [its front, its back], depths on the ray; null where the ray leaves the mesh before.
function roomBehind(depths) {
  for (let k = 0; k + 1 < depths.length; ++k) if (depths[k + 1] - depths[k] >= leastRoom) return [depths[k], depths[k + 1]];
  return null;
}

function makeContainerView() {
  const view = makeMeshView();
  const { stage } = view;
  const { scene } = stage;
  const handles = makeHandles(stage, [capColour, capColour]);
  const caps = new THREE.Group();
  const seeds = new THREE.Group();
  const rims = new THREE.Group();  // What closes openings: a ray that looks into a room meets it.
  rims.visible = false;
  scene.add(caps, seeds, rims);
  let walls = [];
  let bounds = null;
  let planes = [];  // { point, normal, one_sided } of the caps.
  let picked = -1;
  let seeding = false;
  let pointed = null;  // What makeContainer() made of the part that is pointed at.

  const capMaterial = (strong) => new THREE.MeshBasicMaterial({ color: capColour, transparent: true, opacity: strong ? 0.3 : 0.16, side: THREE.DoubleSide, depthWrite: false });
  const edgeMaterial = new THREE.LineBasicMaterial({ color: capColour });

  /// The middle of the mesh, on a plane.
  function middleOn({ point, normal }) {
    const middle = bounds.getCenter(new THREE.Vector3());
    return middle.addScaledVector(normal, point.clone().sub(middle).dot(normal));
  }

  /// Two unit vectors along a plane.
  function along(normal) {
    const u = new THREE.Vector3(Math.abs(normal.z) < 0.9 ? 0 : 1, 0, Math.abs(normal.z) < 0.9 ? 1 : 0).cross(normal).normalize();
    return [u, new THREE.Vector3().crossVectors(normal, u)];
  }

  /// Half of the extent of the mesh along a unit vector, and a little more.
  function halfExtent(direction) {
    const half = bounds.getSize(new THREE.Vector3()).multiplyScalar(0.5);
    return 1.04 * (Math.abs(half.x * direction.x) + Math.abs(half.y * direction.y) + Math.abs(half.z * direction.z)) + 1;
  }

  function drawCaps() {
    for (const child of [...caps.children]) {
      caps.remove(child);
      child.geometry.dispose();
    }
    if (!bounds) return;
    planes.forEach((plane, k) => {
      const middle = middleOn(plane);
      const [u, v] = along(plane.normal);
      const [a, b] = [u.multiplyScalar(halfExtent(u)), v.multiplyScalar(halfExtent(v))];
      const corner = (i, j) => middle.clone().addScaledVector(a, i).addScaledVector(b, j);
      const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      const face = new THREE.Mesh(new THREE.BufferGeometry().setFromPoints([ring[0], ring[1], ring[2], ring[0], ring[2], ring[3]]), capMaterial(k === picked));
      face.renderOrder = 2;
      caps.add(face, new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(ring), edgeMaterial));
    });
    const plane = planes[picked];
    handles.show(plane ? { position_mm: middleOn(plane).toArray() } : null);
    if (plane) [1, -1].forEach((sign, k) => handles.aim(k, plane.normal.clone().multiplyScalar(sign)));
    stage.draw();
  }

  /// Depths of all surfaces on a ray that may bound a room: nothing in front of a plane whose normal points out of the room does.
  function depthsOn(ray) {
    const caster = new THREE.Raycaster(ray.origin, ray.direction);
    let depths = caster.intersectObjects([...walls, ...rims.children]).map(({ distance }) => distance);
    const at = (depth) => ray.origin.clone().addScaledVector(ray.direction, depth);
    const inFront = (depth) => planes.some(({ point, normal, one_sided: closes }) => closes && at(depth).sub(point).dot(normal) > 1e-3);
    const onPlanes = planes.map(({ point, normal }) => point.clone().sub(ray.origin).dot(normal) / ray.direction.dot(normal)).filter((depth) => depth > 0 && Number.isFinite(depth));
    depths = [...depths, ...onPlanes].filter((depth) => !inFront(depth));
    return mergedDepths(depths);
  }

  view.onDraw = () => handles.place();
  stage.onClick = (caster) => {
    if (!bounds) return;
    if (seeding) {
      const { origin, direction } = caster.ray;
      const depths = depthsOn(caster.ray);
      api.onSeed({ origin: origin.toArray(), direction: direction.toArray(), depths, room: roomBehind(depths) });
    } else {
      const [hit] = caster.intersectObjects(walls);
      api.onPart(hit ? hit.point.toArray() : null, hit ? partAt(hit) : -1);
    }
  };
  let dragged = null;
  stage.onGrab = (caster) => {
    if (!planes[picked]) return null;
    const grabbed = handles.grab(caster, (place, ended) => {
      const plane = planes[picked];
      if (!plane) return;
      if (dragged === null) dragged = plane.point.clone();
      const by = new THREE.Vector3(...place).sub(middleOn({ point: dragged, normal: plane.normal })).dot(plane.normal);
      plane.point.copy(dragged).addScaledVector(plane.normal, by);
      drawCaps();
      if (ended) dragged = null;
      api.onDragCap(picked, by, ended);
    });
    return grabbed;
  };

  let layerParts = [];  // For each layer the parts in it, with the number of triangles before them.
  function partAt(hit) {
    const layer = walls.indexOf(hit.object);
    const t = Math.floor(hit.faceIndex);
    const own = layerParts[layer] || [];
    return own.reduce((found, [part, first]) => (t >= first ? part : found), -1);
  }

  const api = Object.assign(view, {
    onSeed: (seed) => {},
    onPart: (point, part) => {},
    onDragCap: (cap, by, ended) => {},
    /// `roleOf(k)`: "container", "obstacle", "other" or "hidden" of each part; `again`: another unit or axis.
    setShape(shape, roleOf, again) {
      const named = shape.counts.some((count, k) => roleOf(k) === "container");
      const styles = { container: { colour: "--accent" }, obstacle: { colour: "--obstacle" }, other: { colour: "--wall", dim: named } };
      const layers = Object.entries(styles).map(([role, style]) => ({ role, ...style, shape: partsShape(shape, (k) => roleOf(k) === role) })).filter((layer) => layer.shape.triangles.length);
      const made = view.setLayers(layers);
      walls = made.map(({ wall }) => wall);
      layerParts = layers.map(({ role }) => {
        let first = 0;
        return shape.counts.flatMap((count, k) => {
          if (roleOf(k) !== role) return [];
          first += count;
          return [[k, first - count]];
        });
      });
      const all = new THREE.Box3();
      const point = new THREE.Vector3();
      for (let k = 0; k + 2 < shape.vertices_mm.length; k += 3) all.expandByPoint(point.fromArray(shape.vertices_mm, k));
      bounds = all;
      drawCaps();
      view.fit(all, again);
    },
    setRims(list) {
      for (const child of [...rims.children]) rims.remove(child);
      for (const rim of list) {
        const points = rim.map((point) => new THREE.Vector3(...point));
        const middle = points.reduce((sum, p) => sum.add(p), new THREE.Vector3()).divideScalar(points.length);
        const fan = points.flatMap((p, k) => [middle, p, points[(k + 1) % points.length]]);
        const mesh = new THREE.Mesh(new THREE.BufferGeometry().setFromPoints(fan), new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
        rims.add(mesh);
      }
      rims.updateMatrixWorld(true);
    },
    setCaps(list, pickedCap) {
      planes = list.map((cap) => ({ ...cap, point: new THREE.Vector3(...cap.point_mm), normal: new THREE.Vector3(...cap.normal).normalize() }));
      picked = pickedCap;
      drawCaps();
    },
    setSeeds(list) {
      for (const child of [...seeds.children]) seeds.remove(child);
      for (const point of list) {
        const dot = new THREE.Points(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(...point)]),
          new THREE.PointsMaterial({ size: 11, sizeAttenuation: false, color: seedColour, depthTest: false }));
        dot.renderOrder = 4;
        seeds.add(dot);
      }
      view.setMarks(list.map((point, k) => ({ text: `inside ${k + 1}`, point, kind: "seed", name: `seed ${k}` })));
    },
    setSeeding(on) {
      seeding = on;
      element("stage").classList.toggle("seeding", on);
    },
    /// A part stands out while it is pointed at; -1: none.
    pointAtPart(shape, part) {
      if (pointed) removeContainer(scene, pointed);
      pointed = part >= 0 ? makeContainer(scene, partsShape(shape, (k) => k === part)) : null;
      if (pointed) {
        pointed.setColour(new THREE.Color(seedColour));
        pointed.setOpacity(0.5);
      }
      stage.draw();
    },
    middle: () => (bounds ? bounds.getCenter(new THREE.Vector3()).toArray() : [0, 0, 0]),
    reach: () => (bounds ? bounds.getSize(new THREE.Vector3()).length() : 1),
  });
  return api;
}

/// Without WebGL: everything but clicks in the picture works.
function noContainerView() {
  const none = () => {};
  return { ...noMeshView(), setShape: none, setRims: none, setCaps: none, setSeeds: none, setSeeding: none, pointAtPart: none, middle: () => [0, 0, 0], reach: () => 1 };
}
