// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reports opened as files: read-only, one file, no request, small enough.
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, middle, picture, pixels, root, rows, run, serve, text, visit } from "./browser.mjs";

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

test("the report of a load test tells whether the load holds, and plays every manoeuvre", async () => {
  // Friction of 0.4 does not hold the first box at 0.8 g: it slides 205 mm to the wall, at which the second one stands.
  const size = [810, 420, 310];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `${k & 1 ? size[0] : 0} ${k & 2 ? size[1] : 0} ${k & 4 ? size[2] : 0}`);
  const faces = ["0 2 3", "0 3 1", "4 5 7", "4 7 6", "0 1 5", "0 5 4", "2 6 7", "2 7 3", "0 4 6", "0 6 2", "1 3 7", "1 7 5"];
  writeFileSync(path.join(folder, "room.off"), `OFF\n8 12 0\n${corners.join("\n")}\n${faces.map((face) => "3 " + face).join("\n")}\n`);
  const boxes = [[305, 105], [100, 305]].map(([x, y]) => `${x} ${y} 25 1 0 0 0 1 0 0 0`);
  writeFileSync(path.join(folder, "two.box"), `# box 0.0.2\n# boxes: 200 x 100 x 50 mm\n2\n${boxes.join("\n")}\n`);
  run("trunkpack", "room.off", "--verify", "two.box", "--load-test", "brake=0.8g,kerb", "--html", "test.html", "--quiet");
  assert.ok(statSync(path.join(folder, "test.html")).size < 1.2e6);
  const page = await visit(report("test.html"));
  assert.equal(await text(page, "#verdict"), "✓ verified");
  assert.equal(await text(page, "#hold-verdict"), "✗ fails: brake 0.8 g, 1 of 2 move");
  assert.equal(await page.evaluate(() => document.getElementById("hold-verdict").className), "pill bad");
  const choose = (id, name) => page.evaluate(([id, name]) => {
    const select = document.getElementById(id);
    select.selectedIndex = [...select.options].findIndex((option) => option.textContent === name);
    select.dispatchEvent(new Event("change"));
  }, [id, name]);
  // The box that moves is marked red. At the end of braking it is elsewhere, and back when the load is chosen.
  const place = () => middle(page, "r > 130 && g < 60 && b < 60");
  const apart = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const before = await place();
  await choose("motion", "brake 0.8 g");
  await page.evaluate(() => {
    const slider = document.getElementById("motion-time");
    slider.value = 1;
    slider.dispatchEvent(new Event("input"));
  });
  assert.match(await text(page, "#motion-clock"), /^[12]\.\d\d s$/);
  assert.equal(await text(page, "#motion-play"), "Play");
  await picture(page, "report-test-end.png");
  assert.ok(apart(await place(), before) > 20);
  await choose("motion", "as loaded");
  assert.ok(apart(await place(), before) < 2);
  // It plays by itself up to the end.
  await page.keyboard.press("t");
  assert.equal(await text(page, "#motion-play"), "Pause");
  await page.waitForFunction(() => document.getElementById("motion-play").textContent === "Play");
  // Where a box moves far, the scale begins at 0, and its histogram has both boxes.
  await choose("colouring", "motion, brake 0.8 g");
  assert.equal(await pixels(page, "r > 130 && g < 60 && b < 60"), 0);
  assert.match(await text(page, "#legend"), /^0 mm.* mm$/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("#histogram rect").length), 24);
  assert.match(await text(page, "#histogram"), /^1 beyond the scale, up to 20[45]/);
  await picture(page, "report-test.png");
  await page.leave();

  run("trunkpack", "room.off", "--verify", "two.box", "--load-test", "kerb", "--html", "held.html", "--quiet");
  const held = await visit(report("held.html"));
  assert.equal(await text(held, "#hold-verdict"), "✓ holds within 5 mm");
  await held.leave();
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
