// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// packview with a packing of circles, and with a pressure map.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { folder, judge, picture, root, rows, run, serve, text, until, visit } from "./browser.mjs";

copyFileSync(path.join(root, "instances", "circles", "linear-n24.circles"), path.join(folder, "packing.circles"));
const legal = `document.getElementById("verdict").textContent === "✓ verified"`;
const isSaved = `!document.getElementById("save").classList.contains("changed")`;
const centre = async (page) => (await rows(page, "#picked-circle")).Centre.split(", ").map((value) => +value.replace("−", "-"));
const radius = async (page) => +(await rows(page, "#figures")).Radius;
const count = `document.querySelectorAll("#stage circle[data-index]").length`;

test("a circle that is dragged onto others turns red, relaxing makes the packing legal, and the file is legal", async () => {
  const { address, child } = await serve("packview", "packing.circles", "--port", "0");
  const page = await visit(address);
  await until(page, legal);
  assert.equal(await page.evaluate(count), 24);
  assert.ok(await page.evaluate(`document.querySelectorAll("#stage .rattler").length`) > 0);
  assert.ok(await page.evaluate(`document.querySelectorAll("#stage .contacts line").length`) > 20);
  assert.match((await rows(page, "#figures"))["Gap to it"], /^[+−-]?\d/);
  await picture(page, "circles.png");

  const before = await radius(page);
  const circle = await page.locator("#stage circle[data-index='16']").boundingBox();
  const [x, y] = [circle.x + circle.width / 2, circle.y + circle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 15, y - 10, { steps: 3 });
  await page.mouse.up();
  await until(page, `/overlap/.test(document.getElementById("verdict").textContent)`);
  assert.ok(await page.evaluate(`document.querySelectorAll("#stage .bad").length`) > 1);
  await picture(page, "circles-red.png");
  await page.keyboard.press("Enter");
  await until(page, legal);
  assert.equal(await page.evaluate(`document.querySelectorAll("#stage .bad").length`), 0);
  assert.ok(await radius(page) < 1.05 * before);

  // Every key of the list.
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());  // After Esc, Tab goes on to the buttons until the picture is entered again.
  await page.focus("#stage > svg");
  await page.keyboard.press("Tab");
  assert.equal((await rows(page, "#picked-circle")).Number, "0");
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await page.keyboard.press("p");
  const number = (await rows(page, "#picked-circle")).Number;
  assert.match(number, /^\d+$/);
  for (const [key, axis, sign] of [["6", 0, 1], ["4", 0, -1], ["8", 1, 1], ["2", 1, -1]]) {
    const from = await centre(page);
    const shown = (await rows(page, "#picked-circle")).Centre;
    await page.keyboard.press(key);
    await until(page, (old) => !document.getElementById("picked-circle").textContent.includes(old), shown);
    assert.equal(Math.sign((await centre(page))[axis] - from[axis]), sign, key);
  }
  await page.fill("#new-radius", "5");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Insert");
  await until(page, `${count} === 25`);
  await page.keyboard.press("Delete");
  await until(page, `${count} === 24`);
  await page.keyboard.press("Control+z");
  await until(page, `${count} === 25`);
  await page.keyboard.press("Control+y");
  await until(page, `${count} === 24`);
  const aim = () => page.getAttribute("#stage > svg", "viewBox");
  for (const key of ["+", "-", "ArrowLeft", "v"]) {
    const was = await aim();
    await page.keyboard.press(key);
    assert.notEqual(await aim(), was, key);
  }
  await page.keyboard.press("c");
  assert.equal(await page.isChecked("#show-contacts"), false);
  await page.keyboard.press("r");
  await until(page, `${count} === 24 && ${isSaved} && ${legal}`);

  // What is saved is legal.
  await page.click("#stage circle[data-index='20']");
  await page.keyboard.press("8");
  await until(page, `!(${isSaved})`);
  await page.keyboard.press("Enter");
  await until(page, legal);
  await page.keyboard.press("s");
  await until(page, isSaved);
  judge("circles.py", "packing.circles", "--n", "24");
  await page.leave();
  child.kill("SIGINT");
});

test("a pressure map shows its fields", async () => {
  run("contactpatch", "normal", path.join(root, "examples", "hertz.json"), "--json", "hertz.json", "--quiet");
  const { address, child } = await serve("packview", "hertz.json", "--port", "0");
  const page = await visit(address, { colorScheme: "dark" });
  assert.equal(await text(page, "#verdict"), "✓ solved");
  assert.match((await rows(page, "#cell")).pressure, /^1088 MPa$/);
  await picture(page, "pressure.png");
  await page.keyboard.press("h");
  assert.match(await text(page, "#legend"), /mm/);
  await page.mouse.move(80, 80);
  assert.notEqual((await rows(page, "#cell")).pressure, "1088 MPa");
  const cell = (await rows(page, "#cell")).Cell.split(", ").map(Number);
  await page.keyboard.press("6");
  await page.keyboard.press("2");
  assert.equal((await rows(page, "#cell")).Cell, `${cell[0] + 1}, ${cell[1] - 1}`);
  await page.leave();
  child.kill("SIGINT");
});
