# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Forged checkpoints with right checksums: each is refused by one line that names it, or the run goes on; no crash, no wild memory.

JAM_FORGED_COUNT says how many of each kind of search (scripts/fuzz: many), JAM_FORGED_SEED where they begin, JAM_FORGED_KEEP a folder for
those that are not taken as they should.
"""
import os
import pathlib
import random
import resource
import unittest

import forging
import support
import trunks

# A turn of trunkpack takes a second or two.
COUNT = int(os.environ.get("JAM_FORGED_COUNT", "12" if support.NAME == "trunkpack" else "40"))
SEED = int(os.environ.get("JAM_FORGED_SEED", "1"))
KEEP = os.environ.get("JAM_FORGED_KEEP")
BYTES = 2 << 30

# A silo in small: bodies enter, leave and come again, and a wall opens.
FLOW = """{"schema": "jampack/scene/1", "gravity_mps2": [0, 0, -9.81], "step_s": 0.002,
 "flow": {"interval_s": 0.01, "drain_z_m": -0.5, "returns": true,
          "inlet": {"centre_m": [0, 0, 2], "radius_m": 1, "pitch_m": 0.5, "jitter_m": 0.01, "batch": 1, "velocity_mps": [0, 0, -9], "seed": 7}},
 "statics": [{"shape": "box", "size_m": [3, 3, 0.1], "until_s": 0.03}],
 "bodies": [{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, 0, 0.5]},
            {"shape": "sphere", "radius_m": 0.1, "density_kgpm3": 500, "position_m": [0, 0, 0], "waits": 1},
            {"shape": "sphere", "radius_m": 0.1, "density_kgpm3": 500, "position_m": [0, 0, 0], "waits": 2}]}"""

SETTLE_FILES = ["--csv", "rows.csv", "--vtk", "frames", "--frame", "10ms"]
CIRCLES = ["--n", "9", "--seed", "1", "--instances", "2", "--device", "cpu", "--threads", "1", "--archive", "none"]
TRUNK = ["--seed", "1", "--instances", "2", "--device", "cpu", "--threads", "1", "--archive", "none"]

# For each kind of state: the options of the run that writes it, and the options of the run that continues it.
KINDS = {
    "settle": {
        "walls that move": ([support.SOURCE_DIR / "instances/scenes/shaken-box.json", "--time", "60ms", *SETTLE_FILES], ["--time", "70ms", *SETTLE_FILES]),
        "joints": ([support.SOURCE_DIR / "instances/scenes/four-bar.json", "--time", "30ms"], ["--time", "40ms"]),
        "flow": (["flow.json", "--time", "60ms", *SETTLE_FILES], ["--time", "100ms"]),
        "container": (["--container", "trunk.off", "--boxes", "9", "--pour", "200ms", "--seed", "1", "--out", "a.box"], ["--pour", "210ms"]),
    },
    "circlepack": {
        "multistart": ([*CIRCLES, "--trials", "400"], ["--trials", "600"]),
        "improve": ([*CIRCLES, "--search", "improve", "--start", "start.circles", "--trials", "400"], ["--trials", "600"]),
        "compress": ([*CIRCLES, "--search", "improve", "--start", "start.circles", "--strategy", "compress", "--trials", "10"], ["--trials", "12"]),
        "many compressed": ([*CIRCLES, "--strategy", "compress", "--trials", "200"], ["--trials", "400"]),
        "single": ([word for word in CIRCLES if word not in ("--instances", "2")] + ["--search", "single", "--trials", "20"], ["--trials", "30"]),
        "anneal": ([word for word in CIRCLES if word not in ("--instances", "2")] + ["--search", "anneal", "--trials", "200"], ["--trials", "300"]),
    },
    "trunkpack": {
        "one size": (["trunk.off", *TRUNK, "--box", "150x70x40", "--turns", "3"], ["--turns", "4"]),
        "a set": (["wide.off", *(word for word in TRUNK if word not in ("--instances", "2")), "--set", "sae-j1100", "--turns", "2"], ["--turns", "3"]),
    },
}


def limit_memory():
    if not os.environ.get("JAM_SANITIZED"):
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


class Forged(support.ProgramTest):
    def files(self):
        self.write("flow.json", FLOW)
        self.write("trunk.off", trunks.cuboid((350, 230, 130)))
        self.write("wide.off", trunks.cuboid((700, 500, 300)))
        self.write("start.circles", "9\n" + "".join(f"{i} {40 * (i % 3)} {40 * (i // 3)}\n" for i in range(1, 10)))

    def fault_of(self, result):
        """What is wrong with how a run has taken its checkpoint; nothing where all is well."""
        lines = result.err.splitlines()
        if result.code == 0:
            return None
        if result.code not in (2, 4):
            return f"ends with exit code {result.code}"
        if not lines or not lines[-1].startswith(f"{support.NAME}: error: "):
            return "ends without a message"
        if result.code == 2 and "x.cp" not in lines[-1] and " --" not in lines[-1]:
            return "names neither the checkpoint nor an option"
        return None

    def test_each_is_refused_or_goes_on(self):
        self.files()
        for kind, (first, then) in KINDS[support.NAME].items():
            self.run_program(*first, "--checkpoint", "sound.cp", "--quiet")
            sound = self.path("sound.cp").read_bytes()
            faults = []
            for seed in range(SEED, SEED + COUNT):
                data = forging.forged(sound, random.Random(f"{kind} {seed}"))
                self.path("x.cp").write_bytes(data)
                result = self.wait(self.start("--resume", "x.cp", *then, "--checkpoint", "y.cp", "--quiet", preexec_fn=limit_memory))
                for name in ("y.cp", "y.cp.previous"):
                    self.path(name).unlink(missing_ok=True)
                fault = self.fault_of(result)
                if fault is None:
                    continue
                faults.append(f"{kind}, seed {seed}: {fault}: {result.err}")
                if KEEP:
                    pathlib.Path(KEEP, f"{support.NAME}-{kind.replace(' ', '-')}-{seed}.cp").write_bytes(data)
            with self.subTest(kind=kind):
                self.assertEqual(faults, [])

    def test_what_is_forged_has_right_checksums(self):
        self.files()
        first, then = next(iter(KINDS[support.NAME].values()))
        self.run_program(*first, "--checkpoint", "sound.cp", "--quiet")
        sound = self.path("sound.cp").read_bytes()
        self.assertEqual(forging.Checkpoint(sound).bytes(), sound)
        self.assertNotEqual(forging.forged(sound, random.Random(1)), sound)


if __name__ == "__main__":
    support.main()
