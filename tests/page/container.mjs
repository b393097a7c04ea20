// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// packview with a mesh: a container is made by clicks, planes and parts, and the command line that repeats it is shown.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import test from "node:test";
import { folder, picture, pixels, root, rows, serve, text, until, visit } from "./browser.mjs";

const green = "g > r + 25 && g > b + 10";
const purple = "b > g + 40 && r > g + 15 && b > r + 10";
const example = (name) => path.join(root, "examples", "containers", name);

/// A page of packview that has examined the mesh.
async function open(options, ...command) {
  const { address, child, ended } = await serve("packview", ...command, "--port", "0");
  const page = await visit(address, options);
  page.end = async () => {
    await page.leave();
    child.kill("SIGINT");
    assert.equal(await ended, 130);
  };
  await settled(page);
  return page;
}

const settled = (page) => until(page, `panel.update && document.getElementById("phase").textContent === "" && document.getElementById("verdict").textContent !== ""`);

/// Waits until the command line matches, and its container is known.
async function asked(page, command) {
  await until(page, (pattern) => new RegExp(pattern).test(document.getElementById("command").textContent), command.source);
  await settled(page);
}

const litres = async (page) => Number((await text(page, "#headline dd")).replace("−", "-"));

/// Where a point in mm is on the screen.
const onScreen = (page, point) => page.evaluate((at) => {
  const area = view.canvas.getBoundingClientRect();
  view.stage.camera.updateMatrixWorld();
  const p = new THREE.Vector3(...at).project(view.stage.camera);
  return [area.left + (0.5 + 0.5 * p.x) * area.width, area.top + (0.5 - 0.5 * p.y) * area.height];
}, point);

async function clickAt(page, point) {
  await page.mouse.click(...await onScreen(page, point));
}

test("a click chooses a room, and the command line repeats it", async () => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] }, example("parts.obj"));
  assert.equal(await text(page, "#name"), "parts.obj");
  assert.equal(await text(page, "#verdict"), "not clear what would be packed");
  assert.match(await text(page, "#reason"), /encloses 3 rooms/);
  assert.match(await text(page, "#next"), /Pack room 2, 450\.6 l/);
  await picture(page, "container-choice.png");
  // The body hides the trunk: without it the click meets the trunk.
  await page.uncheck("[aria-label='Show body']");
  await page.click("#seed");
  await clickAt(page, [400, 500, 0]);
  await asked(page, / --inside [\d.]+,[-\d.]+,[\d.]+$/);
  assert.ok(Math.abs(await litres(page) - 450.6) < 0.1);
  assert.equal(await page.getAttribute("#seed", "aria-pressed"), "false");
  assert.ok(await pixels(page, green) > 3000);
  await page.fill("#depth-number", `${20 + Number(await page.inputValue("#depth-number"))}`);
  const before = await text(page, "#command");
  await page.keyboard.press("Enter");
  await until(page, (old) => document.getElementById("command").textContent !== old, before);
  await settled(page);
  assert.ok(Math.abs(await litres(page) - 450.6) < 0.1);
  await page.click("#copy");
  await until(page, `document.getElementById("copied").textContent === "Copied."`);
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), await text(page, "#command"));
  // Numbers of the list: a point in the battery is in another room.
  for (const [axis, value] of [["x", "660"], ["y", "170"], ["z", "132"]]) {
    await page.fill(`#seeds [aria-label='${axis} of point 1']`, value);
    await page.keyboard.press("Enter");
    await asked(page, new RegExp(`--inside .*${value}`));
  }
  assert.ok(Math.abs(await litres(page) - 10.6) < 0.1);
  await page.keyboard.press("Tab");  // Out of the field.
  await page.click("#undo");
  await asked(page, /--inside 660,170,(?!132$)/);
  await page.click("[aria-label='Remove point 1']");
  await asked(page, /parts\.obj$/);
  await page.click("#rooms button");
  await asked(page, /--inside -725,/);
  assert.ok(Math.abs(await litres(page) - 7038.8) < 0.1);
  await page.end();
});

test("the keys are listed, the last answer is dimmed while another one is looked for, and q ends the program", async () => {
  const { address, ended } = await serve("packview", example("tub.obj"), "--port", "0");
  const page = await visit(address);
  await settled(page);
  await page.keyboard.press("?");
  assert.match(await text(page, "#key-table"), /click a point inside.*copy the command line.*end the program/);
  await page.keyboard.press("Escape");
  const before = await text(page, "#litres");
  await page.check("#leave-rim");  // What follows is wrapped, which takes a while.
  await until(page, `document.body.classList.contains("stale")`);
  assert.equal(await text(page, "#litres"), before);
  assert.notEqual(await text(page, "#phase"), "");
  await page.keyboard.press("q");
  assert.equal(await ended, 0);
  await until(page, `/The program ended/.test(document.getElementById("message").textContent)`);
});

test("a click into nothing says why nothing follows", async () => {
  const page = await open({}, example("shell.obj"));
  await page.keyboard.press("p");
  await page.mouse.click(20, 400);
  await until(page, `/There is no wall/.test(document.getElementById("message").textContent)`);
  assert.match(await text(page, "#command"), /shell\.obj$/);
  await page.end();
});

test("a cap plane is dragged by its handle", async () => {
  const page = await open({}, example("shell.obj"), "--inside=400,500,200");
  await page.click("#add-cap");
  await asked(page, /--cap 'z<=\d/);
  await page.fill("#caps input", "450");
  await page.keyboard.press("Enter");
  await asked(page, /--cap 'z<=450'/);
  const before = await litres(page);
  assert.ok(Math.abs(before - 426.25) < 0.1, `${before}`);
  assert.ok(await pixels(page, purple) > 1000);
  const tip = await page.evaluate(() => {
    const middle = view.middle();
    const far = view.stage.camera.position.distanceTo(new THREE.Vector3(middle[0], middle[1], 450));
    return [middle[0], middle[1], 450 + 0.13 * 0.6 * far];
  });
  const [x, y] = await onScreen(page, tip);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 4 });
  await page.mouse.move(x, y + 40, { steps: 4 });
  await page.mouse.up();
  await asked(page, /--cap 'z<=(3\d\d|4[0-4]\d)(\.\d)?'/);
  const after = await litres(page);
  assert.ok(after < before - 10, `${before} ${after}`);
  const dragged = Number(await page.inputValue("#caps input"));
  await picture(page, "container-cap.png");
  await page.keyboard.press("f");
  await asked(page, /--cap 'z>=/);
  await page.keyboard.press("Control+z");
  await asked(page, /--cap 'z<=/);
  assert.equal(await litres(page), after);
  await page.keyboard.press("8");
  await until(page, (old) => Number(document.querySelector("#caps input").value) === old + 10, dragged);
  await settled(page);
  assert.ok(await litres(page) > after);
  await page.click("[aria-label='Remove plane 1']");
  await asked(page, /--inside 400,500,200$/);
  await page.end();
});

test("the plane of an opening is offered", async () => {
  const page = await open({}, example("tub.obj"));
  const closed = await litres(page);
  await page.check("#leave-rim");
  await asked(page, /--cap none$/);
  await page.click("#openings button");
  await asked(page, /--cap none --cap 'z<=450'$/);
  assert.equal(await litres(page), closed);
  await page.end();
});

test("parts are chosen in the list", async () => {
  const page = await open({}, example("parts.obj"));
  for (const [name, use] of [["trunk", "container"], ["lid", "container"], ["battery", "obstacle"], ["net", "obstacle"]])
    await page.selectOption(`[aria-label='Use of ${name}']`, use);
  await asked(page, /--part trunk --part lid --obstacle battery --obstacle net$/);
  const packed = await litres(page);
  assert.ok(packed > 430 && packed < 460, `${packed}`);
  await picture(page, "container-parts.png");
  await page.selectOption("[aria-label='Use of lid']", "");
  await asked(page, /--part trunk --obstacle/);
  await page.selectOption("#unit", "cm");
  await asked(page, /--unit cm$/);
  assert.match((await rows(page, "#figures")).Unit, /^cm/);
  await page.end();
});

test("a wrong unit is the answer, and another one mends it", async () => {
  const page = await open({}, example("tub.obj"), "--unit=m");
  assert.equal(await text(page, "#verdict"), "cannot be packed");
  assert.match(await text(page, "#reason"), /if it is in mm, use --unit mm/);
  await page.selectOption("#unit", "mm");
  await asked(page, /--unit mm$/);
  assert.ok(Math.abs(await litres(page) - 461.25) < 0.1);
  await page.end();
});

test("a second page watches", async () => {
  const { address, child } = await serve("packview", example("tub.obj"), "--port", "0");
  const page = await visit(address);
  await settled(page);
  await page.click("#add-cap");
  await asked(page, /--cap/);
  const other = await visit(address);
  await settled(other);
  assert.equal(await other.isDisabled("#seed"), true);
  assert.match(await text(other, "#command"), /--cap/);
  await page.click("[aria-label='Remove plane 1']");
  await asked(other, /tub\.obj$/);
  await other.leave();
  await page.leave();
  child.kill("SIGINT");
});

test("a generated car with its trunk, on a phone and on a dark page", async () => {
  const made = spawnSync("python3", ["-B", path.join(root, "scenes", "car", "make_car.py"), folder], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const command = ["car.obj", "--inside=600,0,250", "--cap=z<=540", "--cap=x<=980"];
  const page = await open({ colorScheme: "dark" }, ...command);
  assert.ok(await litres(page) > 100);
  assert.ok(await pixels(page, green) > 3000);
  await picture(page, "container-car.png");
  await page.end();
  const phone = await open({ viewport: { width: 390, height: 844 } }, ...command);
  assert.equal(await phone.evaluate("document.documentElement.scrollWidth"), 390);
  await picture(phone, "container-phone.png");
  await phone.click("[aria-label='Arrows of plane 2']");
  // The picture with its litres and the command line stay where they are.
  for (const id of ["litres", "command"]) {
    const place = await phone.evaluate((name) => document.getElementById(name).getBoundingClientRect().toJSON(), id);
    assert.ok(place.top >= 0 && place.bottom <= 844, JSON.stringify(place));
  }
  await picture(phone, "container-phone-cap.png");
  await phone.end();
});
