// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A search while it runs: its best value over time, rates, elites side by side; and the way back, from an edited packing to the search.

/// `page`: the document. `draw(elite, figure)` puts the picture of an elite into a figure; `send(command)` returns a promise.
function startLive(page, draw, send) {
  let chart = null;
  let drawn = "";
  element("follow").addEventListener("click", () => send({ do: "follow" }));
  const handBack = () => send({ do: "hand-back" });
  element("hand-back").addEventListener("click", handBack);
  if (page.live) {
    addKey("g", "hand the packing back to the search", handBack);
    addKey("e", "follow the best packing", () => send({ do: "follow" }));
  }

  function update() {
    const { live } = page;
    element("live-part").hidden = !live;
    if (!live) return;
    if (!chart) chart = makeChart(element("live-chart"), { title: live.value_name, steps: true });
    const state = live.running ? "searching" : `ended${live.stop_reason ? ": " + live.stop_reason.replace(/_/g, " ") : ""}`;
    const handed = live.handed_back ? `; handed back: ${live.handed_back}, taken: ${live.accepted}` : "";
    element("live-state").textContent = `${live.program}, ${state}, ${fixed(live.time_s, 0)} s${live.following ? "; the best is shown" : "; your own packing is shown"}${handed}`;
    chart.update(live.improvements, live.time_s);
    element("rates").replaceChildren();
    for (const [name, value] of Object.entries(live.rates || {})) addRow(element("rates"), name.replace(/_/g, " "), significant(value));
    element("follow").disabled = live.following || page.writer === false;
    element("hand-back").disabled = live.following || !live.running || page.writer === false;
    const text = JSON.stringify(live.elites || []);
    if (text === drawn) return;
    drawn = text;
    element("elites").replaceChildren(...(live.elites || []).map((elite, k) => {
      const figure = make("figure");
      figure.append(make("figcaption", `${elite.name || "elite " + k}: ${significant(elite.value)}`));
      draw(elite, figure);
      return figure;
    }));
  }
  return { update };
}
