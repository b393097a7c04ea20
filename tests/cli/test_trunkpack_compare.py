# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""trunkpack compare: variants of a trunk at equal seeds and effort."""
import json
import re

import support
import trunks

SHORT = ["--turns", "3", "--seeds", "1..2", "--device", "cpu", "--threads", "2"]


class Compare(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("low.off", (400, 200, 147))
        self.cuboid("high.off", (400, 200, 151))
        self.cuboid("also.off", (400, 200, 148))

    def test_three_variants(self):
        result = self.run_program("compare", "low.off", "high.off", "also.off", *SHORT, "--json", "c.json", "--html", "c.html")
        self.assertRegex(result.out, r"(?m)^searches +3 turns each, seeds 1\.\.2$")
        rows = re.findall(r"^variant (\d) +(\S+), (\S+) l: (.*)$", result.out, re.M)
        self.assertEqual(rows, [("1", "low.off", "11.76", "8.0 boxes on average, 8 to 8"), ("2", "high.off", "12.08", "12.0 boxes on average, 12 to 12; +4"),
                                ("3", "also.off", "11.84", "8.0 boxes on average, 8 to 8; 0")])
        data = json.loads(self.path("c.json").read_text())
        self.assertEqual(data["schema"], "jampack/compare/1")
        self.assertEqual(data["boxes"], "200 x 100 x 50 mm")
        self.assertEqual(data["unit"], "boxes")
        self.assertEqual({key: data["rules"][key] for key in ("time_s", "turns", "seeds")}, {"time_s": None, "turns": 3, "seeds": [1, 2]})
        self.assertTrue(data["complete"])
        low, high, also = data["variants"]
        self.assertEqual([low["results"], high["results"], also["results"]], [[8, 8], [12, 12], [8, 8]])
        self.assertIsNone(low["gain"])
        self.assertEqual(high["gain"], {"mean": 4, "least": 4, "most": 4, "measured": True})
        self.assertEqual(also["gain"], {"mean": 0, "least": 0, "most": 0, "measured": False})
        self.assertAlmostEqual(high["mesh_litres"], 12.08)
        page = self.path("c.html").read_text()
        self.assertIn('<span class="pill good">+4</span>', page)
        self.assertIn('<span class="pill">0</span>', page)
        self.assertEqual(page.count("<circle"), 6)
        self.assertEqual(re.findall(r'(?:src|href)="(.*?)"', page), ["data:,"])

    def test_json_on_standard_output(self):
        result = self.run_program("compare", "low.off", "high.off", *SHORT, "--json", "-")
        self.assertEqual(len(json.loads(result.out)["variants"]), 2)
        self.assertIn("variant 2", result.err)

    def test_device_is_the_one_that_searched(self):
        self.run_program("compare", "low.off", "high.off", *SHORT[:-1], 1, "--json", "c.json")
        self.assertRegex(json.loads(self.path("c.json").read_text())["rules"]["device"], r"\b1 thread\b")

    def test_sets_are_compared_by_litres(self):
        self.write("set.json", json.dumps({"schema": "jampack/box-set/1", "name": "two", "items": [
            {"name": "case", "edges_mm": [400, 200, 100], "count": 1}, {"name": "bag", "edges_mm": [200, 100, 50], "count": 6}]}))
        self.run_program("compare", "low.off", "high.off", *SHORT, "--set", "set.json", "--json", "c.json")
        data = json.loads(self.path("c.json").read_text())
        self.assertEqual(data["unit"], "l")
        self.assertEqual([variant["results"] for variant in data["variants"]], [[8, 8], [12, 12]])

    def test_loads_keep_limits_of_mass(self):
        """The higher room has space for a third layer, which the lowest boxes may not carry."""
        self.cuboid("two.off", (610, 410, 210))
        self.cuboid("three.off", (610, 410, 310))
        case = {"name": "case", "edges_mm": [300, 200, 100], "mass_kg": 8}
        # Boxes of one size are compared by their number, those of a set with limits by their litres: 6 l each.
        for limit, expected in (({}, [[8, 8], [12, 12]]), ({"carries_kg": 8}, [[48, 48], [48, 48]])):
            self.write("set.json", json.dumps({"schema": "jampack/box-set/1", "name": "cases", "items": [{**case, **limit}]}))
            self.run_program("compare", "two.off", "three.off", *SHORT, "--set", "set.json", "--json", "c.json")
            self.assertEqual([variant["results"] for variant in json.loads(self.path("c.json").read_text())["variants"]], expected)

    def test_name_of_a_mesh_in_a_page_is_text(self):
        self.cuboid("<b>.off", (400, 200, 151))
        self.run_program("compare", "low.off", "<b>.off", *SHORT, "--html", "c.html")
        page = self.path("c.html").read_text()
        self.assertIn("&lt;b&gt;.off", page)
        self.assertNotIn("<b>", page)

    def test_refusals(self):
        self.refused("compare", says=["at least two meshes", "none is given"])
        self.refused("compare", "low.off", says=["at least two meshes", "one is given"])
        self.refused("compare", "low.off", "low.off", says=["'low.off' is given twice"])
        self.refused("compare", "low.off", "high.off", "--time", "0", says=["same end for all searches"])
        self.refused("compare", "low.off", "high.off", "--seeds", "3", says=["from 2 to 100"])
        self.refused("compare", "low.off", "high.off", "--seed", "3", says=["--seed has no effect with compare"])
        self.refused("compare", "low.off", "high.off", "--out", "x.box", says=["--out has no effect with compare"])
        self.write("least.json", json.dumps({"schema": "jampack/box-set/1", "name": "trip", "items": [
            {"name": "case", "edges_mm": [200, 100, 50], "least_count": 2}, {"name": "bag", "edges_mm": [100, 100, 50]}]}))
        self.refused("compare", "low.off", "high.off", "--set", "least.json", says=["compare: the set trip has least counts (least_count)"])
        self.refused("compare", "low.off", "high.off", "--gap", 5, "--tolerance", 0.1, says=["--gap and --tolerance contradict each other"])
        self.refused("compare", "low.off", "high.off", "--html", "low.off", says=["low.off"])
        self.refused("low.off", "compare", "high.off", says=["two meshes are given"])

    def test_variant_that_cannot_be_packed_is_refused_before_any_search(self):
        self.cuboid("tiny.off", (30, 30, 30))
        for name, says in (("tiny.off", "is smaller than the smallest box"), ("no.off", "cannot be opened")):
            result = self.run_program("compare", "low.off", name, *SHORT, "--json", "c.json", code=2)
            self.assertEqual(result.out, "")
            self.assertRegex(result.err.splitlines()[-1], f"error: {name}: .*{says}")
            self.assertFalse(self.path("c.json").exists())


if __name__ == "__main__":
    support.main()
