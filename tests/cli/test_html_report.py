# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The report page of a load in a real browser: it loads without an error, shows the boxes, peels layers, and tells the numbers of a box.

    test_html_report.py DEMO_LOAD [unittest options]

DEMO_LOAD writes the files of a load to a folder (tests/trunk/demo_load.cpp). Skipped where there is no Chromium.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import chromium
import support


class ReportTest(unittest.TestCase):
    """All tests share one folder and one browser."""

    @classmethod
    def setUpClass(cls):
        program = chromium.find()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        subprocess.run([support.PROGRAM, folder.name], check=True, stdout=subprocess.DEVNULL)
        if not (cls.folder / "load.html").exists():
            raise unittest.SkipTest("this build has no three.js (Debian package libjs-three)")
        cls.load = json.loads((cls.folder / "load.json").read_text())
        cls.count = len(cls.load["boxes"])
        cls.browser = chromium.Browser(program)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.browser.events.clear()
        self.browser.open((self.folder / "load.html").as_uri())

    def tearDown(self):
        self.assertEqual(self.browser.console_errors(), [])

    def text(self, selector):
        return self.browser.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def shown(self):
        return int(self.text("#visible-count"))

    def slide(self, axis, value):
        self.browser.evaluate(f"(() => {{ const slider = document.getElementById('cut-{axis}'); slider.value = {value};"
                              "slider.dispatchEvent(new Event('input')); })()")
        self.browser.wait_until_idle()

    def picked_number(self):
        """The number of the picked box, None where none is."""
        match = re.match(r"Number(\d+)Centre", self.text("#picked"))
        return int(match.group(1)) if match else None

    def canvas_colours(self):
        """How many pixels of the picture have which colour, without the frame and the texts at its border."""
        area = self.browser.evaluate("(() => { const r = document.querySelector('canvas').getBoundingClientRect();"
                                     "return [r.left, r.top, r.right, r.bottom]; })()")
        _, _, rows = chromium.pixels(self.browser.screenshot())
        left, top, right, bottom = (round(value) for value in area)
        colours = {}
        for row in rows[top + 60:bottom - 60]:
            for pixel in row[left + 10:right - 10]:
                colours[pixel] = colours.get(pixel, 0) + 1
        return colours

    def test_figures_are_those_of_the_load(self):
        self.assertEqual(self.browser.evaluate("document.title"), f'sloped & "simple".off: {self.count} boxes')
        self.assertEqual(self.text("#name"), 'sloped & "simple".off')
        self.assertEqual(self.text("#verdict"), "✓ verified")
        self.assertEqual(self.text("#box-count"), str(self.count))
        self.assertEqual(self.shown(), self.count)
        self.assertIn(f"{self.load['totals']['container_litres']:.2f} l", self.text("#figures"))
        # More digits than a browser's numbers have, and a note that looks like HTML.
        self.assertIn("9007199254740993", self.text("#figures"))
        self.assertIn("<b>the larger</b>", self.text("#notes"))

    def test_the_page_asks_for_nothing_else(self):
        loaded = self.browser.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"
                                       ".filter((name) => !name.startsWith('data:'))")
        self.assertEqual(loaded, [])

    def test_the_picture_shows_the_boxes_in_their_colours(self):
        colours = self.canvas_colours()
        background = max(colours, key=colours.get)
        self.assertEqual(background, (238, 242, 246))
        drawn = sum(count for colour, count in colours.items() if colour != background)
        self.assertGreater(drawn, 0.1 * sum(colours.values()))
        # The two layers' classes: blue along x, orange along y.
        self.assertGreater(sum(count for (r, g, b), count in colours.items() if b > r + 60), 1000)
        self.assertGreater(sum(count for (r, g, b), count in colours.items() if r > b + 60), 1000)

    def test_sliders_peel_layers_off(self):
        before = self.canvas_colours()
        for axis, k, value in (("z", 2, 120), ("x", 0, 300), ("y", 1, 300)):
            self.slide(axis, value)
            expected = sum(box["position_mm"][k] <= value for box in self.load["boxes"])
            self.assertEqual(self.shown(), expected)
            self.assertLess(expected, self.count)
            self.assertNotEqual(self.canvas_colours(), before)
            self.slide(axis, 1e6)
            self.assertEqual(self.shown(), self.count)

    def test_keys_step_through_layers(self):
        self.browser.press("[")
        first = self.shown()
        self.assertLess(first, self.count)
        self.browser.press("[")
        self.assertLess(self.shown(), first)
        self.browser.press("]")
        self.assertEqual(self.shown(), first)

    def test_classes_can_be_hidden(self):
        count = int(self.browser.evaluate("document.querySelector('#classes label span:last-child').textContent"))
        self.browser.evaluate("document.querySelector('#classes input').click()")
        self.browser.wait_until_idle()
        self.assertEqual(self.shown(), self.count - count)

    def test_a_click_tells_the_numbers_of_the_box_under_it(self):
        self.assertIsNone(self.picked_number())
        self.browser.press("2")  # From above: the middle of the picture shows the box that is highest there.
        centre = self.browser.evaluate("(() => { const r = document.querySelector('canvas').getBoundingClientRect();"
                                       "return [(r.left + r.right) / 2, (r.top + r.bottom) / 2]; })()")
        self.browser.click(*centre)
        number = self.picked_number()
        self.assertIsNotNone(number)
        box = self.load["boxes"][number]
        shown = [float(value.replace("−", "-")) for value in re.search(r"Centre \(mm\)(.*?)Edges", self.text("#picked")).group(1).split(", ")]
        for value, expected in zip(shown, box["position_mm"]):
            self.assertAlmostEqual(value, expected, delta=0.006)  # Two decimals are shown.
        self.assertIn(f"Clearance (mm){box['clearance_mm']:.3f}", self.text("#picked"))
        # A click on the background and the key Escape pick none.
        self.browser.click(centre[0], 5)
        self.assertIsNone(self.picked_number())

    def test_a_box_is_picked_by_its_number_and_the_next_by_a_key(self):
        self.browser.evaluate("(() => { const field = document.getElementById('box-number'); field.value = 7;"
                              "field.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.picked_number(), 7)
        self.browser.press("n")
        self.assertEqual(self.picked_number(), 8)
        self.browser.press("p")
        self.browser.press("p")
        self.assertEqual(self.picked_number(), 6)
        self.slide("z", 0)
        self.assertIsNone(self.picked_number(), "a hidden box stays picked")
        self.browser.press("Escape")

    def test_dragging_turns_the_picture_and_picks_nothing(self):
        before = self.canvas_colours()
        self.browser.drag(280, 280, 120, 30)
        self.assertIsNone(self.picked_number())
        self.assertNotEqual(self.canvas_colours(), before)

    def test_wires_triangles_and_container_change_the_picture(self):
        before = self.canvas_colours()
        for key in "wbc":
            self.browser.press(key)
            now = self.canvas_colours()
            self.assertNotEqual(now, before, key)
            before = now

    def test_a_load_without_boxes_or_container_is_a_page_too(self):
        self.browser.open((self.folder / "empty.html").as_uri())
        self.assertEqual(self.browser.evaluate("document.title"), "Load: 0 boxes")
        self.assertEqual(self.text("#verdict"), "not verified")
        self.assertEqual(self.shown(), 0)
        for unknown in ["Seed", "Time", "Device", "null"]:
            self.assertNotIn(unknown, self.text("#figures"))
        for key in "[]npwbcmhv1234+-":
            self.browser.press(key)

    def test_boxes_that_move_in_the_load_test_are_marked(self):
        self.assertTrue(self.browser.evaluate("document.getElementById('test-part').hidden"))
        self.browser.events.clear()
        self.browser.open((self.folder / "tested.html").as_uri())
        self.assertIn(f"brake 0.8 g2 of {self.count} move, 12.5 mm at most; 1.25 kPa at most", self.text("#test"))
        self.assertIn(f"standing0 of {self.count} move, 1.0 mm at most", self.text("#test"))

        def red():
            return sum(count for (r, g, b), count in self.canvas_colours().items() if r > 150 and g < 60 and b < 60)
        def marked():
            return self.browser.evaluate("document.getElementById('marked').selectedOptions[0].textContent")
        # Boxes that move are marked for: any manoeuvre, standing, brake 0.8 g, none; then from the beginning.
        self.assertEqual(marked(), "any manoeuvre")
        any_red = red()
        self.assertGreater(any_red, 200)
        for name, moving in (("standing", False), ("brake 0.8 g", True), ("none", False), ("any manoeuvre", True)):
            self.browser.press("m")
            self.assertEqual((marked(), red()), (name, any_red if moving else 0))
        self.browser.evaluate("(() => { const field = document.getElementById('box-number'); field.value = %d;"
                              "field.dispatchEvent(new Event('change')); })()" % (self.count - 1))
        self.assertIn("Moves, brake 0.8 g (mm)12.5, at the end 12.5", self.text("#picked"))
        self.assertIn("Bears, brake 0.8 g (kPa)1.25, at edges 3.0 N", self.text("#picked"))
        self.assertNotIn("Bears, standing", self.text("#picked"))

    def test_a_container_of_points_is_shown_as_points(self):
        self.browser.open((self.folder / "points.html").as_uri())
        self.assertEqual(self.browser.evaluate("document.getElementById('show-wireframe').offsetParent"), None)
        with_points = self.canvas_colours()
        self.browser.press("c")
        self.assertNotEqual(self.canvas_colours(), with_points)
        self.assertNotIn("of the container", self.text("#headline"))

    def test_a_dark_browser_gets_a_dark_page(self):
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.addCleanup(self.browser.call, "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        self.browser.wait_until_idle()
        colours = self.canvas_colours()
        self.assertLess(sum(max(colours, key=colours.get)), 100)


if __name__ == "__main__":
    sys.exit(support.main())
