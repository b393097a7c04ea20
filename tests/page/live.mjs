// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Searches that run behind the page: the curve grows, an edited load is handed back, the end is told.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { folder, picture, pixels, root, rows, serve, text, until, visit } from "./browser.mjs";

const endless = ["--device", "cpu", "--checkpoint", "none", "--time", "1h", "--live", "0"];
const common = ["--seed", "7", "--archive", "none", ...endless];
const state = (words) => `document.getElementById("live-state").textContent.includes(${JSON.stringify(words)})`;

/// A closed cuboid (OFF).
function cuboid(x, y, z) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `${x * (i & 1)} ${y * ((i >> 1) & 1)} ${z * (i >> 2)}`);
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  return ["OFF", "8 6 0", ...corners, ...faces.map((face) => `4 ${face.join(" ")}`)].join("\n") + "\n";
}

test("the curve of a search for circles grows, its best packing is shown, and its end is told", async () => {
  const { address, child, ended } = await serve("circlepack", "--n", "60", ...common, "--out", "packing.circles");
  const page = await visit(address);
  await until(page, state("searching"));
  await until(page, `document.querySelectorAll("#elites figure").length > 1`);
  const best = () => page.evaluate(`+document.querySelector("#elites figcaption").textContent.split(": ")[1]`);
  const before = await best();
  await until(page, (known) => +document.querySelector("#elites figcaption").textContent.split(": ")[1] < known, before);
  assert.match(await text(page, "#live-chart"), /\d at \d+\.\d+ s/);
  await until(page, `/trials per s/.test(document.getElementById("rates").textContent)`);
  assert.ok(+(await rows(page, "#rates"))["trials per s"].replace(/\D/g, "") > 0);
  assert.equal(await page.isDisabled("#hand-back"), true);  // It is the search's own.
  await picture(page, "live-circles.png");
  child.kill("SIGINT");
  assert.equal(await ended, 130);
  await until(page, state("ended: interrupted"));
  assert.ok(existsSync(path.join(folder, "packing.circles")));
});

test("a load that was edited is handed back to the search, which takes it", async () => {
  writeFileSync(path.join(folder, "trunk.off"), cuboid(650, 450, 330));
  const { address, child, ended } = await serve("trunkpack", "trunk.off", ...common, "--out", "load.box");
  const page = await visit(address);
  await until(page, `+document.querySelector("#headline dd").textContent > 0 && ${state("the best is shown")}`);
  const best = +(await text(page, "#headline dd"));
  await page.focus("#stage canvas").catch(() => {});
  // Refused where the search has just found a better load.
  for (let tries = 0; !(await page.evaluate(state("your own packing"))); ++tries) {
    assert.ok(tries < 60);
    await page.keyboard.press("n");
    await page.keyboard.press("Delete");
    await new Promise((done) => setTimeout(done, 500));
  }
  assert.ok(+(await text(page, "#headline dd")) >= best - 1);
  await until(page, `!document.getElementById("hand-back").disabled`);
  await page.click("#hand-back");
  await until(page, state("taken: 1"));
  await picture(page, "live-load.png");
  await page.click("#follow");
  await until(page, (count) => +document.querySelector("#headline dd").textContent >= count, best);
  // A page that is closed disturbs nothing.
  await page.context().close();
  child.kill("SIGTERM");
  assert.equal(await ended, 143);
  assert.match(readFileSync(path.join(folder, "load.box"), "utf8"), /# handed-back: 1 edited load\n/);
});

test("a simulation is played as far as it is, and its newest frame is followed", async () => {
  const { address, child, ended } = await serve("settle", "--scene", "bricks", "--seed", "1", "--frame", "10ms", ...endless);
  const page = await visit(address);
  await until(page, `${state("simulating")} && ${state("the newest frame is shown")} && frameCount > 5`);
  const clock = async () => parseFloat(await text(page, "#clock"));
  const before = await clock();
  await until(page, (time) => parseFloat(document.getElementById("clock").textContent) > time, before);
  await until(page, `/steps per s/.test(document.getElementById("rates").textContent)`);
  assert.ok(await pixels(page, "Math.max(r, g, b) - Math.min(r, g, b) > 60") > 200);
  await picture(page, "live-settle.png");
  // An earlier frame stays, whatever comes.
  await page.keyboard.press(",");
  await until(page, state("an earlier frame is shown"));
  const [stays, known] = [await clock(), await page.evaluate("frameCount")];
  await until(page, (count) => frameCount > count + 3, known);
  assert.equal(await clock(), stays);
  await page.keyboard.press("e");
  await until(page, `${state("the newest frame is shown")} && parseFloat(document.getElementById("clock").textContent) > ${stays}`);
  // A page that comes later has all frames, too.
  const other = await visit(address);
  assert.ok(await other.evaluate("frameCount") > known);
  assert.equal(await other.evaluate("recorded.figures[0].step"), 0);
  await other.leave();
  child.kill("SIGINT");
  assert.equal(await ended, 130);
  await until(page, state("ended: interrupted"));
});
