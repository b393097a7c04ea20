// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes in one draw call. The shader draws the rims of the faces, so that no lines are needed, and hatches boxes that penetrate something: a
// sign that is no colour. Where the processor draws, what counts is: all corners are in one geometry, as instances cost three times as much;
// faces that are turned away are left out; boxes come from the nearest to the farthest, and the shader leaves out pixels of wires only, so that
// hidden pixels are not worked out.

const boxVertexShader = `
attribute vec3 place;
attribute vec3 edges;
attribute vec4 tint;
varying vec3 vPlace;
varying vec3 vEdges;
varying vec4 vTint;
varying float vLight;
uniform vec3 sun;
void main() {
  vPlace = place;
  vEdges = edges;
  vTint = tint;
  vLight = 0.62 * max(dot(normal, sun), 0.0) + 0.8 * mix(0.7, 1.0, 0.5 + 0.5 * normal.z);
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}`;

const boxFragmentShader = `
varying vec3 vPlace;
varying vec3 vEdges;
varying vec4 vTint;
varying float vLight;
uniform vec3 rim;
uniform float rimShare;
uniform vec3 hatch;
void main() {
  // Distances from the faces [mm]: the least is 0, the next one tells how near the rim of this face is.
  vec3 d = (0.5 - abs(vPlace)) * vEdges;
  float near = max(min(d.x, d.y), min(max(d.x, d.y), d.z));
  float line = 1.0 - smoothstep(0.7, 1.5, near / max(fwidth(near), 1e-6));
  bool hatched = vTint.a > 1.5;
  float glow = hatched ? vTint.a - 2.0 : vTint.a;
#ifdef WIRES
  if (line < 0.5 && glow < 0.1) discard;
#endif
  vec3 colour = vTint.rgb * (vLight + 0.35 * glow);
  if (hatched && fract(dot(vPlace * vEdges, vec3(1.0)) / 22.0) < 0.33) colour = hatch;
#ifdef WIRES
  if (glow < 0.1) colour = vTint.rgb;
  else
#endif
  colour = mix(colour, rim, rimShare * line);
  gl_FragColor = vec4(colour, 1.0);
}`;

/// The mesh; `scene` gets it. Matrices are those of unit cubes.
function makeBoxMesh(scene) {
  const material = new THREE.ShaderMaterial({ vertexShader: boxVertexShader, fragmentShader: boxFragmentShader, extensions: { derivatives: true },
    uniforms: { sun: { value: new THREE.Vector3(0, 0, 1) }, rim: { value: new THREE.Color() }, rimShare: { value: 0.6 },
      hatch: { value: new THREE.Color(0x6d0000) } } });
  const cube = new THREE.BoxBufferGeometry(1, 1, 1);
  const [corners, normals, faces] = [cube.attributes.position.array, cube.attributes.normal.array, cube.index.array];
  const cornerCount = corners.length / 3;
  let mesh = null;
  let capacity = 0;
  let boxes = [];  // What is shown: { matrix, edges, tint }.
  let wires = false;

  function reserve(count) {
    if (mesh && count <= capacity) return;
    if (mesh) {
      scene.remove(mesh);
      mesh.geometry.dispose();
    }
    capacity = Math.max(16, Math.ceil(1.25 * count));
    const geometry = new THREE.BufferGeometry();
    for (const [name, size] of [["position", 3], ["normal", 3], ["place", 3], ["edges", 3], ["tint", 4]])
      geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(size * cornerCount * capacity), size));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(faces.length * capacity), 1));
    mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    scene.add(mesh);
  }

  function writeCorners() {
    const { position, normal, place, edges, tint } = mesh.geometry.attributes;
    const turn = new THREE.Matrix3();
    const vector = new THREE.Vector3();
    boxes.forEach((box, k) => {
      turn.getNormalMatrix(box.matrix);
      for (let c = 0; c < cornerCount; ++c) {
        const at = k * cornerCount + c;
        vector.fromArray(corners, 3 * c).applyMatrix4(box.matrix).toArray(position.array, 3 * at);
        vector.fromArray(normals, 3 * c).applyMatrix3(turn).normalize().toArray(normal.array, 3 * at);
        place.array.set(corners.subarray(3 * c, 3 * c + 3), 3 * at);
        edges.array.set(box.edges, 3 * at);
        tint.array.set(box.tint, 4 * at);
      }
    });
    for (const attribute of [position, normal, place, edges, tint]) attribute.needsUpdate = true;
  }

  return {
    uniforms: material.uniforms,
    setWires(on) {
      wires = on;
      material.defines = on ? { WIRES: 1 } : {};
      material.side = on ? THREE.DoubleSide : THREE.FrontSide;
      material.needsUpdate = true;
    },
    /// `matrixOf(k)` is null for what is not shown, `tintOf(k)` is [r, g, b, a]: shares of 1; a: 1 glows, 2 more is hatched.
    update(count, matrixOf, edgesOf, tintOf) {
      boxes = [];
      for (let k = 0; k < count; ++k) {
        const matrix = matrixOf(k);
        if (matrix) boxes.push({ matrix, edges: edgesOf(k), tint: tintOf(k) });
      }
      reserve(boxes.length);
      mesh.visible = boxes.length > 0;
      writeCorners();
    },
    /// Before a picture: chooses and orders the faces that are seen from a place.
    sort(eye) {
      const { index } = mesh.geometry;
      const from = boxes.map(({ matrix: { elements: m } }) => [eye.x - m[12], eye.y - m[13], eye.z - m[14]]);
      const distances = from.map(([x, y, z]) => x * x + y * y + z * z);
      let count = 0;
      for (const box of boxes.map((one, k) => k).sort((a, b) => distances[a] - distances[b])) {
        const { elements: m } = boxes[box].matrix;
        const [x, y, z] = from[box];
        for (let axis = 0; axis < 3; ++axis) {
          // Columns of the matrix are the edges.
          const [ex, ey, ez] = [m[4 * axis], m[4 * axis + 1], m[4 * axis + 2]];
          const share = (ex * x + ey * y + ez * z) / (ex * ex + ey * ey + ez * ez);
          for (const side of [0, 1]) {
            if (!wires && (side ? -share : share) < 0.5) continue;
            const face = 6 * (2 * axis + side);  // Of the cube: +x, -x, +y, -y, +z, -z, two triangles each.
            for (let j = 0; j < 6; ++j) index.array[count++] = box * cornerCount + faces[face + j];
          }
        }
      }
      mesh.geometry.setDrawRange(0, count);
      index.needsUpdate = true;
    },
  };
}
