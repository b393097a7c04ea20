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
  const size = [seen.right, seen.up].map((axis) => bounds.high[axis] - bounds.low[axis]);
  const paper = size[0] < 1.3 * size[1] ? { width: 90, height: 104, columns: 2 } : { width: 186, height: 84, columns: 1 };  // [mm]
  const height = corners.map((each) => seen.sign * (0.5 / 4) * each.reduce((sum, corner) => sum + corner[seen.deep], 0));
  return { page, plan, boxes, corners, bounds, seen, flatten, hulls, height, paper, outline: outlineOf(view, plan.opening.outward, flatten) };
}

const polygon = (hull, attributes) => makeSvg("polygon", { points: hull.map((p) => p.map((value) => value.toFixed(1)).join()).join(" "), ...attributes });

/// Whether a point lies in a convex hull that goes around either way.
function isInHull(hull, [x, y]) {
  const sides = hull.map(([ax, ay], k) => {
    const [bx, by] = hull[(k + 1) % hull.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

const spanOf = (hull) => [0, 1].map((c) => [smallest, largest].map((end) => end(hull.map((p) => p[c]))));

/// A place for a text of `length` letters on a hull where none of the `upper` hulls covers it and no other text lies: { x, y, size, upright }, as
/// large as it gets between the two sizes and as near to the middle; null: there is none.
function placeText(hull, upper, length, [least, most], taken) {
  const [[left, right], [top, bottom]] = spanOf(hull);
  const shares = [0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3, -0.4, 0.4];
  for (let size = most; size >= least; size *= 0.85) {
    for (const upright of [false, true]) {
      const [w, h] = upright ? [0.5 * size, 0.37 * length * size] : [0.37 * length * size, 0.5 * size];
      for (const [dx, dy] of shares.flatMap((a) => shares.map((b) => [a, b])).sort((p, q) => Math.hypot(...p) - Math.hypot(...q))) {
        const [x, y] = [0.5 * (left + right) + dx * (right - left), 0.5 * (top + bottom) + dy * (bottom - top)];
        const points = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((j) => [x + i * w, y + j * h]));
        const isFree = points.every((p) => isInHull(hull, p) && !upper.some((one) => isInHull(one, p))) &&
          !taken.some((other) => Math.abs(other.x - x) < other.w + w && Math.abs(other.y - y) < other.h + h);
        if (isFree) return { x, y, w, h, size, upright };
      }
    }
  }
  return null;
}

/// The hatch of boxes that must be held.
function hatchOf(perMm) {
  const hatch = makeSvg("pattern", { id: "held-hatch", width: 1.6 * perMm, height: 1.6 * perMm, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  hatch.append(makeSvg("rect", { width: 1.6 * perMm, height: 1.6 * perMm, fill: "#fdeceb" }),
    makeSvg("rect", { width: 0.4 * perMm, height: 1.6 * perMm, fill: "#e58a86" }));
  return hatch;
}

/// The drawing of a layer: { picture, covered }. Numbers are those of steps; boxes below are pale; `covered` names boxes whose number has no place.
function drawLayer({ plan, bounds, seen, flatten, hulls, height, outline, paper }, layer) {
  const [a, b] = [flatten(bounds.low), flatten(bounds.high)];
  const [left, top] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  const [width, tall] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
  const perMm = Math.max(width / (paper.width - 8), tall / (paper.height - 8));  // Lengths of the container for 1 mm of paper.
  const picture = makeSvg("svg", { viewBox: `${left - 6 * perMm} ${top - perMm} ${width + 8 * perMm} ${tall + 7 * perMm}`, role: "img",
    "aria-label": `layer ${layer + 1}`, "stroke-width": 0.22 * perMm, height: `${tall / perMm + 7}mm` });
  picture.append(hatchOf(perMm), outline ? makeSvg("path", { d: outline, class: "room", "stroke-width": 0.12 * perMm })
    : makeSvg("rect", { x: left, y: top, width, height: tall, class: "room" }));

  const upwards = (p, q) => height[p.box] - height[q.box];
  const numbered = plan.steps.map((step, k) => ({ ...step, k })).filter((step) => step.layer <= layer);
  const below = [...Array(plan.totals.fixed).keys()].map((box) => ({ box })).concat(numbered.filter((step) => step.layer < layer));
  for (const { box } of below.sort(upwards)) picture.append(polygon(hulls[box], { class: "under" }));
  const own = numbered.filter((step) => step.layer === layer).sort(upwards);
  for (const { box, k } of own) picture.append(polygon(hulls[box], { class: holdText(plan, k) ? "box held" : "box",
    "stroke-width": (holdText(plan, k) ? 0.55 : 0.22) * perMm }));
  const taken = [];
  const covered = [];
  own.forEach(({ box, k }, rank) => {
    const above = own.slice(rank + 1).filter((one) => spanOf(hulls[one.box]).every(([low, high], c) => {
      const [from, to] = spanOf(hulls[box])[c];
      return low < to && high > from;
    }));
    const text = String(k + 1);
    const found = placeText(hulls[box], above.map((one) => hulls[one.box]), text.length, [1.7 * perMm, 3 * perMm], taken);
    if (!found) return covered.push(above.length ? `${text} (under ${above.map((one) => one.k + 1).join(", ")})` : text);
    taken.push(found);
    return picture.append(makeSvg("text", { class: "number", "font-size": found.size, "stroke-width": 0.2 * found.size,
      transform: `translate(${found.x.toFixed(1)} ${found.y.toFixed(1)})${found.upright ? " rotate(-90)" : ""}` }, text));
  });
  const name = (axis) => `${axes[axis]} ${Math.round(bounds.high[axis] - bounds.low[axis])} mm`;
  picture.append(makeSvg("text", { class: "axis-name", "font-size": 2.7 * perMm, transform: `translate(${left + 0.5 * width} ${top + tall + 3.4 * perMm})` },
    seen.mirror > 0 ? `${name(seen.right)} →` : `← ${name(seen.right)}`));
  picture.append(makeSvg("text", { class: "axis-name", "font-size": 2.7 * perMm, transform: `translate(${left - 3 * perMm} ${top + 0.5 * tall}) rotate(-90)` },
    `${name(seen.up)} →`));
  return { picture, covered };
}

/// How a box gets to its place, shortly: how it comes in goes without saying.
function shortWay(step, opening) {
  const [, ...pushes] = pushesOf(step);
  const come = isTop(opening) ? "down" : "in";
  if (!pushes.length) return `straight ${come}`;
  return `${come}, then ${pushes.map(({ by, length }) => `${fixed(length, length < 10 ? 1 : 0)} mm ${directionText(by).replace(/^([+−])/, "to $1")}`.replace(/ /g, "\u00a0")).join(", ")}`;
}

/// The table of the places of the boxes of a layer.
function tabulateLayer({ plan, boxes, corners, bounds }, layer) {
  const steps = plan.steps.map((step, k) => ({ ...step, k })).filter((step) => step.layer === layer);
  const named = steps.some(({ box }) => boxes[box].piece);
  const tilts = new Map(steps.map(({ box }) => [box, tiltOf(boxes[box])]));
  const tilted = [...tilts.values()].some((tilt) => tilt > 0.5);
  const table = make("table", undefined, { class: "poses" });
  const top = table.createTHead();
  top.insertRow().append(make("th", `Layer ${layer + 1}`, { class: "words", colspan: 20, scope: "colgroup" }));  // On each page of the table.
  const head = top.insertRow();
  const heading = (text, kind = "") => head.append(make("th", text, { scope: "col", class: kind }));
  for (const text of ["Step", "Box"]) heading(text);
  if (named) heading("Item", "words");
  for (const text of ["Size x", "y", "z", "From front", "From left", "From floor", ...(tilted ? ["Askew °"] : [])]) heading(text);
  heading("Way", "words");
  heading("Stands on", "words bearers");
  heading("Hold", "words until");
  const body = table.createTBody();
  for (const step of steps) {
    const row = body.insertRow();
    const [low, high] = [smallest, largest].map((end) => [0, 1, 2].map((axis) => end(corners[step.box].map((corner) => corner[axis]))));
    const hold = holdText(plan, step.k);
    const words = (text, kind = "") => row.append(make("td", text, { class: `words ${kind}` }));
    if (hold) row.className = "held";
    row.append(make("td", step.k + 1), make("td", step.box));
    if (named) words(boxes[step.box].piece || "");
    row.append(...difference(high, low).map((value) => make("td", fixed(value, 0))), ...difference(low, bounds.low).map((value) => make("td", fixed(value, 0))));
    if (tilted) row.append(make("td", tilts.get(step.box) > 0.5 ? fixed(tilts.get(step.box), 1) : ""));
    words(shortWay(step, plan.opening));
    words(carriersText(step).replace(/box(es)? /, "") || "nothing");
    words(shortHold(plan, step.k), "until");
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
  addRow(table, "Loaded through", `${openingText(plan.opening)}${plan.opening.planes.length ? "" : ": the walls that face there are taken off"}`);
  addRow(table, "Assumed", `friction ${plan.rules.friction}; overlap on the way up to ${plan.rules.overlap_mm} mm; gaps up to ${plan.rules.contact_mm} mm count as contact`);
  addRow(table, "Held", `${heldShareText(plan)}, hatched in the drawings: until the step in the last column is done`);
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
  if (place.querySelector(".drawings")) return;
  const sheet = prepareSheets(page);
  place.append(sheetHead(sheet));
  const { layers } = sheet.plan.totals;
  const stepsOf = (layer) => sheet.plan.steps.map((step, k) => (step.layer === layer ? k + 1 : 0)).filter(Boolean);
  const shown = [...Array(layers).keys()].filter((layer) => stepsOf(layer).length);
  for (let k = 0; k < shown.length; k += sheet.paper.columns) {
    const section = make("section");
    const drawings = make("div", undefined, { class: "drawings" });
    section.append(drawings);
    for (const layer of shown.slice(k, k + sheet.paper.columns)) {
      const steps = stepsOf(layer);
      const range = steps.length === 1 ? `step ${steps[0]}` : `steps ${steps[0]} to ${steps[steps.length - 1]}`;
      const { picture, covered } = drawLayer(sheet, layer);
      const figure = make("figure");
      figure.append(make("h2", `Layer ${layer + 1} of ${layers}: ${range}`), picture, make("figcaption", covered.length ? `Covered: ${covered.join(", ")}` : ""));
      drawings.append(figure);
      section.append(tabulateLayer(sheet, layer));
    }
    place.append(section);
  }
}

function startSheets(page) {
  document.body.classList.add("planned");
  window.addEventListener("beforeprint", () => makeSheets(page));
  window.matchMedia("print").addEventListener("change", ({ matches }) => { if (matches) makeSheets(page); });
}
