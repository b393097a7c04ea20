// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a loading plan says in words (lib/jam/trunk/io/loading_plan.hpp): ways, carriers, boxes that must be held, what is assumed. People
// count steps and layers from 1, boxes from 0 as everywhere.

const nearestAxis = (vector) => [0, 1, 2].reduce((best, k) => (Math.abs(vector[k]) > Math.abs(vector[best]) ? k : best), 0);
const difference = (to, from) => to.map((value, k) => value - from[k]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/// The name of a direction: `down`, `+y`, `+x and down`; parts below a third of the largest one are left out.
function directionText(vector) {
  const least = Math.abs(vector[nearestAxis(vector)]) / 3;
  const parts = [0, 1, 2].filter((k) => Math.abs(vector[k]) >= least);
  const names = parts.map((k) => (k === 2 ? (vector[2] > 0 ? "up" : "down") : (vector[k] > 0 ? "+" : "−") + axes[k]));
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0];
}

/// Whether boxes leave the container upwards.
const isTop = ({ outward }) => outward[2] > 0.9;

/// The straight parts of a way: { by: [x, y, z], length }, without those that nobody could measure.
function pushesOf({ way_mm: way }) {
  return way.slice(1).map((to, k) => difference(to, way[k])).map((by) => ({ by, length: Math.hypot(...by) })).filter(({ length }) => length >= 0.5);
}

const pushText = ({ by, length }) => {
  const where = directionText(by);
  return `${fixed(length, length < 10 ? 1 : 0)} mm ${/^(up|down)$/.test(where) ? where : "towards " + where}`;
};

/// `straight from above`; `from above, then 31 mm towards +y`.
function wayText(step, opening) {
  const [first, ...pushes] = pushesOf(step);
  const from = isTop(opening) ? "from above" : opening.name === "rear" ? "from the rear" : "through the opening";
  if (!first) return from;
  if (!pushes.length) return `straight ${from}`;
  const texts = pushes.map(pushText);
  return `${from}, ${texts.slice(0, -1).map((text) => text + ", ").join("")}then ${texts[texts.length - 1]}`;
}

/// `boxes 3, 7 and 12 more`: the first `most` of them.
function boxesText(boxes, most = 12) {
  const more = boxes.length - most;
  return `${boxes.length === 1 ? "box" : "boxes"} ${boxes.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function carriersText({ carriers }) {
  const boxes = carriers.filter((box) => box >= 0);
  const walls = boxes.length < carriers.length ? ["floor/walls"] : [];
  return [...walls, ...(boxes.length ? [boxesText(boxes)] : [])].join(" and ");
}

/// From when on and until when the box of step `k` must be held; "" where it always rests.
function holdText(plan, k) {
  const { held_from: from, rests_after: after } = plan.steps[k];
  if (from === null) return "";
  const start = from > k ? `from step ${from + 1} on ` : "";
  if (after === null) return `hold it ${start}until the end: it does not rest in the full load, either`;
  return `hold it ${start}until box ${plan.steps[after].box} is in (step ${after + 1})`;
}

/// The same in a table.
function shortHold(plan, k) {
  const { held_from: from, rests_after: after } = plan.steps[k];
  if (from === null) return "";
  return `${from > k ? `from step ${from + 1} ` : ""}until ${after === null ? "the end" : `step ${after + 1}`}`;
}

/// Whether the box of step `k` needs a hand when that of step `now` is in.
function isHeldAt(plan, k, now) {
  const { held_from: from, rests_after: after } = plan.steps[k];
  return from !== null && from <= now && (after === null || now < after);
}

function openingText({ name, planes }) {
  const texts = planes.map((plane) => plane.text);
  if (texts.length && texts.join(", ") !== name) return `${name} (beyond ${texts.join(", ")})`;
  return planes.length ? `where it is open beyond ${name}` : `the ${name}`;
}

function heldShareText({ totals }) {
  const share = totals.loaded ? (100 * totals.held) / totals.loaded : 0;
  const never = totals.never_rest ? `, ${totals.never_rest} of them until the end` : "";
  return `${totals.held} of ${totals.loaded} boxes (${fixed(share, 1)}\u00a0%)${never}`;
}

const stuckText = ({ box, blocked_by: blockers }) => `Box ${box}: ${blockers.length ? `${boxesText(blockers)} in its way` : "walls alone are in its way"}`;

/// { good, text }: of all boxes; good is null while it is not known.
function planVerdict({ complete, stuck }) {
  const count = stuck.length;
  if (count) return { good: false, text: `✗ ${count} ${count === 1 ? "box has" : "boxes have"} no way` };
  return complete ? { good: true, text: "✓ can be loaded" } : { good: null, text: "loading plan not finished" };
}

/// The same of standing; null: it was not looked at.
function standVerdict({ standing, count }) {
  if (standing === null || standing === undefined) return null;
  const falling = count - standing;
  return { good: falling === 0, text: falling === 0 ? "✓ stands" : `✗ ${falling} ${falling === 1 ? "box does" : "boxes do"} not stand` };
}

const standText = ({ standing, count }) => `${standing} of ${count} ${count === 1 ? "box stands" : "boxes stand"}`;
