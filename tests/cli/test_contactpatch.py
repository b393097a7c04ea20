# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""contactpatch: results against closed forms and an independent checker, files, bad input."""
import json
import math
import pathlib
import re
import subprocess
import unittest
import xml.dom.minidom

import support

EXAMPLES = support.SOURCE_DIR / "examples"
CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "elastic.py"
HAS_NUMPY = subprocess.run(["/usr/bin/python3", "-c", "import numpy"], capture_output=True, check=False).returncode == 0

# G = 200 MPa, nu = 0.42: with a paraboloid of R = 50 mm and 9.1954 N the patch of Hertz has the radius 1.
M1 = {"young_modulus": 568, "poisson_ratio": 0.42}
SPHERE = {"schema": "jampack/contact/1", "materials": {"upper": M1, "lower": M1}, "surface": {"kind": "paraboloid", "radii": 50},
          "load": {"force": 9.195402}, "grid": {"cells": [48, 48], "size": [2.5, 2.5]}}


FREE_GIB = int(re.search(r"MemAvailable: +(\d+)", pathlib.Path("/proc/meminfo").read_text()).group(1)) / 2**20


class ContactTest(support.ProgramTest):
    def contact(self, name="a.json", **changes):
        """Writes SPHERE with other values; None takes a key away."""
        contact = {key: value for key, value in {**SPHERE, **changes}.items() if value is not None}
        return self.write(name, json.dumps(contact))

    def solved(self, *options, **changes):
        self.run_program("normal", self.contact(**changes), "--json", "r.json", "--quiet", *options)
        return json.loads(self.path("r.json").read_text())


class Benchmarks(support.ProgramTest):
    def rows(self, *options):
        """The lines of the table without its head: program and the rest."""
        out = self.run_program("bench", *options, "--device", "cpu", "--quiet").out
        return [(line[:8].strip(), line[9:51].strip(), line[51:].split()) for line in out.splitlines()[1:]]

    def test_products_of_the_source(self):
        rows = self.rows("product", "--cells", "16x8", "--repeats", "1")
        self.assertEqual([row[:2] for row in rows[:3]], [("P1", "CPU, dense A"), ("P1", "CPU, B"), ("", "CPU, direct")])
        # Both sums are taken in the same order.
        self.assertEqual(rows[0][2][-1], rows[1][2][-1])
        for _, _, figures in rows:
            self.assertLess(float(figures[-1]), 1e-6)
        self.assertEqual(rows[0][2][2], "252")

    def test_inner_products_and_sums_of_the_source(self):
        rows = self.rows("dot", "--cells", "8")
        self.assertEqual([row[0] for row in rows], ["P4", "P5"])
        for _, _, figures in rows:
            self.assertLess(float(figures[-1]), 1e-6)
        self.assertEqual(self.rows("reduce", "--numbers", "64")[0][2][-1], "0")

    def test_a_dense_matrix_that_is_too_large_is_left_out(self):
        self.assertEqual(self.rows("dot", "--cells", "128x65")[0][2][:2], ["nan", "nan"])

    def test_what_is_not_accepted(self):
        for words, message in ((("bench",), "product, dot or reduce"), (("bench", "fast"), "fast"), (("bench", "dot", "more"), "one is accepted"),
                               (("bench", "reduce", "--numbers", "96"), "a power of two"), (("bench", "dot", "--cells", "0x4"), "--cells"),
                               (("bench", "dot", "--svg", "a.svg"), "--svg"), (("normal", "a.json", "--rows", "2"), "--rows"),
                               (("bench", "reduce", "--cells", "9"), "--cells has no effect with bench reduce"),
                               (("bench", "dot", "--numbers", "64"), "--numbers has no effect with bench dot"),
                               (("bench", "dot", "--repeats", "2"), "--repeats has no effect with bench dot"),
                               (("bench", "dot", "--tile", "32x1"), "--tile has no effect with bench dot"),
                               (("bench", "product", "--rows", "2"), "--rows has no effect with bench product"),
                               (("bench", "product", "--tile", "32x1", "--device", "cpu"), "--tile has no effect on a CPU"),
                               (("bench", "dot", "--rows", "2", "--device", "cpu"), "--rows has no effect on a CPU")):
            self.refused(*words, says=[message])


class Results(ContactTest):
    def test_a_sphere_as_hertz_has_it(self):
        for load in ({"force": 9.195402}, {"approach": 0.02}):
            result = self.solved(load=load)
            self.assertAlmostEqual(result["normal_force"], 9.195402, delta=0.005)
            self.assertAlmostEqual(result["approach"], 0.02, delta=1e-5)
            self.assertAlmostEqual(result["peak_pressure"], 4.390481, delta=0.01)
            self.assertAlmostEqual(math.sqrt(result["contact_area"] / math.pi), 1, delta=0.02)
            self.assertAlmostEqual(result["mean_pressure"], result["normal_force"] / result["contact_area"])
            hertz = result["hertz"]
            self.assertAlmostEqual(hertz["peak_pressure"], 4.390481, places=5)
            self.assertAlmostEqual(hertz["semi_axes"][0], 1, places=6)
            self.assertEqual((result["warnings"], result["notes"]), ([], []))
            self.assertEqual(len(result["fields"]["pressure"]), 48 * 48)

    def test_units_are_converted(self):
        expected = self.solved()
        softer = {"young_modulus": 0.568, "poisson_ratio": 0.42}
        result = self.solved(units={"length": "cm", "force": "kN", "modulus": "GPa"}, materials={"upper": softer, "lower": softer},
                             surface={"kind": "paraboloid", "radii": 5}, load={"force": 0.009195402}, grid={"cells": [48, 48], "size": [0.25, 0.25]})
        for key in ("approach", "normal_force", "peak_pressure"):
            self.assertAlmostEqual(result[key] / expected[key], 1, places=9)

    def test_bodies_of_any_curvature(self):
        # A ball of radius 100 in a groove of 200 is a paraboloid with 200 across and 100 along.
        bodies = {"kind": "bodies", "upper": {"radii": 100}, "lower": {"radii": [-200, "flat"]}}
        result, expected = self.solved(surface=bodies), self.solved(surface={"kind": "paraboloid", "radii": [200, 100]})
        self.assertAlmostEqual(result["peak_pressure"], expected["peak_pressure"], places=5)
        self.assertGreater(result["hertz"]["semi_axes"][0], result["hertz"]["semi_axes"][1])

    def test_a_grid_is_chosen_and_enlarged(self):
        self.assertEqual(self.solved(grid=None)["grid"]["nx"], 128)
        result = self.solved(grid={"cells": [32, 32], "size": [0.5, 0.5]})
        self.assertIn("enlarged", result["notes"][0])
        self.assertAlmostEqual(result["peak_pressure"], 4.390481, delta=0.03)
        self.assertEqual(result["warnings"], [])

    def test_no_contact_is_a_result(self):
        for load in ({"approach": -0.001}, {"approach": 0}, {"force": 0}):
            result = self.run_program("normal", self.contact(load=load), "--json", "r.json", "--svg", "p.svg")
            self.assertIn("no contact", result.out)
            self.assertEqual(set(json.loads(self.path("r.json").read_text())["fields"]["pressure"]), {0})
            self.assertIn("no contact", self.path("p.svg").read_text())

    def test_one_cell(self):
        result = self.solved(grid={"cells": [5, 5], "size": [2.5, 2.5]}, load={"force": 1e-3})
        self.assertEqual(result["contact_cells"], 1)
        self.assertAlmostEqual(result["peak_pressure"], 0.004)
        self.assertIn("1 cells only", result["warnings"][0])

    def test_a_liner_lowers_the_peak(self):
        grid = {"cells": [96, 96], "size": [4.8, 4.8]}
        result = self.solved(liner={"thickness": 1, "modulus": 100}, grid=grid)
        self.assertAlmostEqual(result["approach"], 0.0336234, delta=2e-5)
        self.assertAlmostEqual(result["peak_pressure"], 2.0256, delta=2e-4)
        self.assertNotIn("hertz", result)

    def test_both_methods_and_all_products(self):
        expected = self.solved(load={"approach": 0.02})["normal_force"]
        for options in (["--method", "active-set"], ["--product", "direct"], ["--preconditioner", "off"], ["--coarse-start", "off"]):
            self.assertAlmostEqual(self.solved(*options, load={"approach": 0.02})["normal_force"], expected, places=4, msg=options)
        self.assertAlmostEqual(self.solved("--precision", "single", load={"approach": 0.02})["normal_force"], expected, places=3)

    def test_threads_change_no_bit(self):
        self.solved("--threads", "1")
        one = self.path("r.json").read_bytes()
        self.solved("--threads", "2")
        self.assertEqual(self.path("r.json").read_bytes(), one)

    def test_too_few_iterations_are_told_and_the_result_is_written(self):
        result = self.run_program("normal", self.contact(), "--iterations", "2", "--json", "r.json", code=4)
        self.assertIn("not solved to the tolerance", result.err)
        self.assertEqual(json.loads(self.path("r.json").read_text())["solver"]["status"], "limit")

    def test_warnings_of_what_half_spaces_do_not_cover(self):
        large = self.run_program("normal", self.contact(load={"approach": 10}, grid=None), "--quiet").err
        self.assertIn("of the radius of curvature", large)
        self.assertIn("of E*", large)
        punch = self.run_program("normal", self.contact(surface={"kind": "punch", "radius": 1}, grid=None), "--quiet").err
        self.assertIn("edge of a flat punch", punch)
        raster = self.run_program("normal", self.contact(surface={"kind": "raster", "rows": [[0, 0], [0, 0]]}, grid={"size": [1, 1]}), "--quiet").err
        self.assertIn("reaches the border", raster)


    def test_conforming_bodies_are_warned_of(self):
        for reverse in (False, True):
            names = ("lower", "upper") if reverse else ("upper", "lower")
            surface = {"kind": "bodies", names[0]: {"radii": 10}, names[1]: {"radii": -10.05}}
            for liner in (None, {"thickness": 1, "modulus": 1e6}):
                err = self.run_program("normal", self.contact(surface=surface, load={"force": 20000}, materials={"upper": "steel", "lower": "steel"},
                                                              grid=None, liner=liner), "--quiet").err
                self.assertIn(f"of the radius of curvature of the {names[0]} body", err)
                self.assertEqual(len(err.splitlines()), 1)
        # A roller in a groove of nearly its radius, with its length.
        surface = {"kind": "bodies", "upper": {"radii": [10, "flat"]}, "lower": {"radii": [-10.01, "flat"]}, "length": 100}
        err = self.run_program("normal", self.contact(surface=surface, load={"force": 1000}, grid=None), "--quiet").err
        self.assertIn("of the radius of curvature of the upper body", err)

    def test_numbers_beyond_what_is_computed(self):
        for change, says in (({"load": {"force": 1e308}}, ["load.force", "too large"]),
                             ({"load": {"force": 1e308}, "grid": None}, ["load.force", "too large"]),
                             ({"load": {"approach": -1e308}}, ["load.approach", "too large"]),
                             ({"load": {"approach": 1e-320}, "grid": None}, ["load", "too small"]),
                             ({"load": {"force": 1e300}, "units": {"force": "kN"}}, ["load.force", "too large"]),
                             ({"surface": {"kind": "paraboloid", "radii": 1e308}}, ["surface.radii", "too large"]),
                             ({"surface": {"kind": "punch", "radius": 1e-320}}, ["surface.radius", "too small"]),
                             ({"materials": {"upper": {"young_modulus": 1e308, "poisson_ratio": 0.3}, "lower": M1}}, ["materials.upper.young_modulus"]),
                             ({"grid": {"cells": [8, 8], "size": [1e300, 1e300]}}, ["grid.size[0]", "too large"]),
                             ({"liner": {"thickness": 1e308, "modulus": 1}}, ["liner.thickness", "too large"]),
                             ({"friction": 1e308}, ["friction", "too large"]),
                             ({"friction": 1, "tangential": {"shift": [1e308, 0]}}, ["tangential.shift[0]", "too large"])):
            with self.subTest(change=change):
                self.refused("normal", self.contact(**change), says=["a.json", *says])
        # Sizes that are accepted one by one and not together.
        for change in ({"load": {"force": 1e30}, "grid": {"cells": [8, 8], "size": [1e-30, 1e-30]}},
                       {"load": {"approach": 1e30}, "grid": {"cells": [8, 8], "size": [1e-30, 1e-30]}}):
            result = self.run_program("normal", self.contact(**change), "--json", "r.json", "--quiet")
            self.assertNotIn("nan", result.out)


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
        # Of a patch of radius 1 under 9.195402 N.
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


@unittest.skipUnless(CHECKER.exists(), "no ../shared/verify/elastic.py")
@unittest.skipUnless(HAS_NUMPY, "no NumPy (Debian package python3-numpy)")
class Checked(ContactTest):
    """The conditions of contact, recomputed from the pressures by direct sums."""

    def assert_verified(self):
        check = subprocess.run(["/usr/bin/python3", CHECKER, self.path("r.json")], capture_output=True, text=True, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertIn("verified", check.stdout)

    def test_hertz(self):
        for options in ([], ["--method", "active-set"], ["--product", "direct"]):
            self.solved(*options, load={"approach": 0.02})
            self.assert_verified()
        self.solved()
        self.assert_verified()

    def test_an_ellipse(self):
        result = self.solved(surface={"kind": "paraboloid", "radii": [109.41586, 38.489396]}, load={"approach": 0.031269476889},
                             grid={"cells": [64, 48], "size": [5, 2.5]})
        self.assertAlmostEqual(result["normal_force"] / 20.943951024, 1, places=3)
        self.assert_verified()

    def test_a_raster_and_a_punch(self):
        rows = [[0.01 * (x * x + y * y) / 100 + 0.004 * math.sin(x) * math.cos(0.7 * y) for x in range(-20, 21)] for y in range(-15, 16)]
        self.write("rough.txt", "\n".join(" ".join(map(repr, row)) for row in rows) + "\n")
        listed = self.solved(surface={"kind": "raster", "rows": rows}, grid={"size": [4, 3]})
        self.assert_verified()
        self.assertEqual(self.solved(surface={"kind": "raster", "file": "rough.txt"}, grid={"size": [4, 3]})["fields"], listed["fields"])
        self.solved(surface={"kind": "punch", "radius": 1}, grid={"cells": [40, 40], "size": [2.2, 2.2]})
        self.assert_verified()


    def test_friction(self):
        for motion in ({"shift": [-0.005, 0.002]}, {"force": [3.2, 0]}, {"shift": [0.001, 0], "spin": 0.004}):
            for method in ("tang-cg", "convex-gs"):
                self.run_program("tangential", self.contact(friction=0.4, tangential=motion), "--tangential-method", method, "--json", "r.json", "--quiet")
                self.assert_verified()


class Files(ContactTest):
    def test_cells_as_a_table(self):
        self.run_program("normal", self.contact(load={"force": 0.01}, grid={"cells": [6, 4], "size": [3, 2]}), "--csv", "cells.csv", "--json", "r.json", "--quiet")
        names, *rows = [line.split(",") for line in self.path("cells.csv").read_text().splitlines()]
        self.assertEqual(names, ["x", "y", "pressure", "undeformed_gap", "gap"])
        fields = json.loads(self.path("r.json").read_text())["fields"]
        self.assertEqual([float(row[2]) for row in rows], fields["pressure"])
        self.assertEqual([float(value) for value in rows[7][:2]], [-0.75, -0.25])

    def test_an_image_for_paraview(self):
        self.run_program("normal", self.contact(), "--vtk", "a.vti", "--quiet")
        image = xml.dom.minidom.parse(str(self.path("a.vti")))
        self.assertEqual(image.getElementsByTagName("ImageData")[0].getAttribute("WholeExtent"), "0 48 0 48 0 0")
        arrays = image.getElementsByTagName("DataArray")
        self.assertEqual([array.getAttribute("Name") for array in arrays], ["pressure", "undeformed_gap", "gap"])
        self.assertEqual(len(arrays[0].firstChild.data.split()), 48 * 48)

    def test_a_picture(self):
        self.run_program("normal", self.contact(), "--svg", "p.svg", "--quiet")
        picture = xml.dom.minidom.parse(str(self.path("p.svg")))
        paths = [path.getAttribute("fill") for path in picture.getElementsByTagName("path")]
        self.assertGreater(len([fill for fill in paths if fill.startswith("#")]), 30)
        self.assertEqual(len(picture.getElementsByTagName("ellipse")), 1)
        self.assertIn("MPa", self.path("p.svg").read_text())

    def test_the_result_goes_straight_to_standard_output(self):
        result = self.run_program("normal", self.contact(), "--json", "-", "--quiet")
        self.assertEqual(json.loads(result.out)["schema"], "jampack/contact-result/1")

    def test_the_examples_of_the_manual(self):
        for name, peak in (("hertz", 1088.0), ("cylinders", 703.9), ("jar", 1.456)):
            self.run_program("normal", EXAMPLES / f"{name}.json", "--json", "r.json", "--quiet")
            result = json.loads(self.path("r.json").read_text())
            self.assertAlmostEqual(result["peak_pressure"] / peak, 1, places=3, msg=name)
            self.assertEqual(result["warnings"], [], name)

    def test_the_manual_names_every_option_and_key(self):
        manual = (support.SOURCE_DIR / "docs" / "contactpatch.md").read_text()
        reader = "".join((support.SOURCE_DIR / "lib" / "jam" / "elastic" / "io" / f"{name}.cpp").read_text() for name in ("contact_file", "material_json", "packing_file", "units", "wall_file"))
        keys = set(re.findall(r'"(\w+)"', " ".join(re.findall(r"require_keys\(\s*{([^}]*)}", reader))))
        self.assertGreater(len(keys), 20)
        for key in sorted(keys - {"schema"}):
            self.assertIn(f"`{key}`", manual)
        for option in re.findall(r"(?m)^  (--[a-z-]+)", self.run_program("--help", "all").out):
            self.assertIn(f"{option}`", manual)


class BadInput(ContactTest):
    def test_command_lines(self):
        self.contact()
        self.refused(says=["a command is required", "normal"])
        self.refused("squeeze", "a.json", says=["squeeze", "normal"])
        self.refused("normal", says=["a file is needed"])
        self.refused("normal", "a.json", "b.json", says=["b.json", "there is a file already"])
        self.refused("normal", "none.json", says=["none.json"])
        self.refused("normal", "a.json", "--tolerance", "0", says=["--tolerance"])
        self.refused("normal", "a.json", "--json", "a.json", says=["a.json"])
        self.refused("normal", "a.json", "--method", "active-set", says=["active-set", "force"])
        self.contact(load={"approach": 0.01})
        self.refused("normal", "a.json", "--method", "active-set", "--preconditioner", "off", says=["--preconditioner has no effect"])
        self.run_program("normal", "none.json", "--dry-run")
        self.refused("tangential", "a.json", says=["a friction is needed"])
        self.refused("tangential", "a.json", "--method", "active-set", says=["--method has no effect with tangential"])
        self.refused("normal", "a.json", "--tangential-tolerance", "1e-3", says=["--tangential-tolerance has no effect with normal"])
        self.contact(friction=0.4, tangential={"force": [4, 0]})
        self.refused("tangential", "a.json", says=["a tangential force of 4 N", "3.67816 N"])
        self.refused("tangential", EXAMPLES / "carter.json", "--tangential-method", "convex-gs", says=["--tangential-method has no effect with rolling"])

    def test_a_device_that_is_not_there(self):
        for words in (("normal", "hertz.json"), ("tangential", "cattaneo.json"), ("patches", "wall.json"), ("pressure", "crate.json")):
            self.refused(words[0], EXAMPLES / words[1], "--device", "cuda:99", says=["device 'cuda:99' is not there"], code=3)
        self.refused("bench", "product", "--device", "cuda:99", says=["device 'cuda:99' is not there"], code=3)

    def test_values(self):
        stiff = {"young_modulus": 100, "poisson_ratio": 0.3}
        for change, says in (
                ({"materials": {"upper": {"young_modulus": -1, "poisson_ratio": 0.3}, "lower": stiff}}, ["materials.upper.young_modulus", "not positive"]),
                ({"materials": {"upper": {"young_modulus": 1, "poisson_ratio": 0.51}, "lower": stiff}}, ["materials.upper.poisson_ratio", "0 to 0.5"]),
                ({"materials": {"upper": {"young_modulus": 1, "poisson_ratio": -0.1}, "lower": stiff}}, ["poisson_ratio", "0 to 0.5"]),
                ({"materials": {"upper": "rigid", "lower": "rigid"}}, ["materials", "both bodies are rigid"]),
                ({"materials": {"upper": "stel", "lower": stiff}}, ["materials.upper", "'stel' is unknown", "steel"]),
                ({"materials": {"upper": stiff}}, ["materials", "lower"]),
                ({"grid": {"cells": [0, 5]}}, ["grid.cells[0]"]),
                ({"grid": {"cells": [5]}}, ["grid.cells", "2"]),
                ({"grid": {"size": [0, 1]}}, ["grid.size[0]"]),
                ({"load": {"force": -1}}, ["load.force", "negative"]),
                ({"load": {}}, ["load", "either a force or an approach"]),
                ({"load": {"force": 1, "approach": 1}}, ["load", "either a force or an approach"]),
                ({"units": {"length": "furlong"}}, ["units.length", "'furlong' is unknown", "mm"]),
                ({"units": {"modulus": "psi"}}, ["units.modulus", "'psi' is unknown"]),
                ({"surface": {"kind": "cone"}}, ["surface.kind", "'cone' is unknown", "paraboloid"]),
                ({"surface": {"kind": "paraboloid", "radii": -3}}, ["surface.radii"]),
                ({"surface": {"kind": "bodies", "upper": {"radii": "flat"}, "lower": {"radii": "flat"}}}, ["surface", "do not touch in one point"]),
                ({"surface": {"kind": "bodies", "upper": {"radii": 0}, "lower": {"radii": "flat"}}}, ["surface.upper.radii", "is 0"]),
                ({"surface": {"kind": "raster", "rows": [[0, 1], [2]]}, "grid": {"size": [1, 1]}}, ["surface.rows[1]", "1 gaps"]),
                ({"surface": {"kind": "raster", "rows": [[0, "x"]]}, "grid": {"size": [1, 1]}}, ["surface.rows[0][1]", "number"]),
                ({"surface": {"kind": "raster", "rows": [[0, 1]]}, "grid": None}, ["surface", "needs the size of the grid"]),
                ({"surface": {"kind": "raster", "rows": [[0, 1]]}, "grid": {"cells": [1, 2], "size": [1, 1]}}, ["grid.cells", "1 x 2", "raster has 2 x 1"]),
                ({"liner": {"thickness": 1, "modulus": 0}}, ["liner.modulus"]),
                ({"load": {"force": []}}, ["load.force", "empty"]),
                ({"load": {"force": [1, -1]}}, ["load.force[1]", "negative"]),
                ({"friction": -0.1}, ["friction", "negative"]),
                ({"tangential": {"shift": [1, 0]}}, ["tangential", "needs a friction"]),
                ({"friction": 1, "tangential": {"shift": [1, 0], "force": [1, 0]}}, ["tangential", "contradict"]),
                ({"friction": 1, "tangential": {"force": [1, 0], "spin": 1}}, ["tangential.spin"]),
                ({"friction": 1, "tangential": {"shift": [1]}}, ["tangential.shift"]),
                ({"friction": 1, "tangential": {"force": [1, 0]}, "load": {"force": [1, 2]}}, ["tangential", "loads in turn"]),
                ({"friction": 1, "tangential": {"creepage": [1, 0]}, "materials": {"upper": M1, "lower": "rigid"}}, ["tangential.creepage", "different materials"]),
                ({"schema": "jampack/scene/1"}, ["schema"])):
            with self.subTest(change=change):
                self.refused("normal", self.contact(**change), says=["a.json", *says])

    def test_keys_that_there_are_not(self):
        good = {**SPHERE, "units": {}, "friction": 1, "tangential": {}, "liner": {"thickness": 1, "modulus": 1},
                "surface": {"kind": "bodies", "upper": {"radii": 1}, "lower": {"radii": 2}}}
        self.write("a.json", json.dumps(good))
        self.run_program("normal", "a.json", "--quiet")
        for place in ("", "units", "materials", "materials.upper", "surface", "surface.lower", "load", "liner", "grid", "tangential"):
            bad = json.loads(json.dumps(good))
            at = bad
            for word in re.findall(r"\w+", place):
                at = at[word]
            at["colour"] = 1
            self.write("a.json", json.dumps(bad))
            self.refused("normal", "a.json", says=[f"a.json: {place}{'.' if place else ''}colour: there is no such key"])

    def test_gaps_that_are_no_numbers(self):
        raster = {"surface": {"kind": "raster", "file": "gaps.txt"}, "grid": {"size": [1, 1]}}
        self.write("gaps.txt", "0 1\n2 nan\n")
        self.refused("normal", self.contact(**raster), says=["gaps.txt:2", "nan"])
        self.write("gaps.txt", "0 1\n2\n")
        self.refused("normal", self.contact(**raster), says=["gaps.txt:2"])
        text = json.dumps({**SPHERE, "surface": {"kind": "raster", "rows": [[0, 1]]}, "grid": {"size": [1, 1]}})
        self.write("a.json", text.replace("[0, 1]", "[0, NaN]"))
        self.refused("normal", "a.json", says=["a.json", "line 1"])

    @unittest.skipIf(FREE_GIB > 50, "so much memory is free that every grid fits")
    def test_a_grid_that_does_not_fit_into_memory(self):
        self.refused("normal", self.contact(grid={"cells": [16384, 16384]}), says=["16384 x 16384 cells", "GiB"], code=5)


if __name__ == "__main__":
    support.main()
