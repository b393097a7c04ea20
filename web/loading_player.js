// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Plays a loading plan: one box after the other comes through the opening to its place. Until a step is asked for, the page shows the load as
// finished, as it does without a plan.

/// The place at a share of a way, at a steady speed.
function placeOnWay(way, share) {
  const lengths = way.slice(1).map((to, k) => Math.hypot(...difference(to, way[k])));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (let k = 0; k < lengths.length; ++k) {
    if (left < lengths[k]) return way[k].map((value, c) => value + (left / lengths[k]) * (way[k + 1][c] - value));
    left -= lengths[k];
  }
  return way[way.length - 1];
}

/// `show(boxes, overlay)` puts boxes into the picture; `overlay` says which ones are there, and in which colours: { visible(box),
/// tint(box, usual) }, or null for the load as finished.
function startLoading(page, view, show) {
  const { boxes, loading_plan: plan } = page.load;
  element("loading-part").hidden = !plan;
  if (!plan) return;
  const { steps, opening } = plan;
  const secondsEach = 0.7;
  const mostLabels = 60;
  const stepOf = new Map(steps.map((step, k) => [step.box, k]));
  const slider = element("loading-step");
  let loaded = null;   // Number of boxes that are in, with the one that is on its way; null: as finished.
  let share = 1;       // The part of its way that this one has behind it.
  let last = null;     // When the picture was moved on [ms]; null: it stands still.
  let playing = false; // Another box follows.
  let looked = false;
  slider.max = steps.length;

  const isIn = (box) => box < plan.totals.fixed || stepOf.get(box) < loaded;

  function tint(box, usual) {
    const step = stepOf.get(box);
    if (step === undefined || !loaded) return usual;
    if (step === loaded - 1) return isHeldAt(plan, step, step) && share >= 1 ? [0.86, 0.08, 0.1, 0.7] : [0.13, 0.68, 0.35, 0.7];
    if (isHeldAt(plan, step, loaded - 1)) return [0.75, 0.05, 0.08, 0];
    if (steps[step].layer === steps[loaded - 1].layer) return usual;
    return [...usual.slice(0, 3).map((value) => 0.4 * value + 0.6 * 0.58), 0];  // Layers below are pale.
  }

  /// Steps on the boxes of this layer, and on those that are held.
  function labels() {
    if (!loaded) return [];
    const now = loaded - 1;
    const held = (k) => isHeldAt(plan, k, now);
    const list = [...Array(loaded).keys()].reverse().filter((k) => held(k) || steps[k].layer === steps[now].layer);
    list.sort((a, b) => (b === now) - (a === now) || held(b) - held(a));
    return list.slice(0, mostLabels).map((k) => ({ box: steps[k].box, text: String(k + 1), more: String(steps[k].box),
      kind: held(k) ? "held" : k === now ? "now" : "" }));
  }

  function tell() {
    const place = element("loading-text");
    place.replaceChildren();
    element("loading-held").textContent = "";
    element("loading-clock").textContent = loaded === null ? "finished" : `${loaded} of ${steps.length}`;
    if (loaded === null) return place.append("The load as finished. A step shows how it gets there.");
    const { fixed: before } = plan.totals;
    if (loaded === 0) return place.append(`Nothing is loaded yet${before ? `; ${before} fixed ${before === 1 ? "box is" : "boxes are"} in before` : ""}.`);
    const step = steps[loaded - 1];
    const borne = carriersText(step);
    place.append(make("b", `Step ${loaded} of ${steps.length}, layer ${step.layer + 1}: box ${step.box}`),
      `, ${wayText(step, opening)}; ${borne ? "stands on " + borne : "nothing bears it"}`);
    const others = steps.slice(0, loaded - 1).filter((one, k) => isHeldAt(plan, k, loaded - 1)).map((one) => one.box);
    const texts = [holdText(plan, loaded - 1), others.length ? `also held: ${boxesText(others)}` : ""].filter(Boolean);
    element("loading-held").textContent = texts.join("; ");
  }

  function draw() {
    if (loaded === null) return show(boxes, null);
    const now = loaded > 0 && share < 1 ? steps[loaded - 1] : null;
    return show(now ? boxes.map((box, k) => (k === now.box ? { ...box, position_mm: placeOnWay(now.way_mm, share) } : box)) : boxes,
      { visible: isIn, isNow: (box) => loaded > 0 && steps[loaded - 1].box === box, tint });
  }

  function update() {
    slider.value = loaded === null ? steps.length : loaded;
    element("loading-play").textContent = playing ? "Pause" : "Play";
    element("loading-finished").setAttribute("aria-pressed", String(loaded === null));
    view.setLabels(labels());
    tell();
    draw();
  }

  function look() {
    looked = true;
    view.look(opening.outward);
  }

  function stop() {
    playing = false;
    last = null;
  }

  /// The load test shows its own places: only one of both plays.
  function stopMotion() {
    const motion = element("motion");
    if (motion.value === "" || +motion.value < 0) return;
    motion.value = -1;
    motion.dispatchEvent(new Event("change"));
  }

  function goTo(count) {
    stop();
    stopMotion();
    if (!looked) look();
    loaded = Math.min(Math.max(count, 0), steps.length);
    share = 1;
    update();
  }

  function finish() {
    stop();
    loaded = null;
    update();
  }

  /// The next box flies to its place; with `on` others follow.
  function fly(on) {
    const next = loaded === null || (on && loaded === steps.length) ? 1 : loaded + 1;
    if (!steps.length || next > steps.length) return;
    goTo(next);
    share = 0;
    playing = on;
    last = performance.now();
    update();
    requestAnimationFrame(advance);
  }

  function advance(clock) {
    if (last === null) return;
    share += (Math.max(0, clock - last) / 1000 / secondsEach) * element("loading-speed").value;
    last = Math.max(last, clock);
    if (share < 1) {
      draw();
      requestAnimationFrame(advance);
      return;
    }
    share = 1;
    if (playing && loaded < steps.length) {
      loaded += 1;
      share = 0;
      requestAnimationFrame(advance);
    } else stop();
    update();
  }

  const play = () => {
    if (!playing) return fly(true);
    playing = false;  // The box that is on its way arrives.
    return update();
  };
  const back = () => goTo((loaded === null ? steps.length + 1 : loaded) - 1);
  const presses = { first: () => goTo(0), back, play, forward: () => fly(false), last: () => goTo(steps.length), look, finished: finish };
  for (const [name, run] of Object.entries(presses)) element(`loading-${name}`).addEventListener("click", run);
  slider.addEventListener("input", () => goTo(+slider.value));
  element("motion").addEventListener("change", (event) => { if (+event.target.value >= 0) finish(); });
  addKey([",", "."], "step of the loading plan before, next one", (event) => { event.key === "." ? fly(false) : back(); });
  addKey(" ", "play the loading plan, pause", play);
  addKey(["Home", "End"], "before the first step, after the last one", (event) => goTo(event.key === "Home" ? 0 : steps.length));
  addKey("g", "look into the opening", look);
  addKey("f", "the load as finished", finish);

  const facts = element("loading-facts");
  addRow(facts, "Loaded through", openingText(opening));
  addRow(facts, "Must be held", heldShareText(plan));
  addRow(facts, "Friction", plan.rules.friction);
  addRow(facts, "May overlap on the way", `by ${plan.rules.overlap_mm} mm`);
  addRow(facts, "Counts as contact", `a gap up to ${plan.rules.contact_mm} mm`);
  element("loading-stuck").replaceChildren(...plan.stuck.slice(0, 50).map((one) => make("li", stuckText(one))));
  if (plan.stuck.length > 50) element("loading-stuck").append(make("li", `${plan.stuck.length - 50} more`));
  element("loading-stuck-part").hidden = !plan.stuck.length;
  startSheets(page);
  if (location.hash === "#plan") goTo(0);
  else update();
}
