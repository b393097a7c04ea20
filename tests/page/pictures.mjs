// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The pictures of docs/packview.md and docs/trunkpack.md, docs/images/packview-*.png, container-*.png, loading-plan.png and tight-walls.png:
//
//   python3 tests/page/test_page.py build/release/bin docs/images pictures
import { spawnSync } from "node:child_process";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, picture, root, run, serve, until, visit } from "./browser.mjs";

/// What packview shows of a document, after the keys.
async function shown(name, keys, ...command) {
  const { address, child } = await serve("packview", ...command, "--port", "0");
  const page = await visit(address);
  await until(page, `!/not verified/.test(document.getElementById("verdict").textContent)`);
  for (const key of keys) await page.keyboard.press(key);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await picture(page, `packview-${name}.png`);
  await page.leave();
  child.kill("SIGINT");
}

test("a container", async () => {
  spawnSync("python3", ["-B", path.join(root, "scenes", "car", "make_car.py"), folder]);
  const { address, child } = await serve("packview", "car.obj", "--inside=600,0,250", "--cap=z<=540", "--cap=x<=980", "--port", "0");
  const page = await visit(address);
  await until(page, `/^[0-9.]+ l$/.test(document.getElementById("litres").textContent)`);
  await page.keyboard.press("]");
  await picture(page, "packview-container.png");
  await page.leave();
  child.kill("SIGINT");
});

test("drawn", async () => {
  const sedan = path.join(root, "meshes", "sedan.off");
  const common = ["--seed", "1", "--device", "cpu", "--quiet"];
  run("trunkpack", sedan, "--turns", "5", "--archive", "none", "--out", "sedan.box", ...common);
  await shown("load", ["Tab", "n", "n"], "sedan.box", "--mesh", sedan);
  await shown("circles", [], path.join(root, "instances", "circles", "records", "linear-n128.circles"));
  run("settle", "--container", sedan, "--boxes", "150", "--pour", "4s", "--shake", "1s", "--out", "poured.box", "--html", "poured.html", ...common);
  await shown("settled", Array(200).fill("."), "poured.html");
  run("contactpatch", "normal", path.join(root, "examples", "hertz.json"), "--json", "hertz.json", "--quiet");
  await shown("pressure", [], "hertz.json");
});

/// What trunkpack packs of a mesh, on light and on dark pages: boxes whose centre is not higher than `height` in mm.
async function packed(name, height, mesh, ...options) {
  run("trunkpack", mesh, ...options, "--turns", "2", "--seed", "1", "--device", "cpu", "--archive", "none", "--quiet", "--out", `${name}.box`, "--html", `${name}.html`);
  for (const colorScheme of ["light", "dark"]) {
    const page = await visit(pathToFileURL(path.join(folder, `${name}.html`)).href, { colorScheme, viewport: { width: 960, height: 540 } });
    await page.evaluate((z) => {
      const cut = document.getElementById("cut-z");
      cut.value = z;
      cut.dispatchEvent(new Event("input"));
    }, height);
    await picture(page, `container-${name}${colorScheme === "dark" ? "-dark" : ""}.png`);
    await page.leave();
  }
}

const example = (name) => path.join(root, "examples", "containers", name);

test("a closed mesh", () => packed("closed", 9999, path.join(root, "meshes", "hatchback.off")));
test("a tub without its lid", () => packed("tub", 9999, example("tub.obj")));
test("a shell with thick walls", () => packed("shell", 180, example("shell.obj"), "--inside=400,500,200", "--cap=z<=450"));
test("a whole car", async () => {
  spawnSync("python3", ["-B", path.join(root, "scenes", "car", "make_car.py"), folder]);
  await packed("car", 9999, "car.obj", "--inside=600,0,250", "--cap=z<=540", "--cap=x<=980");
});
test("parts by name", () => packed("parts", 140, example("parts.obj"), "--part", "trunk", "--part", "lid", "--obstacle", "battery", "--obstacle", "net"));

test("a loading plan", async () => {
  const half = 41;
  run("trunkpack", path.join(root, "meshes", "roadster.off"), "--turns", "5", "--seed", "1", "--device", "cpu", "--archive", "none", "--quiet",
    "--out", "roadster.box", "--loading-plan", "plan.html");
  const page = await visit(pathToFileURL(path.join(folder, "plan.html")).href, { viewport: { width: 1280, height: 720 } });
  await page.evaluate((step) => {
    const slider = document.getElementById("loading-step");
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
  }, half);
  await page.evaluate(() => view.look("iso"));
  await page.waitForTimeout(1000);  // Drawn in full detail when nothing moves.
  await picture(page, "loading-plan.png");
  await page.leave();
});

test("tight walls", async () => {
  const sedan = path.join(root, "meshes", "sedan.off");
  run("trunkpack", sedan, "--time", "40s", "--seed", "1", "--device", "cpu", "--archive", "none", "--standing", "off", "--quiet", "--out", "tight.box");
  run("trunkpack", sedan, "--verify", "tight.box", "--tight", "tight.html", "--quiet");
  const page = await visit(pathToFileURL(path.join(folder, "tight.html")).href, { viewport: { width: 1280, height: 720 } });
  await picture(page, "tight-walls.png");
  await page.leave();
});
