// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the page begins with: its document is inlined in a report, and comes from the server else. It stands last in the script.

let view = null;   // Of the picture.
let panel = null;  // Beside it.

/// The picture where there can be one: `make()`, else `none()`; the figures are still worth showing without WebGL.
function viewOr(make, none) {
  try {
    return make();
  } catch (error) {
    explainNoStage(error);
    return none();
  }
}

function open(page) {
  for (const part of document.querySelectorAll("[data-kind]")) if (!part.dataset.kind.split(" ").includes(page.kind)) part.remove();
  if (page.kind === "boxes") {
    view = viewOr(() => makeBoxesView(page.load.boxes, page.view), noBoxesView);
    panel = startBoxes(page, view);
  }
  if (page.kind === "scene") {
    readScene(page.scene);
    view = viewOr(makeSceneView, noSceneView);
    startPlayer(view);
  }
  connectViews(view, true);
  const run = (page.load || {}).run;
  element("history-part").hidden = !run || (run.improvements || []).length < 2;
  if (!element("history-part").hidden)
    makeChart(element("history-chart"), { title: "Litres", steps: true }).update(run.improvements, run.time_s);
  connectKeys();
}

const inlined = JSON.parse(element("document").textContent);
if (inlined) open(inlined);
