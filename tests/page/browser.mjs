// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What the tests of the page share: one browser, folders, programs that serve, and what the page says.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const folder = mkdtempSync(path.join(os.tmpdir(), "jampack-page-"));
const limit = 1000 * (process.env.JAM_TEST_LIMIT || 300);  // A hang must end; nothing is timed.
const browser = await chromium.launch({ executablePath: process.env.JAM_CHROMIUM,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage"] });
const children = [];
afterEach(async () => { for (const context of browser.contexts()) await context.close(); });  // Pages that a failed test left open.
after(async () => {
  await browser.close();
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const program = (name) => path.join(process.env.JAM_PROGRAMS, name);

/// Runs a program to its end in the folder; its result must be 0.
export function run(name, ...rest) {
  const ended = spawnSync(program(name), rest, { cwd: folder, encoding: "utf8" });
  assert.equal(ended.status, 0, `${name} ${rest.join(" ")}: ${ended.stderr}`);
}

/// Starts a program that serves a page; returns { address, child, ended }, a promise of the exit code.
export async function serve(name, ...rest) {
  const child = spawn(program(name), rest, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, XDG_DATA_HOME: folder } });
  children.push(child);
  let text = "";
  const ended = new Promise((done) => child.on("exit", done));
  const address = await new Promise((found, failed) => {
    const look = (piece) => {
      text += piece;
      const [match] = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(text) || [];
      if (match) found(match);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    ended.then((code) => failed(new Error(`${name} ended with ${code}: ${text}`)));
  });
  return { address, child, ended };
}

/// A page at an address. It must write no error to the console and ask nobody but that address; `page.requests` counts its requests. It is there as soon as
/// `ready` holds in it.
export async function visit(address, options = {}, ready = "view !== null") {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(limit);
  page.errors = [];
  page.requests = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !/409|Conflict/.test(message.text())) page.errors.push(message.text()); });
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on("request", (request) => page.requests.push(request.url()));
  await page.goto(address);
  await until(page, ready);
  page.leave = async () => {
    assert.deepEqual(page.errors, []);
    const own = new URL(address).origin;
    for (const url of page.requests) assert.ok(url === address.split("#")[0] || url.startsWith("data:") || (own !== "null" && url.startsWith(own)), `asked for ${url}`);
    await context.close();
  };
  return page;
}

export const text = (page, selector) => page.evaluate((where) => document.querySelector(where).textContent, selector);

/// Waits until `condition`, JavaScript in the page or a function with an argument, is true. Asked from here: the page's policy forbids eval.
export async function until(page, condition, argument) {
  for (const end = Date.now() + limit; ;) {
    if (await page.evaluate(condition, argument)) return;
    if (Date.now() > end) throw new Error(`in vain: ${condition} ${argument} (${await text(page, "#message")})`);
    await new Promise((done) => setTimeout(done, 40));
  }
}

/// The rows of a table as an object.
export const rows = async (page, selector) => Object.fromEntries(await page.evaluate((where) =>
  [...document.querySelectorAll(`${where} tr`)].map((row) => [row.cells[0].textContent, row.cells[1].textContent]), selector));

/// Until a picture that was drawn coarser while it moved (web/stage.js) is fine again.
const rest = () => new Promise((done) => setTimeout(done, 400));

/// [x, y, …] of the pixels of the picture that are like a colour, by a test of (r, g, b) as JavaScript.
async function places(page, like) {
  await rest();
  const png = (await page.locator("#stage").screenshot()).toString("base64");
  return page.evaluate(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png}";
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const all = pen.getImageData(0, 0, image.width, image.height).data;
    const found = [];
    for (let k = 0; k < all.length; k += 4) {
      const [r, g, b] = [all[k], all[k + 1], all[k + 2]];
      if (${like}) found.push((k / 4) % image.width, Math.floor(k / 4 / image.width));
    }
    return found;
  })()`);
}

/// How many they are.
export const pixels = async (page, like) => (await places(page, like)).length / 2;

/// Their middle.
export async function middle(page, like) {
  const found = await places(page, like);
  assert.ok(found.length > 20, `pixels with ${like}`);
  const mean = (first) => found.filter((value, k) => k % 2 === first).reduce((a, b) => a + b, 0) / (found.length / 2);
  return [mean(0), mean(1)];
}

export const picture = (page, name) => rest().then(() => page.screenshot({ path: path.join(process.env.JAM_PICTURES, name) }));

/// Lets an independent checker judge a file; nothing where the checkers are not there.
export function judge(checker, ...rest) {
  const script = path.join(root, "..", "shared", "verify", checker);
  if (!existsSync(script)) return console.log(`skipped: ${checker} is not here`);
  const python = checker === "boxes.py" ? "/usr/bin/python3" : "python3";
  const ended = spawnSync(python, [script, ...rest], { cwd: folder, encoding: "utf8" });
  if (/No module named 'numpy'/.test(ended.stderr)) return console.log(`skipped: ${checker} needs NumPy`);
  return assert.equal(ended.status, 0, ended.stdout + ended.stderr);
}
