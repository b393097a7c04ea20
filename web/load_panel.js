// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The panel beside the picture: figures, layers, classes, the picked box. It does not depend on three.js; it passes changes to `view`,
// which load_view.js makes: { setVisible(flags), setPicked(index), setMarked(flags), setWires(on), setContainer(on), setTriangles(on), look(name), zoom(factor) }.
const load = JSON.parse(document.getElementById("load-data").textContent);
const extra = JSON.parse(document.getElementById("view-data").textContent);

function fillFigures() {
  const { totals, verification, run, container } = load;
  element("name").textContent = run.problem || "Load";
  const verdict = element("verdict");
  verdict.textContent = verification.verified ? "✓ verified" : "not verified";
  verdict.className = verification.verified ? "pill good" : "pill bad";

  const headline = [[String(totals.count), totals.count === 1 ? "box" : "boxes"], [fixed(totals.litres, 1) + " l", "in boxes"]];
  if (totals.fill_ratio !== null) headline.push([fixed(100 * totals.fill_ratio, 1) + " %", "of the container"]);
  for (const [value, label] of headline) element("headline").append(make("dd", value), make("dt", label));

  const table = element("figures");
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
  addRow(table, "Verified against", verification.verified ? verification.against : verification.failure || "nothing");
  addRow(table, "May penetrate by", verification.tolerance_mm + " mm");
  const known = load.boxes.map((box) => box.clearance_mm).filter((value) => value !== null);
  if (known.length) addRow(table, "Least clearance", fixed(known.reduce((a, b) => Math.min(a, b)), 3) + " mm");
  if (run.time_s !== null) addRow(table, "Time", run.time_s < 60 ? fixed(run.time_s, 1) + " s" : fixed(run.time_s / 60, 1) + " min");
  if (extra.seed !== null) addRow(table, "Seed", extra.seed);
  if (run.device !== null) addRow(table, "Device", run.device);
  addRow(table, "Jampack", run.version);

  for (const note of container.notes) element("notes").append(make("li", note));
  element("notes-part").hidden = container.notes.length === 0;
}

const movingDistance = 5;  // LoadMotion's, mm.
const motionName = (motion) => (motion.acceleration_g ? `${motion.manoeuvre} ${motion.acceleration_g} g` : motion.manoeuvre);

const movesIn = (motion, box) => motion.moved_mm[box] > movingDistance;

/// The motions whose moving boxes may be marked: their name, and whether a box moves in them. Standing is no manoeuvre.
function markChoices(motions) {
  const manoeuvres = motions.filter((motion) => motion.acceleration_g > 0);
  return [["any manoeuvre", (box) => manoeuvres.some((motion) => movesIn(motion, box))],
          ...motions.map((motion) => [motionName(motion), (box) => movesIn(motion, box)]), ["none", () => false]];
}

function fillTest(choices) {
  const motions = load.load_test || [];
  element("test-part").hidden = motions.length === 0;
  for (const motion of motions) {
    const most = motion.moved_mm.reduce((a, b) => Math.max(a, b), 0);
    const bears = motion.pressure_kPa ? `; ${fixed(motion.pressure_kPa.reduce((a, b) => Math.max(a, b), 0), 2)} kPa at most` : "";
    addRow(element("test"), motionName(motion), `${motion.moving_boxes} of ${load.boxes.length} move, ${fixed(most, 1)} mm at most${bears}`);
  }
  choices.forEach(([name], i) => element("marked").append(make("option", name, { value: i })));
}

function startPanel(view) {
  const boxes = load.boxes;
  const cuts = [];  // Sliders for x, y, z.
  const shownClass = extra.classes.map(() => true);
  let visible = boxes.map(() => true);
  let picked = -1;

  function update() {
    visible = boxes.map((box, i) => shownClass[extra.class_of_box[i]] && cuts.every((cut, k) => box.position_mm[k] <= +cut.value + 1e-6));
    element("visible-count").textContent = visible.filter(Boolean).length;
    cuts.forEach((cut, k) => {
      const all = +cut.value >= +cut.max;
      cut.nextElementSibling.textContent = all ? "all" : `≤ ${Math.round(cut.value)} mm`;
    });
    view.setVisible(visible);
    if (picked >= 0 && !visible[picked]) pick(-1);
  }

  // Layers: boxes whose centres lie beyond a slider are hidden. Its end is beyond every centre.
  for (let k = 0; k < 3; ++k) {
    const places = boxes.map((box) => box.position_mm[k]);
    const low = boxes.length ? places.reduce((a, b) => Math.min(a, b)) : 0;
    const high = boxes.length ? places.reduce((a, b) => Math.max(a, b)) : 1;
    const attributes = { type: "range", min: Math.floor(low) - 1, max: Math.ceil(high), step: 1, value: Math.ceil(high), id: "cut-" + axes[k] };
    cuts.push(make("input", undefined, attributes));
    const row = make("label", undefined, { class: "cut" });
    row.append(make("span", k === 2 ? "Height z" : "Up to " + axes[k]), cuts[k], make("output"));
    k === 2 ? element("cuts").prepend(row) : element("cuts").append(row);
    cuts[k].addEventListener("input", update);
  }

  // Heights at which boxes lie, for stepping from layer to layer.
  const heights = [...new Set(boxes.map((box) => Math.ceil(box.position_mm[2])))].sort((a, b) => a - b);
  function stepLayer(direction) {
    const now = +cuts[2].value;
    const next = direction > 0 ? heights.find((height) => height > now) : heights.filter((height) => height < now).pop();
    cuts[2].value = next === undefined ? (direction > 0 ? cuts[2].max : cuts[2].min) : next;
    update();
  }

  extra.classes.forEach((one, i) => {
    const count = extra.class_of_box.filter((value) => value === i).length;
    if (!count) return;
    const row = make("label", undefined, { class: "row" });
    const check = make("input", undefined, { type: "checkbox" });
    check.checked = true;
    check.addEventListener("change", () => { shownClass[i] = check.checked; update(); });
    const swatch = make("span", "", { class: "swatch", style: `background: rgb(${one.colour})` });
    row.append(check, swatch, make("span", one.name), make("span", count));
    element("classes").append(row);
  });

  function pick(index) {
    picked = index;
    view.setPicked(index);
    element("box-number").value = index < 0 ? "" : index;
    const place = element("picked");
    place.replaceChildren();
    if (index < 0) {
      place.append(make("p", "Click a box, or give its number. Boxes are numbered from 0 in the order of the files."));
      return;
    }
    const box = boxes[index];
    const table = make("table");
    addRow(table, "Number", index);
    addRow(table, "Centre (mm)", box.position_mm.map((value) => fixed(value, 2)).join(", "));
    if (box.piece) addRow(table, "Piece", box.piece);
    addRow(table, "Edges (mm)", box.edges_mm.map((edge) => +edge.toFixed(3)).join(" × "));
    addRow(table, "Lies", extra.classes[extra.class_of_box[index]].name);
    const [w, x, y, z] = box.quaternion;
    const size = Math.hypot(x, y, z);
    const angle = (360 / Math.PI) * Math.atan2(size, w);
    addRow(table, "Turned by", fixed(angle, 3) + "°");
    if (size > 1e-12) addRow(table, "Turned about", [x, y, z].map((value) => fixed(value / size, 3)).join(", "));
    addRow(table, "Quaternion", box.quaternion.map((value) => fixed(value, 4)).join(", "));
    addRow(table, "Clearance (mm)", box.clearance_mm === null ? "not computed" : fixed(box.clearance_mm, 3));
    for (const motion of load.load_test || [])
      addRow(table, `Moves, ${motionName(motion)} (mm)`, `${fixed(motion.moved_mm[index], 1)}, at the end ${fixed(motion.left_mm[index], 1)}`);
    for (const motion of (load.load_test || []).filter((one) => one.pressure_kPa))
      addRow(table, `Bears, ${motionName(motion)} (kPa)`, `${fixed(motion.pressure_kPa[index], 2)}, at edges ${fixed(motion.edge_force_N[index], 1)} N`);
    if (box.tags[0] || box.tags[1]) addRow(table, "Tags", box.tags.join(", "));
    place.append(table);
  }

  /// The next visible box after `picked`, in either direction around.
  function stepBox(direction) {
    for (let n = 1; n <= boxes.length; ++n) {
      const start = picked < 0 && direction < 0 ? 0 : picked;
      const index = (((start + direction * n) % boxes.length) + boxes.length) % boxes.length;
      if (visible[index]) return pick(index);
    }
  }

  const choices = markChoices(load.load_test || []);
  const mark = () => view.setMarked(boxes.map((box, i) => choices[element("marked").value || 0][1](i)));
  const markNext = () => {
    element("marked").value = (+element("marked").value + 1) % choices.length;
    mark();
  };
  element("marked").addEventListener("change", mark);
  const checks = { c: ["show-container", view.setContainer], t: ["show-triangles", view.setTriangles], w: ["show-wires", view.setWires] };
  for (const [id, change] of Object.values(checks)) element(id).addEventListener("change", (event) => change(event.target.checked));
  element("box-number").addEventListener("change", (event) => {
    const index = event.target.value === "" ? -1 : +event.target.value;
    if (!Number.isInteger(index) || index >= boxes.length) return pick(-1);
    pick(index);
    if (index >= 0 && !visible[index]) pick(-1);
  });

  const keys = { "[": () => stepLayer(-1), "]": () => stepLayer(1), n: () => stepBox(1), p: () => stepBox(-1), Escape: () => pick(-1), m: markNext };
  for (const [key, [id]] of Object.entries(checks)) keys[key] = () => element(id).click();
  connectViews(view, keys);

  element("show-triangles").parentElement.hidden = !extra.triangles.length;
  element("show-container").parentElement.hidden = !extra.triangles.length && !extra.points_mm.length;
  element("box-count").textContent = boxes.length;
  view.onPick = pick;
  fillTest(choices);
  mark();
  view.isVisible = (index) => visible[index];
  pick(-1);
  update();
}
