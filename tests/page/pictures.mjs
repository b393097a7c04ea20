// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The pictures of docs/packview.md, docs/images/packview-*.png:
//
//   python3 tests/page/test_page.py build/release/bin docs/images pictures
import path from "node:path";
import test from "node:test";
import { picture, root, run, serve, until, visit } from "./browser.mjs";

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
