# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle --batch: many small scenes side by side."""
import json

import support

SCENE = support.SOURCE_DIR / "instances" / "scenes" / "shaken-box.json"
FOUR_BAR = SCENE.with_name("four-bar.json")


class Batches(support.ProgramTest):
    ARGUMENTS = [SCENE, "--jitter", "0.01", "--time", "60ms"]

    def ends(self, name):
        return [json.loads(line) for line in self.path(name).read_text().splitlines()]

    def test_outcomes_have_a_row_and_a_line_each(self):
        result = self.run_program(*self.ARGUMENTS, "--batch", "4", "--seed", "3", "--csv", "rows.csv", "--out", "ends.jsonl")
        self.assertRegex(result.out, r"(?m)^scenes +4 scenes$")
        self.assertRegex(result.out, r"(?m)^time +0\.06 s, 60 steps in .*; .* steps of a scene per second$")
        self.assertRegex(result.out, r"(?m)^moved +\S+ m on average, \S+ to \S+ m, median \S+ m$")
        heading, *rows = [line.split(",") for line in self.path("rows.csv").read_text().splitlines()]
        table = [dict(zip(heading, row)) for row in rows]
        self.assertEqual([row["seed"] for row in table], ["3", "4", "5", "6"])
        self.assertEqual({(row["state"], row["steps"]) for row in table}, {("ran", "60")})
        self.assertEqual(len({row["centre_m"] for row in table}), 4)
        for row, end in zip(table, self.ends("ends.jsonl")):
            self.assertEqual((end["seed"], end["blown_up"]), (int(row["seed"]), ""))
            self.assertEqual([len(end[key]) for key in ("position_m", "orientation", "velocity_mps")], [4, 4, 4])
            self.assertAlmostEqual(end["time_s"], 0.06)
            # In 60 ms bodies fall by 18 mm at most.
            self.assertTrue(0.15 < float(row["top_m"]) < 0.4, row)

    def test_a_scene_of_a_batch_is_that_of_its_seed_alone(self):
        self.run_program(*self.ARGUMENTS, "--batch", "3", "--seed", "8", "--threads", "2", "--out", "three.jsonl")
        self.run_program(*self.ARGUMENTS, "--batch", "1", "--seed", "10", "--threads", "1", "--out", "one.jsonl")
        last, alone = self.ends("three.jsonl")[2], self.ends("one.jsonl")[0]
        self.assertEqual({**last, "scene": 0}, alone)

    def test_joints_and_flows_are_taken_along(self):
        self.run_program(FOUR_BAR, "--jitter", "0.001", "--batch", "2", "--time", "50ms", "--solver", "sor", "--csv", "rows.csv")
        heading, *rows = [line.split(",") for line in self.path("rows.csv").read_text().splitlines()]
        table = [dict(zip(heading, row)) for row in rows]
        # Joints begin up to 2 mm off, and are mended.
        self.assertTrue(all(1e-5 < float(row["joint_error_m"]) < 0.01 and row["state"] == "ran" for row in table), table)
        scene = json.loads(SCENE.read_text())
        scene["flow"] = {"interval_s": 0.01, "drain_z_m": 10}
        self.path("drained.json").write_text(json.dumps(scene))
        result = self.run_program("drained.json", "--jitter", "0.01", "--batch", "3", "--time", "20ms", "--csv", "drained.csv")
        self.assertRegex(result.out, r"(?m)^left +4 bodies on average")
        self.assertEqual([line.split(",")[heading.index("left")] for line in self.path("drained.csv").read_text().splitlines()[1:]], ["4"] * 3)

    def test_what_is_no_batch_is_refused(self):
        self.refused(SCENE, "--batch", "5", says=["--batch 5: all scenes would be the same: --jitter is needed"])
        self.refused(SCENE, "--jitter", "0.01", says=["--jitter has no effect without --batch"])
        self.refused(SCENE, "--batch", "0", says=["--batch is '0': a whole number from 1 to 1000000 is accepted"])
        for option in (["--html", "a.html"], ["--checkpoint", "a.checkpoint"], ["--dump-problem", "a.json"], ["--vtk", "a"]):
            self.refused(*self.ARGUMENTS, "--batch", "2", *option, says=[f"{option[0]} has no effect with --batch"])
        self.refused("--container", "a.off", "--batch", "2", says=["--container has no effect with --batch"])
        self.refused("--scene", "pile", "--batch", "2", "--jitter", "0.001",
                     says=["--batch 2: a scene of a batch has at most 128 bodies and walls: this one has 3005"])
        self.refused(*self.ARGUMENTS, "--batch", "2", "--solver", "dense-jor", says=["the solver dense-jor does not run in batches"])
        self.refused(SCENE, "--batch", "50", "--jitter", "0.2", "--seed", "1", says=["of --batch, seed ", " overlap by "])

    def test_devices_that_are_not_there(self):
        self.refused(*self.ARGUMENTS, "--batch", "2", "--device", "gpu", says=["unknown device 'gpu'"])
        missing = self.run_program(*self.ARGUMENTS, "--batch", "2", "--device", "cuda:99", "--out", "ends.jsonl", code=3)
        self.assertIn("device 'cuda:99' is not there", missing.err)
        self.assertFalse(self.path("ends.jsonl").exists())


if __name__ == "__main__":
    support.main()
