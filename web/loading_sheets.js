// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is printed of a loading plan: a head, then for each layer a drawing as seen through the opening and a table of the places of its boxes.
// The sheets are made when the page is going to be printed; they need no picture in WebGL.

/// The axes of a drawing seen against `outward`: { right, up, deep } of the container's axes with their signs.
function drawingAxes(outward) {
  const deep = nearestAxis(outward);
  const sign = outward[deep] < 0 ? -1 : 1;
  // Top: x right, y up. Rear: y right, z up. From the other side the right axis turns.
  const [right, up] = [[1, 2], [0, 2], [0, 1]][deep];
  return { right, up, deep, sign, mirror: deep === 1 ? -sign : sign };
}

/// The corners of a box.
function cornersOf({ position_mm: at, quaternion, edges_mm: edges }) {
  const { elements: m } = boxMatrix([...at, ...quaternion], edges);
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [0, 1, 2].map((c) => m[12 + c] + [0, 1, 2].reduce((sum, axis) => sum + ((k >> axis) & 1 ? 0.5 : -0.5) * m[4 * axis + c], 0)));
}

/// The angle between the edges of a box and the axes of the container, at most, in degrees.
function tiltOf({ quaternion }) {
  const { elements: m } = boxMatrix([0, 0, 0, ...quaternion], [1, 1, 1]);
  return largest([0, 1, 2].map((k) => (180 / Math.PI) * Math.acos(Math.min(1, largest([0, 1, 2].map((c) => Math.abs(m[4 * k + c])))))));
}

/// The convex hull of points [x, y], around.
function hullOf(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list) => list.reduce((hull, p) => {
    const turns = ([ax, ay], [bx, by]) => (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax);
    while (hull.length > 1 && turns(hull[hull.length - 2], hull[hull.length - 1]) <= 1e-6) hull.pop();
    return [...hull, p];
  }, []);
  return [...chain(sorted).slice(0, -1), ...chain(sorted.reverse()).slice(0, -1)];
}

/// { low, high } of the container, of its boxes where it is not there.
function boundsOf({ view, load }, corners) {
  const flat = view.vertices_mm.length ? view.vertices_mm : view.points_mm;
  const values = [0, 1, 2].map((axis) => (flat.length ? flat.filter((value, k) => k % 3 === axis) : corners.flat().map((corner) => corner[axis])));
  return { low: values.map(smallest), high: values.map(largest) };
}

/// The edges of the container where its walls bend or turn away from the eye, as the path of a drawing; "" where that is too much.
function outlineOf({ vertices_mm: flat, triangles }, outward, flatten) {
  if (triangles.length > 180000) return "";
  const vertex = (k) => flat.slice(3 * k, 3 * k + 3);
  const edges = new Map();
  for (let k = 0; k < triangles.length; k += 3) {
    const ends = triangles.slice(k, k + 3);
    const [a, b, c] = ends.map(vertex);
    const [u, v] = [difference(b, a), difference(c, a)];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.hypot(...normal);
    if (!(size > 0)) continue;
    ends.forEach((from, j) => {
      const to = ends[(j + 1) % 3];
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      edges.set(key, [...(edges.get(key) || []), normal.map((value) => value / size)]);
    });
  }
  const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const isDrawn = ([one, other]) => !other || dot(one, other) < 0.9 || dot(one, outward) * dot(other, outward) < -1e-9;
  return [...edges].filter(([, normals]) => isDrawn(normals)).map(([key]) => {
    const [from, to] = key.split(" ").map((k) => flatten(vertex(+k)).map((value) => +value.toFixed(1)));
    return from.join() === to.join() ? "" : `M${from}L${to}`;
  }).join("");
}

/// What all drawings and tables of a plan need.
function prepareSheets(page) {
  const { load: { boxes, loading_plan: plan }, view } = page;
  const corners = boxes.map(cornersOf);
  const bounds = boundsOf(page, corners);
  const seen = drawingAxes(plan.opening.outward);
  const flatten = (point) => [seen.mirror * point[seen.right], -point[seen.up]];
  const hulls = corners.map((each) => hullOf(each.map(flatten)));
  const height = corners.map((each) => seen.sign * (0.5 / 4) * each.reduce((sum, corner) => sum + corner[seen.deep], 0));
  return { page, plan, boxes, corners, bounds, seen, flatten, hulls, height, outline: outlineOf(view, plan.opening.outward, flatten) };
}

const polygon = (hull, attributes) => makeSvg("polygon", { points: hull.map((p) => p.map((value) => value.toFixed(1)).join()).join(" "), ...attributes });

/// The drawing of a layer. Numbers are those of steps; boxes below are pale.
function drawLayer({ plan, bounds, seen, flatten, hulls, height, outline }, layer) {
  const [a, b] = [flatten(bounds.low), flatten(bounds.high)];
  const [left, top] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  const [width, tall] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
  const perMm = Math.max(width / 178, tall / 76);  // Lengths of the container for 1 mm of paper.
  const rim = 5 * perMm;
  const picture = makeSvg("svg", { viewBox: `${left - rim} ${top - 0.4 * rim} ${width + 1.4 * rim} ${tall + 1.4 * rim}`, role: "img",
    "aria-label": `layer ${layer + 1}`, "stroke-width": 0.22 * perMm });
  const hatch = makeSvg("pattern", { id: "held-hatch", width: 1.6 * perMm, height: 1.6 * perMm, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  hatch.append(makeSvg("rect", { width: 1.6 * perMm, height: 1.6 * perMm, fill: "#fbdcee" }),
    makeSvg("rect", { width: 0.45 * perMm, height: 1.6 * perMm, fill: "#d65aa4" }));
  picture.append(hatch, outline ? makeSvg("path", { d: outline, class: "room", "stroke-width": 0.12 * perMm })
    : makeSvg("rect", { x: left, y: top, width, height: tall, class: "room" }));

  const numbered = plan.steps.map((step, k) => ({ ...step, k })).filter((step) => step.layer <= layer);
  const fixedBoxes = [...Array(plan.totals.fixed).keys()].map((box) => ({ box, layer: -1 }));
  const upwards = (p, q) => height[p.box] - height[q.box];
  for (const { box } of [...fixedBoxes, ...numbered.filter((step) => step.layer < layer)].sort(upwards)) picture.append(polygon(hulls[box], { class: "under" }));
  const own = numbered.filter((step) => step.layer === layer).sort(upwards);
  for (const { box, k } of own) picture.append(polygon(hulls[box], { class: holdText(plan, k) ? "box held" : "box",
    "stroke-width": (holdText(plan, k) ? 0.55 : 0.22) * perMm }));
  const taken = [];
  for (const { box, k } of own) {
    const hull = hulls[box];
    const [xs, ys] = [0, 1].map((c) => hull.map((p) => p[c]));
    const [w, h] = [xs, ys].map((values) => largest(values) - smallest(values));
    const upright = h > 1.4 * w;
    const text = String(k + 1);
    const size = Math.min(3 * perMm, 0.85 * Math.min(w, h), (1.5 * Math.max(w, h)) / text.length);
    const [x, y] = [0.5 * (largest(xs) + smallest(xs)), 0.5 * (largest(ys) + smallest(ys))];
    // Boxes of a layer may lie above each other: their numbers move apart.
    let shift = 0;
    while (taken.some(([left, top]) => Math.abs(left - x) < size && Math.abs(top - (y + shift)) < size)) shift += size;
    taken.push([x, y + shift]);
    picture.append(makeSvg("text", { class: "number", "font-size": size, "stroke-width": 0.2 * size,
      transform: `translate(${x.toFixed(1)} ${(y + shift).toFixed(1)})${upright ? " rotate(-90)" : ""}` }, text));
  }
  const name = (axis) => `${axes[axis]} ${Math.round(bounds.high[axis] - bounds.low[axis])} mm`;
  const bottom = top + tall + 0.55 * rim;
  picture.append(makeSvg("text", { class: "axis-name", "font-size": 2.7 * perMm, transform: `translate(${left + 0.5 * width} ${bottom})` },
    seen.mirror > 0 ? `${name(seen.right)} →` : `← ${name(seen.right)}`));
  picture.append(makeSvg("text", { class: "axis-name", "font-size": 2.7 * perMm, transform: `translate(${left - 0.55 * rim} ${top + 0.5 * tall}) rotate(-90)` },
    `${name(seen.up)} →`));
  return picture;
}

/// How a box gets to its place, shortly: how it comes in goes without saying.
function shortWay(step, opening) {
  const [, ...pushes] = pushesOf(step);
  const come = isTop(opening) ? "down" : "in";
  if (!pushes.length) return `straight ${come}`;
  return `${come}, then ${pushes.map(({ by, length }) => `${fixed(length, length < 10 ? 1 : 0)} mm ${directionText(by).replace(/^([+−])/, "to $1")}`).join(", ")}`;
}

/// The table of the places of the boxes of a layer.
function tabulateLayer({ plan, boxes, corners, bounds }, layer) {
  const steps = plan.steps.map((step, k) => ({ ...step, k })).filter((step) => step.layer === layer);
  const named = steps.some(({ box }) => boxes[box].piece);
  const tilts = new Map(steps.map(({ box }) => [box, tiltOf(boxes[box])]));
  const tilted = [...tilts.values()].some((tilt) => tilt > 0.5);
  const table = make("table", undefined, { class: "poses" });
  const head = table.createTHead().insertRow();
  const heading = (text, kind = "") => head.append(make("th", text, { scope: "col", class: kind }));
  for (const text of ["Step", "Box"]) heading(text);
  if (named) heading("Item", "words");
  for (const text of ["Size x", "y", "z", "From front", "From left", "From floor", ...(tilted ? ["Askew °"] : [])]) heading(text);
  for (const text of ["Way", "Stands on", "Hold"]) heading(text, "words");
  const body = table.createTBody();
  for (const step of steps) {
    const row = body.insertRow();
    const [low, high] = [smallest, largest].map((end) => [0, 1, 2].map((axis) => end(corners[step.box].map((corner) => corner[axis]))));
    const hold = holdText(plan, step.k);
    const words = (text) => row.append(make("td", text, { class: "words" }));
    if (hold) row.className = "held";
    row.append(make("td", step.k + 1), make("td", step.box));
    if (named) words(boxes[step.box].piece || "");
    row.append(...difference(high, low).map((value) => make("td", fixed(value, 0))), ...difference(low, bounds.low).map((value) => make("td", fixed(value, 0))));
    if (tilted) row.append(make("td", tilts.get(step.box) > 0.5 ? fixed(tilts.get(step.box), 1) : ""));
    words(shortWay(step, plan.opening));
    words(carriersText(step).replace(/box(es)? /, "") || "nothing");
    words(!hold ? "" : step.rests_after === null ? "always" : `until step ${step.rests_after + 1}`);
  }
  return table;
}

function sheetHead({ page, plan, bounds, seen }) {
  const { totals, verification, run } = page.load;
  const head = make("header");
  head.append(make("h1", `Loading plan: ${run.problem || page.name || "load"}`));
  const table = make("table", undefined, { class: "facts" });
  addRow(table, "Boxes", `${totals.count}, ${fixed(totals.litres, 1)} l; ${planVerdict(plan).text}`);
  addRow(table, "Verified", verification.legal ? `${verification.verified ? "yes" : "against points only"}: ${verification.against}` : "no");
  if (standVerdict(totals)) addRow(table, "Standing", standText(totals));
  addRow(table, "Loaded through", openingText(plan.opening));
  addRow(table, "Assumed", `friction ${plan.rules.friction}; overlap on the way up to ${plan.rules.overlap_mm} mm; gaps up to ${plan.rules.contact_mm} mm count as contact`);
  addRow(table, "Held for a while", `${heldShareText(plan)}, hatched in the drawings: until the step in the last column`);
  const planes = ["front x", "left y", "floor z"].map((name, axis) => `${name} = ${fixed(bounds.low[axis], 0)}`);
  addRow(table, "Reference planes", `${planes.join(", ")} (mm): the least x, y and z of the container. Distances are those of the nearest point of the box; ` +
    "sizes are those along x, y and z");
  addRow(table, "Drawings", `seen ${isTop(plan.opening) ? "from above" : "through the opening"}, ${axes[seen.right]} to the ${seen.mirror > 0 ? "right" : "left"}, ` +
    `${axes[seen.up]} upwards; numbers are steps; boxes that are in before are pale`);
  if (plan.totals.fixed) addRow(table, "In before", `${plan.totals.fixed} fixed boxes, from box 0 on`);
  for (const one of plan.stuck) addRow(table, "Without a way", stuckText(one));
  head.append(table);
  return head;
}

/// Makes the sheets, once.
function makeSheets(page) {
  const place = element("sheets");
  if (place.childElementCount) return;
  const sheet = prepareSheets(page);
  place.append(sheetHead(sheet));
  for (let layer = 0; layer < sheet.plan.totals.layers; ++layer) {
    const section = make("section");
    const figure = make("figure");
    const steps = sheet.plan.steps.map((step, k) => (step.layer === layer ? k + 1 : 0)).filter(Boolean);
    if (!steps.length) continue;
    figure.append(make("h2", `Layer ${layer + 1} of ${sheet.plan.totals.layers}: ${steps.length === 1 ? "step" : "steps"} ${[...new Set([steps[0], steps[steps.length - 1]])].join(" to ")}`),
      drawLayer(sheet, layer));
    section.append(figure, tabulateLayer(sheet, layer));
    place.append(section);
  }
}

function startSheets(page) {
  document.body.classList.add("planned");
  window.addEventListener("beforeprint", () => makeSheets(page));
  window.matchMedia("print").addEventListener("change", ({ matches }) => { if (matches) makeSheets(page); });
}
