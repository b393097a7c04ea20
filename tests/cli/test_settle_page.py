# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle --html: the page in a real browser. It shows every frame with its figures, plays, and asks for nothing else.

    test_settle_page.py SETTLE [unittest options]

Skipped where there is no Chromium, or where settle was built without three.js.
"""
import csv
import json
import pathlib
import subprocess
import tempfile
import time
import unittest

import chromium
import support

SCENE = support.SOURCE_DIR / "instances" / "scenes" / "shaken-box.json"


class PageTest(unittest.TestCase):
    """All tests share one simulation and one browser."""

    @classmethod
    def setUpClass(cls):
        program = chromium.find()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        run = cls.settle(SCENE, "--time", "300ms", "--frame", "20ms", "--html", "page.html", "--csv", "rows.csv", "--out", "end.json")
        if "--html needs three.js" in run.stderr:
            raise unittest.SkipTest("this build has no three.js (Debian package libjs-three)")
        assert run.returncode == 0, run.stderr
        cls.rows = list(csv.DictReader((cls.folder / "rows.csv").read_text().splitlines()))
        cls.end = json.loads((cls.folder / "end.json").read_text())
        cls.browser = chromium.Browser(program)
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def settle(cls, *arguments):
        return subprocess.run([support.PROGRAM, *map(str, arguments), "--quiet"], cwd=cls.folder, capture_output=True, text=True, check=False)

    def setUp(self):
        self.open("page.html")

    def tearDown(self):
        self.assertEqual(self.browser.console_errors(), [])

    def open(self, name):
        self.browser.events.clear()  # That of a page before this one may be there.
        self.browser.open((self.folder / name).as_uri())

    def text(self, selector):
        return self.browser.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def go_to(self, frame):
        self.browser.evaluate(f"(() => {{ const slider = document.getElementById('frame'); slider.value = {frame};"
                              "slider.dispatchEvent(new Event('input')); })()")
        self.browser.wait_until_idle()

    def figures(self):
        return dict(self.browser.evaluate("[...document.querySelectorAll('#frame-figures tr')].map((row) => [...row.cells].map((c) => c.textContent))"))

    def picture(self):
        area = self.browser.evaluate("(() => { const r = document.querySelector('canvas').getBoundingClientRect();"
                                     "return [r.left, r.top, r.right, r.bottom]; })()")
        left, top, right, bottom = (round(value) for value in area)
        _, _, rows = chromium.pixels(self.browser.screenshot())
        return [row[left + 10:right - 10] for row in rows[top + 60:bottom - 40]]

    def poses(self, frame):
        """Of the tracks, as [x, y, z, qw, qx, qy, qz]."""
        return self.browser.evaluate(f"[...Array(recorded.tracks).keys()].map((place) => {{ const pose = [0, 0, 0, 0, 0, 0, 0];"
                                     f"poseAt(place, {frame}, 0, pose); return pose; }})")

    def test_every_frame_has_the_figures_of_its_step(self):
        self.assertEqual(self.text("#name"), "dumb-bells on a shaken floor")
        self.assertEqual(self.browser.evaluate("frameCount"), 16)
        self.assertEqual(self.figures()["Step"], "0")
        self.assertNotIn("Bodies in the scene", self.figures())  # All are, all the time.
        for frame in (1, 7, 15):
            self.go_to(frame)
            row, shown = self.rows[20 * frame - 1], self.figures()
            self.assertEqual(shown["Step"], row["step"])
            self.assertEqual(shown["Contacts"], row["contacts"])
            self.assertEqual(shown["Iterations"], row["iterations"])
            for name, key, unit in (("Kinetic energy", "kinetic_J", " J"), ("Potential energy", "potential_J", " J"), ("Residual", "residual", ""),
                                    ("Deepest overlap", "penetration_m", " m"), ("Work of walls", "wall_work_J", " J")):
                said = float(shown[name].removesuffix(unit).replace("−", "-"))
                self.assertAlmostEqual(said, float(row[key]), delta=1e-3 * abs(float(row[key])), msg=name)
        self.assertEqual(self.text("#verdict"), "✓ solved")

    def test_the_last_frame_is_the_state_at_the_end(self):
        # Two unions, a box and a sphere, of which only the sphere does not turn; four walls move.
        self.assertEqual(self.browser.evaluate("[recorded.bodies, recorded.tracks - recorded.turning]"), [len(self.end["bodies"]), 1])
        poses = self.poses(15)
        for body in self.end["bodies"]:
            wanted = body["position_m"] + body["orientation"]
            # 16 bits over less than 2 m, and over 2 for a component of a quaternion, whose sign does not matter.
            def far(pose):
                turn = min(max(abs(a - s * b) for a, b in zip(pose[3:], wanted[3:])) for s in (1, -1)) if body["shape"] != "sphere" else 0
                return max(max(abs(a - b) for a, b in zip(pose[:3], wanted[:3])), turn)
            self.assertLess(min(map(far, poses)), 4e-5, body)

    def test_the_picture_shows_bodies_and_they_move(self):
        first = self.picture()
        background = (238, 242, 246)
        coloured = sum(max(pixel) - min(pixel) > 60 for row in first for pixel in row)
        self.assertGreater(coloured, 500)
        self.assertGreater(sum(pixel == background for row in first for pixel in row), 1000)
        self.go_to(10)
        self.assertNotEqual(self.picture(), first)
        self.go_to(0)
        self.assertEqual(self.picture(), first)
        self.browser.press("w")
        self.assertNotEqual(self.picture(), first)

    def test_it_plays_to_the_end_and_pauses(self):
        self.browser.evaluate("document.getElementById('speed').value = '0.1'")
        self.browser.evaluate("document.getElementById('play').click()")
        self.assertEqual(self.text("#play"), "Pause")
        self.wait_for(lambda: float(self.text("#clock").removesuffix(" s")) > 0)
        self.browser.press(" ")
        self.assertEqual(self.text("#play"), "Play")
        paused = self.text("#clock")
        self.browser.wait_until_idle()
        self.assertEqual(self.text("#clock"), paused)
        self.browser.evaluate("document.getElementById('speed').value = '5'")
        self.browser.press(" ")
        self.wait_for(lambda: self.text("#play") == "Play")
        self.assertEqual(self.text("#clock"), "0.300 s")
        self.assertEqual(self.figures()["Step"], "300")
        self.browser.press(",")
        self.assertEqual(self.figures()["Step"], "280")
        self.browser.press(".")
        self.browser.press(".")
        self.assertEqual(self.figures()["Step"], "300")

    def wait_for(self, condition):
        end = time.monotonic() + chromium.LIMIT  # A hang must end; nothing is timed.
        while not condition():
            self.assertLess(time.monotonic(), end)
            self.browser.wait_until_idle()

    def test_the_page_asks_for_nothing_else(self):
        loaded = self.browser.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"
                                       ".filter((name) => !name.startsWith('data:'))")
        self.assertEqual(loaded, [])

    def test_three_thousand_spheres_take_little_more_than_six_bytes_a_frame(self):
        # 20 frames of 3000 spheres are 360 000 bytes, a third more in base64; what all pages hold does not count.
        sizes = []
        for time_ms in (5, 25):
            run = self.settle("--scene", "pile", "--seed", "1", "--time", f"{time_ms}ms", "--frame", "1ms", "--iterations", "1", "--html", "pile.html")
            self.assertEqual(run.returncode, 0, run.stderr)
            sizes.append((self.folder / "pile.html").stat().st_size)
        self.assertLess(sizes[1] - sizes[0], 500_000)
        self.open("pile.html")
        self.assertEqual(self.browser.evaluate("[recorded.bodies, recorded.turning, frameCount]"), [3000, 0, 26])
        self.assertEqual(self.text("#verdict"), "start")

    def test_bodies_that_wait_are_not_in_the_picture(self):
        run = self.settle("--scene", "well", "--seed", "1", "--time", "200ms", "--frame", "50ms", "--step", "10ms", "--iterations", "5",
                          "--html", "flow.html", "--csv", "flow.csv")
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = list(csv.DictReader((self.folder / "flow.csv").read_text().splitlines()))
        self.open("flow.html")
        self.go_to(4)
        shown = self.browser.evaluate("(() => { const pose = []; let count = 0; for (let k = 0; k < recorded.parts.length && k < "
                                      "recorded.body_parts; ++k) count += poseAt(decoded.parts[3 * k + 1], 4, 0, pose); return count; })()")
        self.assertEqual(shown, int(rows[-1]["bodies"]))
        bodies = self.browser.evaluate("recorded.bodies")
        self.assertLess(shown, bodies)
        self.assertEqual(self.figures()["Bodies in the scene"], f"{shown} of {bodies}")

    def test_a_step_that_was_not_solved_is_marked(self):
        run = self.settle(SCENE, "--time", "200ms", "--iterations", "1", "--tolerance", "1e-9", "--frame", "1ms", "--html", "limit.html")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.open("limit.html")
        frame = self.browser.evaluate("recorded.figures.findIndex((one) => one.status === 'limit')")
        self.assertGreater(frame, 0)
        self.go_to(frame)
        self.assertEqual(self.text("#verdict"), "limit")

    def test_a_name_that_looks_like_html_is_text(self):
        scene = json.loads(SCENE.read_text())
        scene["name"] = "</script><b>"
        (self.folder / "named.json").write_text(json.dumps(scene))
        run = self.settle("named.json", "--time", "2ms", "--html", "named.html")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.open("named.html")
        self.assertEqual(self.text("#name"), "</script><b>")
        self.assertEqual(self.browser.evaluate("document.title"), "</script><b>")


if __name__ == "__main__":
    support.main()
