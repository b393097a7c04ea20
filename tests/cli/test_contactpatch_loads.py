# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""contactpatch: line contacts, mean pressures, limits on the time, rasters, friction."""
import json
import math
import signal
import subprocess

import support
from contacts import EXAMPLES, M1, SPHERE, ContactTest


class Loads(ContactTest):
    def test_a_line_contact_of_given_length(self):
        steel = {"materials": {"upper": "steel", "lower": "steel"}, "grid": None}
        peak = math.sqrt(2000 * 210000 / (2 * 0.91) / (math.pi * 10 * 30))
        for surface in ({"kind": "bodies", "upper": {"radii": [10, "flat"]}, "lower": {"radii": "flat"}, "length": 30},
                        {"kind": "bodies", "upper": {"radii": ["flat", 10]}, "lower": {"radii": ["flat", "flat"]}, "angle_deg": 30, "length": 30},
                        {"kind": "bodies", "upper": {"radii": ["flat", 20]}, "lower": {"radii": [20, "flat"]}, "angle_deg": 90, "length": 30},
                        {"kind": "paraboloid", "radii": [10, "flat"], "length": 30}):
            result = self.solved(surface=surface, load={"force": 2000}, **steel)
            self.assertEqual((result["grid"]["nx"], result["grid"]["ny"], result["warnings"]), (128, 1, []))
            self.assertAlmostEqual(result["hertz"]["peak_pressure"] / peak, 1, places=6)
            self.assertAlmostEqual(result["peak_pressure"] / peak, 1, places=3)
            self.assertAlmostEqual(result["approach"] / result["hertz"]["approach"], 1, places=4)
            self.assertEqual(result["hertz"]["semi_axes"][1], 15)
        short = self.run_program("normal", self.contact(surface={**surface, "length": 0.5}, load={"force": 500}, **steel), "--quiet").err
        self.assertIn("times its half-width long", short)

    def test_a_line_contact_without_a_length(self):
        for surface in ({"kind": "bodies", "upper": {"radii": [10, "flat"]}, "lower": {"radii": "flat"}}, {"kind": "paraboloid", "radii": [10, "flat"]}):
            self.refused("normal", self.contact(surface=surface, grid=None), says=["along a line", "closed formulas", "raster of one row"])
        for change, says in (({"surface": {"kind": "paraboloid", "radii": 10, "length": 3}}, ["surface.length", "line contact"]),
                             ({"surface": {"kind": "paraboloid", "radii": ["flat", 10], "length": 3}}, ["surface.radii", "flat along x"]),
                             ({"surface": {**surface, "length": 30}, "grid": {"cells": [64, 2]}}, ["grid.cells[1]"]),
                             ({"surface": {**surface, "length": 30}, "grid": {"size": [1, 20]}}, ["grid.size[1]", "30 mm long"]),
                             ({"surface": {**surface, "length": 30}, "load": {"approach": 1000}, "grid": None}, ["load", "wider than"])):
            with self.subTest(change=change):
                self.refused("normal", self.contact(**change), says=["a.json", *says])

    def test_a_mean_pressure_as_the_load(self):
        # Mean pressure of a patch of radius 1 under 9.195402 N.
        result = self.solved(load={"pressure": 9.195402 / math.pi})
        self.assertAlmostEqual(result["normal_force"], 9.195402, places=5)
        result = self.solved(load={"pressure": 9195.402 / math.pi}, units={"modulus": "kPa"},
                             materials={name: {"young_modulus": 568e3, "poisson_ratio": 0.42} for name in ("upper", "lower")})
        self.assertAlmostEqual(result["normal_force"], 9.195402, places=5)
        self.assertAlmostEqual(self.solved(surface={"kind": "punch", "radius": 2}, load={"pressure": 3}, grid=None)["normal_force"], 12 * math.pi, places=6)
        rows = [[0.001 * (ix % 2) for ix in range(8)] for _ in range(4)]
        raster = self.solved(surface={"kind": "raster", "rows": rows}, load={"pressure": 3}, grid={"size": [4, 2]})
        self.assertAlmostEqual(raster["normal_force"], 24, places=6)
        line = self.solved(surface={"kind": "paraboloid", "radii": [10, "flat"], "length": 30}, load={"pressure": 5}, grid=None)
        semi = line["hertz"]["semi_axes"]
        self.assertAlmostEqual(line["normal_force"] / (4 * semi[0] * semi[1]), 5, places=6)
        self.run_program("tangential", self.contact(load={"pressure": [1, 2]}, friction=0.3), "--quiet")
        self.refused("normal", self.contact(load={"pressure": 1}, liner={"thickness": 1, "modulus": 1}), says=["load.pressure", "liner"])
        self.refused("normal", self.contact(load={"pressure": -1}), says=["load.pressure", "negative"])
        self.refused("normal", self.contact(load={"pressure": 1, "force": 1}), says=["load", "either"])

    def test_out_is_the_result(self):
        self.run_program("normal", self.contact(), "--out", "o.json", "--json", "r.json", "--quiet")
        self.assertEqual(self.path("o.json").read_bytes(), self.path("r.json").read_bytes())
        self.refused("normal", self.contact(), "--out", "o.json", "--json", "o.json", says=["o.json"])

    def test_a_limit_on_the_time_writes_what_there_is(self):
        contact = self.contact(grid={"cells": [256, 256]}, friction=0.3, tangential={"creepage": [1e-3, 0]})
        result = self.run_program("tangential", contact, "--time", "10ms", "--out", "o.json", "--quiet", code=4)
        self.assertIn("not solved to the tolerance within --time 10ms", result.err)
        self.assertEqual(json.loads(self.path("o.json").read_text())["tangential"]["status"], "limit")
        self.run_program("normal", self.contact(grid={"cells": [512, 512]}), "--time", "1ms", "--out", "n.json", "--quiet", code=4)
        self.assertEqual(json.loads(self.path("n.json").read_text())["solver"]["status"], "limit")
        self.run_program("normal", self.contact(), "--time", "0", "--quiet")

    def test_a_signal_writes_what_there_is(self):
        contact = self.contact(grid={"cells": [256, 256]}, friction=0.3, tangential={"creepage": [1e-3, 0]})
        process = self.start("tangential", contact, "--out", "o.json", "--progress", "on")
        # The bar comes with the first iteration.
        while "iteration" not in process.stderr.readline():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=support.LIMIT)[1]
        self.assertEqual(process.returncode, 130)
        self.assertIn("ended by a signal", err)
        self.assertEqual(json.loads(self.path("o.json").read_text())["tangential"]["status"], "limit")

    def test_progress_is_shown_while_a_contact_is_solved(self):
        contact = self.contact(grid={"cells": [32, 32], "size": [2.5, 2.5]}, friction=0.3, tangential={"creepage": [1e-3, 0]})
        err = self.run_program("tangential", contact, "--progress", "on").err
        self.assertRegex(err, r"\x1b\[K\[[=> ]*\] 0:\d\d.*(steps of rolling|pressures): \d+ iteration")
        self.assertNotIn("\x1b", self.run_program("tangential", contact, "--progress", "off").err)
        self.refused("tangential", contact, "--progress", "on", "--quiet", says=["--progress", "--quiet"])


class Rasters(ContactTest):
    GRID = [-1.25 + 2.5 / 40 * k for k in range(41)]

    def points(self, order=1, exponent="", scale=1):
        lines = [f"{scale * x:.5f} {scale * y:.5f} {scale * 0.01 * (x * x + y * y):.7f}{exponent}" for y in self.GRID for x in self.GRID]
        return lines[::order]

    def raster(self, **grid):
        return {"surface": {"kind": "raster", "file": "gaps.txt"}, "grid": grid or None}

    def test_points_are_read_as_points(self):
        for lines in (self.points(), self.points(-1), sorted(self.points()), self.points(exponent="D0"), self.points(exponent="d+00")):
            self.write("gaps.txt", "\n".join(lines))
            for grid in ({}, {"cells": [41, 41]}, {"size": [2.5625, 2.5625]}):
                result = self.solved(**self.raster(**grid))
                self.assertEqual((result["grid"]["nx"], result["grid"]["ny"], result["warnings"]), (41, 41, []))
                self.assertAlmostEqual(result["grid"]["left"], -1.25, places=4)
                self.assertAlmostEqual(result["peak_pressure"], 4.3905, delta=0.01)
        self.write("gaps.txt", "\n".join(self.points(scale=0.1)))
        result = self.solved(units={"length": "cm", "force": "N", "modulus": "MPa"}, **self.raster())
        self.assertAlmostEqual(result["peak_pressure"], 4.3905, delta=0.01)
        rows = [[float(number) for number in line.split()] for line in self.points()]
        self.assertAlmostEqual(self.solved(surface={"kind": "raster", "rows": rows}, grid=None)["peak_pressure"], 4.3905, delta=0.01)

    def test_a_profile_along_a_line(self):
        self.write("gaps.txt", "\n".join(f"{x} {0.001 * x * x}" for x in self.GRID))
        result = self.solved(load={"force": 100}, **self.raster(size=[2.5625, 200]))
        self.assertEqual((result["grid"]["nx"], result["grid"]["ny"], result["grid"]["dy"]), (41, 1, 200))
        self.refused("normal", self.contact(**self.raster()), says=["lie on a line", "size"])
        self.write("gaps.txt", "\n".join(f"{x} 3 {0.001 * x * x}" for x in self.GRID))
        self.assertEqual(self.solved(load={"force": 100}, **self.raster(size=[2.5625, 200]))["grid"]["ny"], 1)

    def test_points_that_are_no_grid(self):
        good = self.points()
        for lines in (good[1:], [*good[1:], good[1]], ["0.01 0.02 0.3", *good[1:]], [line + " 1" for line in good],
                      [f"{k * k} {k} 0.1" for k in range(9)], [f"{k * k} 0.1" for k in range(9)]):
            self.write("gaps.txt", "\n".join(lines))
            self.refused("normal", self.contact(**self.raster(size=[2.5, 2.5])), says=["surface", "lines", '"cells": ['])
        for x in (1e-300, 1e300):
            self.write("gaps.txt", f"{x} 0 0\n{2 * x} 0 1\n{x} 1 0\n{2 * x} 1 1\n")
            self.refused("normal", self.contact(**self.raster()), says=["surface", "mm apart"])
        self.write("gaps.txt", "\n".join(good))
        self.refused("normal", self.contact(**self.raster(cells=[40, 41])), says=["grid.cells", "40 x 41", "41 x 41"])
        self.refused("normal", self.contact(**self.raster(size=[2.5, 2.6])), says=["grid.size", "apart"])

    def test_cells_say_that_three_columns_are_gaps(self):
        self.write("gaps.txt", "0.1 0 0.1\n" * 6)
        result = self.solved(load={"force": 1}, **self.raster(cells=[3, 6], size=[1, 2]))
        self.assertEqual((result["grid"]["nx"], result["grid"]["ny"]), (3, 6))
        self.refused("normal", self.contact(**self.raster(size=[1, 2])), says=["6 lines of 3 numbers", '"cells": [3, 6]'])
        # Two numbers whose first does not go along are gaps.
        self.write("gaps.txt", "0.1 0.1\n0 0\n0 0\n0.1 0.1\n")
        self.assertEqual(self.solved(load={"force": 1}, **self.raster(size=[1, 2]))["grid"]["ny"], 4)

    def test_cells_beside_a_raster_are_a_check(self):
        surface = {"kind": "raster", "rows": [[0, 0.1, 0.2, 0.3]]}
        self.solved(surface=surface, grid={"cells": [4, 1], "size": [1, 1]}, load={"force": 1})
        self.refused("normal", self.contact(surface=surface, grid={"cells": [1, 4], "size": [1, 1]}), says=["grid.cells", "1 x 4", "4 x 1"])

    def test_other_encodings(self):
        for encoding in ("utf-16", "utf-8-sig", "utf-8"):
            self.path("gaps.txt").write_bytes("\n".join(self.points()).encode(encoding))
            self.assertAlmostEqual(self.solved(**self.raster())["peak_pressure"], 4.3905, delta=0.01)
            self.path("u.json").write_bytes(json.dumps({**SPHERE, "name": "\u00e4 \U0001F600"}, ensure_ascii=False).encode(encoding))
            self.run_program("normal", "u.json", "--json", "r.json", "--quiet")
            self.assertEqual(json.loads(self.path("r.json").read_text())["name"], "\u00e4 \U0001F600")
        for encoding in ("utf-16-le", "utf-16-be"):
            self.path("gaps.txt").write_bytes("0 1\n".encode(encoding))
            self.refused("normal", self.contact(**self.raster(size=[1, 1])), says=["gaps.txt", "UTF-16"])
            self.path("u.json").write_bytes(json.dumps(SPHERE).encode(encoding))
            self.refused("normal", "u.json", says=["u.json", "UTF-16"])
        self.path("u.json").write_bytes(b"\xff\xfe{\x00}")
        self.refused("normal", "u.json", says=["u.json", "UTF-16"])
        self.write("u.json", json.dumps(SPHERE).replace("9.195402", "9.195402D0"))
        self.refused("normal", "u.json", says=["u.json", "line 1", "Fortran's D"])
        self.write("gaps.txt", "0 1.0DX\n")
        self.refused("normal", self.contact(**self.raster(size=[1, 1])), says=["gaps.txt:1", "1.0DX"])

    def test_a_raster_without_a_surface(self):
        self.refused("normal", self.contact(surface={"kind": "raster", "rows": [[1e30, 1e31]]}, grid={"size": [1, 1]}), says=["no surface"])


class Friction(ContactTest):
    GRID = {"cells": [19, 19], "size": [2 * 1.26667, 2 * 1.26667]}

    def tangential(self, *options, **changes):
        self.run_program("tangential", self.contact(**{"friction": 0.4, "grid": self.GRID, **changes}), "--json", "r.json", "--quiet", *options)
        return json.loads(self.path("r.json").read_text())

    def test_a_shift_and_the_force_that_leads_to_it(self):
        # T16: 45 cells stick, 132 slip, 0.87501 of the limit.
        for options in ([], ["--tangential-method", "convex-gs"], ["--preconditioner", "off"]):
            by_shift = self.tangential(*options, tangential={"shift": [-0.008155, 0]})["tangential"]
            self.assertEqual((by_shift["adhesion_cells"], by_shift["slip_cells"]), (45, 132))
            self.assertAlmostEqual(by_shift["friction_share"], 0.87501, places=4)
            self.assertLess(by_shift["residual"], 1e-6)
        # What moves the body goes with its shift; friction opposes both.
        self.assertLess(by_shift["force"][0], 0)
        self.assertEqual(by_shift["friction_force"], [-value for value in by_shift["force"]])
        by_force = self.tangential(tangential={"force": by_shift["force"]})["tangential"]
        self.assertAlmostEqual(by_force["shift"][0] / -0.008155, 1, places=5)
        self.assertEqual(by_force["adhesion_cells"], 45)

    def test_a_force_moves_the_upper_body_in_its_own_direction(self):
        out = self.run_program("tangential", EXAMPLES / "cattaneo.json", "--json", "r.json", "--quiet").out
        tangential = json.loads(self.path("r.json").read_text())["tangential"]
        self.assertAlmostEqual(tangential["force"][0], 3.21839, places=5)
        self.assertAlmostEqual(tangential["shift"][0], 0.0081575, places=6)
        self.assertRegex(out, r"balances a force of \(3\.21839, ")
        self.assertRegex(out, r"shift +\(0\.008157")
        for spin in (0.002, -0.002):
            self.assertGreater(self.tangential(tangential={"spin": spin})["tangential"]["moment"] * spin, 0)
        for value in ([-0.00024, 0], [0.0001, 0.0002]):
            contact = json.loads((EXAMPLES / "carter.json").read_text())
            contact["surface"]["file"] = str(EXAMPLES / "carter-gaps.txt")
            self.write("roll.json", json.dumps({**contact, "tangential": {"creepage": value}}))
            self.run_program("tangential", "roll.json", "--json", "r.json", "--quiet")
            force = json.loads(self.path("r.json").read_text())["tangential"]["force"]
            self.assertGreater(sum(f * v for f, v in zip(force, value)), 0)

    def test_rolling(self):
        # T18, as CONTACT has it.
        self.run_program("tangential", EXAMPLES / "carter.json", "--json", "r.json", "--quiet")
        result = json.loads(self.path("r.json").read_text())
        self.assertEqual(result["warnings"], [])
        tangential = result["tangential"]
        self.assertEqual((tangential["adhesion_cells"], tangential["slip_cells"], tangential["method"]), (30, 20, "steady-gs"))
        self.assertAlmostEqual(tangential["friction_share"], 0.64798, places=4)

    def test_rolling_in_three_dimensions_by_default(self):
        # Forces of 128 x 128 cells: 12837 and 9434 N.
        steel = {"young_modulus": 210000, "poisson_ratio": 0.25}
        self.run_program("tangential", self.contact(materials={"upper": steel, "lower": steel}, surface={"kind": "paraboloid", "radii": 460},
                                                    load={"force": 1e5}, friction=0.3, grid=None,
                                                    tangential={"creepage": [0.001, 0.0005], "spin": 0.0001}), "--json", "r.json", "--quiet")
        result = json.loads(self.path("r.json").read_text())
        self.assertEqual((result["grid"]["nx"], result["tangential"]["method"], result["tangential"]["status"]), (64, "tang-cg", "solved"))
        self.assertIn("about 2 % too large", result["notes"][0])
        for force, fine in zip(result["tangential"]["force"], (12837, 9434)):
            self.assertAlmostEqual(force / fine, 1, delta=0.02)
        self.assertLess(result["tangential"]["residual"], 1e-6)

    def test_materials_that_differ(self):
        self.run_program("tangential", EXAMPLES / "spence.json", "--json", "r.json", "--quiet")
        result = json.loads(self.path("r.json").read_text())
        self.assertEqual(result["material"]["coupling"], 0.5)
        tangential = result["tangential"]
        self.assertGreater(tangential["rounds"], 2)
        # Pressure draws the surface of the soft ball inwards; friction holds it back, outwards.
        traction, nx = result["fields"]["traction_x"], result["grid"]["nx"]
        row = traction[nx // 2 * nx:(nx // 2 + 1) * nx]
        self.assertGreater(min(row[nx // 2 + 2:nx // 2 + 10]), 0)
        self.assertAlmostEqual(row[nx // 2 + 4], -row[nx // 2 - 5], places=6)
        self.assertGreater(tangential["adhesion_cells"], 100)
        self.assertGreater(tangential["slip_cells"], 100)

    def test_a_picture_shows_where_it_sticks(self):
        self.run_program("tangential", EXAMPLES / "cattaneo.json", "--svg", "p.svg", "--csv", "cells.csv", "--quiet")
        self.assertIn("stick-slip", self.path("p.svg").read_text())
        names = self.path("cells.csv").read_text().splitlines()[0].split(",")
        self.assertEqual(names[5:], ["traction_x", "traction_y", "slip_x", "slip_y", "rigid_shift_x", "rigid_shift_y", "state"])

    def test_without_contact_nothing_holds(self):
        tangential = self.tangential(load={"approach": 0}, tangential={"shift": [0.01, 0]})["tangential"]
        self.assertEqual((tangential["force"], tangential["friction_share"]), ([0, 0], 0))

    def test_too_few_iterations_are_told(self):
        result = self.run_program("tangential", self.contact(friction=0.4, tangential={"shift": [-0.005, 0]}), "--tangential-iterations", "2", code=4)
        self.assertIn("--tangential-iterations", result.err)


if __name__ == "__main__":
    support.main()
