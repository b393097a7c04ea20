// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The panel in which a container is made of a mesh: points inside, cap planes, parts, and the command line that repeats it. Each change is
// a command `ask` of the server, which answers with what would be packed.

function startContainer(page, server, view) {
  const history = startHistory(page, server);
  // What was asked and is not in the document yet: the next change builds on it.
  let wanted = {};
  let asking = 0;
  let answered = 0;  // The last revision.
  async function ask(change) {
    Object.assign(wanted, change);
    ++asking;
    const answer = await history.send({ do: "ask", ...change });
    --asking;
    if (answer) answered = answer.revision;
    forget(!answer);
  }
  function forget(refused) {
    if (asking === 0 && (refused || page.revision >= answered)) wanted = {};
  }

  /// The texts of points or planes, names of parts.
  const listOf = (key) => wanted[key] || page.asked[key].map((one) => (typeof one === "string" ? one : one.text));
  const add = (key, text) => ask({ [key]: [...listOf(key), text] });
  const replace = (key, k, text) => ask({ [key]: listOf(key).map((own, i) => (i === k ? text : own)) });
  const remove = (key, k) => ask({ [key]: listOf(key).filter((own, i) => i !== k) });

  /// Whether what a part of the panel is made of has changed since it was asked last: parts are made again only then, for somebody may type.
  const madeOf = {};
  function isNew(part, ...values) {
    const text = JSON.stringify(values);
    const changed = madeOf[part] !== text;
    madeOf[part] = text;
    return changed;
  }

  /// Replaces rows; the focus stays, and so does what is being typed.
  function replaceRows(place, rows) {
    const own = place.contains(document.activeElement) ? document.activeElement : null;
    place.replaceChildren(...rows);
    const again = own && place.querySelector(`[aria-label="${CSS.escape(own.getAttribute("aria-label"))}"]`);
    if (!again) return;
    again.focus();
    if (own.type === "number" && own.value !== own.dataset.was) again.value = own.value;
  }

  /// A field of a row, and what to do with another value.
  function makeField(label, value, change, attributes = { type: "number", step: "any" }) {
    const field = make("input", undefined, { "aria-label": label, "data-was": value, ...attributes });
    field.value = value;
    field.disabled = !history.may();
    field.addEventListener("change", change);
    return field;
  }
  let seeding = false;
  let lastSeed = null;  // The point of the last click: { origin, direction, depths, depth, text }.
  let pickedCap = -1;
  let capsBefore = page.asked.cap.length;  // Number of planes; a new one is picked.
  let shapeShown = null;
  let reportShown = null;
  const closedEyes = new Set();

  // Points inside.
  function setSeeding(on) {
    seeding = on;
    element("seed").setAttribute("aria-pressed", on);
    element("hint").textContent = on ? "click a wall: the room behind it is packed · Esc: no click" : restHint;
    view.setSeeding(on);
  }
  const restText = element("copied").textContent;
  const restHint = element("hint").textContent;

  const onRay = ({ origin, direction }, depth) => origin.map((value, k) => value + depth * direction[k]);
  view.onSeed = (seed) => {
    if (!seed.room) {
      return tell(seed.depths.length ? "Behind this wall the ray leaves the mesh before it meets another one: click another wall, or close the room by a plane first."
        : "There is no wall: click the mesh.");
    }
    lastSeed = { ...seed, depth: 0.5 * (seed.room[0] + seed.room[1]) };
    lastSeed.text = pointText(onRay(seed, lastSeed.depth), page.shape);
    setSeeding(false);
    return add("inside", lastSeed.text);
  };

  function setDepth(value) {
    const k = listOf("inside").indexOf(lastSeed.text);
    if (k < 0 || !Number.isFinite(value)) return;
    lastSeed.depth = lastSeed.depths[0] + value;
    lastSeed.text = pointText(onRay(lastSeed, lastSeed.depth), page.shape);
    replace("inside", k, lastSeed.text);
  }

  function showSeeds() {
    if (!isNew("seeds", page.asked.inside, history.may(), lastSeed && lastSeed.text)) return;
    view.setSeeds(page.asked.inside.map(({ at_mm: point }) => point));
    replaceRows(element("seeds"), page.asked.inside.map(({ text }, k) => {
      const line = make("div", undefined, { class: "asked" });
      const change = () => replace("inside", k, fields.map((one) => one.value).join(","));
      const fields = text.split(",").map((value, axis) => makeField(`${axes[axis]} of point ${k + 1}`, value, change));
      line.append(make("b", `${k + 1}`), ...fields, makeButton("×", () => remove("inside", k), { title: "remove", "aria-label": `Remove point ${k + 1}` }));
      line.addEventListener("pointerenter", () => view.pointAt(`seed ${k}`));
      line.addEventListener("pointerleave", () => view.pointAt(""));
      return line;
    }));
    const known = lastSeed && page.asked.inside.some(({ text }) => text === lastSeed.text);
    element("depth-row").hidden = !known;
    if (!known) return;
    const [first, last] = [lastSeed.depths[0], lastSeed.depths[lastSeed.depths.length - 1]];
    element("depth").min = Math.round(-0.2 * (last - first));
    element("depth").max = Math.round(last - first);
    element("depth").value = element("depth-number").value = Math.round(lastSeed.depth - first);
  }

  // Cap planes.
  function pickCap(k) {
    pickedCap = k;
    showCaps();
  }

  function showCaps() {
    const list = page.asked.cap;
    if (pickedCap >= list.length) pickedCap = list.length - 1;
    if (!isNew("caps", list, history.may(), pickedCap)) return;
    replaceRows(element("caps"), list.map(({ text }, k) => {
      const line = make("div", undefined, { class: k === pickedCap ? "asked picked" : "asked" });
      const plane = axisPlane(text);
      const change = () => replace("cap", k, plane ? axisText({ ...plane, value: field.value }) : field.value.trim());
      const field = makeField(`Plane ${k + 1}`, plane ? plane.value : text, change, plane ? undefined : { type: "text", spellcheck: "false" });
      line.append(makeButton(plane ? `${plane.axis} ${plane.below ? "≤" : "≥"}` : "plane", () => pickCap(k === pickedCap ? -1 : k), { "aria-pressed": k === pickedCap, title: "arrows in the picture that move it", "aria-label": `Arrows of plane ${k + 1}` }),
        field, makeButton("Flip", () => replace("cap", k, flippedPlane(text)), { title: "the room is on the other side", "aria-label": `Flip plane ${k + 1}` }),
        makeButton("×", () => remove("cap", k), { title: "remove", "aria-label": `Remove plane ${k + 1}` }));
      return line;
    }));
    view.setCaps(list, pickedCap);
  }

  const movePlane = (k, by) => movedPlane(listOf("cap")[k], by, page.asked.cap[k].normal, page.shape);
  view.onDragCap = (k, by, ended) => {
    const text = movePlane(k, by);
    const plane = axisPlane(text);
    element("caps").children[k].querySelector("input").value = plane ? plane.value : text;
    if (ended) replace("cap", k, text);
  };

  function addCap() {
    const [axis, sign] = element("cap-kind").value.split(" ");
    const value = fileNumber(toFile(view.middle(), page.shape)[axes.indexOf(axis)], page.shape);
    add("cap", axisText({ axis, below: sign === "<", value }));
  }

  // Parts: what each is for.
  const isFor = (name, list) => list.includes(name) || (!page.shape.parts.includes(list.find((one) => one.toLowerCase() === name.toLowerCase())) && list.some((one) => one.toLowerCase() === name.toLowerCase()));
  const useOf = (name) => (isFor(name, page.asked.part) ? "container" : isFor(name, page.asked.obstacle) ? "obstacle" : "");
  const roleOf = (k) => {
    if (closedEyes.has(k)) return "hidden";
    return (page.shape.parts.length && useOf(page.shape.parts[k])) || "other";
  };

  function setUse(name, use) {
    const others = (list) => list.filter((one) => one.toLowerCase() !== name.toLowerCase() || (one !== name && page.shape.parts.includes(one)));
    const [part, obstacle] = [others(listOf("part")), others(listOf("obstacle"))];
    if (use === "container") part.push(name);
    if (use === "obstacle") obstacle.push(name);
    ask({ part, obstacle });
  }

  function showParts(again) {
    const { parts } = page.shape;
    element("part-list-part").hidden = parts.length === 0;
    if (!isNew("parts", parts, page.asked.part, page.asked.obstacle, [...closedEyes], history.may()) && shapeShown === page.shape) return;
    shapeShown = page.shape;
    view.setShape(page.shape, roleOf, again);
    const table = element("part-list");
    const place = table.parentElement.scrollTop;
    replaceRows(table, parts.map((name, k) => {
      const row = make("tr");
      const eye = make("input", undefined, { type: "checkbox", title: "in the picture", "aria-label": `Show ${name}` });
      eye.checked = !closedEyes.has(k);
      eye.addEventListener("change", () => {
        if (eye.checked) closedEyes.delete(k);
        else closedEyes.add(k);
        showParts();
      });
      const use = make("select", undefined, { "aria-label": `Use of ${name}` });
      use.append(make("option", "–", { value: "" }), make("option", "container", { value: "container" }), make("option", "obstacle", { value: "obstacle" }));
      use.value = useOf(name);
      use.className = use.value;
      use.disabled = !name || !history.may();
      use.addEventListener("change", () => setUse(name, use.value));
      for (const node of [eye, make("span", name || "(no name)"), use]) row.insertCell().append(node);
      row.addEventListener("pointerenter", () => view.pointAtPart(page.shape, k));
      row.addEventListener("pointerleave", () => view.pointAtPart(page.shape, -1));
      return row;
    }));
    table.parentElement.scrollTop = place;
  }
  view.onPart = (point, k) => {
    const rows = [...element("part-list").rows];
    rows.forEach((row, i) => (i === k ? row.setAttribute("aria-selected", "true") : row.removeAttribute("aria-selected")));
    if (rows[k]) rows[k].scrollIntoView({ block: "nearest" });
    if (point) element("spoken").textContent = `${page.shape.parts[k] || "mesh"} at ${pointText(point, page.shape)}`;
  };

  // The answer.
  const take = (k) => ask({ inside: [page.report.check.rooms[k].inside] });
  const acts = {
    room: (k) => {
      const { asked, report } = page;
      if (report.check.rooms[k].packed && asked.inside.length) return [];
      const buttons = [makeButton("Take", () => take(k), { title: "pack this room" })];
      if (asked.inside.length) buttons.push(makeButton("Add", () => add("inside", report.check.rooms[k].inside), { title: "pack this room, too" }));
      return buttons;
    },
    opening: (k) => {
      const { cap } = page.report.check.openings[k];
      return cap && !listOf("cap").includes(cap) ? [makeButton("Add its plane", () => add("cap", cap))] : [];
    },
    next: (k) => {
      const { option, value, effect } = page.report.next[k];
      const changes = { inside: () => add("inside", value), cap: () => add("cap", value), unit: () => ask({ unit: value }), "all-parts": () => ask({ all_parts: true }) };
      return makeButton(effect.replace(/^(\w)(\w*)s\b/, (word, first, rest) => first.toUpperCase() + rest), changes[option]);
    },
  };

  function showReport() {
    const { report } = page;
    const stale = page.phase !== null;
    document.body.classList.toggle("stale", stale);
    element("phase").textContent = stale ? `${page.phase} …` : "";
    if (reportShown === report) return view.setStale(stale);
    reportShown = report;
    if (!report) return undefined;
    const { packed } = report.check || {};
    element("litres").textContent = packed ? `${fixed(packed.litres, 1)} l` : report.error ? "cannot be packed" : "not clear yet";
    element("litres").className = packed ? "" : "bad";
    if (report.error) {
      showVerdict(false, "cannot be packed");
      fillHeadline([]);
      element("reason").textContent = report.error;
      element("next-part").hidden = true;
      return view.setStale(true);
    }
    fillMesh(report.check, view, acts);
    view.setReport(report.check, report.view);
    view.setRims(report.view.rims_mm);
    return view.setStale(stale);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(page.command);
    } catch (error) {  // Pages of other machines have no clipboard without encryption.
      getSelection().selectAllChildren(element("command"));
      document.execCommand("copy");
    }
    element("copied").textContent = "Copied.";
  }

  document.body.classList.add("making");
  element("name").textContent = page.name;
  connectMeshSwitches(view);
  const settings = { "all-rooms": () => ask({ all_parts: element("all-rooms").checked }), "leave-rim": () => ask({ close_rim: !element("leave-rim").checked }),
    unit: () => ask({ unit: element("unit").value || null }), up: () => ask({ up: element("up").value || null }),
    depth: () => setDepth(+element("depth").value), "depth-number": () => setDepth(+element("depth-number").value) };
  for (const [id, change] of Object.entries(settings)) element(id).addEventListener("change", change);
  element("depth").addEventListener("input", () => { element("depth-number").value = element("depth").value; });
  const clicks = { seed: () => setSeeding(!seeding), "add-seed": () => add("inside", pointText(view.middle(), page.shape)), "add-cap": addCap, copy };
  for (const [id, act] of Object.entries(clicks)) element(id).addEventListener("click", act);
  const chosen = () => (pickedCap < page.asked.cap.length ? listOf("cap")[pickedCap] : undefined);
  addKey("p", "click a point inside", () => element("seed").click());
  addKey("c", "copy the command line", copy);
  addKey(["[", "]"], "handle of the cap plane before, after", (event) => {
    const count = page.asked.cap.length;
    if (count) pickCap((pickedCap + (event.key === "]" ? 1 : count - 1 + (pickedCap < 0 ? 1 : 0))) % count);
  });
  addKey(["8", "2"], "move this plane by 10 mm, out of the room and into it", (event) => {
    if (chosen()) replace("cap", pickedCap, movePlane(pickedCap, event.key === "8" ? 10 : -10));
  });
  addKey("f", "flip this plane", () => { if (chosen()) replace("cap", pickedCap, flippedPlane(chosen())); });
  addKey("Delete", "remove this plane", () => { if (chosen()) remove("cap", pickedCap); });
  addKey("Escape", "no click, no handle", () => {
    setSeeding(false);
    pickCap(-1);
  });

  function update() {
    const { asked } = page;
    forget(false);
    history.update();
    element("edit-state").hidden = page.writer !== false;
    element("edit-state").textContent = page.writer === false ? "Another page changes this; here it can be watched." : "";
    for (const id of [...Object.keys(clicks).filter((name) => name !== "copy"), ...Object.keys(settings)]) element(id).disabled = !history.may();
    if (element("command").textContent !== page.command) {
      element("command").textContent = page.command;
      element("copied").textContent = restText;
    }
    element("all-rooms").checked = asked.all_parts;
    element("leave-rim").checked = !asked.close_rim;
    element("unit").value = asked.unit || "";
    element("up").value = asked.up || "";
    if (asked.cap.length > capsBefore) pickedCap = asked.cap.length - 1;
    capsBefore = asked.cap.length;
    showParts(shapeShown !== null && (shapeShown.unit_mm !== page.shape.unit_mm || shapeShown.up !== page.shape.up));
    showCaps();
    showSeeds();
    showReport();
  }
  update();
  return { ...noPanel, update };
}
