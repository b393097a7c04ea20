// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Points and planes as --inside and --cap take them: in the frame and the unit of the file; the picture is in mm, z up.

const unitDigits = { mm: 1, cm: 2, m: 4, inch: 3 };

/// `shape`: { unit, unit_mm, up } of the file.
function toFile([x, y, z], shape) {
  const turned = { x: [z, y, -x], y: [x, z, -y], z: [x, y, z] }[shape.up];
  return turned.map((value) => value / shape.unit_mm);
}

/// A length of the file, rounded to what can be seen.
const fileNumber = (value, shape) => String(+value.toFixed(unitDigits[shape.unit]));

const pointText = (point, shape) => toFile(point, shape).map((value) => fileNumber(value, shape)).join(",");

/// { axis, below, value } of "z<=650"; null for a plane of another form.
function axisPlane(text) {
  const match = /^([xyz])([<>])=(.+)$/.exec(text);
  return match && Number.isFinite(+match[3]) ? { axis: match[1], below: match[2] === "<", value: +match[3] } : null;
}

const axisText = ({ axis, below, value }) => `${axis}${below ? "<=" : ">="}${value}`;

const vectorsIn = (text) => text.split(":").map((part) => part.split(",").map(Number));

/// The text of a plane that is moved by `mm` along `normal`, in the frame of the picture.
function movedPlane(text, mm, normal, shape) {
  const plane = axisPlane(text);
  if (plane) return axisText({ ...plane, value: fileNumber(plane.value + ((plane.below ? 1 : -1) * mm) / shape.unit_mm, shape) });
  const by = toFile(normal, shape).map((value) => value * mm);
  const vectors = vectorsIn(text);
  const moved = (point) => point.map((value, k) => fileNumber(value + by[k], shape)).join(",");
  return vectors.map((vector, k) => (vectors.length === 2 && k === 1 ? vector.join(",") : moved(vector))).join(":");
}

/// The text of a plane whose other side is closed off.
function flippedPlane(text) {
  const plane = axisPlane(text);
  if (plane) return axisText({ ...plane, below: !plane.below });
  const [a, b, c] = vectorsIn(text);
  if (!c) return `${a}:${b.map((value) => -value || 0)}`;
  const [u, v] = [b.map((value, k) => value - a[k]), c.map((value, k) => value - a[k])];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...normal);
  return `${a}:${normal.map((value) => +(value / length).toPrecision(6))}`;
}
