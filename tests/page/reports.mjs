// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reports opened as files: read-only, one file, no request, small enough.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, picture, pixels, root, rows, run, serve, text, visit } from "./browser.mjs";

const report = (name) => pathToFileURL(path.join(folder, name)).href;

test("the report of a search is the page without anything to edit, and asks for nothing", async () => {
  run("trunkpack", path.join(root, "meshes", "sedan.off"), "--turns", "1", "--seed", "1", "--device", "cpu", "--html", "load.html", "--quiet");
  assert.ok(statSync(path.join(folder, "load.html")).size < 1.5e6);
  const page = await visit(report("load.html"));
  assert.equal(await text(page, "#verdict"), "✓ verified");
  assert.equal(await page.evaluate(() => document.getElementById("edit-part").hidden && document.getElementById("live-part").hidden), true);
  assert.ok(await pixels(page, "Math.max(r, g, b) - Math.min(r, g, b) > 60") > 5000);
  await picture(page, "report-load.png");
  assert.deepEqual(page.requests, [report("load.html")]);
  await page.leave();
});

test("the report of a simulation plays, and asks for nothing", async () => {
  run("settle", path.join(root, "instances", "scenes", "shaken-box.json"), "--time", "200ms", "--frame", "20ms", "--html", "scene.html", "--quiet");
  const page = await visit(report("scene.html"), { colorScheme: "dark" });
  await page.keyboard.press(".");
  assert.match(await text(page, "#clock"), /^0\.020 s/);
  assert.match(await text(page, "#scene-chart"), /Kinetic energy/);
  await picture(page, "report-scene.png");
  assert.deepEqual(page.requests, [report("scene.html")]);
  await page.leave();
});

test("packview shows the state that a simulation ended with", async () => {
  run("settle", path.join(root, "instances", "scenes", "shaken-box.json"), "--time", "500ms", "--out", "final.json", "--quiet");
  const { address, child } = await serve("packview", "final.json", "--port", "0");
  const page = await visit(address);
  assert.equal(await page.evaluate("frameCount"), 1);
  assert.ok(+(await rows(page, "#frame-figures")).Contacts > 0);
  assert.ok(await pixels(page, "Math.max(r, g, b) - Math.min(r, g, b) > 60") > 200);
  await picture(page, "scene-state.png");
  await page.leave();
  child.kill("SIGINT");
});
