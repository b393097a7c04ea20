// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The page's side of the protocol with the program that serves it (docs/packview.md): the document, events, commands. Commands are sent one
// after the other in the order in which they were given; moves of one body that wait are made one.

function makeServer() {
  const token = new URLSearchParams(location.search).get("token");
  const memory = window.sessionStorage;  // A page that is loaded again is the same client; a tab that is a copy of another one is not.
  const again = (performance.getEntriesByType("navigation")[0] || {}).type === "reload";
  const client = (again && memory.getItem("jampack-client")) || [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  memory.setItem("jampack-client", client);
  const query = `client=${client}` + (token ? `&token=${encodeURIComponent(token)}` : "");

  /// The answer as JSON; throws an Error with the server's line, and its `reason`, where it refuses.
  async function ask(path, body) {
    const headers = { "X-Jam-Client": client };
    if (token) headers["X-Jam-Token"] = token;
    if (body) headers["Content-Type"] = "application/json";
    let response = null;
    try {
      response = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    } catch (error) {
      throw Object.assign(new Error("the program does not answer"), { reason: "gone" });
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw Object.assign(new Error(answer.error || `the program answered ${response.status}`), { reason: answer.reason });
    return answer;
  }

  const waiting = [];
  let sending = false;
  async function sendAll() {
    if (sending) return;
    sending = true;
    while (waiting.length) {
      const { command, done, failed } = waiting.shift();
      await ask("api/edit", command).then(done, failed);
    }
    sending = false;
  }

  function edit(command) {
    const last = waiting[waiting.length - 1];
    if (last && command.do === "move" && command.by_mm && last.command.do === "move" && last.command.box === command.box) {
      last.command = { ...command, by_mm: command.by_mm.map((value, k) => value + last.command.by_mm[k]) };
      return last.promise;
    }
    const entry = { command };
    entry.promise = new Promise((done, failed) => Object.assign(entry, { done, failed }));
    waiting.push(entry);
    sendAll();
    return entry.promise;
  }

  return {
    edit,
    document: () => ask(`api/document?${query}`),
    save: (over, as) => ask("api/save", as === undefined ? { over } : { over, as }),
    /// Calls `heard(name, data)` for each event.
    listen(heard) {
      const stream = new EventSource(`api/events?${query}`);
      for (const name of ["hello", "changed", "shape", "report", "poses", "frames", "live", "writer", "note", "bye"])
        stream.addEventListener(name, (event) => {
          if (name === "bye") stream.close();
          heard(name, JSON.parse(event.data));
        });
      stream.addEventListener("error", () => heard("lost"));
    },
  };
}
