# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Loading plans: small loads with a known answer, and a load of a car before an independent checker."""
import json
import re
import subprocess
import unittest

import support
import trunks

CHECKER = support.SOURCE_DIR / "tests" / "cli" / "loading" / "check_plan.py"
ROADSTER = support.SOURCE_DIR / "meshes" / "roadster.off"
PYTHON = support.python_with_numpy()


def prism(cells, depth):
    """A room whose section is made of convex rings (x, z) that share whole edges, from y = 0 to `depth`."""
    number, faces = {}, []

    def vertex(point, side):
        return number.setdefault((point[0], side * depth, point[1]), len(number))

    edges = {edge for ring in cells for edge in zip(ring, ring[1:] + ring[:1])}
    for ring in cells:
        faces.append([vertex(p, 0) for p in ring])
        faces.append([vertex(p, 1) for p in reversed(ring)])
    for p, q in sorted(edges):
        if (q, p) not in edges:
            faces.append([vertex(q, 0), vertex(p, 0), vertex(p, 1), vertex(q, 1)])
    return trunks.off(list(number), faces)


class Loading(trunks.TrunkTest):
    def plan(self, mesh, load, *options):
        """The plan of a load that is verified, and its row in the table."""
        result = self.run_program(mesh, "--verify", load, "--loading-plan", "plan.json", *options)
        return json.loads(self.path("plan.json").read_text()), self.row(result)

    def row(self, result):
        return re.search(r"^loading plan +(.*)$", result.out, re.M).group(1)

    def check(self, mesh, plan, *options, code=0):
        """What the checker prints."""
        self.write("checked.json", json.dumps(plan))
        done = subprocess.run([PYTHON, "-B", CHECKER, mesh, "checked.json", *options], cwd=self.folder,
                              capture_output=True, text=True, timeout=support.LIMIT)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def check_if_possible(self, mesh, plan):
        if PYTHON:
            self.check(mesh, plan, "--prefixes", "9")


class KnownAnswers(Loading):
    def setUp(self):
        super().setUp()
        self.cuboid("c.off", (410, 110, 180))

    def test_stacks_are_loaded_from_below(self):
        centres = [(101, 55, 125), (101, 55, 75), (101, 55, 25), (309, 55, 25), (309, 55, 75)]
        self.write("c.box", trunks.boxes(*centres))
        plan, row = self.plan("c.off", "c.box")
        self.assertEqual(row, "all 5 boxes, opening top")
        self.assertEqual(plan["opening"]["outward"], [0, 0, 1])
        self.assertEqual(plan["opening"]["planes"], [])
        carriers = {0: [1], 1: [2], 2: [-1], 3: [-1], 4: [3]}
        for i, step in enumerate(plan["steps"]):
            (x, y, z), end = step["way_mm"]
            self.assertEqual(end, list(centres[step["box"]]))
            self.assertEqual([x, y], end[:2])
            self.assertGreaterEqual(z, 180 + 25)
            self.assertEqual(step["carriers"], carriers[step["box"]])
            self.assertEqual(step["rests_after"], i)
        order = [step["box"] for step in plan["steps"]]
        self.assertEqual(sorted(order), [0, 1, 2, 3, 4])
        self.assertLess(order.index(2), order.index(1))
        self.assertLess(order.index(1), order.index(0))
        self.assertLess(order.index(3), order.index(4))
        self.check_if_possible("c.off", plan)

        plan, row = self.plan("c.off", "c.box", "--opening", "rear")
        self.assertEqual(row, "all 5 boxes, opening rear")
        order = [step["box"] for step in plan["steps"]]
        self.assertLess(order.index(2), order.index(3))
        self.assertLess(order.index(1), order.index(4))
        self.check_if_possible("c.off", plan)

    def test_box_under_a_ledge_needs_two_pushes(self):
        self.write("ledge.off", prism([[(0, 0), (210, 0), (210, 110), (0, 110)],
                                       [(210, 110), (210, 0), (410, 0), (410, 200), (210, 200)]], 110))
        self.write("ledge.box", trunks.boxes((310, 55, 25), (105, 55, 25)))
        plan, row = self.plan("ledge.off", "ledge.box", "--opening", "z<=150")
        self.assertEqual(row, "all 2 boxes, opening z<=150")
        self.assertEqual([(step["box"], len(step["way_mm"])) for step in plan["steps"]], [(1, 3), (0, 2)])
        outside, below, end = plan["steps"][0]["way_mm"]
        self.assertEqual(outside[:2], below[:2])
        self.assertEqual([below[0], below[2]], [310, 25])
        self.assertEqual(end, [105, 55, 25])
        self.check_if_possible("ledge.off", plan)

    def neck(self):
        """A room of 410 x 110 x 210 mm with a neck of 90 mm on top of its middle."""
        self.write("neck.off", prism([[(0, 0), (160, 0), (160, 210), (0, 210)],
                                      [(160, 0), (250, 0), (250, 210), (160, 210)],
                                      [(250, 0), (410, 0), (410, 210), (250, 210)],
                                      [(160, 210), (250, 210), (250, 300), (160, 300)]], 110))

    def test_neck_that_is_too_narrow(self):
        self.neck()
        lying, upright = "{} 55 25  1 0 0  0 1 0  0 0\n", "{} 55 100  0 0 1  0 1 0  0 0\n"
        self.write("way.box", "# box 0.0.2\n2\n" + lying.format(100) + upright.format(225))
        plan, row = self.plan("neck.off", "way.box", "--opening", "z<=250")
        self.assertEqual(row, "1 of 2 boxes; no way was found for 0, opening z<=250")
        self.assertEqual([step["box"] for step in plan["steps"]], [1])
        self.assertEqual(plan["stuck"], [{"box": 0, "blocked_by": []}])
        self.assertEqual(plan["totals"]["stuck"], 1)
        self.check_if_possible("neck.off", plan)

        # Here the upright one, with 10 mm above it, does not get past the other one.
        self.write("none.box", "# box 0.0.2\n2\n" + lying.format(105) + upright.format(300))
        plan, row = self.plan("neck.off", "none.box", "--opening", "z<=250")
        self.assertEqual(plan["steps"], [])
        self.assertCountEqual(plan["stuck"], [{"box": 0, "blocked_by": []}, {"box": 1, "blocked_by": [0]}])
        self.check_if_possible("neck.off", plan)

    def test_box_that_rests_only_under_a_counterweight(self):
        self.write("lean.box", trunks.boxes((210, 55, 75), (120, 55, 125), (100, 55, 25)))
        plan, row = self.plan("c.off", "lean.box")
        self.assertIn("all 3 boxes", row)
        self.assertEqual(row, "all 3 boxes, opening top; 1 held (33.3 %): 0 until step 3")
        self.assertEqual([step["box"] for step in plan["steps"]], [2, 0, 1])
        self.assertEqual([step["held_from"] for step in plan["steps"]], [None, 1, None])
        self.assertEqual([step["rests_after"] for step in plan["steps"]], [0, 2, 2])
        self.assertEqual([step["carriers"] for step in plan["steps"]], [[-1], [2], [0]])
        self.assertEqual(plan["totals"]["held"], 1)
        self.check_if_possible("c.off", plan)

    def test_box_that_floats_never_rests(self):
        self.write("float.box", trunks.boxes((101, 55, 60), (309, 55, 25)))
        plan, row = self.plan("c.off", "float.box")
        self.assertEqual(row, "all 2 boxes, opening top; 1 held (50.0 %): 0 until the end")
        self.assertEqual(plan["totals"]["never_rest"], 1)
        rests_after = {step["box"]: step["rests_after"] for step in plan["steps"]}
        self.assertIsNone(rests_after[0])
        self.assertIsNotNone(rests_after[1])
        self.check_if_possible("c.off", plan)

    def test_search_leaves_boxes_without_a_way_out(self):
        # The chamber on the right holds two boxes, but is open to the left by a slit of 40 mm alone.
        self.write("slit.off", prism([[(0, 0), (210, 0), (210, 40), (210, 160), (0, 160)],
                                      [(210, 0), (260, 0), (260, 40), (210, 40)],
                                      [(260, 0), (470, 0), (470, 110), (260, 110), (260, 40)]], 110))
        search = ["slit.off", "--turns", "1", "--archive", "none", "--opening", "z<=150", *trunks.FIXED]
        free = self.run_program(*search, "--loading-plan", "free.json")
        self.assertEqual(self.count(free), 5)
        self.assertEqual(json.loads(self.path("free.json").read_text())["totals"]["stuck"], 2)
        loadable = self.run_program(*search, "--loadable", "--loading-plan", "plan.json", "--progress", "on")
        self.assertEqual(self.count(loadable), 3)
        # One plan finds the boxes without a way, one is made of the others.
        self.assertEqual(loadable.err.count("planning the loading"), 2, loadable.err)
        self.assertIn("warning: 2 boxes were left out: no way into the trunk was found for them (--loadable)",
                      loadable.err)
        self.assertEqual(self.row(loadable), "all 3 boxes, opening z<=150")
        self.check_if_possible("slit.off", json.loads(self.path("plan.json").read_text()))

        # Where no box has a way, that is what the program says.
        self.neck()
        none = self.run_program("neck.off", "--turns", "1", "--archive", "none", "--opening", "z<=250",
                                "--loadable", *trunks.FIXED, code=4)
        self.assertIn("were left out", none.err)
        self.assertNotIn("was found that fits", none.err)

    def test_load_without_a_plan_writes_none(self):
        self.write("bad.box", trunks.boxes((101, 55, 25), (101, 55, 65)))
        result = self.run_program("c.off", "--verify", "bad.box", "--loading-plan", "bad.json",
                                  "--loading-plan", "bad.html", code=4)
        self.assertNotIn("loading plan", result.out)
        self.assertNotIn("written", result.out)
        errors = [line for line in result.err.splitlines() if "error: " in line]
        self.assertEqual(errors, ["error: no loading plan was written to bad.json, bad.html: bad.box is not legal, "
                                  "and only a legal load is planned"])
        for name in ("bad.json", "bad.html"):
            self.assertFalse(self.path(name).exists())
        self.write("none.box", "# box 0.0.2\n0\n")
        result = self.run_program("c.off", "--verify", "none.box", "--loading-plan", "none.json")
        self.assertIn("warning: no loading plan was written to none.json: there are no boxes", result.err)
        self.assertFalse(self.path("none.json").exists())


class BadInput(Loading):
    def test_options(self):
        self.cuboid("c.off", (410, 110, 180))
        self.write("c.box", trunks.boxes((101, 55, 25)))
        self.write("c.point", "0 0 0\n")
        verify = ["c.off", "--verify", "c.box"]
        self.refused(*verify, "--loading-plan", "p.txt", says=["--loading-plan", "p.txt", ".html", ".json"])
        self.refused(*verify, "--loading-plan", "p.json", "--opening", "sideways",
                     says=["--opening", "'sideways'", "top", "rear", "plane"])
        self.refused(*verify, "--opening", "top", says=["--opening", "--loading-plan"])
        self.refused(*verify, "--loadable", says=["--loadable", "--verify"])
        self.refused("--points", "c.point", "--loading-plan", "p.json", says=["--loading-plan", "--points"])
        self.refused(*verify, "--loading-plan", "p.json", "--friction", "0", says=["--friction", "0.01"])
        self.refused(*verify, "--loading-plan", "p.json", "--friction", "-1", says=["--friction", "0.01"])
        self.refused("c.off", "--rounded", "5", "--loading-plan", "p.json",
                     says=["--loading-plan", "--rounded"])

    def test_opening_without_a_wall(self):
        self.cuboid("c.off", (410, 110, 180))
        self.write("c.box", trunks.boxes((101, 55, 25)))
        result = self.run_program("c.off", "--verify", "c.box", "--loading-plan", "p.json",
                                  "--opening", "z<=500", code=2)
        errors = [line for line in result.err.splitlines() if "error: " in line]
        self.assertEqual(len(errors), 1, result.err)
        self.assertIn("z<=500", errors[0])
        self.assertFalse(self.path("p.json").exists())


@unittest.skipUnless(PYTHON, "no Python with NumPy is there")
class IndependentCheck(Loading):
    def test_load_of_a_car(self):
        made = self.run_program(ROADSTER, "--turns", "1", "--standing", "on", "--archive", "none",
                                "--out", "r.box", *trunks.FIXED)
        plan, row = self.plan(ROADSTER, "r.box", "--loading-plan", "plan.html")
        self.assertIn("opening top", row)
        self.assertEqual(plan["totals"]["boxes"], self.count(made))
        self.assertTrue(plan["complete"])
        page = self.path("plan.html").read_text()
        self.assertIn("rests_after", page)
        printed = self.check(ROADSTER, plan, "--prefixes", "3")
        self.assertRegex(printed, r"(?m)^ways: \d{2,} pushes")
        self.assertRegex(printed, r"(?m)^carriers: \d{2,}, 0 of them")

        # The checker sees what is wrong in other plans: ways straight down; boxes of above in reverse order.
        straight = dict(plan, steps=[])
        for step in plan["steps"][:-1]:
            (_, _, z), end = step["way_mm"][0], step["way_mm"][-1]
            straight["steps"].append(dict(step, way_mm=[[*end[:2], z], end]))
        printed += self.check(ROADSTER, straight, "--prefixes", "0", code=1)
        self.assertRegex(printed, r"mm in wall \d")
        self.assertIn("boxes are missing", printed)
        above = reversed(plan["steps"][len(plan["steps"]) // 2:])
        reverse = dict(plan, steps=[dict(step, held_from=None, rests_after=i) for i, step in enumerate(above)])
        printed += self.check(ROADSTER, reverse, "--prefixes", "1", code=1)
        self.assertRegex(printed, r"mm in box \d")
        swapped = dict(plan, steps=[dict(step, carriers=[k for k in [plan["steps"][0]["box"]] if i]) for i, step
                                    in enumerate(plan["steps"])])
        self.assertIn("does not meet its carrier", self.check(ROADSTER, swapped, "--prefixes", "0", code=1))
        if "rest: skipped" in printed:
            self.skipTest("without SciPy, rest is not checked; ways were")
        self.assertIn("does not rest", printed)


if __name__ == "__main__":
    support.main()
