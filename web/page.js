// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What all parts of the page share: elements, rows of tables, numbers, colours of scales. It stands first in the script.
"use strict";

const element = (id) => document.getElementById(id);
const axes = ["x", "y", "z"];

/// What is beside a picture of which nothing can be changed.
const noPanel = { update() {}, poses() {}, frames() {}, pick() {}, draw() {}, send() {} };
/// Set by start.js: called when a page begins or ceases to follow its run.
let onFollow = () => {};

function make(tag, text, attributes = {}) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function makeSvg(tag, attributes = {}, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

function addRow(table, label, value) {
  const row = table.insertRow();
  row.append(make("th", label), make("td", value));
}

const fixed = (value, decimals) => value.toFixed(decimals).replace(/^-(0\.?0*)$/, "$1").replace("-", "−");

/// Five significant figures.
const significant = (value) => (value === 0 ? "0" : Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6 ? value.toExponential(3)
  : String(+value.toPrecision(5))).replace(/-/g, "−");

const largest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const smallest = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);

/// Viridis (S. van der Walt, N. Smith): even for the eye and in grey, legible for the colour-blind. `share` from 0 to 1; three shares of 255.
const viridis = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99], [170, 220, 50],
  [253, 231, 37]];
function scaleColour(share) {
  const at = Math.min(1, Math.max(0, share)) * (viridis.length - 1);
  const k = Math.min(Math.floor(at), viridis.length - 2);
  return [0, 1, 2].map((c) => Math.round(viridis[k][c] + (at - k) * (viridis[k + 1][c] - viridis[k][c])));
}

/// Fills #legend with a scale of colours from `low` to `high`, texts; without arguments it is empty.
function showScale(low, high) {
  const place = element("legend");
  place.hidden = low === undefined;
  if (place.hidden) return;
  const stops = viridis.map((colour) => `rgb(${colour})`);
  place.replaceChildren(make("span", low), make("i", "", { style: `background: linear-gradient(90deg, ${stops})` }), make("span", high));
}

/// The largest of an orientation's turns, and about which axis, of a quaternion [w, x, y, z].
function turnOf([w, x, y, z]) {
  const size = Math.hypot(x, y, z);
  return { degrees: (360 / Math.PI) * Math.atan2(size, w), axis: size > 1e-12 ? [x / size, y / size, z / size] : null };
}
