// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The panel and the player: which state is shown, and its figures. Passes states to `view`, which scene_view.js makes:
// { show(frame, share), setWalls(on), look(name), zoom(factor) }. Of a simulation that runs it shows the newest frame until it is told to go
// elsewhere.

/// `page`: the document.
function startPlayer(page, view) {
  const slider = element("frame");
  let times = [];
  let now = 0;                          // Simulated time that is shown [s].
  let frame = 0;                        // The last one at or before it.
  let last = null;                      // When the state was moved on [ms]; null: paused.
  let following = Boolean(page.live);   // The newest frame is shown.

  const chart = makeChart(element("scene-chart"), { title: "Kinetic energy", unit: "J" });

  /// Frames were added.
  function count() {
    times = recorded.figures.map((one) => one.time_s);
    slider.max = frameCount - 1;
    chart.update(recorded.figures.map((one) => [one.time_s, one.kinetic_J]));
    if (following) now = times[frameCount - 1];
    show();
  }

  function show() {
    while (frame + 1 < frameCount && times[frame + 1] <= now) ++frame;
    while (frame > 0 && times[frame] > now) --frame;
    const interval = frame + 1 < frameCount ? times[frame + 1] - times[frame] : 0;
    view.show(frame, interval > 0 ? (now - times[frame]) / interval : 0);
    slider.value = frame;
    element("clock").textContent = `${now.toFixed(3)} s`;
    const { figures } = recorded;
    const one = figures[frame];
    const table = element("frame-figures");
    table.replaceChildren();
    addRow(table, "Number", `${frame} of 0 to ${frameCount - 1}`);
    addRow(table, "Time", `${+one.time_s.toFixed(6)} s`);
    addRow(table, "Step", one.step);
    addRow(table, "Kinetic energy", significant(one.kinetic_J) + " J");
    addRow(table, "Potential energy", significant(one.potential_J) + " J");
    if (figures.some((each) => each.wall_work_J !== 0)) addRow(table, "Work of walls", significant(one.wall_work_J) + " J");
    if (figures.some((each) => each.bodies !== recorded.bodies)) addRow(table, "Bodies in the scene", `${one.bodies} of ${recorded.bodies}`);
    addRow(table, "Contacts", one.contacts);
    addRow(table, "Deepest overlap", significant(one.penetration_m) + " m");
    addRow(table, "Residual", significant(one.residual));
    addRow(table, "Iterations", one.iterations);
    showVerdict(one.step === 0 ? null : one.status === "solved", one.step === 0 ? "start" : one.status === "solved" ? "✓ solved" : one.status);
    chart.showCursor(now);
  }

  function setPlaying(on) {
    if (on) leave();
    if (on && now >= times[frameCount - 1]) now = times[0];
    last = on && frameCount > 1 ? performance.now() : null;
    element("play").textContent = last === null ? "Play" : "Pause";
    if (last !== null) requestAnimationFrame(advance);
  }

  /// Another frame than the newest is wanted.
  function leave() {
    following = false;
    onFollow();
  }

  function follow() {
    setPlaying(false);
    following = true;
    now = times[frameCount - 1];
    show();
    onFollow();
  }

  function advance(clock) {
    if (last === null) return undefined;
    now += (Math.max(0, clock - last) / 1000) * element("speed").value;
    last = Math.max(last, clock);
    if (now >= times[frameCount - 1]) {
      if (page.live && page.live.running) return follow();
      if (element("repeat").checked) now = times[0];
      else {
        now = times[frameCount - 1];
        setPlaying(false);
      }
    }
    show();
    if (last !== null) requestAnimationFrame(advance);
  }

  function goTo(number) {
    setPlaying(false);
    leave();
    now = times[Math.min(Math.max(number, 0), frameCount - 1)];
    show();
  }

  element("name").textContent = recorded.name;
  const facts = element("figures");
  if (recorded.seed !== null) addRow(facts, "Seed", recorded.seed);
  addRow(facts, "Bodies", recorded.bodies);
  addRow(facts, "Method", recorded.method);
  addRow(facts, "Jampack", recorded.version);

  element("play").addEventListener("click", () => setPlaying(last === null));
  slider.addEventListener("input", () => goTo(+slider.value));
  element("show-walls").addEventListener("change", (event) => view.setWalls(event.target.checked));
  addKey(" ", "play, pause", () => setPlaying(last === null));
  addKey([",", "."], "frame before, next frame", (event) => goTo(frame + (event.key === "." ? 1 : -1)));
  addKey("w", "walls", () => element("show-walls").click());
  addKey("r", "begin again at the end", () => element("repeat").click());
  now = recorded.figures[0].time_s;
  count();
  return {
    ...noPanel,
    /// After the document has come again.
    update() {
      if (page.live) addFrames(page.scene);
      count();
    },
    frames(data) {
      addFrames(data);
      count();
    },
    send: follow,
    following: () => following,
  };
}

/// In place of scene_view.js where there is no WebGL.
function noSceneView() {
  const ignore = () => {};
  return { show: ignore, setWalls: ignore, look: ignore, zoom: ignore, turn: ignore, shift: ignore };
}
