// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the page begins with: its document is inlined in a report, and comes from the server else. It stands last in the script.

let view = null;   // Of the picture.
let panel = noPanel;  // Beside it.

/// The picture where there can be one: `make()`, else `none()`; the figures are still worth showing without WebGL.
function viewOr(make, none) {
  try {
    return make();
  } catch (error) {
    explainNoStage(error);
    return none();
  }
}

/// Shows a document; `server` is null where it is read-only. Returns what takes the server's events: { update(), poses(data), live() }.
function open(page, server) {
  document.body.classList.remove("waiting");
  for (const part of document.querySelectorAll("[data-kind]")) if (!part.dataset.kind.split(" ").includes(page.kind)) part.remove();
  let edit = null;
  if (page.kind === "boxes") {
    view = viewOr(() => makeBoxesView(page.load.boxes, page.view, page.load.tight && page.load.tight.patches), noBoxesView);
    panel = startBoxes(page, view);
    if (server && page.edit) edit = startBoxesEdit(page, server, panel, view);
    panel.onPick = () => edit && edit.update();
  }
  if (page.kind === "circles") {
    view = makeCirclesView();
    panel = startCircles(page, view, server);
  }
  if (page.kind === "contact") {
    view = makeContactView(page.contact);
    startContact(page, view);
  }
  if (page.kind === "mesh") {
    view = viewOr(() => makeCheckView(page), noMeshView);
    startMesh(page, view);
  }
  if (page.kind === "container") {
    view = viewOr(() => makeContainerView(), noContainerView);
    panel = startContainer(page, server, view);
  }
  if (page.kind === "scene") {
    readScene(page.scene);
    view = viewOr(() => makeSceneView(page), noSceneView);
    panel = startPlayer(page, view);
  }
  connectViews(view, ["boxes", "scene", "mesh", "container"].includes(page.kind), !page.edit || page.kind === "container");
  if (page.can_quit) addKey("q", "end the program", () => quit(page, server));
  const live = startLive(page, {
    draw: (elite, figure) => panel.draw(elite, figure),
    send: (command) => (edit || panel).send(command),
    following: () => (page.kind === "scene" ? panel.following() : page.live.following),
  });
  onFollow = live.update;
  const run = (page.load || page.circles || {}).run;
  element("history-part").hidden = Boolean(page.live) || !run || (run.improvements || []).length < 2;
  if (!element("history-part").hidden)
    makeChart(element("history-chart"), { title: !page.load ? "Radius" : page.load.totals.value === undefined ? "Litres" : "Value", steps: true }).update(run.improvements, run.time_s);
  connectKeys();
  if (view.canvas) view.canvas.focus();
  const shown = {
    update() {
      panel.update();
      if (edit) edit.update();
      live.update();
    },
    poses: (data) => (edit || panel).poses(data),
    live: live.update,
  };
  if (edit) edit.update();
  live.update();
  return shown;
}

/// Ends the program behind the page, after a question where something is not saved.
async function quit(page, server) {
  if (page.edit && page.edit.changed && !(await askUser(`${page.edit.file} has not these changes yet.`, "End without saving"))) return;
  await server.edit({ do: "quit" }).catch((error) => tell(error.message));
}

/// The document of the server, kept up to date by its events.
function follow(server) {
  let page = null;
  let shown = null;
  let pending = null;  // Events that come while the document is on its way.

  async function fetchDocument() {
    const own = pending = [];
    const next = await server.document().catch((error) => { tell(error.message); });
    if (pending !== own) return;  // The stream has begun again meanwhile.
    pending = null;
    if (!next) return;
    tell("");
    if (page && (page.kind !== next.kind || (page.scene && page.scene.parts !== next.scene.parts))) {
      location.reload();  // Another document behind the same address.
      return;
    }
    if (page) Object.assign(page, next);
    else page = next;
    document.title = `packview: ${page.name}`;
    if (shown) shown.update();
    else shown = open(page, server);
    for (const [name, data] of own) if (data.revision === undefined || data.revision >= page.revision) take(name, data);
  }

  function take(name, data) {
    if (name === "lost") tell("The connection to the program is lost; this page tries again.");
    if (name === "bye") tell(`The program ended: ${data.reason}. What is shown stays here, but cannot be saved any more.`);
    if (name === "note") tell(data.text);
    if (!shown) return;
    if (name === "changed") {
      const before = page.load && page.load.boxes.length;
      Object.assign(page, data, { view: { ...page.view, ...data.view } });
      shown.update();
      // The verdict on the load before may come first.
      if (page.adds && page.load && before < page.load.boxes.length) {
        page.adds = false;
        panel.pick(page.load.boxes.length - 1);
      }
    }
    if (name === "shape" || name === "report") {
      page[name] = data[name];
      shown.update();
    }
    if (name === "poses") {
      page.revision = data.revision;
      shown.poses(data);
    }
    if (name === "frames") panel.frames(data);
    if (name === "live") {
      page.live = { elites: page.live && page.live.elites, ...data };  // They come where they have changed.
      shown.live();
    }
    if (name === "writer") {
      page.writer = data.writer;
      shown.update();
    }
  }

  server.listen((name, data) => {
    if (name === "hello") return fetchDocument();
    if (pending && !["lost", "bye", "note"].includes(name)) return pending.push([name, data]);
    return take(name, data);
  });
}

const inlined = JSON.parse(element("document").textContent);
if (inlined) open(inlined, null);
else follow(makeServer());
