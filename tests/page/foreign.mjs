// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A page of another server in the same browser: it can neither read, change nor save a document, even with
// the secret; the own page can.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import test, { after } from "node:test";
import { folder, picture, serve, text, until, visit } from "./browser.mjs";

const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `${k & 1 ? 700 : 0} ${k & 2 ? 500 : 0} ${k & 4 ? 300 : 0}`);
const faces = ["0 2 3", "0 3 1", "4 5 7", "4 7 6", "0 1 5", "0 5 4", "2 6 7", "2 7 3", "0 4 6", "0 6 2", "1 3 7", "1 7 5"];
writeFileSync(path.join(folder, "trunk.off"),
  `OFF\n8 12 0\n${corners.join("\n")}\n${faces.map((face) => "3 " + face).join("\n")}\n`);
const load = "# box 0.0.2\n# boxes: 200 x 100 x 50 mm\n2\n120 120 40 1 0 0 0 1 0 0 0\n330 120 40 1 0 0 0 1 0 0 0\n";
const file = path.join(folder, "load.box");
writeFileSync(file, load);
const { address } = await serve("packview", "load.box", "--mesh", "trunk.off", "--port", "0");
const own = new URL(address);

// Any other server: its page has no script of its own, the test runs there what it would run.
const foreign = http.createServer((request, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end("<!DOCTYPE html><title>foreign</title><link rel=icon href='data:,'><body></body>");
});
await new Promise((done) => foreign.listen(0, "127.0.0.1", done));
after(() => foreign.close());

/// Runs in the foreign page. Tries everything that may send a request; returns what it could read.
async function attack({ origin, token, commands }) {
  const read = [];
  const secret = token ? `token=${token}` : "";
  const quiet = (promise) => promise.then(async (answer) => {
    if (answer.type !== "opaque") read.push(await answer.text());
  }).catch(() => {});
  for (const route of ["/", "/api/save", "/api/edit", "/nothing"]) {
    const where = `${origin}${route}?${secret}`;
    for (const body of commands) {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
        await quiet(fetch(where, { method: "POST", mode: "no-cors", body, headers: { "Content-Type": type } }));
      }
      const headers = { "Content-Type": "application/json", "X-Jam-Client": "page-evil", "X-Jam-Token": token };
      await quiet(fetch(where, { method: "POST", body, headers }));
      navigator.sendBeacon(where, body);
      const frame = document.createElement("iframe");
      frame.name = "frame";
      document.body.append(frame);
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", action: where, enctype: "text/plain", target: "frame" });
      const input = document.createElement("textarea");
      Object.assign(input, { name: body, value: "" });
      form.append(input);
      document.body.append(form);
      await new Promise((done) => { frame.onload = done; form.submit(); });
      frame.remove();
      form.remove();
    }
    await quiet(fetch(where, { mode: "no-cors" }));
    await quiet(fetch(where));
  }
  await quiet(fetch(`${origin}/api/document?client=page-evil&${secret}`));
  await new Promise((done) => {
    const stream = new EventSource(`${origin}/api/events?client=page-evil&${secret}`);
    stream.onmessage = stream.onopen = () => { read.push("events"); stream.close(); done(); };
    stream.onerror = () => { stream.close(); done(); };
  });
  return read;
}

const command = (route, body, token) => [
  `POST ${route} HTTP/1.1`, `Host: ${own.host}`, "Content-Type: application/json", "X-Jam-Client: page-evil",
  `X-Jam-Token: ${token}`, `Content-Length: ${body.length}`, "", body].join("\r\n");

test("a page of another server reads and changes nothing, and its requests carry no others in their bodies", async () => {
  const page = await visit(address);
  const secret = own.searchParams.get("token");
  for (const host of ["localhost", "127.0.0.1"]) {
    const context = await page.context().browser().newContext();
    const other = await context.newPage();
    await other.goto(`http://${host}:${foreign.address().port}/`);
    for (const token of ["", secret]) {
      // With the secret in the bodies: a server that took a body for a request would do them.
      const edit = command("/api/edit", '{"do": "delete", "box": 0}', secret);
      // Chromium sends a long body as packets of its own, which a server may read later than the head.
      const save = command("/api/save", '{"over": true}', secret);
      const commands = ['{"do": "delete", "box": 0}', edit + save + " ".repeat(4000)];
      assert.deepEqual(await other.evaluate(attack, { origin: own.origin, token, commands }), []);
    }
    await context.close();
  }
  assert.equal(readFileSync(file, "utf8"), load);
  assert.equal(await text(page, "#box-count"), "2");
  const answer = await fetch(new URL(`api/document?client=page-test&token=${secret}`, own));
  assert.equal((await answer.json()).revision, 1);
  // The own page is not disturbed.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Delete");
  await until(page, `document.getElementById("box-count").textContent === "1"`);
  await page.keyboard.press("s");
  await until(page, `!document.getElementById("save").classList.contains("changed")`);
  assert.notEqual(readFileSync(file, "utf8"), load);
  await picture(page, "boxes-after-foreign-page.png");
  await page.leave();
});

test("without the secret the page says which address to open", async () => {
  for (const query of ["", "?token=", `?token=${"0".repeat(32)}`]) {
    const answer = await fetch(own.origin + "/" + query);
    assert.equal(answer.status, 403);
    assert.match((await answer.json()).error, /open the address that the program printed/);
  }
});
