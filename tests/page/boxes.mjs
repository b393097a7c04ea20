// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// packview with a load: every key, the mouse, saving, a second page.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { folder, judge, middle, picture, pixels, rows, serve, text, until, visit } from "./browser.mjs";

// A trunk of 700 x 500 x 300 mm with six boxes, 10 mm apart along x.
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `${k & 1 ? 700 : 0} ${k & 2 ? 500 : 0} ${k & 4 ? 300 : 0}`);
const faces = ["0 2 3", "0 3 1", "4 5 7", "4 7 6", "0 1 5", "0 5 4", "2 6 7", "2 7 3", "0 4 6", "0 6 2", "1 3 7", "1 7 5"];
writeFileSync(path.join(folder, "trunk.off"), `OFF\n8 12 0\n${corners.join("\n")}\n${faces.map((face) => "3 " + face).join("\n")}\n`);
const box = (x, y) => `${x} ${y} 40 1 0 0 0 1 0 0 0`;
const load = `# box 0.0.2\n# boxes: 200 x 100 x 50 mm\n6\n${[120, 330, 540].flatMap((x) => [box(x, 120), box(x, 320)]).join("\n")}\n`;
const fresh = () => writeFileSync(path.join(folder, "load.box"), load);
fresh();

const { address, child, ended } = await serve("packview", "load.box", "--mesh", "trunk.off", "--port", "0");
const legal = `document.getElementById("verdict").textContent === "✓ verified"`;
const picked = async (page) => rows(page, "#picked");
const centre = async (page) => (await picked(page))["Centre (mm)"].split(", ").map((value) => +value.replace("−", "-"));
const numbered = (page) => page.evaluate(() => document.getElementById("box-number").value);

/// Presses a key and waits until the picked box is somewhere else, turned, or fixed.
async function act(page, key) {
  const state = (box) => [box["Centre (mm)"], box["Turned by"], box.Fixed].join();
  const before = state(await picked(page));
  await page.keyboard.press(key);
  for (let shown = await text(page, "#picked"); state(await picked(page)) === before; shown = await text(page, "#picked"))
    await until(page, (old) => document.getElementById("picked").textContent !== old, shown);
}

test("a box that is moved into another turns red, contact simulation makes the load legal, and the file is legal", async () => {
  const page = await visit(address);
  await until(page, legal);
  assert.equal(await page.title(), "packview: load.box");
  assert.equal(await pixels(page, "r > 200 && g < 60 && b < 60"), 0);
  await picture(page, "boxes-legal.png");
  await page.keyboard.press("Tab");
  assert.equal(await numbered(page), "0");
  for (let k = 0; k < 3; ++k) await act(page, "6");
  await until(page, `/violation/.test(document.getElementById("verdict").textContent)`);
  assert.match(await text(page, "#verdict"), /^✗ 1 violation, 20\.00 mm deep$/);
  assert.match(await text(page, "#violations"), /boxes 0 and 2/);
  assert.match((await picked(page))["Too deep by"], /^20\.000 mm/);
  await page.keyboard.press("Escape");
  assert.ok(await pixels(page, "r > 130 && g < 60 && b < 60") > 500);
  await picture(page, "boxes-red.png");
  await page.keyboard.press("Enter");
  await until(page, legal);
  assert.equal(await pixels(page, "r > 200 && g < 60 && b < 60"), 0);
  await picture(page, "boxes-legal-again.png");
  await page.keyboard.press("s");
  await until(page, `!document.getElementById("save").classList.contains("changed")`);
  assert.notEqual(readFileSync(path.join(folder, "load.box"), "utf8"), load);
  judge("boxes.py", "load.box", "trunk.off", "--at-least", "6");
  await page.leave();
});

test("every key of the list does what it says", async () => {
  fresh();
  const page = await visit(address);
  await page.keyboard.press("Tab");
  await page.keyboard.press("r");
  await until(page, `document.getElementById("picked").textContent.includes("120.00, 120.00, 40.00") && ${legal}`);
  await page.keyboard.press("Tab");
  assert.equal(await numbered(page), "1");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await numbered(page), "0");
  await page.keyboard.press("p");
  assert.equal(await numbered(page), "5");
  await page.keyboard.press("n");
  assert.equal(await numbered(page), "0");

  let before = await centre(page);
  for (const [key, axis, sign] of [["6", 0, 1], ["4", 0, -1], ["8", 1, 1], ["2", 1, -1], ["7", 2, 1], ["1", 2, -1]]) {
    await act(page, key);
    const now = await centre(page);
    assert.deepEqual(now.map((value, k) => Math.round(value - before[k])), [0, 1, 2].map((k) => (k === axis ? 10 * sign : 0)), key);
    before = now;
  }
  for (const [key, back, axis] of [["u", "j", 0], ["i", "k", 1], ["o", "l", 2]]) {
    await act(page, key);
    const turned = await picked(page);
    assert.equal(turned["Turned by"], "5.000°");
    assert.equal(turned["Turned about"].split(", ")[axis], "1.000");
    await act(page, back);
    assert.match((await picked(page))["Turned by"], /^0\.000°$/);
  }
  await page.keyboard.press(",");
  await act(page, "6");
  assert.equal(Math.round((await centre(page))[0] - before[0]), 5);
  await page.keyboard.press(".");
  await act(page, "Control+z");
  await act(page, "Control+y");
  await act(page, "Control+z");
  await act(page, "f");
  assert.equal((await picked(page)).Fixed, "yes");
  assert.equal(await text(page, "#fix"), "Let go");
  await act(page, "f");

  const count = `document.getElementById("box-count").textContent`;
  await page.keyboard.press("Insert");
  await until(page, `${count} === "7"`);
  assert.equal(await numbered(page), "6");
  await page.keyboard.press("Delete");
  await until(page, `${count} === "6"`);

  await page.keyboard.press("n");
  await page.keyboard.press(" ");
  await until(page, `/Contact simulation: at rest after \\d+ step/.test(document.getElementById("edit-state").textContent)`);
  await page.keyboard.press("a");
  assert.match(await text(page, "#edit-state"), /ms per step/);

  const view = () => page.evaluate(() => document.querySelector(".axis").style.transform);
  for (const key of ["v", "+", "-", "ArrowLeft", "ArrowDown", "Shift+ArrowRight"]) {
    const was = await view();
    await page.keyboard.press(key);
    await until(page, (old) => document.querySelector(".axis").style.transform !== old, was);
  }
  for (const [key, id] of [["w", "show-wireframe"], ["c", "show-container"], ["b", "show-wires"]]) {
    const checked = () => page.evaluate((name) => document.getElementById(name).checked, id);
    const was = await checked();
    await page.keyboard.press(key);
    assert.equal(await checked(), !was, key);
  }
  await picture(page, "boxes-wires.png");
  await page.keyboard.press("h");
  assert.match(await page.evaluate(() => document.getElementById("colouring").selectedOptions[0].textContent), /clearance/);
  assert.equal(await page.evaluate(() => document.getElementById("legend").hidden), false);
  const shown = async () => +(await text(page, "#visible-count"));
  const all = await shown();
  await page.keyboard.press("[");
  assert.ok(await shown() < all);
  await page.keyboard.press("]");
  assert.equal(await shown(), all);
  await page.keyboard.press("Escape");
  assert.equal(await numbered(page), "");
  await page.keyboard.press("Tab");
  assert.equal(await numbered(page), "", "after Escape, Tab goes on to the buttons");
  assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "CANVAS");

  await page.keyboard.press("?");
  const listed = await page.evaluate(() => [...document.querySelectorAll("#key-table kbd")].map((one) => one.textContent));
  for (const cap of [..."462871ujikolwnpsSraf,.[]vhcbm?", "space", "Enter", "Tab", "Esc", "Ins", "Del", "Ctrl"]) assert.ok(listed.includes(cap), `? lists ${cap}`);
  await picture(page, "keys.png");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await until(page, `${legal} && !document.getElementById("save").classList.contains("changed")`);
  await page.leave();
});

test("the mouse picks a box and drags it along an arrow; a table says what the picture shows", async () => {
  const page = await visit(address, { colorScheme: "dark" });
  await until(page, legal);
  await page.click("#rows-part summary");
  await page.click("#rows tbody tr:nth-child(4)");
  assert.equal(await numbered(page), "3");
  const before = await centre(page);
  await page.click("[data-view=side]");
  const [x, y] = await middle(page, "g > r + 40 && g > b + 12");  // The green arrow, along z.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 20, { steps: 4 });
  await page.mouse.up();
  await until(page, (old) => !document.getElementById("picked").textContent.includes(old), `${before[2].toFixed(2)}Edges`);
  const now = await centre(page);
  assert.ok(now[2] > before[2] + 5, `${before} to ${now}`);
  assert.deepEqual(now.slice(0, 2), before.slice(0, 2));
  await page.click("[data-view=iso]");
  await picture(page, "boxes-dark.png");
  await page.click("#undo");
  await until(page, (old) => document.getElementById("picked").textContent.includes(old), `${before[2].toFixed(2)}Edges`);
  await page.leave();
});

test("a second page watches, and saving over a file that others changed asks", async () => {
  const page = await visit(address);
  await until(page, legal);
  await page.keyboard.press("Tab");
  await act(page, "8");
  const other = await visit(address);
  await until(other, `document.getElementById("save").disabled`);
  assert.match(await text(other, "#edit-state"), /Another page/);
  await other.leave();
  writeFileSync(path.join(folder, "load.box"), load + "# changed by others\n");
  await page.keyboard.press("s");
  await page.waitForSelector("#ask[open]");
  await picture(page, "ask.png");
  await page.click("#ask-yes");
  await until(page, `!document.getElementById("save").classList.contains("changed")`);
  assert.ok(!readFileSync(path.join(folder, "load.box"), "utf8").includes("changed by others\n6"));
  // Under another name; keys that stand in a question change nothing.
  const count = await text(page, "#box-count");
  await page.keyboard.press("Shift+S");
  await page.waitForSelector("#ask[open]");
  await page.focus("#ask-yes");
  await page.keyboard.press("Delete");
  assert.equal(await text(page, "#box-count"), count);
  await page.fill("#ask-name", "other.box");
  await page.click("#ask-yes");
  await until(page, `document.getElementById("edit-state").textContent.includes("Saved other.box.")`);
  assert.ok(readFileSync(path.join(folder, "other.box"), "utf8").startsWith("# box"));
  await page.leave();
});

test("when the program ends the page says so", async () => {
  const page = await visit(address);
  child.kill("SIGINT");
  await until(page, `/ended|lost/.test(document.getElementById("message").textContent)`);
  assert.equal(await ended, 130);
  page.errors = page.errors.filter((line) => !/ERR_|Failed to load/.test(line));  // The browser's own word on the lost connection.
  await page.leave();
});
