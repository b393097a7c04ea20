// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The panel of a packing of circles, and its editing.

/// In place of rattlers, where a packing is no local minimum of its radius.
const undetermined = "not determined";

/// Overlaps of circles among each other and with the enclosing circle, per circle, beyond what rounding leaves.
function overlapsOf(circles, radius) {
  const depth = circles.map(({ x, y, radius: r }) => Math.hypot(x, y) + r - radius);
  const byX = circles.map((one, k) => k).sort((a, b) => circles[a].x - circles[a].radius - circles[b].x + circles[b].radius);
  byX.forEach((i, at) => {
    const a = circles[i];
    for (let n = at + 1; n < byX.length; ++n) {
      const b = circles[byX[n]];
      if (b.x - b.radius > a.x + a.radius) break;
      const overlap = a.radius + b.radius - Math.hypot(a.x - b.x, a.y - b.y);
      depth[i] = Math.max(depth[i], overlap);
      depth[byX[n]] = Math.max(depth[byX[n]], overlap);
    }
  });
  return depth.map((value) => (value > 1e-9 * radius ? value : 0));
}

/// `page`: the document, of kind circles; `server`: null where it is read-only.
function startCircles(page, view, server) {
  let picked = -1;
  let depth = [];
  const list = () => page.circles.circles;
  const radius = () => page.circles.enclosing_radius;

  /// Lines of contacts: between centres, and to where a circle touches the enclosing one.
  const contactLines = () => (page.circles.contacts || []).filter(([i]) => i < list().length).map(([i, j]) => {
    const a = list()[i];
    const b = j >= 0 ? list()[j] : null;
    const far = Math.hypot(a.x, a.y) || 1;
    return b ? [a.x, a.y, b.x, b.y] : [a.x, a.y, (a.x * radius()) / far, (a.y * radius()) / far];
  });

  function refresh() {
    const rattlers = new Set(page.circles.rattlers || []);
    depth = overlapsOf(list(), radius());
    view.show(list().map((one, k) => ({ ...one, colour: (page.view.colours || [])[k] || "#7fb2de", rattler: rattlers.has(k), bad: depth[k] > 0 })),
      radius(), contactLines(), picked);
  }

  function fillPickedCircle() {
    const place = element("picked-circle");
    place.replaceChildren();
    if (picked < 0) return place.append(make("p", "Click a circle. Circles are numbered from 0 in the order of the files."));
    const { x, y, radius: r } = list()[picked];
    const table = make("table");
    addRow(table, "Number", picked);
    addRow(table, "Radius", significant(r));
    addRow(table, "Centre", `${fixed(x, 6)}, ${fixed(y, 6)}`);
    addRow(table, "From the centre", fixed(Math.hypot(x, y), 6));
    addRow(table, "Contacts", (page.circles.contacts || []).filter((pair) => pair.includes(picked)).length);
    const { rattlers } = page.circles;
    addRow(table, "Rattler", !rattlers ? undetermined : rattlers.includes(picked) ? "yes" : "no");
    if (depth[picked] > 0) addRow(table, "Overlaps by", significant(depth[picked]));
    return place.append(table);
  }

  function fill() {
    const { circles, edit } = page;
    element("name").textContent = page.name || "Packing";
    const shownRadius = edit ? edit.radius_text : String(circles.enclosing_radius);
    const density = `${fixed(100 * circles.density, 2)} %`;
    const known = page.best_known;
    const third = known ? [known.gap_text, "to the best known"] : [density, "density"];
    fillHeadline([[String(list().length), "circles"], [Number(shownRadius).toPrecision(8), "radius"], third]);
    if (edit) {
      const count = depth.filter((value) => value > 0).length;
      showVerdict(edit.legal, edit.legal ? "✓ verified"
        : `✗ ${count} circles overlap, ${significant(edit.deepest)} at most`);
    } else if (page.verified) {
      showVerdict(true, "✓ verified");
    }
    const table = element("figures");
    table.replaceChildren();
    addRow(table, "Radius", shownRadius);
    if (known) {
      addRow(table, "Best known", `${known.text} (${known.source})`);
      addRow(table, "Gap to it", known.gap_text);
    }
    addRow(table, "Density", density);
    addRow(table, "Radii", circles.family);
    addRow(table, "Contacts", (circles.contacts || []).length);
    addRow(table, "Rattlers", circles.rattlers ? circles.rattlers.length : undetermined);
    fillPickedCircle();
    tabulate();
  }

  function tabulate() {
    if (!element("circle-rows-part").open) return;
    const table = element("circle-rows");
    table.replaceChildren();
    const head = table.createTHead().insertRow();
    for (const text of ["Circle", "radius", "x", "y", "overlap"]) head.append(make("th", text, { scope: "col" }));
    const body = table.createTBody();
    list().forEach(({ x, y, radius: r }, k) => {
      const row = body.insertRow();
      row.append(make("th", k, { scope: "row" }), ...[significant(r), fixed(x, 4), fixed(y, 4), depth[k] > 0 ? significant(depth[k]) : "–"].map((text) => make("td", text)));
      if (depth[k] > 0) row.className = "bad";
      if (k === picked) row.setAttribute("aria-selected", "true");
      row.addEventListener("click", () => pick(k));
    });
  }
  element("circle-rows-part").addEventListener("toggle", tabulate);

  function pick(index) {
    if (index === picked) return;
    picked = index;
    refresh();
    fillPickedCircle();
    tabulate();
    element("spoken").textContent = index < 0 ? "no circle" : `circle ${index}`;
  }
  const step = (direction) => pick(picked < 0 ? (direction > 0 ? 0 : list().length - 1) : (picked + direction + list().length) % list().length);
  let leaving = false;
  addKey("Tab", "next circle, from the picture; Shift: the one before. Esc, then Tab: on to the buttons", (event) => {
    const direction = event.shiftKey ? -1 : 1;
    const onPicture = [view.canvas, document.body].includes(document.activeElement);
    if (!onPicture || leaving || picked + direction >= list().length || (picked === 0 && direction < 0)) return false;
    return step(direction);
  });
  view.canvas.addEventListener("focus", () => { leaving = false; });
  addKey(["n", "p"], "next circle, previous circle", (event) => step(event.key === "n" ? 1 : -1));
  addKey("Escape", "pick no circle", () => { leaving = true; pick(-1); });
  addKey("c", "contacts", () => element("show-contacts").click());
  element("show-contacts").addEventListener("change", (event) => view.setContacts(event.target.checked));
  view.onPick = pick;

  let editing = null;
  if (server && page.edit) {
    editing = startEditing(page, server, {
      one: "circle",
      suffix: ".circles",
      picked: () => picked,
      add: () => ({ do: "add", radius: +element("new-radius").value, at: [0, 0] }),
      simulate: () => ({ do: "relax" }),
      simulateText: () => "Relax",
      simulateKey: "relax: contact simulation and polish to the local minimum of the radius",
      stateText: () => (page.edit.changed ? "Changed, not saved." : ""),
      acts: () => ({}),
    });
    const push = (axis, sign) => {
      if (picked < 0) return tell("pick a circle first");
      const to = [list()[picked].x, list()[picked].y];
      to[axis] += 0.01 * sign * radius();
      [list()[picked].x, list()[picked].y] = to;  // The next press may come before the answer.
      return editing.send({ do: "move", circle: picked, to });
    };
    addKey(["4", "6"], "move the circle along x: less, more", (event) => { push(0, event.key === "6" ? 1 : -1); });
    addKey(["2", "8"], "move the circle along y: less, more", (event) => { push(1, event.key === "8" ? 1 : -1); });
    view.mayDrag = editing.may;
    view.onDrag = (circle, to, ended) => {
      [list()[circle].x, list()[circle].y] = to;
      refresh();
      fillPickedCircle();
      if (ended) editing.send({ do: "move", circle, to });
    };
  }

  const panel = {
    picked: () => picked,
    pick,
    update() {
      if (picked >= list().length) picked = -1;
      refresh();
      fill();
      if (editing) editing.update();
    },
    poses() {},
    frames() {},
    draw: ({ circles, radius: R }, figure) => figure.prepend(circlesPicture(circles.map(([x, y, r]) => ({ x, y, radius: r })), R)),
    send: (command) => editing && editing.send(command),
  };
  panel.update();
  return panel;
}
