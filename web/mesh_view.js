// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a mesh file holds: the mesh is translucent, its openings are red lines with numbers, the room that would be packed is green, the
// largest rooms have a label with their number. In mm, z up. Pages of `trunkpack check` and of packview have it.

const roomColour = 0x1f9d4d;
const openingColour = 0xd62020;
const labelledRooms = 6;  // Rooms with a label; the others have one while they are pointed at.

/// Takes what makeContainer() made out of a picture.
function removeContainer(scene, container) {
  scene.remove(container.group);
  container.group.traverse((part) => part.geometry && part.geometry.dispose());
}

function makeMeshView() {
  const stage = makeStage();
  const { scene } = stage;
  const marks = makeMarks(stage);
  const mesh = new THREE.Group();
  const openings = new THREE.Group();
  scene.add(mesh, openings);
  const rimMaterial = new THREE.LineBasicMaterial({ color: openingColour, depthTest: false });
  let layers = [];   // { container, colour } of the mesh.
  let packed = null;
  let packedShown = true;
  let reportMarks = [];
  let ownMarks = [];
  let opened = false;

  function paint() {
    for (const { container, colour } of layers) container.setColour(stage.colourOf(colour));
  }
  stage.onPaint = paint;
  stage.onDraw = () => {
    view.onDraw();
    marks.place();
  };

  const view = {
    stage,
    onDraw: () => {},
    canvas: stage.canvas,
    look: stage.look, zoom: stage.zoom, turn: stage.turn, shift: stage.shift,
    /// The mesh, in layers: { shape, colour: name in the style, dim }. Returns what makeContainer() makes of each.
    setLayers(list) {
      for (const { container } of layers) removeContainer(mesh, container);
      layers = list.map(({ shape, colour, dim }) => {
        const container = makeContainer(mesh, shape);
        if (dim) container.setDim();
        return { container, colour };
      });
      paint();
      stage.draw();
      return layers.map(({ container }) => container);
    },
    /// `check`: as in the JSON of `trunkpack check`; `shape`: { packed, rims_mm, middles_mm, rooms_mm }.
    setReport(check, shape) {
      if (packed) removeContainer(scene, packed);
      packed = shape.packed.triangles.length ? makeContainer(scene, shape.packed) : null;
      if (packed) {
        packed.setColour(new THREE.Color(roomColour));
        packed.group.visible = packedShown;
      }
      view.setStale(false);
      for (const line of [...openings.children]) {
        openings.remove(line);
        line.geometry.dispose();
      }
      for (const rim of shape.rims_mm) {
        const line = new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(rim.map((point) => new THREE.Vector3(...point))), rimMaterial);
        line.renderOrder = 3;
        openings.add(line);
      }
      const rooms = shape.rooms_mm.map((point, k) => ({ text: `room ${k + 1}`, point, kind: check.rooms[k].packed ? "packed" : "room", name: `room ${k}`, quiet: k >= labelledRooms }));
      reportMarks = [...rooms.filter(({ kind }) => kind === "packed"), ...shape.middles_mm.map((point, k) => ({ text: `${k + 1}`, point, kind: "opening", name: `opening ${k}` })),
        ...rooms.filter(({ kind }) => kind === "room")];
      view.setMarks(ownMarks);
    },
    /// Further labels, as makeMarks() wants them.
    setMarks(list) {
      ownMarks = list;
      marks.set([...ownMarks, ...reportMarks]);
      stage.draw();
    },
    pointAt: marks.pointAt,
    /// What is packed is that of other options than the present ones.
    setStale(on) {
      if (packed) packed.setOpacity(on ? 0.14 : 0.42);
      stage.draw();
    },
    /// Puts all of `bounds` into the picture, if the picture is not there yet or `again`.
    fit(bounds, again) {
      if (opened && !again) return;
      stage.fit(bounds, bounds, (length) => `${Math.round(length)} mm`);
      if (opened) stage.look("iso");
      else stage.open();
      opened = true;
    },
    setMesh(on) {
      mesh.visible = on;
      stage.draw();
    },
    setOpenings(on) {
      openings.visible = on;
      marks.setShown("opening", on);
    },
    setRooms(on) {
      packedShown = on;
      if (packed) packed.group.visible = on;
      for (const kind of ["packed", "room"]) marks.setShown(kind, on);
    },
  };
  return view;
}

/// The view of a page that nobody changes.
function makeCheckView(page) {
  const view = makeMeshView();
  const [container] = view.setLayers([{ shape: page.view.mesh, colour: "--wall" }]);
  view.setReport(page.check, page.view);
  view.fit(container.bounds);
  return view;
}

/// Without WebGL.
function noMeshView() {
  const none = () => {};
  return { look: none, zoom: none, turn: none, shift: none, setMesh: none, setOpenings: none, setRooms: none, setReport: none, setMarks: none,
    pointAt: none, setStale: none };
}
