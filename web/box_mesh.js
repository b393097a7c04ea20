// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes in one draw call: instances of a unit cube, each with a matrix, edges and a colour. The shader draws the rims of the faces, so that
// no lines are needed, and hatches boxes that penetrate something: a sign that is no colour.

const boxVertexShader = `
attribute vec3 edges;
attribute vec4 tint;
varying vec3 vPlace;
varying vec3 vEdges;
varying vec4 vTint;
varying float vLight;
uniform vec3 sun;
void main() {
  vPlace = position;
  vEdges = edges;
  vTint = tint;
  vec3 n = normalize(mat3(instanceMatrix) * normal);
  vLight = 0.62 * max(dot(n, sun), 0.0) + 0.8 * mix(0.7, 1.0, 0.5 + 0.5 * n.z);
  gl_Position = projectionMatrix * viewMatrix * instanceMatrix * vec4(position, 1.0);
}`;

const boxFragmentShader = `
varying vec3 vPlace;
varying vec3 vEdges;
varying vec4 vTint;
varying float vLight;
uniform bool wires;
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
  if (wires && line < 0.5 && glow < 0.1) discard;
  vec3 colour = vTint.rgb * (vLight + 0.35 * glow);
  if (hatched && fract(dot(vPlace * vEdges, vec3(1.0)) / 22.0) < 0.33) colour = hatch;
  gl_FragColor = vec4(wires && glow < 0.1 ? vTint.rgb : mix(colour, rim, rimShare * line), 1.0);
}`;

/// The instances; `scene` gets them. Matrices are those of unit cubes.
function makeBoxMesh(scene) {
  const material = new THREE.ShaderMaterial({ vertexShader: boxVertexShader, fragmentShader: boxFragmentShader, extensions: { derivatives: true },
    uniforms: { sun: { value: new THREE.Vector3(0, 0, 1) }, wires: { value: false }, rim: { value: new THREE.Color() }, rimShare: { value: 0.6 },
      hatch: { value: new THREE.Color(0x6d0000) } } });
  let mesh = null;
  let capacity = 0;

  function reserve(count) {
    if (mesh && count <= capacity) return;
    if (mesh) scene.remove(mesh);
    capacity = Math.max(16, Math.ceil(1.25 * count));
    const cube = new THREE.BoxBufferGeometry(1, 1, 1);
    cube.setAttribute("edges", new THREE.InstancedBufferAttribute(new Float32Array(3 * capacity), 3));
    cube.setAttribute("tint", new THREE.InstancedBufferAttribute(new Float32Array(4 * capacity), 4));
    mesh = new THREE.InstancedMesh(cube, material, capacity);
    mesh.frustumCulled = false;
    scene.add(mesh);
  }

  const nowhere = new THREE.Matrix4().makeScale(0, 0, 0);
  return {
    uniforms: material.uniforms,
    setWires(on) {
      material.uniforms.wires.value = on;
      material.side = on ? THREE.DoubleSide : THREE.FrontSide;
    },
    /// `matrixOf(k)` is null for what is not shown, `tintOf(k)` is [r, g, b, a]: shares of 1; a: 1 glows, 2 more is hatched.
    update(count, matrixOf, edgesOf, tintOf) {
      reserve(count);
      const edges = mesh.geometry.attributes.edges;
      const tint = mesh.geometry.attributes.tint;
      for (let k = 0; k < count; ++k) {
        mesh.setMatrixAt(k, matrixOf(k) || nowhere);
        edges.setXYZ(k, ...edgesOf(k));
        tint.setXYZW(k, ...tintOf(k));
      }
      mesh.count = count;
      mesh.visible = count > 0;
      edges.needsUpdate = tint.needsUpdate = mesh.instanceMatrix.needsUpdate = true;
    },
  };
}
