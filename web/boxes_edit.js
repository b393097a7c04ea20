// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Editing a load: keys and arrows that move and turn the picked box, the contact simulation.

/// `panel`: of boxes_panel.js. Returns { update(), poses(data) }.
function startBoxesEdit(page, server, panel, view) {
  let showTime = false;
  const moveBy = () => +element("move-by").value;
  const turnBy = () => +element("turn-by").value;

  function stateText() {
    const { simulation } = page.edit;
    if (!simulation || !simulation.ran) return page.edit.changed ? "Changed, not saved." : "";
    const time = showTime && simulation.ms_per_step !== null && simulation.ms_per_step !== undefined ? `, ${significant(simulation.ms_per_step)} ms per step` : "";
    return `Contact simulation: ${simulation.running ? "" : "at rest after "}${simulation.steps} ${simulation.steps === 1 ? "step" : "steps"}, ${simulation.pairs} pairs and ` +
      `${simulation.walls} places at walls overlap, ${significant(simulation.deepest_mm)} mm at most${time}.`;
  }

  const editing = startEditing(page, server, {
    one: "box",
    suffix: ".box",
    picked: panel.picked,
    add: () => {
      const piece = (page.edit.pieces || [])[element("piece").value || 0];
      return piece ? { do: "add", edges_mm: piece.edges_mm } : { do: "add" };
    },
    simulate: () => ({ do: "simulate", on: !page.edit.simulation.running }),
    simulateText: () => (page.edit.simulation.running ? "Stop" : "Simulate"),
    simulateKey: "contact simulation on, off",
    stateText,
    acts: (send, withPicked) => ({
      fix: withPicked((box) => ({ do: "fix", fixed: !page.edit.fixed[box] })),
      step: () => send({ do: "step", steps: 1 }),
    }),
  });

  const push = (axis, sign) => {
    if (panel.picked() < 0) return tell("pick a box first");
    const by = [0, 0, 0];
    by[axis] = sign * moveBy();
    return editing.send({ do: "move", box: panel.picked(), by_mm: by });
  };
  const turn = (axis, sign) => {
    if (panel.picked() < 0) return tell("pick a box first");
    const about = [0, 0, 0];
    about[axis] = 1;
    return editing.send({ do: "turn", box: panel.picked(), about, degrees: sign * turnBy() });
  };
  [["6", "4"], ["8", "2"], ["7", "1"]].forEach(([more, less], axis) =>
    addKey([less, more], `move the box along ${axes[axis]}: less, more`, (event) => { push(axis, event.key === more ? 1 : -1); }));
  [["u", "j"], ["i", "k"], ["o", "l"]].forEach(([more, less], axis) =>
    addKey([more, less], `turn the box about ${axes[axis]}, and back`, (event) => { turn(axis, event.key === more ? 1 : -1); }));
  addKey([",", "."], "move and turn by less, by more", (event) => {
    for (const id of ["move-by", "turn-by"]) {
      const select = element(id);
      select.selectedIndex = Math.min(Math.max(select.selectedIndex + (event.key === "." ? 1 : -1), 0), select.options.length - 1);
    }
  });
  addKey(" ", "one step of the contact simulation", () => { editing.acts.step(); });
  addKey("f", "fix the box, let it go", () => { editing.acts.fix(); });
  addKey("a", "time per step", () => {
    showTime = !showTime;
    editing.update();
  });

  /// The box follows the arrow at once, and is placed when it is let go.
  view.onDrag = (box, place, ended) => {
    page.load.boxes[box].position_mm = place;
    view.setBoxes(page.load.boxes);
    panel.refresh();
    if (ended) editing.send({ do: "place", box, position_mm: place });
  };

  let pieces = "";
  return {
    send: editing.send,
    update() {
      editing.update();
      if (!page.edit) return;
      element("fix").textContent = panel.picked() >= 0 && page.edit.fixed[panel.picked()] ? "Let go" : "Fix";
      const list = page.edit.pieces || [];
      if (JSON.stringify(list) === pieces) return;
      pieces = JSON.stringify(list);
      element("piece").replaceChildren(...list.map((piece, value) => make("option", `${piece.name ? piece.name + ": " : ""}${piece.edges_mm.join(" × ")} mm`, { value })));
      element("piece").parentElement.hidden = list.length < 2;
    },
    /// Boxes while the simulation runs.
    poses({ poses, simulation }) {
      page.load.boxes.forEach((box, k) => {
        if (7 * k + 6 >= poses.length) return;
        box.position_mm = poses.slice(7 * k, 7 * k + 3);
        box.quaternion = poses.slice(7 * k + 3, 7 * k + 7);
      });
      if (page.edit) page.edit.simulation = simulation;
      view.setBoxes(page.load.boxes);
      panel.refresh();
      editing.update();
    },
  };
}
