# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""contactpatch pressure: contacts of a list and of a state of settle, bad input."""
import json
import math

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
        self.assertEqual([contact["tier"] for contact in result], ["hertz", "none", "none", "hertz", "none", "none", "hertz"])
        self.assertAlmostEqual(result[0]["force"], 10)
        self.assertAlmostEqual(result[0]["friction_share"], 5 / 4)
        self.assertEqual(result[0]["stick_share"], 0)
        self.assertAlmostEqual((3 * 10 * 50 / (4 * 344.827586)) ** (1 / 3), result[0]["semi_axes"][0], places=6)
        self.assertIn("flat or line", result[1]["warnings"][0])
        self.assertIn("union", result[4]["warnings"][0])
        # A ball whose patch reaches beyond an edge of a box has no peak.
        self.assertIn("0.1 mm from an edge", result[5]["warnings"][0])
        self.assertEqual((result[5]["peak_pressure"], result[5]["share"]), (None, None))
        self.assertGreater(result[6]["semi_axes"][0], result[6]["semi_axes"][1])

    def box_scene(self, liner=None):
        """A box of 100 x 60 mm with a mass of 20 kg, of which each corner bears another part, beside a ball at an edge of it."""
        contacts = [{"a": 0, "b": 1, "point_m": [x, y, 0], "normal": [0, 0, 1], "gap_m": 0, "impulse_Ns": [force * 1e-3, 0, 0]}
                    for (x, y), force in zip(((-0.05, -0.03), (0.05, -0.03), (0.05, 0.03), (-0.05, 0.03)), (40, 60, 60, 40))]
        scene = {"schema": "jampack/scene/1", "step_s": 0.001, "statics": [{"shape": "plane"}],
                 "bodies": [{"shape": "box", "size_m": [0.1, 0.06, 0.1], "position_m": [0, 0, 0.05]},
                            {"shape": "sphere", "radius_m": 0.02, "position_m": [0.05, 0, 0.12]}],
                 "contacts": [*contacts, {"a": 1, "b": 2, "point_m": [0.05, 0, 0.1], "normal": [0, 0, 1], "gap_m": 0, "impulse_Ns": [0.05, 0, 0]}]}
        self.write("scene.json", json.dumps(scene))
        walls = {"material": M1, **({"liner": liner} if liner else {})}
        return self.packing(contacts=None, scene="scene.json", items={"walls": walls, "bodies": {"material": M1, "allowed_pressure": 0.04}})

    def test_a_box_on_a_floor_has_a_mean_pressure(self):
        run = self.run_program("pressure", self.box_scene(), "--out", "r.json", "--csv", "r.csv", "--quiet")
        result = json.loads(self.path("r.json").read_text())
        for contact in result["contacts"][:4]:
            self.assertEqual((contact["tier"], contact["face"], contact["peak_pressure"], contact["semi_axes"]), ("flat", 0, None, None))
            self.assertAlmostEqual(contact["mean_pressure"], 200 / 6000)
            self.assertAlmostEqual(contact["area"], 6000)
        box = result["items"][1]
        self.assertAlmostEqual(box["area"], 6000)
        self.assertAlmostEqual(box["mean_pressure"], 200 / 6000)
        self.assertIsNone(box["peak_pressure"])
        self.assertAlmostEqual(box["share"], 200 / 6000 / 0.04)
        self.assertIsNone(result["items"][2]["peak_pressure"])
        self.assertIn("4 flat with a mean, 1 not known", run.out)
        self.assertRegex(run.out, r"body 0 +mean 0\.0333333 MPa, 0\.833333 of what is allowed, by wall 0 with 200 N")
        # One line for each pair of items.
        lines = run.err.splitlines()
        self.assertEqual([line.split(":")[1].strip() for line in lines], ["wall 0 on body 0", "body 0 on body 1"])
        # Nothing stands for what is not known.
        names, *rows = [line.split(",") for line in self.path("r.csv").read_text().splitlines()]
        flat, ball = dict(zip(names, rows[0])), dict(zip(names, rows[4]))
        self.assertEqual([flat[key] for key in ("peak_pressure", "long_axis", "approach", "normal_stiffness", "stick_share")], [""] * 5)
        self.assertEqual([ball[key] for key in ("face", "area", "peak_pressure", "mean_pressure", "share")], [""] * 5)
        self.assertAlmostEqual(float(flat["area"]), 6000)

    def test_a_liner_gives_a_box_a_peak(self):
        self.run_program("pressure", self.box_scene({"thickness": 0.5, "modulus": 1}), "--json", "r.json", "--quiet")
        contact = json.loads(self.path("r.json").read_text())["contacts"][0]
        # The resultant lies 10 mm from the middle: Navier's 1 + 6 e / L = 1.6 and a little more by the edge.
        self.assertEqual((contact["tier"], contact["face"]), ("numeric", 0))
        self.assertAlmostEqual(contact["peak_pressure"] / contact["mean_pressure"], 1.6, delta=0.15)

    def test_a_lying_capsule_is_a_line_contact(self):
        """Its two points are the ends of its cylinder; standing up a little, one of its round ends touches."""
        contact = {"a": 0, "b": 1, "gap_m": 0, "impulse_Ns": [0.01, 0, 0], "normal": [0, 0, 1]}
        capsule = {"shape": "capsule", "radius_m": 0.05, "length_m": 0.1, "position_m": [0, 0, 0.05]}
        scene = {"schema": "jampack/scene/1", "step_s": 0.001, "statics": [{"shape": "plane"}], "bodies": [capsule]}
        self.packing(contacts=None, scene="scene.json", items={"walls": {"material": M1}, "bodies": {"material": M1}})
        for angle, points, tier in ((0, ([-0.05, 0, 0], [0.05, 0, 0]), "line"), (0.2, ([0.049, 0, 0],), "hertz")):
            turned = {**capsule, "orientation": [math.cos(angle / 2), 0, math.sin(angle / 2), 0]}
            self.write("scene.json", json.dumps({**scene, "bodies": [turned], "contacts": [{**contact, "point_m": point} for point in points]}))
            result = json.loads(self.run_program("pressure", "load.json", "--json", "-", "--quiet").out)["contacts"]
            self.assertEqual({contact["tier"] for contact in result}, {tier})
            if tier == "line":
                self.assertAlmostEqual(result[0]["peak_pressure"], (20 * 344.827586 / (math.pi * 50 * 100)) ** 0.5, places=6)

    def test_areas_and_lengths_of_a_list(self):
        contact = {**LISTED["contacts"][0], "radii_a": "flat"}
        del contact["point"]
        self.run_program("pressure", self.packing(contacts=[{**contact, "area": 2}]), "--json", "r.json", "--quiet")
        self.assertAlmostEqual(json.loads(self.path("r.json").read_text())["contacts"][0]["mean_pressure"], 9.195402 / 200)
        self.run_program("pressure", self.packing(contacts=[{**contact, "radii_a": [5, "flat"], "length": 3}]), "--json", "r.json", "--quiet")
        line = json.loads(self.path("r.json").read_text())["contacts"][0]
        self.assertAlmostEqual(line["peak_pressure"], (9.195402 * 344.827586 / (3.14159265 * 50 * 30)) ** 0.5, places=5)
        for change in ({"radii_a": "flat"}, {"radii_a": [5, "flat"]}):
            self.assertIn("are needed", self.run_program("pressure", self.packing(contacts=[{**contact, **change}]), "--quiet").err)

    def test_a_ball_in_a_socket_of_nearly_its_radius(self):
        contact = {**LISTED["contacts"][0], "radii_a": 1, "radii_b": -1.005, "force": 20000}
        err = self.run_program("pressure", self.packing(contacts=[contact]), "--quiet").err
        self.assertIn("egg on box: the patch is large", err)
        self.assertIn("of the radius of curvature of egg", err)

    def test_items_that_touch_themselves_and_numbers_too_large(self):
        contact = LISTED["contacts"][0]
        self.refused("pressure", self.packing(contacts=[{**contact, "b": "egg"}]), says=["contacts[0]", "both egg"])
        for key in ("force", "tangential_force", "radii_a", "friction"):
            self.refused("pressure", self.packing(contacts=[{**contact, key: 1e308}]), says=[f"contacts[0].{key}", "too large"])
        self.box_scene()
        scene = json.loads(self.path("scene.json").read_text())
        scene["contacts"][0]["b"] = 0
        self.write("scene.json", json.dumps(scene))
        self.refused("pressure", "load.json", says=["scene.json", "contacts[0]", "both wall 0"])

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

    def test_what_half_spaces_do_not_cover_is_said(self):
        """20 kN on a glass ball of 40 mm on rubber: it would go in by 110 mm."""
        item = {"name": "ball", "point": [0, 0], "radii": 20, "material": "glass", "force": 20000}
        run = self.run_program("patches", self.wall(items=[item], wall={"material": "rubber"}, grid=None), "--out", "r.json", "--quiet")
        self.assertIn("ball: the patch is large", run.err)
        self.assertIn("of E*", run.err)
        self.assertEqual(len(json.loads(self.path("r.json").read_text())["items"][0]["warnings"]), 2)
        rough = self.run_program("patches", self.wall(items=[{**item, "force": 1e-3}], wall={"material": "rubber"}, grid={"cells": [9, 9], "size": [2, 2]}), "--quiet")
        self.assertIn("cells only", rough.err)
        for change in ({"force": 1e308}, {"point": [1e308, 0]}, {"radii": 1e308}):
            self.refused("patches", self.wall(items=[{**item, **change}], grid=None), says=["items[0]", "too large"])
        err = self.run_program("patches", self.wall(items=[{**item, "point": [1e29, 0]}]), "--quiet", code=2).err
        self.assertIn("wall.json: item 0 lies outside of the wall", err)

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
