// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The page of `trunkpack check`: openings in red with numbers, the room that would be packed in green, tables beside it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, picture, pixels, root, rows, run, text, until, visit } from "./browser.mjs";

const report = (name) => pathToFileURL(path.join(folder, name)).href;
const red = "r > g + 40 && r > b + 40";
const green = "g > r + 25 && g > b + 10";

/// A tub of 800 x 600 x 400 mm beside a smaller closed box, which is a second room.
const tub = `OFF
16 11 0
0 0 0
800 0 0
0 600 0
800 600 0
0 0 400
800 0 400
0 600 400
800 600 400
1000 0 0
1300 0 0
1000 300 0
1300 300 0
1000 0 300
1300 0 300
1000 300 300
1300 300 300
4 0 2 3 1
4 0 1 5 4
4 2 6 7 3
4 0 4 6 2
4 1 3 7 5
4 8 10 11 9
4 12 13 15 14
4 8 9 13 12
4 10 14 15 11
4 8 12 14 10
4 9 11 15 13
`;

test("the page marks openings and the room that would be packed, and asks for nothing", async () => {
  writeFileSync(path.join(folder, "tub.off"), tub);
  run("trunkpack", "check", "tub.off", "--html", "tub.html");
  const page = await visit(report("tub.html"));
  assert.equal(await text(page, "#name"), "tub.off");
  assert.equal(await text(page, "#verdict"), "✓ one room would be packed");
  assert.match(await text(page, "#headline"), /192\.0/);
  assert.match((await rows(page, "#openings"))["1"], /rim, 1000 mm wide, closed; around 400,300,400/);
  const rooms = await rows(page, "#rooms");
  assert.match(rooms["1"], /192\.0 l, 800 × 600 × 400 mm, packed/);
  assert.match(rooms["2"], /27\.0 l, .*--inside 1\d\d\d\.?\d*,/);
  assert.ok(await pixels(page, red) > 200);
  const packed = await pixels(page, green);
  assert.ok(packed > 20000);
  await picture(page, "check-tub.png");
  await page.uncheck("#show-openings");
  assert.ok(await pixels(page, red) < 50);
  await page.uncheck("#show-rooms");
  assert.ok(await pixels(page, green) < packed / 10);
  assert.deepEqual(page.requests, [report("tub.html")]);
  await page.leave();
});

test("a generated car with its trunk", async () => {
  const made = spawnSync("python3", ["-B", path.join(root, "scenes", "car", "make_car.py"), folder], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  run("trunkpack", "check", "car.obj", "--inside=600,0,250", "--cap=z<=540", "--cap=x<=980", "--html", "car.html");
  const page = await visit(report("car.html"));
  assert.ok(Object.keys(await rows(page, "#parts")).length > 20);
  assert.ok(await pixels(page, green) > 3000);
  await picture(page, "check-car.png");
  const labels = () => page.evaluate(() => [...document.querySelectorAll(".mark")].filter((label) => label.style.visibility === "visible")
    .map((label) => ({ text: label.textContent, ...label.getBoundingClientRect().toJSON() })));
  const shown = await labels();
  const rooms = shown.filter(({ text: own }) => own.startsWith("room"));
  assert.ok(rooms.length > 0 && rooms.length <= 6, `${rooms.length}`);
  shown.forEach((a, k) => shown.slice(k + 1).forEach((b) =>
    assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, `${a.text} covers ${b.text}`)));
  // A row that is pointed at shows its label.
  assert.ok(Object.keys(await rows(page, "#rooms")).length > 10);
  await page.hover("#rooms tr:nth-child(10)");
  await until(page, `[...document.querySelectorAll(".mark.pointed")].some((label) => label.textContent === "room 10" && label.style.visibility === "visible")`);
  await page.leave();
});

test("where it is not clear, the command lines that choose are shown", async () => {
  // The second room has 144 l now, more than half of the first one.
  writeFileSync(path.join(folder, "two.off"), tub.replace(/^1300 /gm, "2200 ").replace(/ 300$/gm, " 400"));
  const ended = spawnSync(path.join(process.env.JAM_PROGRAMS, "trunkpack"), ["check", "two.off", "--html", "two.html"], { cwd: folder, encoding: "utf8" });
  assert.equal(ended.status, 2, ended.stderr);
  const page = await visit(report("two.html"), { colorScheme: "dark" });
  assert.equal(await text(page, "#verdict"), "not clear what would be packed");
  assert.match(await text(page, "#next"), /trunkpack two\.off --inside .*packs room 1, 192\.0 l.*--inside .*packs room 2, 144\.0 l/);
  await picture(page, "check-two.png");
  await page.leave();
});
