// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the panel says of a load: verdict, totals, the load test, the picked box, the table of boxes. Texts only; boxes_panel.js decides when.

/// Puts a verdict, { good, text }, into a pill; `good` is null while it is not known. Without a verdict the pill is empty, which hides it.
function fillPill(id, verdict) {
  const place = element(id);
  place.textContent = verdict ? verdict.text : "";
  place.className = !verdict || verdict.good === null ? "pill" : verdict.good ? "pill good" : "pill bad";
}

const showVerdict = (good, text) => fillPill("verdict", { good, text });

function fillHeadline(items) {
  const place = element("headline");
  place.replaceChildren();
  for (const [value, label] of items) place.append(make("dd", value), make("dt", label));
}

/// The verdict, of the load of a file or of one that is being edited.
function fillVerdict({ load, edit, revision }) {
  const { verified, legal, failure } = load.verification;
  const good = verified ? "✓ verified" : "✓ legal against points only";
  if (!edit) return showVerdict(legal, legal ? good : "not verified");
  if (edit.verified_revision < revision) return showVerdict(null, "checking …");
  if (legal) return showVerdict(true, good);
  const count = edit.violation_count;
  if (!count) return showVerdict(false, `✗ ${failure || "not legal"}`);
  const depth = largest([0, ...edit.depth_mm, edit.pair_depth_mm || 0]);
  return showVerdict(false, `✗ ${count} ${count === 1 ? "violation" : "violations"}, ${fixed(depth, 2)} mm deep`);
}

function fillLoad({ load, view, edit, name, revision }) {
  const { totals, verification, run, container } = load;
  element("name").textContent = run.problem || name || "Load";
  fillVerdict({ load, edit, revision });
  fillPill("stand-verdict", standVerdict(totals));
  fillPill("plan-verdict", load.loading_plan && planVerdict(load.loading_plan));

  const headline = [[String(totals.count), totals.count === 1 ? "box" : "boxes"], [fixed(totals.litres, 1) + " l", "in boxes"]];
  if (totals.fill_ratio !== null) headline.push([fixed(100 * totals.fill_ratio, 1) + " %", "of the container"]);
  fillHeadline(headline);

  const table = element("figures");
  table.replaceChildren();
  const sizes = new Map();
  for (const box of load.boxes) {
    const size = (box.piece ? box.piece + ": " : "") + box.edges_mm.map((edge) => +edge.toFixed(3)).join(" × ") + " mm";
    sizes.set(size, (sizes.get(size) || 0) + 1);
  }
  for (const [size, count] of [...sizes].slice(0, 12)) addRow(table, "Boxes", `${count} of ${size}`);
  if (sizes.size > 12) addRow(table, "Boxes", `${[...sizes.values()].slice(12).reduce((sum, count) => sum + count)} of other sizes`);
  if (totals.container_litres !== null) {
    addRow(table, "Container", fixed(totals.container_litres, 2) + " l");
    addRow(table, "Left free", fixed(totals.free_litres, 2) + " l");
  }
  if (container.wrapped) addRow(table, "Alpha wrap", `alpha ${container.wrap_alpha_mm} mm, offset ${container.wrap_offset_mm} mm`);
  const against = verification.legal ? verification.against : verification.failure || "nothing";
  addRow(table, verification.verified ? "Verified against" : "Checked against", against);
  addRow(table, "May penetrate by", verification.tolerance_mm + " mm");
  if (verification.gap_mm > 0) addRow(table, "Gap of boxes", verification.gap_mm + " mm");
  if (standVerdict(totals)) addRow(table, "Standing", standText(totals));
  const known = load.boxes.map((box) => box.clearance_mm).filter((value) => value !== null);
  if (known.length) addRow(table, "Least clearance", fixed(smallest(known), 3) + " mm");
  if (run.time_s !== null) addRow(table, "Time", run.time_s < 60 ? fixed(run.time_s, 1) + " s" : fixed(run.time_s / 60, 1) + " min");
  if (view.seed !== null) addRow(table, "Seed", view.seed);
  if (run.device !== null) addRow(table, "Device", run.device);
  addRow(table, "Jampack", run.version);

  element("notes").replaceChildren(...container.notes.map((note) => make("li", note)));
  element("notes-part").hidden = container.notes.length === 0;
}

const motionName = (motion) => (motion.acceleration_g ? `${motion.manoeuvre} ${motion.acceleration_g} g` : motion.manoeuvre);

/// The motions whose moving boxes may be marked: their name, and whether a box moves in them. Standing is no manoeuvre.
function markChoices({ load_test: motions = [], load_test_verdict: rules }) {
  const movesIn = (motion, box) => motion.moved_mm[box] > rules.limit_mm;
  const manoeuvres = motions.filter((motion) => motion.acceleration_g > 0);
  return [["any manoeuvre", (box) => manoeuvres.some((motion) => movesIn(motion, box))],
          ...motions.map((motion) => [motionName(motion), (box) => movesIn(motion, box)]), ["none", () => false]];
}

/// The verdict of the load test, beside that of the verification.
function showHold({ holds, manoeuvre, limit_mm: limit }, motions) {
  const worst = motions.find((one) => one.manoeuvre === manoeuvre);
  const text = holds === null ? "load test not finished" : holds ? `✓ holds within ${limit} mm`
    : `✗ fails: ${motionName(worst)}, ${worst.moving_boxes} of ${worst.moved_mm.length} move`;
  fillPill("hold-verdict", { good: holds, text });
}

function fillTest(load) {
  const motions = load.load_test || [];
  element("test-part").hidden = motions.length === 0;
  element("test").replaceChildren();
  element("hold-verdict").textContent = "";
  if (!motions.length) return;
  const rules = load.load_test_verdict;
  showHold(rules, motions);
  addRow(element("test"), "A box moves", `beyond ${rules.limit_mm} mm`);
  addRow(element("test"), "Friction, density", `${rules.friction}, ${rules.density_kg_m3} kg/m³`);
  if (rules.settle_first) addRow(element("test"), "Counted from", "the settled load");
  for (const motion of motions) {
    const bears = motion.pressure_kPa ? `; ${fixed(largest([0, ...motion.pressure_kPa]), 2)} kPa at most` : "";
    addRow(element("test"), motionName(motion),
      `${motion.moving_boxes} of ${load.boxes.length} move, ${fixed(largest([0, ...motion.moved_mm]), 1)} mm at most${bears}`);
  }
}

/// What boxes may be coloured by: { name, values } with a number (or null) per box and its unit; without values: how they lie.
function colourings(load) {
  const list = [{ name: "how they lie" }];
  const clearance = load.boxes.map((box) => box.clearance_mm);
  if (clearance.some((value) => value !== null)) list.push({ name: "clearance", unit: "mm", values: clearance });
  for (const motion of load.load_test || []) {
    list.push({ name: `motion, ${motionName(motion)}`, unit: "mm", values: motion.moved_mm, floor: load.load_test_verdict.limit_mm });
    if (motion.pressure_kPa) list.push({ name: `pressure, ${motionName(motion)}`, unit: "kPa", values: motion.pressure_kPa });
  }
  return list;
}

/// The end of the scale of a colouring with a `floor`: most values are below it, so that few far ones do not make all others look alike.
function scaleEnd({ values, floor }) {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const most = sorted[sorted.length - 1];
  return floor === undefined ? most : Math.min(most, Math.max(floor, sorted[Math.floor(0.95 * (sorted.length - 1))]));
}

/// How many boxes have which value, under the scale from `low` to `high`; without arguments it is empty.
function showHistogram(values, low, high, unit) {
  const place = element("histogram");
  place.replaceChildren();
  if (!values) return;
  const bars = new Array(24).fill(0);
  for (const value of values) ++bars[high > low ? Math.min(bars.length - 1, Math.floor((bars.length * (value - low)) / (high - low))) : 0];
  const picture = makeSvg("svg", { viewBox: `0 0 ${bars.length} 100`, preserveAspectRatio: "none", role: "img", "aria-label": "number of boxes by value" });
  const most = largest(bars);
  bars.forEach((count, k) => {
    const height = count ? Math.max(4, (100 * count) / most) : 0;
    picture.append(makeSvg("rect", { x: k + 0.08, y: 100 - height, width: 0.84, height }));
  });
  const beyond = values.filter((value) => value > high).length;
  place.append(picture);
  if (beyond) place.append(make("p", `${beyond} beyond the scale, up to ${significant(largest(values))} ${unit}`));
}

/// The figures of box `index` in #picked; of none with -1.
function fillPicked({ load, view, edit }, index) {
  element("box-number").value = index < 0 ? "" : index;
  const place = element("picked");
  place.replaceChildren();
  if (index < 0) {
    place.append(make("p", "Click a box, or give its number. Boxes are numbered from 0 in the order of the files."));
    return;
  }
  const box = load.boxes[index];
  const table = make("table");
  addRow(table, "Number", index);
  addRow(table, "Centre (mm)", box.position_mm.map((value) => fixed(value, 2)).join(", "));
  if (box.piece) addRow(table, "Piece", box.piece);
  addRow(table, "Edges (mm)", box.edges_mm.map((edge) => +edge.toFixed(3)).join(" × "));
  const lies = view.classes[view.class_of_box[index]];
  if (lies && !lies.item) addRow(table, "Lies", lies.name);
  const turn = turnOf(box.quaternion);
  addRow(table, "Turned by", fixed(turn.degrees, 3) + "°");
  if (turn.axis) addRow(table, "Turned about", turn.axis.map((value) => fixed(value, 3)).join(", "));
  addRow(table, "Quaternion", box.quaternion.map((value) => fixed(value, 4)).join(", "));
  addRow(table, "Clearance (mm)", box.clearance_mm === null ? "not computed" : fixed(box.clearance_mm, 3));
  if (edit) {
    addRow(table, "Too deep by", edit.depth_mm.length > index ? fixed(edit.depth_mm[index], 3) + " mm" : "not known yet");
    addRow(table, "Fixed", edit.fixed[index] ? "yes" : "no");
  }
  for (const motion of load.load_test || [])
    addRow(table, `Moves, ${motionName(motion)} (mm)`, `${fixed(motion.moved_mm[index], 1)}, at the end ${fixed(motion.left_mm[index], 1)}`);
  for (const motion of (load.load_test || []).filter((one) => one.pressure_kPa))
    addRow(table, `Bears, ${motionName(motion)} (kPa)`, `${fixed(motion.pressure_kPa[index], 2)}, at edges ${fixed(motion.edge_force_N[index], 1)} N`);
  if (box.tags[0] || box.tags[1]) addRow(table, "Tags", box.tags.join(", "));
  place.append(table);
}

/// The table of all boxes, what the picture shows in numbers; a press on a row picks its box.
function fillTable({ load, view, edit }, picked, onPick) {
  const table = element("rows");
  table.replaceChildren();
  const head = table.createTHead().insertRow();
  const named = load.boxes.some((box) => box.piece);
  for (const text of ["Box", ...(named ? ["item"] : []), "x", "y", "z", edit ? "too deep" : "clearance", "lies"]) head.append(make("th", text, { scope: "col" }));
  const body = table.createTBody();
  load.boxes.forEach((box, k) => {
    const row = body.insertRow();
    row.append(make("th", k + (edit && edit.fixed[k] ? " fixed" : ""), { scope: "row" }), ...(named ? [make("td", box.piece || "")] : []), ...box.position_mm.map((value) => make("td", fixed(value, 1))));
    const depth = edit ? edit.depth_mm[k] : box.clearance_mm;
    row.append(make("td", depth === null || depth === undefined ? "–" : edit && depth === 0 ? "legal" : fixed(depth, 2)));
    const lies = view.classes[view.class_of_box[k]];
    row.append(make("td", lies && !lies.item ? lies.name : ""));
    if (edit && depth > 0) row.className = "bad";
    if (k === picked) row.setAttribute("aria-selected", "true");
    row.addEventListener("click", () => onPick(k));
  });
}
