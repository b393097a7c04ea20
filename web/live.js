// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A run while it goes on: its value over time and its rates; of a search, elites side by side, and the way back, from an edited packing to the
// search.

/// `page`: the document. `draw(elite, figure)` puts the picture of an elite into a figure; `send(command)` does a command; `following()`: the
/// best packing or the newest frame is shown.
function startLive(page, { draw, send, following }) {
  const isSearch = page.kind !== "scene";
  let chart = null;
  let drawn = "";
  const follow = () => send({ do: "follow" });
  element("follow").addEventListener("click", follow);
  element("follow").textContent = isSearch ? "Follow the best" : "Follow the newest";
  const handBack = () => send({ do: "hand-back" });
  element("hand-back").addEventListener("click", handBack);
  element("hand-back").hidden = !isSearch;
  element("live-heading").textContent = isSearch ? "Search" : "Run";
  if (page.live) {
    if (isSearch) addKey("g", "hand the packing back to the search", handBack);
    addKey("e", isSearch ? "follow the best packing" : "follow the newest frame", follow);
  }

  function update() {
    const { live } = page;
    element("live-part").hidden = !live;
    if (!live) return;
    if (!chart) chart = makeChart(element("live-chart"), { title: live.value_name, unit: isSearch ? "" : "s", steps: isSearch });
    const ended = `ended${live.stop_reason ? ": " + live.stop_reason.replace(/_/g, " ") : ""}`;
    const state = !live.running ? ended : isSearch ? "searching" : "simulating";
    const shown = isSearch ? (following() ? "the best is shown" : "your own packing is shown") : following() ? "the newest frame is shown" : "an earlier frame is shown";
    const handed = live.handed_back ? `; handed back: ${live.handed_back}, taken: ${live.accepted}` : "";
    element("live-state").textContent = `${live.program}, ${state}, ${fixed(live.time_s, 0)} s; ${shown}${handed}`;
    chart.update(live.improvements, live.time_s);
    element("rates").replaceChildren();
    for (const [name, value] of Object.entries(live.rates || {})) addRow(element("rates"), name.replace(/_/g, " "), significant(value));
    element("follow").disabled = following() || (isSearch && page.writer === false);
    element("hand-back").disabled = following() || !live.running || page.writer === false;
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
