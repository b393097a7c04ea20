# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle: results, files, bad input, interruption."""
import json
import math
import pathlib
import re
import signal
import subprocess
import unittest

import support
import trunks

SCENES = support.SOURCE_DIR / "instances" / "scenes"
PLANE = '"statics": [{"shape": "plane"}]'
SPHERE = '{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [%s]}'


def scene(*bodies, more=""):
    return '{"schema": "jampack/scene/1", %s, %s"bodies": [%s]}' % (PLANE, more, ", ".join(bodies))


class Results(support.ProgramTest):
    def test_bodies_slide_and_roll_down_an_incline_as_they_must(self):
        # Nuetzi A5 by the semi-implicit scheme: accelerations are constant, so velocities are exact up to the solver's tolerance.
        self.run_program(SCENES / "incline.json", "--time", "500ms", "--tolerance", "1e-9", "--out", "end.json")
        end = json.loads(self.path("end.json").read_text())
        self.assertAlmostEqual(end["time_s"], 0.5)
        g, beta, mu = 9.81, math.radians(20), 0.3
        sphere, box, capsule = (body["velocity_mps"][0] for body in end["bodies"])
        self.assertAlmostEqual(sphere, 5 / 7 * g * math.sin(beta) * 0.5, places=5)
        self.assertAlmostEqual(box, g * (math.sin(beta) - mu * math.cos(beta)) * 0.5, places=5)
        # A capsule is between a sphere (5/7) and a cylinder (2/3).
        self.assertLess(2 / 3 * g * math.sin(beta) * 0.5, capsule)
        self.assertLess(capsule, sphere)

    def test_every_solver_law_and_scheme_comes_to_rest(self):
        self.write("a.json", scene(SPHERE % "0, 0, 0.11", SPHERE % "0.5, 0, 0.1"))
        laws = {"apgd": ("coulomb", "ccp"), "sor": ("coulomb", "ccp", "pyramid"), "jor": ("coulomb", "ccp", "pyramid"),
                "ccp": ("coulomb", "ccp"), "pe-jacobi": ("pyramid",), "dense-jor": ("coulomb",), "dense-sor": ("coulomb", "ccp", "pyramid"),
                "dense-relaxed": ("coulomb",)}
        for solver in laws:
            for law in laws[solver]:
                for scheme in ("semi-implicit", "moreau"):
                    out = self.run_program("a.json", "--solver", solver, "--law", law, "--scheme", scheme, "--time", "200ms", "--out", "b.json").out
                    self.assertIn(f"{solver}, {law}", out)
                    for body in json.loads(self.path("b.json").read_text())["bodies"]:
                        self.assertLess(max(map(abs, body["velocity_mps"])), 1e-3, (solver, law, scheme))

    def test_threads_change_no_bit_and_seeds_do(self):
        arguments = ["--scene", "pile", "--time", "30ms", "--step", "10ms", "--iterations", "20"]
        self.run_program(*arguments, "--seed", "1", "--threads", "1", "--out", "one.json")
        self.run_program(*arguments, "--seed", "1", "--threads", "2", "--out", "two.json")
        self.run_program(*arguments, "--seed", "2", "--threads", "2", "--out", "other.json")
        self.assertEqual(self.path("one.json").read_bytes(), self.path("two.json").read_bytes())
        self.assertNotEqual(self.path("one.json").read_bytes(), self.path("other.json").read_bytes())

    def test_a_dumped_problem_is_solved_again(self):
        self.run_program("--scene", "bricks", "--time", "40ms", "--seed", "1", "--dump-problem", "p.json")
        contacts = json.loads(self.path("p.json").read_text())["contacts"]
        out = self.run_program("--solve", "p.json", "--dump-problem", "q.json").out
        self.assertIn(f"p.json, {contacts} contacts\n", out)
        self.assertRegex(out, r"(?m)^in the file +residual .*; the same impulses, bit by bit$")
        self.assertEqual(self.path("p.json").read_bytes(), self.path("q.json").read_bytes())
        out = self.run_program("--solve", "p.json", "--solver", "sor", "--tolerance", "1e-2").out
        self.assertRegex(out, r"(?m)^solver +sor, coulomb; \d+ iterations; residual \d")
        self.assertRegex(out, r"(?m)^in the file +residual .*; impulses differ by \S+ N s at most")
        result = self.run_program("--solve", "p.json", "--iterations", "2", "--tolerance", "1e-12", code=4)
        self.assertIn("error: p.json: not solved after 2 iterations", result.err)
        # W u = q with one contact: the impulse that stops the approach.
        self.write("dense.json", '{"contacts": 1, "mu": [0.5], "q": [-1, 0, 0], "W": [[2, 0, 0], [0, 2, 0], [0, 0, 2]]}')
        self.run_program("--solve", "dense.json", "--tolerance", "1e-12", "--dump-problem", "d.json")
        self.assertAlmostEqual(json.loads(self.path("d.json").read_text())["solution"]["impulses"][0], 0.5)

    def test_a_final_state_is_a_scene_to_go_on_from(self):
        self.run_program(SCENES / "shaken-box.json", "--time", "300ms", "--out", "half.json")
        self.run_program("half.json", "--time", "100ms", "--out", "end.json")
        half, end = (json.loads(self.path(name).read_text()) for name in ("half.json", "end.json"))
        self.assertEqual(len(half["bodies"]), len(end["bodies"]))
        self.assertEqual(half["bodies"][0]["shape"], "union")
        self.assertTrue(half["contacts"])
        contact = half["contacts"][0]
        self.assertLess(max(contact["a"], contact["b"]), len(half["bodies"]) + len(half["statics"]))
        for body in end["bodies"]:
            x, y, z = body["position_m"]
            self.assertTrue(abs(x) < 0.5 and abs(y) < 0.5 and z > 0, body)


    def test_a_motor_drives_a_mechanism(self):
        out = self.run_program(SCENES / "four-bar.json", "--time", "500ms", "--out", "end.json").out
        self.assertLess(float(re.search(r"joints +4; largest error of all steps (\S+) m", out).group(1)), 1e-4)
        end = json.loads(self.path("end.json").read_text())
        # The crank leans by the angle of the drive.
        w, _, y, _ = end["bodies"][0]["orientation"]
        self.assertAlmostEqual(2 * math.atan2(y, w), 0.5 * math.sin(2 * math.pi * 0.4 * 0.5), places=4)
        # Warm starts lead to the same motion, within the tolerance.
        self.run_program(SCENES / "four-bar.json", "--time", "500ms", "--warm-start", "off", "--solver", "sor", "--out", "cold.json")
        cold = json.loads(self.path("cold.json").read_text())
        for a, b in zip(end["bodies"][1]["position_m"], cold["bodies"][1]["position_m"]):
            self.assertAlmostEqual(a, b, places=3)


class Files(support.ProgramTest):
    def test_a_row_of_the_csv_for_every_step(self):
        self.write("a.json", scene(SPHERE % "0, 0, 1"))
        self.run_program("a.json", "--time", "100ms", "--step", "5ms", "--csv", "a.csv")
        rows = [line.split(",") for line in self.path("a.csv").read_text().splitlines()]
        self.assertEqual(rows[0], "step,time_s,bodies,left,kinetic_J,potential_J,wall_work_J,contacts,penetration_m,iterations,status,residual".split(","))
        self.assertEqual([int(row[0]) for row in rows[1:]], list(range(1, 21)))
        # Free fall: v = g t.
        self.assertAlmostEqual(float(rows[-1][4]), 0.5 * (9.81 * 0.1) ** 2, places=9)

    def test_rows_go_straight_to_standard_output(self):
        self.write("a.json", scene(SPHERE % "0, 0, 1"))
        out = self.run_program("a.json", "--time", "3ms", "--csv", "/dev/stdout", "--quiet").out
        self.assertRegex(out, r"^step,time_s,.*\n1,0.001,.*\n2,0.002,.*\n3,0.003,.*\ntime +0.003 s, 3 steps in ")

    def test_pictures_for_paraview(self):
        self.run_program(SCENES / "shaken-box.json", "--time", "100ms", "--vtk", "frames", "--frame", "50ms")
        folder = self.path("frames")
        self.assertEqual(sorted(f.name for f in folder.iterdir()), ["frame-000000.vtp", "frame-000001.vtp", "frame-000002.vtp", "frames.pvd"])
        self.assertEqual(folder.joinpath("frames.pvd").read_text().count("<DataSet"), 3)
        # Two unions of three shapes, a box, a sphere, four walls that are boxes.
        self.assertIn('NumberOfPoints="12"', folder.joinpath("frame-000001.vtp").read_text())

    def test_the_manual_names_every_option_and_key(self):
        manual = (support.SOURCE_DIR / "docs" / "settle.md").read_text()
        reader = (support.SOURCE_DIR / "lib" / "jam" / "dynamics" / "scenes" / "scene_file.cpp").read_text()
        keys = set(re.findall(r'"(\w+)"', " ".join(re.findall(r"require_keys\(\s*{([^}]*)}", reader))))
        self.assertGreater(len(keys), 50)
        for key in sorted(keys - {"schema"}):
            self.assertIn(f"`{key}`", manual)
        for option in re.findall(r"(?m)^  (--[a-z-]+)", self.run_program("--help", "all").out):
            self.assertIn(f"`{option}", manual)


class Meshes(support.ProgramTest):
    def test_bodies_stay_in_a_mesh_that_moves(self):
        # The file of the mesh is found beside the scene.
        self.run_program(SCENES / "ridge.json", "--time", "700ms", "--out", "end.json")
        end = json.loads(self.path("end.json").read_text())
        self.assertEqual(len(end["statics"][0]["vertices_m"]), 14)
        # Two faces of seven corners, seven of four.
        self.assertEqual(len(end["statics"][0]["triangles"]), 2 * 5 + 7 * 2)
        for body in end["bodies"]:
            x, y, z = body["position_m"]
            floor = max(0, 0.15 - abs(x - 0.5))
            self.assertTrue(0 < x < 1 and 0 < y < 0.6 and z > floor + 0.02, body)
        # What was written has the mesh in it.
        self.run_program("end.json", "--time", "10ms")

    def test_a_mesh_that_was_changed_is_another_scene(self):
        self.write("ridge.json", (SCENES / "ridge.json").read_text())
        self.write("ridge.off", (SCENES / "ridge.off").read_text())
        self.run_program("ridge.json", "--time", "5ms", "--checkpoint", "x.cp", "--quiet")
        self.write("ridge.off", (SCENES / "ridge.off").read_text().replace("500 0 150", "500 0 149"))
        self.refused("--resume", "x.cp", says=["ridge.json is another scene than that of x.cp"])


class Containers(support.ProgramTest):
    """Boxes in a closed mesh."""

    ARGUMENTS = ["--container", "trunk.off", "--boxes", "40", "--seed", "1", "--step", "5ms", "--iterations", "100", "--pour", "2s",
                 "--shake", "200ms"]

    def rows(self, name):
        lines = [line.split() for line in self.path(name).read_text().splitlines() if line and not line.startswith("#")]
        self.assertEqual(int(lines[0][0]), len(lines) - 1)
        return [list(map(float, line)) for line in lines[1:]]

    def counts(self, result):
        """Boxes in the packing, asked for, without room, dropped."""
        return tuple(map(int, re.search(r"(?m)^boxes +(\d+) of (\d+) in the packing; (\d+) found no room, (\d+) stick out or overlap$",
                                        result.out).groups()))

    def trunkpack(self, *arguments):
        """Its output; None where it was not built."""
        program = pathlib.Path(support.PROGRAM).with_name("trunkpack")
        if not program.exists():
            return None
        run = subprocess.run([program, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_boxes_are_poured_and_shaken_and_are_a_packing_to_start_from(self):
        self.write("trunk.off", trunks.cuboid((620, 420, 400)))
        result = self.run_program(*self.ARGUMENTS, "--out", "shaken.box", "--csv", "rows.csv")
        self.assertEqual(self.counts(result), (40, 40, 0, 0), result.out)
        rows = self.rows("shaken.box")
        self.assertEqual(len(rows), 40)
        for row in rows:
            self.assertTrue(24.9 < row[0] < 595.1 and 24.9 < row[1] < 395.1 and 24.9 < row[2] < 375.1, row)
        # Not all lie as they entered.
        self.assertTrue(any(0.01 < abs(row[3]) < 0.99 for row in rows))
        steps = [line.split(",") for line in self.path("rows.csv").read_text().splitlines()]
        self.assertEqual(len(steps), 1 + 640)
        # They did not enter all at once.
        self.assertLess(int(steps[1][2]), 40)
        self.assertEqual(int(steps[-1][2]), 40)
        verdict = self.trunkpack("trunk.off", "--verify", "shaken.box")
        if verdict is not None:
            self.assertIn("legal: 40 boxes", verdict)
            self.trunkpack("trunk.off", "--start", "shaken.box", "--seed", "1", "--device", "cpu", "--time", "5m", "--target", "40",
                           "--archive", "none", "--out", "packed.box")
            self.assertGreaterEqual(len(self.rows("packed.box")), 40)

    def test_a_mesh_may_have_concave_faces_and_another_frame(self):
        # An L of 600 x 600 mm less a quarter, 400 mm high, in cm with y up: its floor would leave the L if it were split as a fan.
        outline = [(60, 30), (30, 30), (30, 60), (0, 60), (0, 0), (60, 0)]
        vertices = [(x, z, -y) for z in (0, 40) for x, y in outline]
        faces = [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11]] + [[k, (k + 1) % 6, 6 + (k + 1) % 6, 6 + k] for k in range(6)]
        self.write("trunk.off", trunks.off(vertices, faces))
        frame = ["--unit", "cm", "--up", "y"]
        placed = self.counts(self.run_program(*self.ARGUMENTS, *frame, "--out", "a.box"))[0]
        self.assertGreater(placed, 30)
        for row in self.rows("a.box"):
            self.assertTrue(0 < row[0] < 600 and 0 < row[1] < 600 and 0 < row[2] < 400 and (row[0] < 300 or row[1] < 300), row)
        verdict = self.trunkpack("trunk.off", *frame, "--verify", "a.box")
        if verdict is not None:
            self.assertIn(f"legal: {placed} boxes", verdict)

    def test_a_resumed_run_is_the_same(self):
        self.write("trunk.off", trunks.cuboid((620, 420, 400)))
        self.run_program(*self.ARGUMENTS, "--out", "whole.box")
        process = self.start(*self.ARGUMENTS, "--out", "parts.box", "--checkpoint", "x.cp", "--checkpoint-every", "0")
        self.wait_for(self.path("x.cp.previous").exists, process)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.wait(process).code, 143)
        self.run_program("--resume", "x.cp", "--out", "parts.box")
        self.assertEqual(self.path("parts.box").read_bytes(), self.path("whole.box").read_bytes())

    def test_more_boxes_than_there_is_room_for_are_counted(self):
        self.write("trunk.off", trunks.cuboid((420, 220, 120)))
        placed, asked, waiting, dropped = self.counts(self.run_program(*self.ARGUMENTS[:-1], "0"))
        self.assertEqual((asked, placed + waiting + dropped), (40, 40))
        # It holds 11 litres.
        self.assertTrue(3 <= placed <= 10, placed)
        self.assertGreaterEqual(waiting, 30)

    def test_what_is_no_container_is_refused(self):
        whole = trunks.cuboid((620, 420, 400)).splitlines()
        self.write("open.off", "\n".join(["OFF", "8 5 0", *whole[2:-1]]) + "\n")
        self.refused("--container", "open.off", says=["open.off: the surface is not closed: 4 of its edges do not have one triangle on each side"])
        self.write("small.off", trunks.cuboid((90, 90, 90)))
        self.refused("--container", "small.off", says=["small.off: no box finds room in it; check --unit and --box"])
        self.write("crossing.off", "OFF\n4 1 0\n0 0 0\n2 0 0\n0 1 0\n2 1.5 0\n4 0 1 2 3\n")
        self.refused("--container", "crossing.off", says=["crossing.off: face 0 (counted from 0), which has 4 corners, crosses itself"])
        self.write("bad.off", "no mesh")
        self.refused("--container", "bad.off", says=["bad.off"])
        self.refused("--container", "bad.off", "--time", "3s", says=["--time has no effect with --container"])
        self.refused("--container", "bad.off", "--box", "1x2", says=["three edges, each from 0.001 to 1e6 mm, are accepted"])
        self.refused("--container", "bad.off", "--unit", "ft", says=["--unit is 'ft': mm, cm, m or inch is accepted"])
        self.refused("--container", "bad.off", "--scene", "pile", says=["contradict each other"])
        for option, value in (("--shake", "1s"), ("--pour", "1s"), ("--unit", "m"), ("--up", "y")):
            self.refused("--scene", "pile", option, value, says=[f"{option} has no effect without --container"])


class BadInput(support.ProgramTest):
    def test_a_scene_is_needed(self):
        self.refused(says=["a scene is needed"])
        self.refused("a.json", "--scene", "pile", says=["contradict each other"])
        self.refused("--scene", "heap", says=["pile, bricks, well, hopper, silo, tank, shaken-tank, mixer, segregation are accepted"])
        self.refused("--scene", "well", "--count", "5", says=["--count 5: the scene well has 3900 bodies: its size is fixed"])
        self.refused("a.json", "--count", "5", says=["--count has no effect with a file"])
        self.refused("a.json", "b.json", says=["b.json: there is a scene already"])
        self.refused("missing.json", says=["missing.json"])

    def test_options_that_would_do_nothing(self):
        self.refused("a.json", "--seed", "1", says=["--seed has no effect with a file"])
        self.refused("--scene", "pile", "--at-step", "3", says=["--at-step has no effect without --dump-problem"])
        self.refused("--scene", "pile", "--frame", "1s", says=["--frame has no effect without --vtk, --html or --live"])
        self.refused("--scene", "pile", "--relaxation", "0.5", says=["--relaxation has no effect with --solver apgd"])
        self.refused("--scene", "pile", "--solver", "dense-sor", "--group", "8", says=["--group has no effect with the solver dense-sor"])
        self.refused("--scene", "pile", "--solver", "pe-jacobi", "--law", "ccp", says=["--law ccp: --solver pe-jacobi treats the law pyramid"])
        self.refused("--scene", "pile", "--law", "pyramid", says=["--law pyramid: --solver apgd does not treat it"])
        self.refused("--scene", "pile", "--time", "10ms", "--dump-problem", "p.json", "--at-step", "11", says=["has 10 steps"])

    def test_numbers_out_of_range(self):
        for option, text in (("--step", "0"), ("--step", "-1ms"), ("--time", "0"), ("--tolerance", "0"), ("--iterations", "0"),
                             ("--relaxation", "3"), ("--solver", "newton"), ("--law", "none")):
            self.refused("--scene", "pile", option, text, says=[option])

    def test_devices_that_are_not_there(self):
        self.write("a.json", scene(SPHERE % "0, 0, 0.1"))
        self.refused("a.json", "--device", "gpu", says=["unknown device 'gpu'"])
        self.write("trunk.off", trunks.cuboid((620, 420, 400)))
        for arguments in (["a.json"], ["--container", "trunk.off"]):
            missing = self.run_program(*arguments, "--device", "cuda:99", "--out", "end", code=3)
            self.assertIn("device 'cuda:99' is not there", missing.err)
            self.assertFalse(self.path("end").exists())
        self.assertIn("CPU, ", self.run_program("a.json", "--device", "cpu", "--time", "2ms").err)

    def test_bad_scenes(self):
        overlapping = scene(SPHERE % "0, 0, 0.1", SPHERE % "0.1, 0, 0.1")
        for text, says in ((scene(SPHERE.replace('"mass_kg": 1', '"mass_kg": 0') % "0, 0, 1"), "bodies[0].mass_kg"),
                           (scene(SPHERE % "0, 0, 1", more='"friction": -1, '), "friction"),
                           (scene(SPHERE.replace("sphere", "cone") % "0, 0, 1"), "'cone' is unknown"),
                           (scene(SPHERE % "0, 0, -1"), "statics[0]"),
                           (scene(SPHERE % "0, 0, 1", more='"joints": [{"kind": "spherical", "a": 1, "b": 1, "point_m": [0, 0, 0]}], '),
                            "joints[0]: it connects body 1 with itself"),
                           (overlapping, "bodies[0] and bodies[1] overlap by 0.1 m"),
                           (scene(SPHERE % "0, NaN, 1"), "not valid JSON"),
                           (scene(SPHERE % "0, 1e999, 1"), "beyond the range"),
                           ("{", "not valid JSON")):
            self.write("bad.json", text)
            self.refused("bad.json", says=["bad.json" if "overlap" not in says and "statics" not in says else "overlap", says])

    def test_keys_that_there_are_not(self):
        ball = {"shape": "sphere", "radius_m": 0.1, "mass_kg": 1}
        good = {"schema": "jampack/scene/1",
                "statics": [{"shape": "mesh", "file": "cube.off", "motion": {"frequency_hz": 1}}],
                "bodies": [{**ball, "position_m": [0.2, 0.5, 0.5]},
                           {"shape": "union", "mass_kg": 1, "position_m": [0.7, 0.5, 0.5], "parts": [{"shape": "sphere", "radius_m": 0.1}]},
                           {**ball, "waits": 1}],
                "joints": [{"kind": "revolute", "a": 0, "b": 1, "frame_a": {}, "frame_b": {}, "drive": {}}],
                "pairs": [{"a": 0, "b": 1}],
                "flow": {"interval_s": 1, "inlet": {"centre_m": [0.5, 0.5, 0.8], "pitch_m": 0.2}}}
        self.write("cube.off", trunks.cuboid((1000, 1000, 1000)))
        self.write("a.json", json.dumps(good))
        self.run_program("a.json", "--time", "1ms")
        for place in ("", "statics[0]", "statics[0].motion", "bodies[0]", "bodies[1].parts[0]", "joints[0]", "joints[0].frame_a",
                      "joints[0].drive", "pairs[0]", "flow", "flow.inlet"):
            bad = json.loads(json.dumps(good))
            at = bad
            for word in re.findall(r"\w+", place):
                at = at[int(word) if word.isdigit() else word]
            at["colour"] = 1
            self.write("a.json", json.dumps(bad))
            self.refused("a.json", says=[f"a.json: {place}{'.' if place else ''}colour: there is no such key"])

    def test_meshes_that_do_not_hold_their_bodies(self):
        triangle = '"vertices_m": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]'
        text = '{"schema": "jampack/scene/1", "statics": [{"shape": "mesh", %s}], "bodies": [%s]}'
        self.write("bad.json", text % (triangle, SPHERE % "0, 0, 1"))
        self.refused("bad.json", says=["bad.json: statics[0]: the surface is not closed: 3 of its edges do not have one triangle on each side"])
        self.write("bad.json", text % ('"file": "cube.off"', SPHERE % "0, 0, 2"))
        self.refused("bad.json", says=["bad.json: statics[0]: ", "cube.off"])
        self.write("cube.off", trunks.cuboid((1000, 1000, 1000)))
        self.refused("bad.json", says=["bad.json: bodies[0]: it lies outside of statics[0], a mesh, which holds bodies inside"])
        self.write("bad.json", text % ('"file": "cube.off"', SPHERE % "0.5, 0.5, 0.05"))
        self.refused("bad.json", says=["statics[0] and bodies[0] overlap by 0.05 m"])


class Interruption(support.ProgramTest):
    def test_a_signal_ends_it_with_its_files_written(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = self.start("--scene", "pile", "--seed", "1", "--time", "1h", "--vtk", "frames", "--out", "end.json", "--csv", "e.csv")
            self.wait_for(lambda: self.path("frames").joinpath("frames.pvd").exists(), process)
            process.send_signal(number)
            self.assertEqual(self.wait(process).code, code)
            self.assertEqual(len(json.loads(self.path("end.json").read_text())["bodies"]), 3000)
            self.assertTrue(self.path("e.csv").read_text().startswith("step,"))
            self.assertFalse(self.path("e.csv.partial-1").exists())
            for file in [*self.path("frames").iterdir(), self.path("end.json"), self.path("e.csv")]:
                file.unlink()

    def test_a_run_that_is_killed_leaves_its_rows(self):
        process = self.start("--scene", "pile", "--seed", "1", "--time", "1h", "--csv", "e.csv")
        rows = self.path("e.csv.partial-1")
        self.wait_for(lambda: rows.exists() and rows.read_text().count("\n") > 2, process)
        process.kill()
        process.communicate()
        self.assertTrue(rows.read_text().startswith("step,time_s,"))
        self.assertFalse(self.path("e.csv").exists())


if __name__ == "__main__":
    support.main()
