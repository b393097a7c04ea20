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


if __name__ == "__main__":
    support.main()
