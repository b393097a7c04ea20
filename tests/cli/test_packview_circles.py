# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""packview: packings of circles that are changed by hand; reports and results that are looked at.

    test_packview_circles.py PACKVIEW [unittest options]
"""
import json
import math

import support
import viewer

BEST_24 = support.SOURCE_DIR / "instances" / "circles" / "linear-n24.circles"


class CircleTest(viewer.ViewerTest):
    def open(self, *arguments):
        return viewer.Page(self.serve(*arguments, "--port", 0))

    def edit(self, page, do, **command):
        status, answer = page.edit(do, **command)
        self.assertEqual(status, 200, answer)
        return page.document()

    def test_a_packing_is_shown_with_contacts_and_its_gap_to_the_best_known(self):
        self.write("packing.circles", BEST_24.read_text())
        document = self.open("packing.circles").document()
        self.assertEqual((document["kind"], document["circles"]["schema"], document["circles"]["n"]), ("circles", "jampack/circles/1", 24))
        self.assertEqual(len(document["view"]["colours"]), 24)
        edit = document["edit"]
        self.assertTrue(edit["legal"])
        self.assertEqual(edit["radius"], document["circles"]["enclosing_radius"])
        self.assertAlmostEqual(document["best_known"]["gap"], edit["radius"] / float(document["best_known"]["text"]) - 1, 12)

    def test_a_circle_that_was_dragged_into_others_is_relaxed(self):
        self.write("packing.circles", support.TWO_CIRCLES)
        page = self.open("packing.circles")
        document = self.edit(page, "move", circle=0, to=[0.5, 0.25])
        self.assertFalse(document["edit"]["legal"])
        self.assertGreater(document["edit"]["deepest"], 1)
        self.assertIn("overlap", document["edit"]["violations"][0])
        document = self.edit(page, "relax")
        self.assertTrue(document["edit"]["legal"])
        self.assertEqual(document["edit"]["violations"], [])
        self.assertAlmostEqual(document["edit"]["radius"], 3, 9)
        self.assertEqual(self.edit(page, "undo")["edit"]["legal"], False)
        document = self.edit(page, "undo")
        self.assertEqual([(c["radius"], c["x"], c["y"]) for c in document["circles"]["circles"]], [(1, 2, 0), (2, -1, 0)])

    def test_circles_are_added_and_deleted(self):
        self.write("packing.circles", support.TWO_CIRCLES)
        page = self.open("packing.circles")
        self.edit(page, "add", radius=3, at=[0, 2])
        document = self.edit(page, "relax")
        self.assertEqual(document["best_known"]["gap_text"], "reached")  # Radii 1, 2, 3: R = 5.
        self.assertAlmostEqual(document["edit"]["radius"], 5, 9)
        document = self.edit(page, "delete", circle=0)
        self.assertIsNone(document["best_known"])
        self.edit(page, "delete", circle=0)
        self.assertEqual(page.edit("delete", circle=0)[0], 400)
        for command in ({"radius": 0}, {"radius": -1}, {"radius": 1e300}, {"radius": 1, "at": [1]}, {"radius": 1, "at": [1e300, 0]}):
            self.assertEqual(page.edit("add", **command)[0], 400, command)
        self.assertEqual(page.edit("move", circle=1, to=[0, 0])[0], 400)

    def test_what_is_saved_can_be_read_and_is_legal(self):
        self.write("packing.circles", support.TWO_CIRCLES)
        page = self.open("packing.circles")
        self.edit(page, "add", radius=1, at=[0.1, 0.1])
        self.edit(page, "relax")
        self.assertEqual(page.post("/api/save")[0], 200)
        rows = support.circle_rows(self.path("packing.circles"))
        radius = float(support.annotation(self.path("packing.circles"), "enclosing-radius"))
        self.assertEqual(radius, page.document()["edit"]["radius"])
        self.assertEqual(sorted(r for r, _, _ in rows), [1, 1, 2])
        for i, (r, x, y) in enumerate(rows):
            self.assertLessEqual(math.hypot(x, y) + r, radius * (1 + 1e-14))
            for s, u, v in rows[:i]:
                self.assertGreaterEqual(math.hypot(x - u, y - v), (r + s) * (1 - 1e-14))
        self.assertFalse(page.document()["edit"]["changed"])
        self.write("packing.circles", support.TWO_CIRCLES)
        self.assertEqual(page.post("/api/save")[0], 409)
        document = self.edit(page, "reload")
        self.assertEqual(document["circles"]["n"], 2)

    def test_a_file_of_another_format_is_not_replaced(self):
        self.write("plain.xyr", "0 0 1\n2 0 1\n")
        page = self.open("plain.xyr")
        self.assertEqual(page.post("/api/save")[0], 409)
        self.assertEqual(page.post("/api/save", **{"as": "mine.circles"})[0], 200)
        self.assertEqual(self.path("plain.xyr").read_text(), "0 0 1\n2 0 1\n")
        self.assertEqual(len(support.circle_rows(self.path("mine.circles"))), 2)

    def test_reports_and_results_are_looked_at_alone(self):
        scene = {"schema": "jampack/view/1", "kind": "scene", "name": "heap", "scene": {"text": "a \\u003cb"}}
        self.write("report.html", '<!DOCTYPE html>\n<p>{}</p>\n<script type="application/json" id="document">'
                   + json.dumps(scene).replace("\\\\u003c", "\\u003c") + "</script>\n")
        page = self.open("report.html")
        document = page.document()
        self.assertEqual((document["kind"], document["scene"]), ("scene", {"text": "a <b"}))
        self.assertNotIn("edit", document)
        self.assertEqual(page.edit("undo")[0], 409)
        self.assertEqual(page.post("/api/save")[0], 409)
        self.end_server()
        self.write("result.json", '{"schema": "jampack/contact-result/1", "name": "ball"}\n')
        document = self.open("result.json").document()
        self.assertEqual((document["kind"], document["contact"]["name"]), ("contact", "ball"))

    def test_other_files_are_refused(self):
        self.write("page.html", "<!DOCTYPE html><p>a page</p>")
        self.write("other.html", '<!DOCTYPE html><script type="application/json" id="document">null</script>')
        self.write("other.json", '{"schema": "something/1"}')
        self.write("text.txt", "no circles\n")
        self.write("empty.circles", "")
        self.refused("page.html", says=["page.html", "no report"])
        for name in ("other.html", "other.json", "text.txt", "empty.circles"):
            self.refused(name, says=[name])


if __name__ == "__main__":
    support.main()
