// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The panel beside a mesh: what would be packed and why, its rooms, openings and parts.

const extentText = (lengths) => `${lengths.map((length) => Math.round(length)).join(" × ")} mm`;

/// A button with a text and what it does.
function makeButton(text, act, attributes = {}) {
  const button = make("button", text, { type: "button", ...attributes });
  button.addEventListener("click", act);
  return button;
}

/// Fills the panel by `check`, as in the JSON of `trunkpack check`. `acts`: { room(k), opening(k), next(k) } give the buttons of a row, where
/// a page has some; `next(k)` stands in place of a command line.
function fillMesh(check, view, acts = {}) {
  const stated = (word, known) => word + (known ? "" : ", not stated by the file");
  showVerdict(Boolean(check.packed), check.packed ? "✓ one room would be packed" : "not clear what would be packed");
  fillHeadline([[check.packed ? fixed(check.packed.litres, 1) : "–", "l packed"], [check.room_count, check.room_count === 1 ? "room" : "rooms"],
    [check.opening_count, check.opening_count === 1 ? "opening" : "openings"]]);
  element("reason").textContent = check.reason;
  element("next").replaceChildren(...check.next.map(({ command, effect }, k) => {
    if (acts.next) return acts.next(k);
    const line = make("div", undefined, { class: "command" });
    line.append(make("code", command), make("span", effect));
    return line;
  }));
  element("next-part").hidden = check.next.length === 0;

  /// Rows with numbers; the label in the picture shows while a row is pointed at.
  function fill(id, items, kind, textOf) {
    const table = element(id);
    table.replaceChildren();
    if (!items.length) addRow(table, "", "none");
    items.forEach((item, k) => {
      addRow(table, `${k + 1}`, textOf(item));
      const row = table.rows[k];
      if (acts[kind]) row.cells[1].append(...acts[kind](k));
      row.addEventListener("pointerenter", () => view.pointAt(`${kind} ${k}`));
      row.addEventListener("pointerleave", () => view.pointAt(""));
    });
  }
  fill("rooms", check.rooms, "room", (room) => `${fixed(room.litres, 1)} l, ${extentText(room.size_mm)}${room.packed ? ", packed" : ""}; --inside ${room.inside}`);
  fill("openings", check.openings, "opening", (opening) =>
    `${opening.kind === "sheet" ? "edge of a sheet" : opening.kind}, ${significant(opening.width_mm)} mm wide, ${opening.closed ? "closed" : "open"}; around ${opening.place}`);
  fill("parts", check.parts, "part", (part) =>
    `${part.name ? `${part.name}: ` : ""}${part.triangles} triangles, ${part.closed ? "closed" : "open"}${part.litres === null ? "" : `, ${fixed(part.litres, 1)} l`}`);
  const table = element("figures");
  table.replaceChildren();
  addRow(table, "Triangles", `${check.triangles}`);
  addRow(table, "Extent", extentText(check.size_mm));
  addRow(table, "Unit", stated(check.unit, check.unit_stated));
  addRow(table, "Up", stated(check.up, check.up_stated));
  addRow(table, "Parts", `${check.part_count}`);
  addRow(table, "Cross others", `${check.crossing_triangles} triangles`);
  addRow(table, "Touch others", `${check.touching_triangles} triangles`);
  addRow(table, "Doubled", `${check.doubled_faces} faces`);
  element("notes-part").hidden = check.notes.length + check.warnings.length === 0;
  element("notes").replaceChildren(...[...check.warnings, ...check.notes].map((text) => make("li", text)));
}

/// The switches of what the picture shows.
function connectMeshSwitches(view) {
  const switches = { m: ["show-mesh", view.setMesh, "mesh"], o: ["show-openings", view.setOpenings, "openings"], r: ["show-rooms", view.setRooms, "rooms"] };
  for (const [key, [id, set, text]] of Object.entries(switches)) {
    element(id).addEventListener("change", () => set(element(id).checked));
    addKey(key, text, () => element(id).click());
  }
}

/// `page`: the document, of kind mesh.
function startMesh(page, view) {
  element("name").textContent = page.name;
  fillMesh(page.check, view);
  connectMeshSwitches(view);
}
