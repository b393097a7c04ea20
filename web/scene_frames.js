// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The recorded simulation: its frames decoded (scene_page.hpp has the encoding), and poses between them. Frames come in pieces: those of the
// document, then those that a simulation sends while it runs. Lengths in metres.

let recorded = null;  // The scene of the document; its figures are those of all frames.
let frameCount = 0;
let decoded = null;

const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;

function readScene(scene) {
  recorded = { ...scene, figures: [] };
  frameCount = 0;
  const surfaces = scene.surfaces.map(({ place, corners }) => ({ place, corners: new Float32Array(bytesOf(corners)) }));
  lastPiece = null;
  decoded = { surfaces, parts: new Uint32Array(bytesOf(scene.parts)), pieces: [] };
  addFrames(scene);
}

/// Frames after those that are there. One that is there already is left out with all before it.
function addFrames({ figures, positions, rotations, low_m: low, high_m: high }) {
  const known = frameCount ? recorded.figures[frameCount - 1].step : -1;
  const skipped = figures.filter((one) => one.step <= known).length;
  if (skipped === figures.length) return;
  const { tracks, turning } = recorded;
  decoded.pieces.push({ first: frameCount, count: figures.length - skipped, low, high,
                        positions: new Uint16Array(bytesOf(positions)).subarray(3 * tracks * skipped),
                        rotations: new Uint16Array(bytesOf(rotations)).subarray(4 * turning * skipped) });
  recorded.figures.push(...figures.slice(skipped));
  frameCount = recorded.figures.length;
}

/// The piece that has a frame.
let lastPiece = null;
function pieceOf(frame) {
  if (lastPiece && frame >= lastPiece.first && frame < lastPiece.first + lastPiece.count) return lastPiece;
  const { pieces } = decoded;
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle].first <= frame) low = middle;
    else high = middle - 1;
  }
  lastPiece = pieces[low];
  return lastPiece;
}

/// Writes the pose of a place, `share` of the way from a frame to the next, into [x, y, z, qw, qx, qy, qz]. Places are the tracks of what
/// moves, then the walls that do not. Returns whether it is in the scene; between two frames, what the first of them says.
function poseAt(place, frame, share, pose) {
  const { tracks, turning, fixed: still } = recorded;
  if (place >= tracks) {
    still[place - tracks].forEach((value, k) => { pose[k] = value; });
    return true;
  }
  const at = (number) => {
    const piece = pieceOf(number);
    return { piece, item: (number - piece.first) * tracks + place, turn: (number - piece.first) * turning + place };
  };
  const gone = ({ piece, item }) => piece.positions[3 * item] === 65535;
  const here = at(frame);
  if (gone(here)) return false;
  let there = share > 0 && frame + 1 < frameCount ? at(frame + 1) : here;
  if (gone(there)) there = here;
  const coordinate = ({ piece, item }, k) => piece.low[k] + ((piece.high[k] - piece.low[k]) * piece.positions[3 * item + k]) / 65534;
  for (let k = 0; k < 3; ++k) {
    const from = coordinate(here, k);
    pose[k] = from + share * (coordinate(there, k) - from);
  }
  pose[3] = 1;
  pose[4] = pose[5] = pose[6] = 0;
  if (place >= turning) return true;
  // Between two quaternions, the nearer of both signs, on the straight line; then of unit length.
  const component = ({ piece, turn }, k) => piece.rotations[4 * turn + k] / 32767 - 1;
  let product = 0;
  for (let k = 0; k < 4; ++k) product += component(here, k) * component(there, k);
  let squares = 0;
  for (let k = 0; k < 4; ++k) {
    const from = component(here, k);
    pose[3 + k] = from + share * ((product < 0 ? -1 : 1) * component(there, k) - from);
    squares += pose[3 + k] ** 2;
  }
  for (let k = 3; k < 7; ++k) pose[k] /= Math.sqrt(squares);
  return true;
}
