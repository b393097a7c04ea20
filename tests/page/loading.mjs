// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The report of a load with a loading plan: steps, their words, the picture of a step, and the sheets that are printed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { folder, middle, picture, pixels, rows, run, text, until, visit } from "./browser.mjs";

const report = (name) => pathToFileURL(path.join(folder, name)).href;

/// A cuboid room with four boxes: 1 lies on 0 and would tip over its edge, which 2 on its other end prevents; 3 stands on the floor.
function makeLoad() {
  const size = [810, 420, 310];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `${k & 1 ? size[0] : 0} ${k & 2 ? size[1] : 0} ${k & 4 ? size[2] : 0}`);
  const faces = ["0 2 3", "0 3 1", "4 5 7", "4 7 6", "0 1 5", "0 5 4", "2 6 7", "2 7 3", "0 4 6", "0 6 2", "1 3 7", "1 7 5"];
  writeFileSync(path.join(folder, "room.off"), `OFF\n8 12 0\n${corners.join("\n")}\n${faces.map((face) => "3 " + face).join("\n")}\n`);
  const [along, across] = ["1 0 0 0 1 0 0 0", "0 1 0 -1 0 0 0 0"];
  const boxes = [`350 200 25 ${across}`, `410 200 75 ${along}`, `360 200 125 ${across}`, `690 200 25 ${along}`];
  writeFileSync(path.join(folder, "four.box"), `# box 0.0.2\n# boxes: 200 x 100 x 50 mm\n4\n${boxes.join("\n")}\n`);
  run("trunkpack", "room.off", "--verify", "four.box", "--opening", "top", "--loading-plan", "plan.html", "--quiet");
}

const documentPart = /(<script type="application\/json" id="document">)([\s\S]*?)(<\/script>)/;

/// The report with another document.
function change(from, to, edit) {
  const page = readFileSync(path.join(folder, from), "utf8");
  const shown = JSON.parse(documentPart.exec(page)[2]);
  edit(shown);
  writeFileSync(path.join(folder, to), page.replace(documentPart, (all, head, old, end) => head + JSON.stringify(shown).replace(/</g, "\\u003c") + end));
}

const goTo = (page, step) => page.evaluate((value) => {
  const slider = document.getElementById("loading-step");
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}, step);

const labels = (page) => page.evaluate(() => [...document.querySelectorAll(".box-label")].map((one) => one.textContent));
const steps = (page) => page.evaluate("inlined.load.loading_plan.steps");
const flying = "g > 120 && g > 1.6 * r && g > 1.4 * b";
const held = "r > 110 && g < 60 && b < 60";

makeLoad();

test("the steps of a plan are told and shown", async () => {
  const page = await visit(report("plan.html"));
  assert.equal(await text(page, "#plan-verdict"), "✓ can be loaded");
  assert.equal(await page.evaluate(() => document.getElementById("plan-verdict").className), "pill good");
  assert.equal(await text(page, "#loading-clock"), "finished");
  assert.equal(await text(page, "#visible-count"), "4");
  assert.deepEqual(await labels(page), []);
  assert.deepEqual(await page.evaluate(() => [document.getElementById("loading-part").hidden, document.getElementById("loading-stuck-part").hidden]), [false, true]);
  const facts = await rows(page, "#loading-facts");
  assert.equal(facts["Loaded through"], "the top");
  assert.equal(facts["Must be held"], "1 of 4 boxes (25.0\u00a0%)");
  assert.equal(facts.Friction, "0.4");
  const plan = await steps(page);
  const [tipping, last] = [1, 2].map((box) => plan.findIndex((step) => step.box === box));
  assert.ok(tipping < last);
  for (let k = 0; k <= 4; ++k) {
    await goTo(page, k);
    assert.equal(await text(page, "#visible-count"), String(k));
    assert.equal(await text(page, "#loading-clock"), `${k} of 4`);
    if (k) assert.match(await text(page, "#loading-text"), new RegExp(`^Step ${k} of 4, layer ${plan[k - 1].layer + 1}: box ${plan[k - 1].box}, .*from above`));
  }
  assert.equal(await page.evaluate(() => document.getElementById("order").disabled), true);

  // The box that tips over is told to be held until the one that keeps it is in, and is red until then.
  await goTo(page, tipping + 1);
  assert.match(await text(page, "#loading-text"), /stands on box 0$/);
  assert.equal(await text(page, "#loading-held"), `hold it until box 2 is in (step ${last + 1})`);
  assert.ok(await pixels(page, held) > 500);
  assert.ok((await labels(page)).includes(`${tipping + 1}1`));
  await picture(page, "loading-step.png");
  await goTo(page, last + 1);
  assert.equal(await text(page, "#loading-held"), "");
  assert.equal(await pixels(page, held), 0);

  await page.keyboard.press("f");
  assert.equal(await text(page, "#loading-clock"), "finished");
  assert.deepEqual(await labels(page), []);
  assert.equal(await page.evaluate(() => document.getElementById("order").disabled), false);
  assert.equal(await pixels(page, flying), 0);
  assert.deepEqual(page.requests, [report("plan.html")]);
  await page.leave();
});

test("boxes fly along their ways, one after the other", async () => {
  const page = await visit(report("plan.html") + "#plan");
  assert.equal(await text(page, "#loading-clock"), "0 of 4");
  await page.evaluate(() => view.look("side"));
  // As slow as the pictures of a test want it.
  await page.evaluate(() => {
    const speed = document.getElementById("loading-speed");
    speed.append(new Option("slow", 0.01));
    speed.value = 0.01;
  });
  await page.keyboard.press(".");
  assert.equal(await text(page, "#loading-clock"), "1 of 4");
  const onTheWay = await middle(page, flying);
  await picture(page, "loading-flying.png");
  await goTo(page, 1);
  const there = await middle(page, flying);
  assert.ok(Math.hypot(there[0] - onTheWay[0], there[1] - onTheWay[1]) > 50);
  assert.ok(onTheWay[1] < there[1]);
  await page.keyboard.press(",");
  assert.equal(await text(page, "#loading-clock"), "0 of 4");
  await page.evaluate(() => { document.getElementById("loading-speed").value = 1; });

  // It plays up to the end; a pause lets the box arrive that is on its way.
  await page.keyboard.press(" ");
  assert.equal(await text(page, "#loading-play"), "Pause");
  await until(page, `document.getElementById("loading-clock").textContent === "2 of 4"`);
  await page.keyboard.press(" ");
  assert.equal(await text(page, "#loading-play"), "Play");
  await page.keyboard.press("End");
  assert.equal(await text(page, "#loading-clock"), "4 of 4");
  await page.keyboard.press("Home");
  await page.evaluate(() => document.getElementById("loading-play").click());
  await until(page, `document.getElementById("loading-clock").textContent === "4 of 4" && document.getElementById("loading-play").textContent === "Play"`);
  await page.leave();
});

test("ways have words", async () => {
  const page = await visit(report("plan.html"));
  const words = (way, opening = { name: "top", outward: [0, 0, 1] }) => page.evaluate(([way_mm, opening]) => wayText({ way_mm }, opening), [way, opening]);
  assert.equal(await words([[0, 0, 400], [0, 0, 25]]), "straight from above");
  assert.equal(await words([[0, 0, 400], [0, 0, 25], [0.2, 31, 25]]), "from above, then 31 mm towards +y");
  assert.equal(await words([[0, 0, 400], [0, 0, 125], [-40, 30, 125], [-40, 30, 25]]), "from above, 50 mm towards −x and +y, then 100 mm down");
  assert.equal(await words([[900, 0, 0], [9, 0, 0], [9, 0, 4]], { name: "rear", outward: [1, 0, 0] }), "from the rear, then 4.0 mm up");
  await page.leave();
});

test("an opening has words, each once", async () => {
  const page = await visit(report("plan.html"));
  const words = (name, ...texts) => page.evaluate(([name, texts]) => openingText({ name, planes: texts.map((text) => ({ text })) }), [name, texts]);
  assert.equal(await words("rear"), "the rear");
  assert.equal(await words("z<=540, x<=980", "z<=540", "x<=980"), "where it is open beyond z<=540, x<=980");
  assert.equal(await words("lid", "z<=540"), "lid (beyond z<=540)");
  await page.leave();
});

test("holds have words", async () => {
  const page = await visit(report("plan.html"));
  const words = (held_from, rests_after) => page.evaluate((step) => {
    const plan = { steps: [{ box: 7, ...step }, { box: 8 }, { box: 9 }] };
    return [holdText(plan, 0), shortHold(plan, 0), [0, 1, 2].map((now) => isHeldAt(plan, 0, now))];
  }, { held_from, rests_after });
  assert.deepEqual(await words(null, 0), ["", "", [false, false, false]]);
  assert.deepEqual(await words(0, 2), ["hold it until box 9 is in (step 3)", "until step 3", [true, true, false]]);
  assert.deepEqual(await words(1, 2), ["hold it from step 2 on until box 9 is in (step 3)", "from step 2 until step 3", [false, true, false]]);
  assert.deepEqual(await words(1, null), ["hold it from step 2 on until the end: it does not rest in the full load, either", "from step 2 until the end",
    [false, true, true]]);
  await page.leave();
});

test("the plan is printed as sheets", async () => {
  const page = await visit(report("plan.html"), { colorScheme: "dark" });
  const file = path.join(process.env.JAM_PICTURES, "loading-plan.pdf");
  await page.pdf({ path: file, preferCSSPageSize: true });
  assert.equal(await page.evaluate(() => document.querySelectorAll("#sheets svg").length), (await steps(page)).at(-1).layer + 1);
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await page.evaluate(() => ["stage", "sheets"].map((id) => getComputedStyle(document.getElementById(id)).display)), ["none", "block"]);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  const printed = await page.evaluate(() => document.getElementById("sheets").innerText);
  for (const part of [/^Loading plan: room\.off/, /friction 0\.4/, /front x = 0, left y = 0, floor z = 0/, /Layer 1 of/, /until step \d/, /straight down/]) assert.match(printed, part);
  // Step, box, sizes, distances of box 3: as it was placed.
  assert.match(printed.replace(/\s+/g, " "), / \d 3 200 100 50 590 150 0 straight down floor\/walls/);
  // Seen from above, boxes 1 and 2 cover box 0.
  assert.equal(await page.evaluate(() => document.querySelectorAll("#sheets .number").length), 3);
  assert.match(printed, /Covered: \d \(under \d, \d\)/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("#sheets polygon.held").length), 1);
  await page.emulateMedia({ media: "screen" });
  assert.deepEqual(await page.evaluate(() => ["stage", "sheets"].map((id) => getComputedStyle(document.getElementById(id)).display)), ["block", "none"]);
  await page.leave();

  const told = spawnSync("pdfinfo", [file], { encoding: "utf8" });
  if (told.error) return console.log("skipped: pdfinfo is not here (Debian package poppler-utils)");
  assert.match(told.stdout, /Pages: +1\n/);
  assert.match(told.stdout, /A4/);
  const words = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }).stdout;
  assert.match(words, /Loading plan: room\.off/);
  assert.match(words, /hatched in the drawings/);
  return assert.doesNotMatch(words, /Look into the opening/);
});

test("boxes without a way are told, and names stay texts", async () => {
  const name = "<img src=x onerror=alert(1)>";
  change("plan.html", "stuck.html", ({ load }) => {
    const plan = load.loading_plan;
    plan.steps = plan.steps.filter((step) => step.box < 3).map((step) => ({ ...step, layer: 0, held_from: 0, rests_after: null }));
    plan.stuck = [{ box: 3, blocked_by: [0, 1] }];
    Object.assign(plan.totals, { loaded: 3, stuck: 1, layers: 1, held: 3, never_rest: 3 });
    plan.opening.name = name;
    plan.opening.planes = [{ text: name, point_mm: [0, 0, 300], outward: [0, 0, 1] }];
    load.run.problem = name;
    load.totals.standing = 3;
    for (const box of load.boxes) box.piece = name;
  });
  const page = await visit(report("stuck.html") + "#plan", { viewport: { width: 390, height: 844 } });
  assert.equal(await text(page, "#plan-verdict"), "✗ 1 box has no way");
  assert.equal(await page.evaluate(() => document.getElementById("plan-verdict").className), "pill bad");
  assert.equal(await text(page, "#stand-verdict"), "✗ 1 box does not stand");
  assert.equal((await rows(page, "#figures")).Standing, "3 of 4 boxes stand");
  assert.equal(await text(page, "#loading-stuck"), "Box 3: boxes 0, 1 in its way");
  await goTo(page, 3);
  assert.equal(await text(page, "#visible-count"), "3");
  assert.match(await text(page, "#loading-held"), /does not rest/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.equal((await rows(page, "#loading-facts"))["Must be held"], "3 of 3 boxes (100.0\u00a0%), 3 of them until the end");
  await picture(page, "loading-phone.png");
  await page.pdf({ preferCSSPageSize: true });
  assert.match(await text(page, "#sheets"), /Without a wayBox 3/);
  assert.ok((await text(page, "#sheets")).includes(name));
  assert.equal(await page.evaluate(() => document.querySelectorAll("img").length), 0);
  await page.leave();

  change("plan.html", "unfinished.html", ({ load }) => {
    const plan = load.loading_plan;
    plan.complete = false;
    plan.steps = plan.steps.filter((step) => step.box > 0).map((step, k) => ({ ...step, held_from: null, rests_after: k }));
    Object.assign(plan.totals, { fixed: 1, loaded: 3, held: 0 });
    load.totals.standing = 4;
  });
  const unfinished = await visit(report("unfinished.html"));
  assert.equal(await text(unfinished, "#plan-verdict"), "loading plan not finished");
  assert.equal(await text(unfinished, "#stand-verdict"), "✓ stands");
  // A fixed box is there from the beginning.
  await goTo(unfinished, 0);
  assert.equal(await text(unfinished, "#visible-count"), "1");
  assert.match(await text(unfinished, "#loading-text"), /1 fixed box is in before/);
  await goTo(unfinished, 3);
  assert.equal(await text(unfinished, "#visible-count"), "4");
  await unfinished.leave();

  run("trunkpack", "room.off", "--verify", "four.box", "--html", "plain.html", "--quiet");
  const plain = await visit(report("plain.html"));
  assert.equal(await text(plain, "#plan-verdict"), "");
  assert.equal(await plain.evaluate(() => document.getElementById("loading-part").hidden), true);
  await plain.emulateMedia({ media: "print" });
  assert.equal(await plain.evaluate(() => getComputedStyle(document.getElementById("stage")).display), "block");
  await plain.leave();
});
