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
    /// Draws the numbers of walls that are seen and the scale of colours on a picture that the camera of the stage has just made.
    drawLegend(context) {
      const { width, height } = context.canvas;
      context.font = "bold 20px sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      const taken = [];
      for (const { number, place_mm: at, outward } of patches) {
        const point = new THREE.Vector3(...at);
        if (stage.camera.position.clone().sub(point).dot(new THREE.Vector3(...outward)) <= 0) continue;
        const { x, y } = point.project(stage.camera);
        const [left, top] = [(0.5 + 0.5 * x) * width, (0.5 - 0.5 * y) * height];
        if (taken.some(([otherLeft, otherTop]) => Math.hypot(left - otherLeft, top - otherTop) < 28)) continue;
        taken.push([left, top]);
        context.fillStyle = "#fff";
        context.strokeStyle = "#333";
        context.beginPath();
        context.arc(left, top, 14, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
        context.fillStyle = "#111";
        context.fillText(String(number), left, top + 1);
      }
      const [left, top, long, wide] = [20, height - 30, 260, 14];
      const colours = context.createLinearGradient(left, 0, left + long, 0);
      viridis.forEach((colour, k) => colours.addColorStop(k / (viridis.length - 1), `rgb(${colour})`));
      context.fillStyle = colours;
      context.fillRect(left, top, long, wide);
      context.fillStyle = "#111";
      context.font = "16px sans-serif";
      context.textAlign = "left";
      context.fillText("little", left, top - 12);
      context.textAlign = "right";
      context.fillText("most force by area", left + long, top - 12);
    },
  };
  return self;
}

/// The end of the scale: 98 % of the pressed cells are below it, so that few cells do not make all others look alike.
function heatScale(pressure) {
  const sorted = pressure.filter((value) => value > 0).sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor(0.98 * (sorted.length - 1))] : 1;
}
