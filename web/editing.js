// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What editing of boxes and of circles has in common: undo, redo, save, reload, add, delete, the contact simulation, and who may write.

/// A line for the user; an empty one takes the last away.
function tell(text) {
  element("message").textContent = text || "";
  element("message").hidden = !text;
}

/// Asks a question; resolves to whether `yes` was chosen. With a name: to the name that was chosen instead, or to null.
function askUser(question, yes, name) {
  const dialog = element("ask");
  const field = element("ask-name");
  field.hidden = name === undefined;
  field.value = name || "";
  element("question").textContent = question;
  element("ask-yes").textContent = yes;
  return new Promise((done) => {
    const answer = (value) => () => {
      element("ask-yes").onclick = element("ask-no").onclick = dialog.onclose = null;
      if (dialog.open) dialog.close();
      done(name === undefined ? value : value ? field.value : null);
    };
    element("ask-yes").onclick = answer(true);
    element("ask-no").onclick = dialog.onclose = answer(false);
    dialog.showModal();
  });
}

/// What all documents that pages change have: commands, undo, redo. Returns { update(), send(command), may(), acts }.
function startHistory(page, server) {
  const may = () => Boolean(page.edit) && page.writer !== false;

  function send(command) {
    if (!page.edit) return undefined;
    // What follows a search may have changed since it was seen.
    const what = page.live && page.live.following && !["follow", "hand-back"].includes(command.do) ? { ...command, revision: page.revision } : command;
    page.adds = command.do === "add";
    page.saved = "";
    return server.edit(what).then((answer) => { tell(""); return answer; }, (error) => { page.adds = false; tell(error.message); return null; });
  }

  const acts = { undo: () => send({ do: "undo" }), redo: () => send({ do: "redo" }) };
  for (const [id, act] of Object.entries(acts)) element(id).addEventListener("click", act);
  addKey(["Ctrl+z", "Ctrl+y"], "undo, redo", (event) => { acts[event.key === "z" ? "undo" : "redo"](); });

  function update() {
    element("edit-part").hidden = !page.edit;
    for (const id of Object.keys(acts)) {
      element(id).disabled = !may() || !page.edit["can_" + id];
      element(id).title = (page.edit && page.edit[id]) || "";
    }
  }
  return { update, send, may, acts };
}

/// `page`: the document. `kind`: what differs between boxes and circles: { one: "box", picked(), add() and simulate() -> command,
/// simulateText() }. Returns { update(), send(command), may() }.
function startEditing(page, server, kind) {
  const history = startHistory(page, server);
  const { send, may } = history;

  function withPicked(command) {
    return () => {
      if (kind.picked() < 0) return tell(`pick a ${kind.one} first`);
      return send({ ...command(kind.picked()), [kind.one]: kind.picked() });
    };
  }

  async function save(over, as) {
    if (!page.edit) return;
    try {
      const { file } = await server.save(over, as);
      tell("");
      page.saved = `Saved ${file}.`;  // Until something is changed.
      update();
    } catch (error) {
      if (error.reason !== "changed" || over) tell(error.message);
      else if (await askUser(error.message, "Save over it")) await save(true, as);
    }
  }

  async function saveAs() {
    if (!page.edit) return;
    const name = await askUser("The name of the file, in the folder of this one:", "Save", page.edit.file.replace(/\.[^.]*$/, kind.suffix));
    if (name) await save(false, name);
  }

  const acts = {
    save: () => save(false),
    "save-as": saveAs,
    reload: () => send({ do: "reload" }),
    add: () => send(kind.add()),
    delete: withPicked(() => ({ do: "delete" })),
    simulate: () => send(kind.simulate()),
    ...kind.acts(send, withPicked),
  };
  for (const [id, act] of Object.entries(acts)) element(id).addEventListener("click", act);
  addKey("Enter", kind.simulateKey, acts.simulate);
  addKey("s", "save", acts.save);
  addKey("S", "save under another name", saveAs);
  addKey("r", "reload the file", acts.reload);
  addKey("Insert", `add a ${kind.one}`, acts.add);
  addKey("Delete", `delete the picked ${kind.one}`, acts.delete);

  function update() {
    const { edit } = page;
    history.update();
    if (!edit) return;
    for (const id of Object.keys(acts)) element(id).disabled = !may();
    element("save").classList.toggle("changed", edit.changed);
    element("save").title = edit.changed ? `${edit.file} has not these changes yet` : `${edit.file} is as shown`;
    element("simulate").textContent = kind.simulateText();
    element("edit-state").textContent = page.writer === false ? "Another page edits this; here it can be watched."
      : [kind.stateText(), page.saved].filter(Boolean).join(" ");
    element("violations").replaceChildren(...(edit.violations || []).map((line) => make("li", line)));
  }
  return { update, send, may, acts: { ...history.acts, ...acts } };
}
