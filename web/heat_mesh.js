// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The walls of a container, coloured by the contact forces on them: walls without forces are grey. Regions have their numbers.

/// `heat`: { vertices_mm, triangles, pressure, patch } as in the view of a load; `patches`: { number, place_mm, outward }.
function makeHeatMesh(stage, heat, patches) {
  const marks = makeMarks(stage);
  const indexed = new THREE.BufferGeometry();
  indexed.setAttribute("position", new THREE.BufferAttribute(new Float32Array(heat.vertices_mm), 3));
  indexed.setIndex(new THREE.BufferAttribute(new Uint32Array(heat.triangles), 1));
  const shell = indexed.toNonIndexed();  // Each triangle has a colour of its own.
  shell.computeVertexNormals();
  const colours = new THREE.BufferAttribute(new Float32Array(3 * heat.triangles.length), 3);
  shell.setAttribute("color", colours);
  const mesh = new THREE.Mesh(shell, new THREE.MeshLambertMaterial({ vertexColors: true, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 1,
    polygonOffsetUnits: 1 }));
  mesh.visible = false;
  stage.scene.add(mesh);
  const scale = heatScale(heat.pressure);
  let picked = 0;

  const self = {
    mesh,
    /// `plain`: the colour of walls without forces, a THREE.Color.
    paint(plain) {
      const quiet = plain.toArray();
      const chosen = [0.36, 0.6, 0.9];
      heat.pressure.forEach((pressure, cell) => {
        const share = Math.min(1, pressure / scale);
        const base = picked && heat.patch[cell] === picked ? chosen : quiet;
        const mix = Math.min(1, share / 0.3);  // Weak forces are pale: the dark end of the scale would stand out.
        const hot = scaleColour(share).map((value) => value / 255);
        for (let k = 0; k < 9; ++k) colours.array[9 * cell + k] = base[k % 3] + mix * (hot[k % 3] - base[k % 3]);
      });
      colours.needsUpdate = true;
    },
    setShown(on) {
      mesh.visible = on;
      marks.set(on ? patches.map(({ number, place_mm: point, outward }) => ({ text: String(number), point, facing: outward, kind: "tight", name: String(number) })) : []);
    },
    /// The region of this number; 0: none.
    setPicked(number) {
      picked = number;
      marks.pointAt(number ? String(number) : "");
    },
    /// The number of the region that a ray meets first; 0: none of the list.
    patchAt(caster) {
      const [hit] = caster.intersectObject(mesh);
      return hit ? heat.patch[hit.faceIndex] : 0;
    },
    place: marks.place,
  };
  return self;
}

/// The end of the scale: 98 % of the pressed cells are below it, so that few cells do not make all others look alike.
function heatScale(pressure) {
  const sorted = pressure.filter((value) => value > 0).sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor(0.98 * (sorted.length - 1))] : 1;
}
