// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The report of tight walls: the forces on the walls, the table of walls, what is picked, and the sheet that is printed. And the page of
// trunkpack compare.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, picture, pixels, rows, run, text, visit } from "./browser.mjs";

const report = (name) => pathToFileURL(path.join(folder, name)).href;
const heat = "g > 1.25 * r && g > 1.1 * b && g > 70";  // Green and yellow of the scale.

/// A room of four named parts that lacks 3 mm for a third layer.
function makeRoom(name, height) {
  const size = [400, 200, height];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1 ? size[0] : 0} ${k & 2 ? size[1] : 0} ${k & 4 ? size[2] : 0}`);
  const faces = { floor: ["1 3 4 2"], roof: ["5 6 8 7"], sides: ["1 2 6 5", "3 7 8 4"], ends: ["1 5 7 3", "2 4 8 6"] };
  const parts = Object.entries(faces).map(([part, own]) => `o ${part}\n${own.map((face) => "f " + face).join("\n")}`);
  writeFileSync(path.join(folder, name), `${corners.join("\n")}\n${parts.join("\n")}\n`);
}

const plain = "document.readyState === 'complete'";  // When a page without a picture in WebGL is there.

makeRoom("low.obj", 147);
makeRoom("high.obj", 151);
const boxes = [25, 75].flatMap((z) => [100, 300].flatMap((x) => [50, 150].map((y) => `${x} ${y} ${z} 1 0 0 0 1 0 0 0`)));
writeFileSync(path.join(folder, "eight.box"), `# box 0.0.2\n8\n${boxes.join("\n")}\n`);
run("trunkpack", "low.obj", "--verify", "eight.box", "--tight", "tight.html", "--tight-time", "400ms", "--seeds", "1..2", "--quiet");
run("trunkpack", "compare", "low.obj", "high.obj", "--turns", "2", "--seeds", "1..3", "--device", "cpu", "--html", "compare.html", "--quiet");

const walls = (page) => page.evaluate(() => [...document.querySelectorAll("#tight-patches tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)));

test("the forces on the walls are shown, and what moving a wall gains", async () => {
  const page = await visit(report("tight.html"));
  assert.equal(await page.evaluate(() => document.getElementById("tight-part").hidden), false);
  assert.match(await text(page, "#tight-verdict"), /^wall [12], 5 mm: \+4 boxes$/);
  const list = await walls(page);
  assert.deepEqual(list.slice(0, 2).map(([name, faces, , ...gains]) => [name.replace(/^\d /, ""), faces, ...gains]).sort(),
    [["floor", "−z (down)", "0", "+4", "+4"], ["roof", "+z (up)", "0", "+4", "+4"]]);
  assert.match(await text(page, "#tight-about"), /^\d+ loads of 9 boxes, one too many, press on these walls\. .* 0\.4 s with 2 seeds; as it is, the container held 8 boxes\.$/);
  assert.deepEqual(Object.keys(await rows(page, "#tight-parts")).slice(0, 4).sort(), ["ends", "floor", "roof", "sides"]);

  // The heat is there at first, in place of the boxes, and goes with its switch.
  const hot = await pixels(page, heat);
  assert.ok(hot > 3000, `${hot}`);
  await picture(page, "tight.png");
  await page.keyboard.press("o");
  assert.equal(await page.evaluate(() => document.getElementById("show-heat").checked), false);
  assert.equal(await page.evaluate(() => document.getElementById("tight-scale").hidden), true);
  const without = await page.evaluate(() => [...document.querySelectorAll(".mark.tight")].length);
  assert.equal(without, 0);
  await page.keyboard.press("o");

  // A row picks its wall and looks at it; so does a click in the picture.
  await page.click("#tight-patches tbody tr:nth-child(1)");
  const [first] = list;
  const facts = await rows(page, "#tight-picked");
  assert.equal(facts[`Wall 1, ${first[0].slice(2)}`], `outward ${first[1]}`);
  assert.equal(facts.Area, "800 cm²");
  assert.equal(facts["Moved by 2 mm"], "8 boxes: 0");
  assert.equal(facts["Moved by 5 mm"], "12 boxes: +4");
  assert.equal(await page.evaluate(() => document.querySelector("#tight-patches [aria-selected]").dataset.number), "1");
  await picture(page, "tight-wall.png");
  await page.click('[data-view="top"]');
  await picture(page, "tight-top.png");  // Drawn from there: a click is where the last picture was.
  await page.mouse.click(450, 400);
  assert.match((await page.evaluate(() => document.querySelector("#tight-patches [aria-selected] th").textContent)), /roof$/);
  assert.deepEqual(page.errors, []);
});

test("the report of tight walls is legible in the dark, on a phone and on paper", async () => {
  const dark = await visit(report("tight.html"), { colorScheme: "dark" });
  assert.ok(await pixels(dark, heat) > 3000);
  await picture(dark, "tight-dark.png");
  const phone = await visit(report("tight.html"), { viewport: { width: 390, height: 844 } });
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= 390));
  await picture(phone, "tight-phone.png");
  const paper = await visit(report("tight.html"));
  await paper.emulateMedia({ media: "print" });
  await paper.waitForSelector(".tight-sheet .poses", { state: "attached" });
  assert.equal(await paper.evaluate(() => document.querySelectorAll(".tight-sheet .poses tbody tr").length), (await walls(paper)).length);
  assert.equal(await paper.evaluate(() => getComputedStyle(document.querySelector("aside")).display), "none");
  const inked = await paper.evaluate(() => {
    const canvas = document.querySelector(".tight-sheet canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) if (data[k + 1] > 1.25 * data[k] && data[k + 1] > 1.1 * data[k + 2]) ++count;
    return [count, ...data.slice(0, 3)];
  });
  assert.ok(inked[0] > 2000, `${inked}`);
  // The scale of colours is in the picture, from the dark end to the yellow one.
  const scale = await paper.evaluate(() => {
    const { height, context = document.querySelector(".tight-sheet canvas").getContext("2d") } = document.querySelector(".tight-sheet canvas");
    return [22, 277].map((x) => [...context.getImageData(x, height - 23, 1, 1).data]);
  });
  assert.ok(scale[0][2] > 70 && scale[0][1] < 30 && scale[1][0] > 220 && scale[1][1] > 200 && scale[1][2] < 80, `${scale}`);
  assert.deepEqual(inked.slice(1), [255, 255, 255]);
  await picture(paper, "tight-print.png");
});

test("a page without WebGL still has the table of walls", async () => {
  const page = await visit(report("tight.html"));
  await page.addInitScript("HTMLCanvasElement.prototype.getContext = () => null;");
  await page.reload();
  assert.equal((await walls(page)).length >= 2, true);
  await page.click("#tight-patches tbody tr:nth-child(2)");
  assert.equal((await rows(page, "#tight-picked")).Area, "800 cm²");
});

test("names of parts are text", async () => {
  const original = readFileSync(path.join(folder, "tight.html"), "utf8");
  writeFileSync(path.join(folder, "named.html"), original.replace(/"part": "roof"/g, '"part": "\\u003cimg src=x onerror=alert(1)>"'));
  const page = await visit(report("named.html"));
  assert.equal(await page.evaluate(() => document.querySelectorAll("img").length), 0);
  assert.ok((await walls(page)).some(([name]) => name.includes("<img src=x")));
});

test("variants are compared on one page", async () => {
  const page = await visit(report("compare.html"), {}, plain);
  assert.equal(await text(page, "h1"), "2 variants of a trunk");
  const cells = await page.evaluate(() => [...document.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(cells, [["low.obj", "11.76", "8.0", "8 to 8", "compared with this one", "8, 8, 8"], ["high.obj", "12.08", "12.0", "12 to 12", "+4", "12, 12, 12"]]);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".strip circle").length), 6);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".loads svg").length), 2);
  await picture(page, "compare.png");
  const dark = await visit(report("compare.html"), { colorScheme: "dark" }, plain);
  await picture(dark, "compare-dark.png");
  const phone = await visit(report("compare.html"), { viewport: { width: 390, height: 844 } }, plain);
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= 390));
  await picture(phone, "compare-phone.png");
});
