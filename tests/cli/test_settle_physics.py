# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle with the default settings: what a user meets without an option. Many more cases are in tests/dynamics/step/test_impacts.cpp."""
import csv
import json
import math

import support


def sphere(radius, position, velocity=(0, 0, 0)):
    return {"shape": "sphere", "radius_m": radius, "mass_kg": 1, "position_m": position, "velocity_mps": list(velocity)}


class Defaults(support.ProgramTest):
    def scene(self, name, **keys):
        self.write(name, json.dumps({"schema": "jampack/scene/1", "statics": [{"shape": "plane"}], **keys}))

    def end(self, name="a.json", *arguments):
        """The bodies at the end, and the rows of --csv."""
        self.run_program(name, "--out", "end.json", "--csv", "rows.csv", "--device", "cpu", *arguments)
        rows = list(csv.DictReader(self.path("rows.csv").read_text().splitlines()))
        return json.loads(self.path("end.json").read_text())["bodies"], rows

    def test_a_ball_that_falls_stays_down(self):
        for radius in 0.002, 0.01:
            self.scene("a.json", bodies=[sphere(radius, [0, 0, 1.0014 + radius])])
            _, rows = self.end("a.json", "--time", "900ms")
            heights = [float(row["potential_J"]) / 9.81 for row in rows]
            lowest = heights.index(min(heights))
            self.assertLess(max(heights[lowest:]) - heights[lowest], 1e-4)

    def test_a_fast_ball_does_not_pass_a_wall(self):
        for step in "1ms", "2ms":
            self.scene("a.json", gravity_mps2=[0, 0, 0], statics=[{"shape": "box", "size_m": [0.01, 1, 1]}],
                       bodies=[sphere(0.05, [-1, 0, 0], [100, 0, 0])])
            (ball,), _ = self.end("a.json", "--time", "20ms", "--step", step)
            self.assertAlmostEqual(ball["position_m"][0], -0.055, delta=1e-6)
            self.assertLess(abs(ball["velocity_mps"][0]), 1e-6)

    def test_a_cube_slides_over_a_seam(self):
        for step in "50us", "200us", "1ms":
            self.scene("a.json", friction=0, statics=[{"shape": "box", "size_m": [2, 2, 1], "position_m": [x, 0, -0.5]} for x in (-1, 1)],
                       bodies=[{"shape": "box", "size_m": [0.4, 0.4, 0.4], "mass_kg": 1, "position_m": [-0.25, 0, 0.2],
                                "velocity_mps": [1, 0, 0]}])
            (cube,), rows = self.end("a.json", "--time", "1e-1", "--step", step)
            self.assertAlmostEqual(cube["velocity_mps"][0], 1, delta=1e-3)
            self.assertLess(max(float(row["kinetic_J"]) for row in rows), 0.5001)

    def test_much_friction_holds_up(self):
        # From 20 on the plate stops at once and rises on its front edge.
        for friction in 5, 20, 100, 1000:
            self.scene("a.json", friction=friction,
                       bodies=[{"shape": "box", "size_m": [1, 1, 0.1], "mass_kg": 1, "position_m": [0, 0, 0.05], "velocity_mps": [10, 0, 0]}])
            (plate,), rows = self.end("a.json", "--time", "50ms")
            self.assertGreater(plate["position_m"][2], 0.0499)
            self.assertLess(max(float(row["penetration_m"]) for row in rows), 1e-5)
            self.assertEqual({row["status"] for row in rows}, {"solved"})
            self.run_program("a.json", "--time", "50ms", "--batch", "1", "--jitter", "1e-9", "--out", "ends.jsonl", "--device", "cpu")
            (place,) = json.loads(self.path("ends.jsonl").read_text().splitlines()[0])["position_m"]
            self.assertGreater(place[2], 0.0499)

    def test_a_deep_overlap_is_a_warning(self):
        # A light ball between a heavy one and the floor.
        self.scene("a.json", bodies=[sphere(0.01, [0, 0, 0.01]), dict(sphere(0.1, [0, 0, 0.12], [0, 0, -30]), mass_kg=1e6)])
        result = self.run_program("a.json", "--time", "20ms", "--iterations", "1", "--energy-guard", "0", "--device", "cpu")
        self.assertRegex(result.err, r"warning: step \d+: bodies\[\d\] and (bodies|statics)\[\d\] overlap by \d+ % of the smaller one's")

    def test_an_overlap_names_the_file(self):
        self.scene("a.json", bodies=[sphere(0.1, [0, 0, 1]), sphere(0.1, [0.15, 0, 1])])
        result = self.run_program("a.json", "--time", "1ms", code=2)
        self.assertIn("a.json: bodies[0] and bodies[1] overlap by 0.05 m", result.err)

    def test_contacts_name_the_smaller_number_first(self):
        self.scene("a.json", bodies=[sphere(0.1, [0, 0, 0.1]), sphere(0.1, [0, 0, 0.3])])
        self.end("a.json", "--time", "10ms")
        contacts = json.loads(self.path("end.json").read_text())["contacts"]
        self.assertEqual([(c["a"], c["b"], c["normal"][2]) for c in contacts], [(0, 1, 1), (1, 2, 1)])

    def test_a_blow_up_leaves_the_state_before_it(self):
        # A rod that skids into the floor with one end: Newton's restitution with friction gains 0.11 J of 0.625 J.
        half = math.pi / 8
        rod = {"shape": "box", "size_m": [1, 0.02, 0.02], "mass_kg": 1, "position_m": [0, 0, (0.5 + 0.01) * math.sqrt(0.5) + 1e-6],
               "orientation": [math.cos(half), 0, math.sin(half), 0], "velocity_mps": [-0.5, 0, -1]}
        self.scene("a.json", gravity_mps2=[0, 0, 0], step_s=1e-4, friction=0.6, restitution=1, bodies=[rod])
        result = self.run_program("a.json", "--time", "10ms", "--energy-guard", "0.1", "--out", "before.json", code=4)
        self.assertIn("step 1 blew up: the mechanical energy has grown", result.err)
        self.assertIn("before.json holds the state before it", result.err)
        before = json.loads(self.path("before.json").read_text())
        self.assertEqual(before["time_s"], 0)
        self.assertEqual(before["bodies"][0]["velocity_mps"], [-0.5, 0, -1])
        result = self.run_program("a.json", "--time", "10ms", "--energy-guard", "0", "--out", "after.json")
        self.assertIn("warning: step 1: the mechanical energy has grown by", result.err)
        self.assertIn("bodies[0] gained most", result.err)

    def test_a_start_that_overlaps_flies_nowhere(self):
        # An overlap that is just accepted is corrected without a velocity.
        self.scene("a.json", gravity_mps2=[0, 0, 0], bodies=[sphere(0.1, [0, 0, 0.0955])])
        self.run_program("a.json", "--time", "10ms", "--out", "after.json")
        body = json.loads(self.path("after.json").read_text())["bodies"][0]
        self.assertLess(max(map(abs, body["velocity_mps"])), 1e-9)
        self.assertAlmostEqual(body["position_m"][2], 0.1, delta=1e-5)


if __name__ == "__main__":
    support.main()
