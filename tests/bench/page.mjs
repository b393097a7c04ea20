// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the page weighs, how soon its first picture is there, and how many pictures a second it draws, in headless Chromium, which draws in
// software. Needs what the tests of the page need (tests/page/test_page.py):
//
//   python3 tests/page/test_page.py build/release/bin PICTURES ../bench/page
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { folder, root, run, serve, until, visit } from "../page/browser.mjs";

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

/// Pictures per second while the view turns, for some seconds.
const rate = (page, seconds) => page.evaluate((most) => new Promise((done) => {
  let [count, begin] = [0, 0];
  const next = (clock) => {
    if (!begin) begin = clock;
    else ++count;
    if (clock - begin > 1000 * most) return done((1000 * count) / (clock - begin));
    view.turn(0.02, 0);
    return requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}), seconds);

/// Milliseconds from the request for the page until its picture has been drawn: in a new context, for which Chromium starts a process, and in
/// one that has shown the page before.
async function firstPicture(address) {
  const page = await visit(address);
  const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))));
  const fresh = await drawn();
  await page.goto(address);
  await until(page, "view !== null");
  const again = await drawn();
  await page.leave();
  return { fresh, again };
}

async function size(address) {
  const [page, document] = await Promise.all([fetch(address), fetch(`${address}&client=weighs-the-page`.replace("/?", "/api/document?"))]);
  return (await Promise.all([page.arrayBuffer(), document.arrayBuffer()])).map((content) => content.byteLength);
}

/// Rows of the table for a document that is served.
async function measure(what, ...command) {
  const { address, child } = await serve("packview", ...command, "--port", "0");
  const [pageBytes, documentBytes] = await size(address);
  const first = [];
  for (let k = 0; k < 5; ++k) first.push(await firstPicture(address));
  const page = await visit(address);
  await until(page, `document.getElementById("verdict").textContent !== "" && !/not verified/.test(document.getElementById("verdict").textContent)`);
  const turning = [];
  for (let k = 0; k < 3; ++k) turning.push(await rate(page, 3));
  await page.leave();
  child.kill("SIGINT");
  row(what, (pageBytes / 1e6).toFixed(2), (documentBytes / 1e6).toFixed(2), ...["fresh", "again"].map((kind) => (median(first.map((one) => one[kind])) / 1000).toFixed(2)), median(turning).toFixed(0));
}

test("measured", async () => {
  row("document", "page [MB]", "document [MB]", "first picture [s]", "in a context that ran", "pictures/s, turning");
  row("---", "---", "---", "---", "---", "---");
  run("trunkpack", path.join(root, "meshes", "sedan.off"), "--turns", "3", "--seed", "1", "--device", "cpu", "--archive", "none", "--out", "sedan.box", "--quiet");
  await measure("sedan load", "sedan.box", "--mesh", path.join(root, "meshes", "sedan.off"));

  // 10 x 10 x 10 boxes, 4 mm apart, in a cuboid of 40 000 points.
  const [pitch, edges] = [[204, 104, 54], [200, 100, 50]];
  const boxes = [...Array(1000).keys()].map((k) => [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100)]);
  const centre = (cell) => cell.map((index, axis) => index * pitch[axis] + edges[axis] / 2 + 20).join(" ");
  writeFileSync(path.join(folder, "many.box"), `# box 0.0.2\n# boxes: 200 x 100 x 50 mm\n1000\n${boxes.map((cell) => `${centre(cell)} 1 0 0 0 1 0 0 0`).join("\n")}\n`);
  const extent = pitch.map((one) => 10 * one + 40);
  const areas = [extent[1] * extent[2], extent[0] * extent[2], extent[0] * extent[1]];
  const points = [];
  areas.forEach((area, axis) => {
    const count = Math.round((20000 * area) / (areas[0] + areas[1] + areas[2]));
    for (const side of [0, extent[axis]]) {
      for (let k = 0; k < count; ++k) {
        const point = [((k * 0.7548776662) % 1), ((k * 0.5698402910) % 1)];
        const place = [0, 0, 0];
        [0, 1, 2].filter((other) => other !== axis).forEach((other, j) => { place[other] = (10 * point[j] * extent[other]).toFixed(1); });
        place[axis] = 10 * side;  // [1/10 mm]
        points.push(place.join(" "));
      }
    }
  });
  writeFileSync(path.join(folder, "many.point"), `${points.length}\n${points.join("\n")}\n`);
  await measure(`1000 boxes, ${points.length} points`, "many.box", "--points", "many.point");
  await measure("circles 1..128", path.join(root, "instances", "circles", "linear-n128.circles"));
  run("settle", "--scene", "pile", "--seed", "1", "--time", "20ms", "--out", "pile.json", "--quiet");
  await measure("3000 spheres", "pile.json");
});
