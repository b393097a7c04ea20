// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The panel of a load: which boxes are shown, in which colours, and which one is picked. It passes changes to `view`, which boxes_view.js
// makes; it does not depend on three.js, so that it works without a picture.

/// `page`: the document of the page, of kind boxes.
function startBoxes(page, view) {
  const cuts = [];  // Sliders for x, y, z.
  const shownClass = page.view.classes.map(() => true);
  let visible = [];
  let picked = -1;
  let order = [];  // Rank of each box in the order of stacking.
  let overlay = null;  // The loading plan's say in what is shown, of loading_player.js; null: none.
  const noRgb = [0.5, 0.5, 0.5];
  const elitesRgb = [0.45, 0.68, 0.88];
  const classRgb = page.view.classes.map((one) => one.colour.split(",").map((value) => value / 255));

  const editing = () => Boolean(page.edit) && page.writer !== false;

  /// With `marking`, boxes that move in the load test are marked.
  function tints(marking) {
    const one = colourings(page.load)[element("colouring").value || 0] || {};
    const values = one.values && one.values.filter((value) => value !== null);
    const [low, high] = values && values.length ? [one.floor === undefined ? smallest(values) : 0, scaleEnd(one)] : [0, 1];
    const marked = choices[element("marked").value || 0] || choices[choices.length - 1];
    const depth = (page.edit && page.edit.depth_mm) || [];
    if (values && values.length) {
      showScale(`${significant(low)} ${one.unit}`, `${largest(values) > high ? "≥ " : ""}${significant(high)} ${one.unit}`);
      showHistogram(values, low, high, one.unit);
    } else {
      showScale();
      showHistogram();
    }
    return page.load.boxes.map((box, k) => {
      const bad = depth[k] > 0 ? 2 : 0;
      if (k === picked) return [1, 0.88, 0.3, 1 + bad];
      if (bad) return [0.9, 0.05, 0.05, 2];
      if (marking && marked && one.floor === undefined && marked[1](k)) return [0.88, 0, 0, 0.7];  // Motions have colours of their own.
      if (!values || !values.length) return [...(classRgb[page.view.class_of_box[k]] || noRgb), 0];
      if (one.values[k] === null) return [...noRgb, 0];
      return [...scaleColour(high > low ? (one.values[k] - low) / (high - low) : 0).map((value) => value / 255), 0];
    });
  }

  function refresh() {
    const loaded = +element("order").value;
    const isCut = (box, k) => shownClass[page.view.class_of_box[k]] === false ||
      cuts.some((cut, axis) => +cut.value < +cut.max && box.position_mm[axis] > +cut.value + 1e-6);
    visible = page.load.boxes.map((box, k) => (overlay ? overlay.visible(k) && (overlay.isNow(k) || !isCut(box, k)) : order[k] < loaded && !isCut(box, k)));
    element("visible-count").textContent = visible.filter(Boolean).length;
    element("box-count").textContent = page.load.boxes.length;
    cuts.forEach((cut) => {
      const all = +cut.value >= +cut.max;
      cut.nextElementSibling.textContent = all ? "all" : `≤ ${Math.round(cut.value)} mm`;
    });
    element("order").disabled = Boolean(overlay);
    element("order").nextElementSibling.textContent = overlay ? "plan" : loaded >= +element("order").max ? "all" : `${loaded} boxes`;
    if (picked >= 0 && !visible[picked]) return pick(-1);
    view.setPicked(picked, editing());
    const usual = tints(!overlay);
    view.show(visible, overlay ? usual.map((one, k) => (k === picked ? one : overlay.tint(k, one))) : usual);
  }

  // Layers: boxes whose centres lie beyond a slider are hidden. Its end is beyond every centre.
  for (let k = 0; k < 3; ++k) {
    cuts.push(make("input", undefined, { type: "range", step: 1, id: "cut-" + axes[k] }));
    const row = make("label", undefined, { class: "cut" });
    row.append(make("span", k === 2 ? "Height z" : "Up to " + axes[k]), cuts[k], make("output"));
    k === 2 ? element("cuts").prepend(row) : element("cuts").append(row);
    cuts[k].addEventListener("input", refresh);
  }
  element("order").addEventListener("input", refresh);

  /// Ranges of the sliders; those that show everything go on doing so.
  function fitSliders() {
    const { boxes } = page.load;
    cuts.forEach((cut, k) => {
      const places = boxes.map((box) => box.position_mm[k]);
      const all = cut.dataset.fitted === undefined || +cut.value >= +cut.max;
      cut.min = places.length ? Math.floor(smallest(places)) - 1 : 0;
      cut.max = places.length ? Math.ceil(largest(places)) : 1;
      if (all) cut.value = cut.max;
      cut.dataset.fitted = "";
    });
    // Stacked from below: in the order of the lowest corners.
    const low = boxes.map(({ position_mm: at, quaternion: [w, x, y, z], edges_mm: [a, b, c] }) => at[2] - 0.5 * (
      Math.abs(2 * (x * z - w * y)) * a + Math.abs(2 * (y * z + w * x)) * b + Math.abs(1 - 2 * (x * x + y * y)) * c));
    const byHeight = boxes.map((box, k) => k).sort((a, b) => Math.round(low[a] - low[b]) || a - b);
    order = [];
    byHeight.forEach((box, rank) => { order[box] = rank; });
    const slider = element("order");
    const all = slider.dataset.fitted === undefined || +slider.value >= +slider.max;
    slider.max = boxes.length;
    if (all) slider.value = boxes.length;
    slider.dataset.fitted = "";
  }

  /// To the next height at which boxes lie.
  function stepLayer(direction) {
    const heights = [...new Set(page.load.boxes.map((box) => Math.ceil(box.position_mm[2])))].sort((a, b) => a - b);
    const now = +cuts[2].value;
    const next = direction > 0 ? heights.find((height) => height > now) : heights.filter((height) => height < now).pop();
    cuts[2].value = next === undefined ? (direction > 0 ? cuts[2].max : cuts[2].min) : next;
    refresh();
  }

  function fillClasses() {
    element("classes").replaceChildren();
    page.view.classes.forEach((one, k) => {
      const count = page.view.class_of_box.filter((value) => value === k).length;
      if (!count) return;
      const row = make("label", undefined, { class: "row" });
      const check = make("input", undefined, { type: "checkbox" });
      check.checked = shownClass[k] !== false;
      check.addEventListener("change", () => { shownClass[k] = check.checked; refresh(); });
      row.append(check, make("span", "", { class: "swatch", style: `background: rgb(${one.colour})` }), make("span", one.name), make("span", count));
      element("classes").append(row);
    });
  }

  function pick(index) {
    picked = index;
    fillPicked(page, index);
    refresh();
    tabulate();
    element("spoken").textContent = index < 0 ? "no box" : `box ${index}`;
    panel.onPick();
  }

  /// The next visible box after the picked one, in either direction around; false where the round is over and `once` is set.
  function stepBox(direction, once) {
    const count = page.load.boxes.length;
    const start = picked < 0 ? (direction > 0 ? -1 : count) : picked;
    for (let k = start + direction; once ? k >= 0 && k < count : Math.abs(k - start) <= count; k += direction) {
      const index = ((k % count) + count) % count;
      if (visible[index]) return pick(index);
    }
    return once ? false : undefined;
  }

  let choices = [];
  let texts = "";
  const wanted = {};  // Names of what was chosen; while a load is not verified there are no clearances to choose.
  /// The choices of colours and marks; the chosen ones stay.
  function fillChoices() {
    choices = markChoices(page.load);
    const names = [colourings(page.load).map((one) => one.name), choices.map(([name]) => name)];
    if (JSON.stringify(names) === texts) return;
    texts = JSON.stringify(names);
    ["colouring", "marked"].forEach((id, k) => {
      element(id).replaceChildren(...names[k].map((name, value) => make("option", name, { value })));
      element(id).value = Math.max(0, names[k].indexOf(wanted[id]));
    });
  }

  let waiting = null;
  /// The table is made again at most twice a second, and only where it is open.
  function tabulate() {
    if (!element("rows-part").open || waiting) return;
    fillTable(page, picked, pick);
    const row = element("rows").querySelector("[aria-selected]");
    if (row) row.scrollIntoView({ block: "nearest" });
    waiting = setTimeout(() => {
      waiting = null;
      if (element("rows").dataset.revision !== String(page.revision)) tabulate();
    }, 500);
    element("rows").dataset.revision = page.revision;
  }
  element("rows-part").addEventListener("toggle", tabulate);

  const next = (id) => {
    const select = element(id);
    select.value = (+select.value + 1) % select.options.length;
    choose(id);
  };
  const choose = (id) => {
    wanted[id] = element(id).selectedOptions[0].textContent;
    refresh();
  };
  for (const id of ["marked", "colouring"]) element(id).addEventListener("change", () => choose(id));
  const checks = { c: ["show-container", view.setContainer, "container"], w: ["show-wireframe", view.setWireframe, "container as wireframe"],
    b: ["show-wires", view.setWires, "boxes as wires"] };
  for (const [key, [id, change, text]] of Object.entries(checks)) {
    element(id).addEventListener("change", (event) => change(event.target.checked));
    addKey(key, text, () => element(id).click());
  }
  element("box-number").addEventListener("change", (event) => {
    const index = event.target.value === "" ? -1 : +event.target.value;
    pick(Number.isInteger(index) && index < page.load.boxes.length && (index < 0 || visible[index]) ? index : -1);
  });
  const onPicture = () => view.canvas && [view.canvas, document.body].includes(document.activeElement);
  let leaving = false;
  const tab = (direction) => () => (onPicture() && !leaving ? stepBox(direction, true) : false);
  addKey("Tab", "next box, from the picture; Shift: the one before. Esc, then Tab: on to the buttons", (event) => tab(event.shiftKey ? -1 : 1)());
  addKey(["n", "p"], "next box, previous box", (event) => { stepBox(event.key === "n" ? 1 : -1); });
  addKey("Escape", "pick no box", () => { leaving = true; pick(-1); });
  addKey(["[", "]"], "one layer less, one more", (event) => stepLayer(event.key === "]" ? 1 : -1));
  addKey("m", "mark the boxes that move in another manoeuvre", () => next("marked"));
  addKey("h", "colour by something else", () => next("colouring"));

  const panel = {
    onPick: () => {},
    pick,
    picked: () => picked,
    refresh,
    /// The picture of an elite of a search into a figure.
    draw({ boxes, edges_mm: edges }, figure) {
      const canvas = make("canvas");
      figure.prepend(canvas);
      const each = boxes.map((pose, k) => ({ pose, edges: Array.isArray(edges[0]) ? edges[k] : edges }));
      view.picture(each, canvas, (k) => [...elitesRgb, 0]);
    },
    /// What has changed in `page` is shown.
    update() {
      if (picked >= page.load.boxes.length) picked = -1;
      view.setBoxes(page.load.boxes);
      fillChoices();
      fitSliders();
      fillLoad(page);
      fillTest(page.load);
      fillClasses();
      fillPicked(page, picked);
      refresh();
      tabulate();
    },
  };
  element("show-wireframe").parentElement.hidden = !page.view.triangles.length;
  element("show-container").parentElement.hidden = !page.view.triangles.length && !page.view.points_mm.length;
  view.onPick = pick;
  if (view.canvas) view.canvas.addEventListener("focus", () => { leaving = false; });
  panel.update();
  startMotions(page, (boxes) => {
    view.setBoxes(boxes);
    refresh();
  });
  startTight(page, view);
  startLoading(page, view, (boxes, next) => {
    overlay = next;
    view.setBoxes(boxes);
    refresh();
  });
  return panel;
}

/// In place of boxes_view.js where there is no WebGL.
function noBoxesView() {
  const ignore = () => {};
  return { setBoxes: ignore, show: ignore, setPicked: ignore, setWires: ignore, setContainer: ignore, setWireframe: ignore, picture: ignore,
    setLabels: ignore, setHeat: ignore, heatPicture: ignore, look: ignore, zoom: ignore, turn: ignore, shift: ignore, canvas: null };
}
