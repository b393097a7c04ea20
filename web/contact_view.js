// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A field between two bodies that are pressed together: cells of a grid in the colours of a scale, drawn to a canvas; the patch of Hertz is
// dashed. The wheel zooms about the mouse, a drag moves; the cell under the mouse is told to the panel.

const fieldNames = { pressure: ["pressure", "modulus"], undeformed_gap: ["gap before", "length"], gap: ["gap", "length"],
  traction_x: ["traction along x", "modulus"], traction_y: ["traction along y", "modulus"], slip_x: ["slip along x", "length"],
  slip_y: ["slip along y", "length"], rigid_shift_x: ["rigid shift along x", "length"], rigid_shift_y: ["rigid shift along y", "length"],
  state: ["0 no pressure, 1 stick, 2 slip", ""] };

function makeContactView({ grid, hertz }) {
  const place = element("stage");
  const canvas = make("canvas", undefined, { tabindex: 0, role: "img", "aria-label": "The field; the panel beside it has its numbers" });
  place.prepend(canvas);
  const { nx, ny, dx, dy, left, low } = grid;
  const cells = document.createElement("canvas");
  [cells.width, cells.height] = [nx, ny];
  const middle = [left + (nx * dx) / 2, low + (ny * dy) / 2];
  const aim = { x: 0, y: 0, scale: 1 };  // The point in the middle [length], and pixels a unit of length.

  function draw() {
    const [width, height] = [place.clientWidth, place.clientHeight];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.imageSmoothingEnabled = false;
    pen.setTransform(aim.scale, 0, 0, -aim.scale, width / 2 - aim.x * aim.scale, height / 2 + aim.y * aim.scale);
    pen.drawImage(cells, left, low, nx * dx, ny * dy);
    pen.lineWidth = 1.5 / aim.scale;
    pen.strokeStyle = style.getPropertyValue("--edge-line");
    pen.strokeRect(left, low, nx * dx, ny * dy);
    if (!hertz || !hertz.semi_axes) return;
    pen.setLineDash([7 / aim.scale, 5 / aim.scale]);
    pen.strokeStyle = "#ffffff";
    pen.beginPath();
    pen.ellipse(0, 0, hertz.semi_axes[0], hertz.semi_axes[1], 0, 0, 2 * Math.PI);
    pen.stroke();
    pen.setLineDash([]);
  }

  function zoom(factor, about = [aim.x, aim.y]) {
    aim.x = about[0] + (aim.x - about[0]) * factor;
    aim.y = about[1] + (aim.y - about[1]) * factor;
    aim.scale /= factor;
    draw();
  }
  const spot = (event) => {
    const area = canvas.getBoundingClientRect();
    return [aim.x + (event.clientX - area.left - area.width / 2) / aim.scale, aim.y - (event.clientY - area.top - area.height / 2) / aim.scale];
  };

  const view = {
    canvas,
    onCell: (column, row) => {},
    zoom,
    turn: (right, up) => view.shift(right, up),
    shift(right, up) {
      aim.x += (right * canvas.height) / aim.scale;
      aim.y += (up * canvas.height) / aim.scale;
      draw();
    },
    look() {
      [aim.x, aim.y] = middle;
      aim.scale = 0.92 * Math.min(place.clientWidth / (nx * dx), place.clientHeight / (ny * dy));
      draw();
    },
    /// A field of ny rows of nx numbers, from `least` to `most`.
    show(field, least, most) {
      const image = new ImageData(nx, ny);
      for (let k = 0; k < nx * ny; ++k) image.data.set([...scaleColour(most > least ? (field[k] - least) / (most - least) : 0), 255], 4 * k);
      cells.getContext("2d").putImageData(image, 0, 0);
      draw();
    },
  };
  let from = null;
  canvas.addEventListener("pointerdown", (event) => {
    from = spot(event);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = spot(event);
    if (from) {
      aim.x -= x - from[0];
      aim.y -= y - from[1];
      draw();
    }
    const [column, row] = [Math.floor((x - left) / dx), Math.floor((y - low) / dy)];
    if (column >= 0 && column < nx && row >= 0 && row < ny) view.onCell(column, row);
  });
  canvas.addEventListener("pointerup", () => { from = null; });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(1.0015 ** event.deltaY, spot(event));
  }, { passive: false });
  let opened = false;
  new ResizeObserver(() => {
    if (opened) draw();
    else view.look();
    opened = true;
  }).observe(place);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  return view;
}

/// `page`: the document, of kind contact.
function startContact(page, view) {
  const { contact } = page;
  const { grid, units, fields } = contact;
  const names = Object.keys(fields).filter((name) => fieldNames[name]);
  const unitOf = (name) => units[fieldNames[name][1]] || "";
  const chart = makeChart(element("profile-chart"), { title: "Along x through the peak", unit: unitOf(names[0]), across: units.length });

  function show() {
    const name = names[element("colouring").value || 0];
    const field = fields[name];
    const [least, most] = [smallest(field), largest(field)];
    view.show(field, least, most);
    showScale(`${significant(least)} ${unitOf(name)}`, `${significant(most)} ${unitOf(name)}`);
    const row = Math.floor(fields.pressure.indexOf(largest(fields.pressure)) / grid.nx);
    chart.update(field.slice(row * grid.nx, (row + 1) * grid.nx).map((value, k) => [grid.left + (k + 0.5) * grid.dx, value]));
  }

  let cell = [grid.nx >> 1, grid.ny >> 1];
  function tellCell(column, row) {
    cell = [column, row];
    const table = element("cell");
    table.replaceChildren();
    addRow(table, "Cell", `${column}, ${row}`);
    addRow(table, "At", `${significant(grid.left + (column + 0.5) * grid.dx)}, ${significant(grid.low + (row + 0.5) * grid.dy)} ${units.length}`);
    for (const name of names) addRow(table, fieldNames[name][0], `${significant(fields[name][row * grid.nx + column])} ${unitOf(name)}`);
  }

  element("name").textContent = contact.name || page.name || "Contact";
  showVerdict(contact.solver.status === "solved", contact.solver.status === "solved" ? "✓ solved" : contact.solver.status);
  fillHeadline([[significant(contact.peak_pressure), `${units.modulus} at most`], [significant(contact.normal_force), `${units.force} force`],
    [significant(contact.approach), `${units.length} approach`]]);
  const table = element("figures");
  addRow(table, "Mean pressure", `${significant(contact.mean_pressure)} ${units.modulus}`);
  addRow(table, "Patch", `${significant(contact.contact_area)} ${units.length}², ${contact.contact_cells} cells`);
  addRow(table, "Grid", `${grid.nx} × ${grid.ny} cells of ${significant(grid.dx)} × ${significant(grid.dy)} ${units.length}`);
  if (contact.hertz) addRow(table, "Hertz", `${significant(contact.hertz.peak_pressure)} ${units.modulus} at most, approach ${significant(contact.hertz.approach)} ${units.length}`);
  addRow(table, "Friction", contact.friction);
  addRow(table, "Solver", `${contact.solver.method}, ${contact.solver.iterations} iterations, residual ${significant(contact.solver.residual)}`);
  for (const line of [...contact.warnings, ...contact.notes]) addRow(table, "Note", line);

  element("colouring").replaceChildren(...names.map((name, value) => make("option", fieldNames[name][0], { value })));
  element("colouring").previousElementSibling.textContent = "Field";
  element("colouring").addEventListener("change", show);
  addKey("h", "another field", () => {
    element("colouring").value = (+element("colouring").value + 1) % names.length;
    show();
  });
  const step = (across, up) => {
    tellCell(Math.min(Math.max(cell[0] + across, 0), grid.nx - 1), Math.min(Math.max(cell[1] + up, 0), grid.ny - 1));
    element("spoken").textContent = element("cell").textContent;
  };
  addKey(["4", "6"], "the cell to the left, to the right", (event) => step(event.key === "6" ? 1 : -1, 0));
  addKey(["2", "8"], "the cell below, above", (event) => step(0, event.key === "8" ? 1 : -1));
  view.onCell = tellCell;
  tellCell(...cell);
  show();
}
