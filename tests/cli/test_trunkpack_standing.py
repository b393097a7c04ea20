# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Finished loads come to rest, and boxes that stand are counted."""
import json
import re

import support
import trunks

SEARCH = ["--device", "cpu", "--archive", "none", "--checkpoint", "none", "--seed", "1"]


class Standing(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        # Three of six boxes float.
        self.cuboid("c.off", (410, 110, 180))
        self.float = [(101, 55, 35), (101, 55, 92), (101, 55, 150), (309, 55, 25), (309, 55, 75), (309, 55, 125)]
        self.write("float.box", trunks.boxes(*self.float))
        self.write("low.box", trunks.boxes((101, 55, 25), (101, 55, 75)))

    def standing(self, result):
        """The row of the final table."""
        return re.search(r"^standing +(.*)$", result.out, re.M).group(1)

    def test_verify_counts_the_boxes_that_stand(self):
        self.assertEqual(self.standing(self.run_program("c.off", "--verify", "low.box", "--standing", "on")), "2 of 2 boxes")
        result = self.run_program("c.off", "--verify", "float.box", "--standing", "on", "--json", "f.json")
        self.assertEqual(self.standing(result), "3 of 6 boxes; not 0, 1, 2")
        load = json.loads(self.path("f.json").read_text())
        self.assertEqual(load["totals"]["standing"], 3)
        self.assertEqual([box["stands"] for box in load["boxes"]], [False, False, False, True, True, True])
        self.assertNotIn("standing", self.run_program("c.off", "--verify", "float.box").out)

    def test_search_lets_the_boxes_of_its_load_come_to_rest(self):
        search = ["c.off", "--start", "float.box", "--target", "6", "--time", "5", *SEARCH]
        result = self.run_program(*search, "--out", "s.box", "--json", "s.json")
        self.assertEqual(self.standing(result), "6 of 6 boxes")
        self.assertIn("verified      yes", result.out)
        rows = trunks.box_rows(self.path("s.box"))
        self.assertEqual(len(rows), 6)
        for height, expected in zip(sorted(row[2] for row in rows), [25, 25, 75, 75, 125, 125]):
            self.assertLess(abs(height - expected), 0.5)
        self.assert_verified("s.box", "c.off")
        off = self.run_program(*search, "--standing", "off", "--out", "off.box")
        self.assertNotIn("standing", off.out)

    def test_boxes_in_a_wrap_rest_on_the_walls_before_it(self):
        # The cuboid without one end, which two panels close but for a slit of 20 mm.
        corners = [(x, y, z) for x in (0, 410) for y in (0, 110) for z in (0, 180)]
        corners += [(410, 0, 80), (410, 110, 80), (410, 0, 100), (410, 110, 100)]
        faces = ["0 1 3 2", "0 2 6 4", "1 5 7 3", "0 4 8 10 5 1", "2 3 7 11 9 6", "4 6 9 8", "10 11 7 5"]
        lines = [f"OFF {len(corners)} {len(faces)} 0", *(f"{x} {y} {z}" for x, y, z in corners),
                 *(f"{len(face.split())} {face}" for face in faces)]
        self.write("slit.off", "\n".join(lines) + "\n")
        wrapped = ["slit.off", "--wrap", "30,2"]
        result = self.run_program(*wrapped, "--verify", "float.box", "--standing", "on")
        self.assertEqual(self.standing(result), "3 of 6 boxes; not 0, 1, 2")
        result = self.run_program(*wrapped, "--start", "float.box", "--target", "6", "--time", "9", *SEARCH, "--out", "w.box")
        self.assertEqual(self.standing(result), "6 of 6 boxes")
        for row, height in zip(sorted(trunks.box_rows(self.path("w.box")), key=lambda row: row[2]), [25, 25, 75, 75, 125, 125]):
            self.assertLess(abs(row[2] - height), 0.5)

    def test_fixed_boxes_stay(self):
        self.write("fixed.box", trunks.boxes((101, 55, 150)))
        self.run_program("c.off", "--fixed", "fixed.box", "--time", "2", *SEARCH, "--out", "s.box", "--json", "s.json")
        load = json.loads(self.path("s.json").read_text())
        self.assertEqual(load["boxes"][0]["position_mm"], [101, 55, 150])
        self.assertTrue(load["boxes"][0]["stands"])

    def test_a_box_that_would_topple_against_its_rule_stays_where_it_is(self):
        items = [{"name": "litre", "edges_mm": [200, 100, 50], "count": 2}, {"name": "post", "edges_mm": [20, 20, 100], "count": 1, "orientations": "upright"}]
        self.write("own.json", json.dumps({"schema": "jampack/box-set/1", "items": items}))
        # The post stands on the edge of a box; another box floats.
        at = [(101, 55, 25, "200 100 50"), (401, 55, 60, "200 100 50"), (208, 55, 101, "20 20 100")]
        rows = "".join(f"{x} {y} {z}  1 0 0  0 1 0  0 0  {edges}\n" for x, y, z, edges in at)
        self.write("post.box", f"# box 0.0.3\n{len(at)}\n{rows}")
        self.cuboid("p.off", (610, 110, 180))
        result = self.run_program("p.off", "--set", "own.json", "--start", "post.box", "--time", "5", *SEARCH, "--out", "p.box", "--json", "p.json")
        self.assertEqual(self.standing(result), "2 of 3 boxes; not 2")
        self.assert_verified("p.box", "p.off", "--set", "own.json")
        heights = [row[2] for row in trunks.box_rows(self.path("p.box"))]
        self.assertEqual(heights[2], 101)
        self.assertLess(heights[1], 26)

    def test_loads_that_stand_keep_their_places(self):
        self.cuboid("full.off", (400, 200, 100))
        self.run_program("full.off", "--time", "5", *SEARCH, "--out", "on.box")
        self.run_program("full.off", "--time", "5", *SEARCH, "--standing", "off", "--out", "off.box")
        self.assertEqual(trunks.box_rows(self.path("on.box")), trunks.box_rows(self.path("off.box")))

    def test_option_without_effect_is_refused(self):
        self.refused("c.off", "--rounded", "5", "--standing", "off", says=["--standing", "--rounded"])
        self.refused("c.off", "--standing", "perhaps", says=["--standing", "on", "off"])
        self.write("c.point", "0 0 0\n")
        self.refused("--points", "c.point", "--standing", "off", says=["--standing", "--points"])


if __name__ == "__main__":
    support.main()
