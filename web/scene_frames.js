// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The recorded simulation: its frames decoded (scene_page.hpp has the encoding), and poses between them. Lengths in metres.

let recorded = null;  // The scene of the document.
let frameCount = 0;
let decoded = null;

function readScene(scene) {
  recorded = scene;
  frameCount = scene.figures.length;
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
  const surfaces = scene.surfaces.map(({ place, corners }) => ({ place, corners: new Float32Array(bytes(corners)) }));
  decoded = { surfaces, parts: new Uint32Array(bytes(scene.parts)), positions: new Uint16Array(bytes(scene.positions)),
              rotations: new Uint16Array(bytes(scene.rotations)) };
}

/// Writes the pose of a place, `share` of the way from a frame to the next, into [x, y, z, qw, qx, qy, qz]. Places are the tracks of what
/// moves, then the walls that do not. Returns whether it is in the scene; between two frames, what the first of them says.
function poseAt(place, frame, share, pose) {
  const { tracks, turning, low_m: low, high_m: high, fixed: still } = recorded;
  if (place >= tracks) {
    still[place - tracks].forEach((value, k) => { pose[k] = value; });
    return true;
  }
  const gone = (at) => decoded.positions[3 * (at * tracks + place)] === 65535;
  if (gone(frame)) return false;
  let next = Math.min(frame + 1, frameCount - 1);
  if (gone(next)) next = frame;
  for (let k = 0; k < 3; ++k) {
    const here = decoded.positions[3 * (frame * tracks + place) + k];
    const there = decoded.positions[3 * (next * tracks + place) + k];
    pose[k] = low[k] + ((high[k] - low[k]) * (here + share * (there - here))) / 65534;
  }
  pose[3] = 1;
  pose[4] = pose[5] = pose[6] = 0;
  if (place >= turning) return true;
  // Between two quaternions, the nearer of both signs, on the straight line; then of unit length.
  const component = (at, k) => decoded.rotations[4 * (at * turning + place) + k] / 32767 - 1;
  let product = 0;
  for (let k = 0; k < 4; ++k) product += component(frame, k) * component(next, k);
  let squares = 0;
  for (let k = 0; k < 4; ++k) {
    const here = component(frame, k);
    pose[3 + k] = here + share * ((product < 0 ? -1 : 1) * component(next, k) - here);
    squares += pose[3 + k] ** 2;
  }
  for (let k = 3; k < 7; ++k) pose[k] /= Math.sqrt(squares);
  return true;
}
