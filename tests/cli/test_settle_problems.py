# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""settle: solved contact problems of every solver, law and kind of scene against an independent checker.

../shared/verify/friction.py knows contacts with a cone of friction. It knows neither the law `pyramid`, nor blocks of joints: for these
the residual is computed here, likewise from W, q, mu and the impulses alone. Where a body slides along a tangent, the pyramid and the cone
have the same solution, which the checker of cones must accept.
"""
import json
import re
import subprocess
import unittest

import support
import trunks

SCENES = support.SOURCE_DIR / "instances" / "scenes"
CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "friction.py"
SEDAN = support.SOURCE_DIR / "meshes" / "sedan.off"
HAS_NUMPY = subprocess.run(["/usr/bin/python3", "-c", "import numpy"], capture_output=True, check=False).returncode == 0

# Prints the natural map of a file by the definitions of docs/settle.md, for the law pyramid and for joints (mu = -1).
OWN_CHECK = """
import json, sys
import numpy as np
p = json.load(open(sys.argv[1]))
n, mu, q = p["contacts"], np.array(p["mu"], float), np.array(p["q"], float).reshape(-1, 3)
law, r = p["solution"]["law"], np.array(p["solution"]["impulses"], float).reshape(-1, 3)
product, diagonal = np.zeros((n, 3)), np.zeros(n)
for i, j, block in p["W"]["blocks"]:
    block = np.array(block).reshape(3, 3)
    product[i] += block @ r[j]
    if i == j:
        diagonal[i] = block.diagonal().max()
u = product + q
worst = 0
for k in range(n):
    if mu[k] < 0:
        worst = max(worst, abs(u[k]).max())
        continue
    assert law == "pyramid" or mu[k] == 0 or law == "coulomb"
    slip = np.hypot(u[k][1], u[k][2])
    normal, *tangents = r[k] - (u[k] + [mu[k] * slip if law == "coulomb" else 0, 0, 0]) / diagonal[k]
    if law == "pyramid":
        normal = max(0, normal)
        nearest = [normal, *np.clip(tangents, -mu[k] * normal, mu[k] * normal)]
    else:
        size = np.hypot(*tangents)
        if size <= mu[k] * normal:
            nearest = [normal, *tangents]
        elif mu[k] * size <= -normal:
            nearest = [0, 0, 0]
        else:
            normal = (normal + mu[k] * size) / (1 + mu[k] ** 2)
            nearest = [normal, *(mu[k] * normal / size * np.array(tangents))]
    worst = max(worst, diagonal[k] * abs(r[k] - nearest).max())
print(worst / max(abs(q).max(), abs(product).max()))
"""


@unittest.skipUnless(HAS_NUMPY, "no NumPy (Debian package python3-numpy)")
class CheckedTest(support.ProgramTest):
    def solved_again(self, problem, solver, law, tolerance):
        """The file of a solution by this solver, and what it says of it."""
        name = f"{solver}-{law}.json"
        self.run_program("--solve", problem, "--solver", solver, "--law", law, "--tolerance", tolerance, "--iterations", "500000",
                         "--dump-problem", name)
        solution = json.loads(self.path(name).read_text())["solution"]
        self.assertEqual((solution["solver"], solution["law"], solution["status"]), (solver, law, "solved"))
        self.assertLessEqual(solution["residual"], tolerance)
        return name, solution

    def assert_same(self, found, said):
        """Within 1 %, or the rounding of a solution that is exact."""
        self.assertLessEqual(abs(found - said), max(0.01 * said, 1e-14), (found, said))

    def assert_checked_here(self, name, solution):
        check = subprocess.run(["/usr/bin/python3", "-c", OWN_CHECK, self.path(name)], capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stderr)
        self.assert_same(float(check.stdout), solution["residual"])


@unittest.skipUnless(CHECKER.exists(), "no ../shared/verify/friction.py")
class Cones(CheckedTest):
    """Solutions of all solvers for the laws coulomb and ccp."""

    def assert_accepted(self, name, said, *options, at_most=1e-6):
        check = subprocess.run(["/usr/bin/python3", str(CHECKER), str(self.path(name)), *options, "--residual-at-most", repr(at_most)],
                               capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, f"{name}: {check.stdout}{check.stderr}")
        figures = dict(re.findall(r"(\w+)=(\S+)", check.stdout))
        # The checker prints four digits.
        self.assert_same(float(figures["residual"]), said["residual"])
        self.assertLess(float(figures["cone"]), 1e-12, name)
        return int(figures["active"])

    def assert_all_solvers_pass(self, problem, least_active, fine=1e-6, coarse=1e-3):
        """apgd to a fine residual, the others to a coarse one: they need up to 10^5 iterations for 1e-6 in a stack of boxes."""
        for law in ("coulomb", "ccp"):
            for solver in ("apgd", "sor", "jor", "ccp"):
                tolerance = fine if solver == "apgd" else coarse
                name, solution = self.solved_again(problem, solver, law, tolerance)
                self.assertGreater(self.assert_accepted(name, solution, at_most=tolerance), least_active)

    def test_pile(self):
        self.run_program("--scene", "pile", "--time", "150ms", "--seed", "1", "--dump-problem", "p.json")
        self.assert_all_solvers_pass("p.json", 500, coarse=1e-4)

    def test_bricks(self):
        self.run_program("--scene", "bricks", "--time", "40ms", "--dump-problem", "p.json")
        self.assert_all_solvers_pass("p.json", 200, fine=1e-4)

    def test_a_shaken_trunk(self):
        self.write("trunk.off", trunks.cuboid((620, 420, 400)))
        self.run_program("--container", "trunk.off", "--boxes", "40", "--seed", "1", "--step", "5ms", "--iterations", "100", "--shake", "200ms",
                         "--dump-problem", "p.json", "--at-step", "231")
        self.assert_all_solvers_pass("p.json", 80)
        name, solution = self.solved_again("p.json", "sor", "coulomb", 1e-6)
        self.assert_accepted(name, solution)

    def test_a_shaken_car(self):
        self.run_program("--container", SEDAN, "--boxes", "60", "--seed", "1", "--step", "10ms", "--iterations", "50", "--shake", "200ms",
                         "--dump-problem", "p.json", "--at-step", "115")
        name, solution = self.solved_again("p.json", "apgd", "coulomb", 1e-6)
        self.assertGreater(self.assert_accepted(name, solution), 50)

    def test_what_a_run_says_of_its_steps(self):
        """The residual in the table of steps is that of the problem that was written."""
        self.run_program(SCENES / "shaken-box.json", "--time", "300ms", "--tolerance", "1e-7", "--iterations", "20000", "--csv", "steps.csv",
                         "--dump-problem", "p.json", "--at-step", "250")
        solution = json.loads(self.path("p.json").read_text())["solution"]
        names, *rows = [line.split(",") for line in self.path("steps.csv").read_text().splitlines()]
        self.assertEqual(float(rows[249][names.index("residual")]), solution["residual"])
        self.assert_accepted("p.json", solution)

    def test_pyramids_along_a_tangent(self):
        """Spheres slide along the second tangent of their contacts, where a cone and a pyramid bound friction alike."""
        spheres = ", ".join('{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, %d, 0.1], "velocity_mps": [%d, 0, 0]}' % (k, k)
                            for k in range(4))
        self.write("slope.json", '{"schema": "jampack/scene/1", "gravity_mps2": [4, 0, -9], "friction": 0.1, "statics": [{"shape": "plane"}], '
                                 '"bodies": [%s]}' % spheres)
        self.run_program("slope.json", "--time", "10ms", "--dump-problem", "p.json")
        for solver in ("pe-jacobi", "sor", "jor"):
            name, solution = self.solved_again("p.json", solver, "pyramid", 1e-9)
            self.assert_checked_here(name, solution)
            check = subprocess.run(["/usr/bin/python3", str(CHECKER), str(self.path(name)), "--law", "coulomb"], capture_output=True, text=True,
                                   check=False)
            self.assertEqual(check.returncode, 0, check.stdout + check.stderr)


class Others(CheckedTest):
    """What the checker of cones does not know."""

    def test_pyramids(self):
        self.run_program("--scene", "bricks", "--time", "40ms", "--dump-problem", "p.json")
        for solver in ("pe-jacobi", "sor", "jor"):
            self.assert_checked_here(*self.solved_again("p.json", solver, "pyramid", 1e-3))

    def test_a_group_of_dense_relaxed(self):
        """A file is solved again with its own group, or with another one."""
        self.run_program(SCENES / "shaken-box.json", "--time", "300ms", "--dump-problem", "p.json")
        self.run_program("--solve", "p.json", "--solver", "dense-relaxed", "--group", "4", "--tolerance", "1e-7", "--iterations", "100000",
                         "--dump-problem", "g.json")
        self.assertEqual(json.loads(self.path("g.json").read_text())["settings"]["group"], 4)
        self.assertIn("the same impulses, bit by bit", self.run_program("--solve", "g.json").out)
        self.assertNotIn("the same impulses", self.run_program("--solve", "g.json", "--group", "64").out)
        self.refused("--solve", "p.json", "--group", "4", says=["--group has no effect with the solver apgd"])

    def test_joints(self):
        # A crank, driven by a motor, and a rod shake a tray with spheres in it.
        self.run_program("--scene", "segregation", "--count", "1000", "--time", "50ms", "--dump-problem", "p.json")
        mu = json.loads(self.path("p.json").read_text())["mu"]
        self.assertTrue(min(mu) == -1 and max(mu) > 0)
        for solver in ("apgd", "sor"):
            self.assert_checked_here(*self.solved_again("p.json", solver, "coulomb", 1e-3))


if __name__ == "__main__":
    support.main()
