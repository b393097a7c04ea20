// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The sheet of a load: what it shows on screens, and that it prints on one page of A4.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, root, run, text, visit } from "./browser.mjs";

const sheet = (name) => pathToFileURL(path.join(folder, name)).href;
const open = (name, options = {}) => visit(sheet(name), options, "document.readyState === 'complete'");
const pictures = (name) => path.join(process.env.JAM_PICTURES, name);
const name = "<img src=x onerror=alert(1)> a name longer than its column, said once and again";

/// The sheet of a load in a cuboid, with many kinds of boxes and long names.
function makeSheets() {
  const kinds = [...Array(30).keys()].map((k) => ({ name: `${k} ${name}`, edges_mm: [100 + k, 100, 50], count: 2 }));
  writeFileSync(path.join(folder, "many.json"), JSON.stringify({ schema: "jampack/box-set/1", name: "many", items: kinds }));
  const rows = kinds.map(({ edges_mm: [x, y, z] }, k) => `${100 + 200 * (k % 6)} ${60 + 120 * Math.floor(k / 6)} 25 1 0 0 0 1 0 ${k + 1} 0 ${x} ${y} ${z}`);
  writeFileSync(path.join(folder, "many.box"), `# box 0.0.3\n30\n${rows.join("\n")}\n`);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `${k & 1 ? 1300 : 0} ${k & 2 ? 900 : 0} ${k & 4 ? 500 : 0}`);
  const faces = ["0 2 3", "0 3 1", "4 5 7", "4 7 6", "0 1 5", "0 5 4", "2 6 7", "2 7 3", "0 4 6", "0 6 2", "1 3 7", "1 7 5"];
  writeFileSync(path.join(folder, "room.off"), `OFF\n8 12 0\n${corners.join("\n")}\n${faces.map((face) => "3 " + face).join("\n")}\n`);
  run("trunkpack", "room.off", "--set", "many.json", "--verify", "many.box", "--sheet", "many.html", "--standing", "on", "--quiet");
  run("trunkpack", path.join(root, "meshes", "roadster.off"), "--turns", "1", "--seed", "1", "--device", "cpu", "--archive", "none",
    "--checkpoint", "none", "--out", "load.box", "--load-test", "brake=0.1g", "--sheet", "load.html", "--quiet");
  run("trunkpack", path.join(root, "meshes", "roadster.off"), "--verify", "load.box", "--view", "side", "--sheet", "one.html", "--quiet");
}

/// Number and sizes of the pages of a PDF.
async function printed(page, file) {
  const bytes = (await page.pdf({ path: pictures(file), preferCSSPageSize: true })).toString("latin1");
  return { pages: bytes.match(/\/Type\s*\/Page\b/g).length, boxes: bytes.match(/\/MediaBox\s*\[[^\]]*\]/g) };
}

/// Whether parts of the page lie over each other or beyond it.
const layout = (page) => page.evaluate(() => {
  const box = (one) => one.getBoundingClientRect();
  const figures = [...document.querySelectorAll("figure")].map(box);
  const main = box(document.querySelector("main"));
  const footer = box(document.querySelector("footer"));
  return { wide: document.documentElement.scrollWidth <= innerWidth, footer: footer.bottom <= main.bottom + 1,
    smallest: Math.min(...[...document.querySelectorAll("figure svg")].map((svg) => Math.min(box(svg).width, box(svg).height))),
    apart: figures.every((a, i) => figures.every((b, k) => i === k || a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1)) };
});

makeSheets();

for (const file of ["load.html", "many.html", "one.html"]) {
  test(`${file} prints on one page of A4`, async () => {
    const page = await open(file, { colorScheme: "dark", viewport: { width: 703, height: 1032 } });  // A4 less its margins.
    const { pages, boxes } = await printed(page, file.replace("html", "pdf"));
    assert.equal(pages, 1);
    assert.match(boxes[0], /594\.9\d* 841\.9/);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(0, 0, 0)");
    await page.screenshot({ path: pictures(file.replace(".html", "-print.png")) });
    const { footer, apart, smallest } = await layout(page);
    assert.ok(footer && apart, "parts lie beyond the page or over each other");
    assert.ok(smallest > 60, `a view has ${smallest} pixels`);
    await page.leave();
  });
}

test("a sheet is read on a desktop and on a phone", async () => {
  for (const [kind, options] of [["desktop", {}], ["dark", { colorScheme: "dark" }], ["phone", { viewport: { width: 390, height: 844 } }]]) {
    for (const file of ["load.html", "many.html"]) {
      const page = await open(file, options);
      const { wide, apart } = await layout(page);
      assert.ok(wide, `${file} is too wide on a ${kind}`);
      assert.ok(apart);
      assert.equal(await page.evaluate(() => document.querySelectorAll("figure svg").length), 4);
      assert.equal(await page.evaluate(() => document.querySelectorAll("img, script").length), 0);
      await page.screenshot({ path: pictures(`sheet-${kind}-${file.replace(".html", "")}.png`), fullPage: true });
      await page.leave();
    }
  }
});

test("a sheet tells figures and verdicts", async () => {
  const page = await open("load.html");
  const facts = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".facts tr")].map((row) => [row.cells[0].innerText, row.cells[1].innerText])));
  assert.match(await text(page, ".sum"), /^\d+ boxes, [\d.]+ l, [\d.]+ % of 143\.37 l$/);
  assert.match(facts.Bound, /^at most \d+ more; \d+ if each box has a vertical edge$/);
  assert.match(facts["Load test"], /holds|FAILS/);
  assert.match(facts.Search, /^seed 1, /);
  assert.match(facts.Options, /roadster\.off/);
  assert.match(await text(page, "header"), /✓ verified/);
  assert.match(await text(page, "footer"), /^\d{4}-\d\d-\d\d by trunkpack \d/);
  await page.leave();
  const many = await open("many.html");
  assert.equal(await many.evaluate(() => document.querySelectorAll(".pieces tbody tr").length), 16);
  assert.match(await text(many, ".pieces"), /15 more/);
  await many.leave();
});
