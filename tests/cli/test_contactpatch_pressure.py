# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""contactpatch pressure: contacts of a list and of a state of settle, bad input."""
import json

import support

EXAMPLES = support.SOURCE_DIR / "examples"

# G = 200 MPa, nu = 0.42: with a ball of R = 50 mm and 9.1954 N the patch of Hertz has the radius 1.
M1 = {"young_modulus": 568, "poisson_ratio": 0.42}
LISTED = {"schema": "jampack/pressure/1", "units": {"length": "cm"}, "friction": 0.4,
          "items": {"egg": {"material": M1, "allowed_pressure": 3}, "box": {"material": M1}},
          "contacts": [{"a": "egg", "b": "box", "force": 9.195402, "tangential_force": 1, "radii_a": 5, "radii_b": "flat", "point": [0, 0, 0]}]}


class Pressure(support.ProgramTest):
    def packing(self, **changes):
        packing = {key: value for key, value in {**LISTED, **changes}.items() if value is not None}
        return self.write("load.json", json.dumps(packing))

    def test_contacts_of_a_list(self):
        out = self.run_program("pressure", self.packing(), "--json", "r.json", "--csv", "r.csv").out
        self.assertRegex(out, r"egg +peak 4\.39048 MPa, 1\.46349 of what is allowed, by box with 9\.1954 N")
        self.assertRegex(out, r"above +1 item bear")
        result = json.loads(self.path("r.json").read_text())
        contact = result["contacts"][0]
        self.assertEqual((contact["a"], contact["tier"], contact["warnings"]), ("egg", "hertz", []))
        self.assertAlmostEqual(contact["approach"], 0.02, places=7)
        self.assertAlmostEqual(contact["friction_share"], 1 / (0.4 * 9.195402))
        self.assertAlmostEqual(result["penalty"], 9.195402 * (contact["share"] - 1) ** 2)
        self.assertIsNone(result["items"][1]["share"])
        names, row = [line.split(",") for line in self.path("r.csv").read_text().splitlines()]
        self.assertAlmostEqual(float(row[names.index("peak_pressure")]), contact["peak_pressure"])

    def test_a_settled_crate(self):
        """The example of the manual: a liner takes the floor's peak from 0.212 to 0.085 MPa."""
        load = json.loads((EXAMPLES / "crate.json").read_text())
        load["scene"] = str(EXAMPLES / "crate-settled.json")
        peaks = []
        for lined in (True, False):
            if not lined:
                del load["items"]["walls"]["liner"]
            self.write("load.json", json.dumps(load))
            result = json.loads(self.run_program("pressure", "load.json", "--json", "-", "--quiet").out)
            floor = result["items"][0]
            self.assertEqual((floor["name"], len(result["items"]), len(result["contacts"])), ("wall 0", 41, 66))
            # It bears the weight of all apples, but for the friction at the other walls.
            weight = 9.81 * sum(body["mass_kg"] for body in json.loads((EXAMPLES / "crate-settled.json").read_text())["bodies"])
            self.assertAlmostEqual(floor["force"] / weight, 1, delta=0.1)
            tiers = {contact["tier"] for contact in result["contacts"] if contact["a"].startswith("wall") and contact["force"] > 0}
            self.assertEqual(tiers, {"numeric" if lined else "hertz"})
            peaks.append(floor["peak_pressure"])
        self.assertAlmostEqual(peaks[0], 0.0853, places=3)
        self.assertAlmostEqual(peaks[1], 0.2121, places=3)

    def test_shapes_of_a_scene(self):
        """A ball, a box, a lying capsule, a union and a ball near the edge of a box."""
        contact = {"normal": [0, 0, 1], "gap_m": 0, "impulse_Ns": [0.01, 0.003, 0.004]}
        ball = {"shape": "sphere", "radius_m": 0.05, "position_m": [0, 0, 0.05]}
        scene = {"schema": "jampack/scene/1", "step_s": 0.001, "statics": [{"shape": "plane"}, {"shape": "box", "size_m": [1, 1, 1], "position_m": [5, 0, -0.5]}],
                 "bodies": [ball, {"shape": "box", "size_m": [0.1, 0.1, 0.1], "position_m": [1, 0, 0.05]},
                            {"shape": "capsule", "radius_m": 0.05, "length_m": 0.1, "position_m": [2, 0, 0.05]}, {"shape": "union"},
                            {"shape": "capsule", "radius_m": 0.05, "length_m": 0.1, "position_m": [0, 0, 0.15], "orientation": [0.5 ** 0.5, 0, 0, 0.5 ** 0.5]}],
                 "contacts": [{**contact, "a": 0, "b": 2, "point_m": [0, 0, 0]}, {**contact, "a": 0, "b": 3, "point_m": [1, 0, 0]},
                              {**contact, "a": 0, "b": 4, "point_m": [2, 0, 0]}, {**contact, "a": 0, "b": 4, "point_m": [2.06, 0, 0]},
                              {**contact, "a": 0, "b": 5, "point_m": [3, 0, 0]}, {**contact, "a": 1, "b": 2, "point_m": [4.5001, 0, 0]},
                              {**contact, "a": 2, "b": 6, "point_m": [0, 0, 0.1]}]}
        self.write("scene.json", json.dumps(scene))
        self.packing(contacts=None, scene="scene.json", items={"walls": {"material": M1}, "bodies": {"material": M1}, "body 1": {"material": "steel"}})
        result = json.loads(self.run_program("pressure", "load.json", "--json", "-", "--quiet").out)["contacts"]
        self.assertEqual([contact["tier"] for contact in result], ["hertz", "none", "none", "hertz", "none", "hertz", "hertz"])
        self.assertAlmostEqual(result[0]["force"], 10)
        self.assertAlmostEqual(result[0]["friction_share"], 5 / 4)
        self.assertEqual(result[0]["stick_share"], 0)
        self.assertAlmostEqual((3 * 10 * 50 / (4 * 344.827586)) ** (1 / 3), result[0]["semi_axes"][0], places=6)
        self.assertIn("flat or line", result[1]["warnings"][0])
        self.assertIn("union", result[4]["warnings"][0])
        self.assertIn("an edge lies 0.1 mm away", result[5]["warnings"][0])
        self.assertGreater(result[6]["semi_axes"][0], result[6]["semi_axes"][1])

    def test_bad_packings(self):
        item = LISTED["items"]["egg"]
        contact = LISTED["contacts"][0]
        for change, says in (
                ({"items": {}}, ["contacts[0].a", "no item 'egg'"]),
                ({"items": {"egg": {"material": "rigid"}, "box": {"material": "rigid"}}}, ["egg and box touch", "both are rigid"]),
                ({"items": {"egg": {**item, "allowed_pressure": 0}, "box": item}}, ["items.egg.allowed_pressure"]),
                ({"items": {"egg": {**item, "colour": 1}, "box": item}}, ["items.egg.colour", "no such key"]),
                ({"contacts": [{**contact, "force": -1}]}, ["contacts[0].force", "negative"]),
                ({"contacts": [{**contact, "radii_a": 0}]}, ["contacts[0].radii_a", "is 0"]),
                ({"contacts": [{**contact, "colour": 1}]}, ["contacts[0].colour", "no such key"]),
                ({"friction": -1}, ["friction", "negative"]),
                ({"contacts": None}, ["either contacts or a scene"]),
                ({"scene": "a.json"}, ["either contacts or a scene"]),
                ({"contacts": None, "scene": "none.json"}, ["none.json"]),
                ({"units": {"force": "lb"}}, ["units.force", "'lb' is unknown"])):
            with self.subTest(change=change):
                self.refused("pressure", self.packing(**change), says=says)
        self.write("scene.json", json.dumps({"schema": "jampack/scene/1", "step_s": 0.001, "bodies": [{"shape": "sphere", "radius_m": 1}]}))
        self.refused("pressure", self.packing(contacts=None, scene="scene.json"), says=["scene.json", "has no contacts"])
        scene = json.loads(self.path("scene.json").read_text())
        self.write("scene.json", json.dumps({**scene, "contacts": []}))
        self.refused("pressure", "load.json", says=["scene.json", "body 0", "bodies"])
        self.refused("pressure", self.packing(), "--svg", "p.svg", says=["--svg has no effect with pressure"])


class Patches(support.ProgramTest):
    # Two spheres 4 mm apart, on a wall of the same material (specification 7.4).
    WALL = {"schema": "jampack/wall/1", "wall": {"material": M1}, "grid": {"cells": [130, 50], "size": [6.5, 2.5]},
            "items": [{"name": "a", "point": [-2, 0], "radii": 50, "material": M1, "force": 9.195402},
                      {"point": [2, 0], "radii": [50, 50], "material": M1, "force": 9.195402 / 8}]}

    def wall(self, **changes):
        wall = {key: value for key, value in {**self.WALL, **changes}.items() if value is not None}
        return self.write("wall.json", json.dumps(wall))

    def test_items_sink_into_the_hollows_of_others(self):
        out = self.run_program("patches", self.wall(), "--json", "r.json", "--csv", "r.csv", "--svg", "r.svg").out
        self.assertRegex(out, r"a +force 9\.1954 N, approach 0\.0201\d+ mm, peak 4\.38\d+ MPa")
        result = json.loads(self.path("r.json").read_text())
        self.assertEqual([item["name"] for item in result["items"]], ["a", "item 1"])
        self.assertAlmostEqual(result["items"][0]["approach"], 0.0201310, delta=2e-5)
        self.assertAlmostEqual(result["items"][1]["approach"], 0.0060661, delta=2e-5)
        self.assertEqual([item["clipped"] for item in result["items"]], [False, False])
        self.assertAlmostEqual(result["force"], 9.195402 * 1.125)
        self.assertAlmostEqual(result["centre_of_pressure"][0], (-2 + 2 / 8) / 1.125, places=4)
        self.assertEqual(len(result["fields"]["pressure"]), 130 * 50)
        self.assertEqual(len(self.path("r.csv").read_text().splitlines()), 3)
        self.assertIn(">item 1</text>", self.path("r.svg").read_text())

    def test_a_grid_is_chosen(self):
        result = json.loads(self.run_program("patches", self.wall(grid=None), "--json", "-", "--quiet").out)
        self.assertAlmostEqual(result["items"][0]["approach"], 0.0201310, delta=1e-4)
        self.assertEqual([item["clipped"] for item in result["items"]], [False, False])

    def test_the_example_of_the_manual(self):
        """Alone the middle jar would go in by 0.809 mm."""
        result = json.loads(self.run_program("patches", EXAMPLES / "wall.json", "--json", "-", "--quiet").out)
        self.assertAlmostEqual(result["items"][1]["approach"], 0.9407, places=3)

    def test_a_wall_that_is_too_small(self):
        err = self.run_program("patches", self.wall(grid={"cells": [50, 20], "size": [5, 1]}), "--quiet").err
        self.assertIn("a: its patch reaches the border of the wall", err)

    def test_bad_walls(self):
        item = self.WALL["items"][0]
        for change, says in (
                ({"items": []}, ["items", "empty"]),
                ({"items": [{**item, "force": 0}]}, ["items[0].force"]),
                ({"items": [{**item, "radii": "flat"}]}, ["items[0].radii", "radii above 0"]),
                ({"items": [{**item, "radii": -3}]}, ["items[0].radii", "radii above 0"]),
                ({"items": [{**item, "point": [1]}]}, ["items[0].point"]),
                ({"items": [{**item, "colour": 1}]}, ["items[0].colour", "no such key"]),
                ({"wall": {"material": "rigid"}, "items": [{**item, "material": "rigid"}]}, ["items[0]", "both bodies are rigid"]),
                ({"wall": {"material": "jelly"}}, ["wall.material", "'jelly' is unknown"]),
                ({"grid": {"cells": [5, 5]}}, ["grid", "size"])):
            with self.subTest(change=change):
                self.refused("patches", self.wall(**change), says=says)
        self.refused("patches", self.wall(), "--vtk", "a.vti", says=["--vtk has no effect with patches"])
        self.assertIn("outside of the wall", self.run_program("patches", self.wall(grid={"cells": [9, 9], "size": [1, 1]}), "--quiet", code=2).err)


if __name__ == "__main__":
    support.main()
