// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where a millimetre counts (lib/jam/trunk/io/tight_walls.hpp): the walls that cost boxes, the forces on them in the picture, and what was
// found where they were moved; and the sheet of it that is printed.

/// `+25`, `0`, `+1.3`; what is within the spread of the searches is no gain.
function gainText({ gain }) {
  if (!gain) return "–";
  if (!gain.measured) return "0";
  const rounded = Math.round(10 * gain.mean) / 10;
  return `${rounded > 0 ? "+" : ""}${fixed(rounded, Number.isInteger(rounded) ? 0 : 1)}`;
}

const rangeText = (values) => (smallest(values) === largest(values) ? String(values[0]) : `${smallest(values)} to ${largest(values)}`);

/// What a move found: `boxes 250, +25`, or why it was not measured.
function moveText(move) {
  if (!move.boxes) return move.obstacle ? `not measured: ${move.obstacle}` : "not measured";
  const { least, most, measured } = move.gain;
  const spread = least === most ? "" : `, ${fixed(least, 0)} to ${fixed(most, 0)} by seed${measured ? "" : ": within the spread"}`;
  return `${rangeText(move.boxes)} boxes: ${gainText(move)}${spread}`;
}

const centimetres = (area) => `${fixed(area, area < 10 ? 1 : 0)} cm²`;
const forcePlaceText = (place) => place.map((value) => fixed(value, 0)).join(", ");
const patchName = ({ number, part }) => `Wall ${number}${part === null ? "" : `, ${part}`}`;

/// The direction away from the boxes, in which a wall is moved: `−z (down)` for a floor.
const outwardText = ({ outward }) => directionText(outward).replace("up", "+z (up)").replace("down", "−z (down)");

function tightAbout(tight) {
  const { loads, rules, base } = tight;
  const held = loads.held ? `, ${loads.held} of them from the search` : "";
  const measured = base.length ? ` Each was moved outwards by itself, and searched for ${rules.time_s} s with ${rules.seeds.length} seeds; as it is, the container held ${rangeText(base)} boxes.` : "";
  return `${loads.count} loads of ${loads.boxes} boxes, one too many${held}, press on these walls.${measured}${tight.complete ? "" : " The work was stopped before its end."}`;
}

/// The table of walls; `choose(number)` is called for a row.
function tabulateWalls(table, tight, choose) {
  const head = table.createTHead().insertRow();
  const distances = tight.rules.distances_mm.map((distance) => `${distance} mm`);
  for (const text of ["Wall", "outward", "forces", ...distances]) head.append(make("th", text, { scope: "col" }));
  const body = table.createTBody();
  for (const patch of tight.patches) {
    const row = body.insertRow();
    row.dataset.number = patch.number;
    row.append(make("th", patch.part === null ? patch.number : `${patch.number} ${patch.part}`, { scope: "row" }), make("td", outwardText(patch)),
      make("td", `${fixed(100 * patch.share, 0)} %`));
    for (const move of patch.moves) {
      const gains = move.gain && move.gain.measured && move.gain.mean > 0;
      row.append(make("td", gainText(move), { title: moveText(move), class: gains ? "gains" : "" }));
    }
    if (!choose) continue;
    row.tabIndex = 0;
    row.addEventListener("click", () => choose(patch.number));
    row.addEventListener("keydown", ({ key }) => { if (key === "Enter") choose(patch.number); });
  }
}

/// The largest gain that was measured, for the head of the page.
function tightVerdict(tight) {
  const moves = tight.patches.flatMap((patch) => patch.moves.map((move) => ({ patch, move })));
  const gains = moves.filter(({ move }) => move.gain && move.gain.measured && move.gain.mean > 0);
  if (!gains.length) return { good: null, text: "no wall gains a box by itself" };
  // The most boxes; among equal gains the shortest way.
  gains.sort((a, b) => b.move.gain.mean - a.move.gain.mean || a.move.distance_mm - b.move.distance_mm || a.patch.number - b.patch.number);
  const [{ patch, move }] = gains;
  return { good: true, text: `wall ${patch.number}, ${move.distance_mm} mm: ${gainText(move)} ${move.gain.mean === 1 ? "box" : "boxes"}` };
}

function startTight(page, view) {
  const { tight } = page.load;
  element("tight-part").hidden = !tight;
  if (!tight) return;
  document.body.classList.add("planned");
  fillPill("tight-verdict", tightVerdict(tight));
  element("tight-about").textContent = tightAbout(tight);
  const shown = element("show-heat");
  const table = element("tight-patches");
  let picked = 0;

  function fill() {
    const card = element("tight-picked");
    card.replaceChildren();
    const patch = tight.patches[picked - 1];
    for (const row of table.tBodies[0].rows) row.toggleAttribute("aria-selected", +row.dataset.number === picked);
    if (!patch) return card.append(make("p", "Choose a wall in the table or in the picture."));
    const facts = make("table");
    addRow(facts, patchName(patch), `outward ${outwardText(patch)}`);
    addRow(facts, "Middle of the forces (mm)", forcePlaceText(patch.place_mm));
    addRow(facts, "Area", centimetres(patch.area_cm2));
    addRow(facts, "Share of the forces", `${fixed(100 * patch.share, 1)} %`);
    for (const move of patch.moves) addRow(facts, `Moved by ${move.distance_mm} mm`, moveText(move));
    return card.append(facts);
  }

  function show() {
    view.setHeat(shown.checked, picked);
    element("tight-scale").hidden = !shown.checked;
    fill();
  }

  function choose(number, look) {
    picked = number === picked && look ? 0 : number;
    shown.checked = true;
    if (picked && look) view.look(tight.patches[picked - 1].outward);
    element("spoken").textContent = picked ? patchName(tight.patches[picked - 1]) : "no wall";
    show();
  }

  tabulateWalls(table, tight, (number) => choose(number, true));
  for (const part of tight.parts) addRow(element("tight-parts"), part.name, `${fixed(100 * part.share, 1)} % of the forces, ${centimetres(part.area_cm2)}`);
  if (tight.inner_share > 0.0005) addRow(element("tight-parts"), "Walls in the room", `${fixed(100 * tight.inner_share, 1)} % of the forces`);
  const stops = viridis.map((colour) => `rgb(${colour})`);
  element("tight-scale").replaceChildren(make("span", "little"), make("i", "", { style: `background: linear-gradient(90deg, ${stops})` }), make("span", "most force by area"));
  shown.addEventListener("change", show);
  addKey("o", "forces on the walls", () => shown.click());
  view.onPickWall = (number) => choose(number, false);
  shown.checked = !page.load.loading_plan;
  show();
  startTightSheet(page, view);
}

/// Makes what is printed, once: a head, the picture as it is turned on the screen, the table.
function startTightSheet(page, view) {
  const { tight, totals, run } = page.load;
  const sheet = make("section", undefined, { class: "tight-sheet" });
  const prepare = () => {
    sheet.replaceChildren(make("h1", `Where a millimetre counts: ${run.problem || page.name || "load"}`));
    const facts = make("table", undefined, { class: "facts" });
    addRow(facts, "Boxes", `${totals.count}, ${fixed(totals.litres, 1)} l`);
    addRow(facts, "Measured", tightAbout(tight));
    const canvas = make("canvas");
    const table = make("table", undefined, { class: "poses" });
    tabulateWalls(table, tight);
    const places = make("table", undefined, { class: "facts" });
    for (const patch of tight.patches)
      addRow(places, patchName(patch), `outward ${outwardText(patch)}, ${centimetres(patch.area_cm2)}, forces around ${forcePlaceText(patch.place_mm)} mm. ` +
        patch.moves.map((move) => `${move.distance_mm} mm: ${moveText(move)}`).join("; "));
    sheet.append(facts, canvas, table, places);
    view.heatPicture(canvas);
  };
  element("sheets").prepend(sheet);
  window.addEventListener("beforeprint", prepare);
  window.matchMedia("print").addEventListener("change", ({ matches }) => { if (matches) prepare(); });
}
