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
from contacts import EXAMPLES, M1, SPHERE, ContactTest

CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "elastic.py"
HAS_NUMPY = subprocess.run(["/usr/bin/python3", "-c", "import numpy"], capture_output=True, check=False).returncode == 0

FREE_GIB = int(re.search(r"MemAvailable: +(\d+)", pathlib.Path("/proc/meminfo").read_text()).group(1)) / 2**20


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

    def test_a_page(self):
        if self.wait(self.start("normal", self.contact(), "--html", "p.html", "--dry-run")).code != 0:
            self.skipTest("this build has no three.js (Debian package libjs-three)")
        self.run_program("normal", self.contact(), "--html", "p.html", "--json", "r.json", "--quiet")
        document = re.search(r'<script type="application/json" id="document">(.*?)</script>', self.path("p.html").read_text(), re.S).group(1)
        self.assertEqual(json.loads(document)["contact"], json.loads(self.path("r.json").read_text()))

    def test_a_log_has_what_is_shown(self):
        result = self.run_program("normal", self.contact(), "--log", "a.log", "--out", "r.json")
        lines = [line[22:] for line in self.path("a.log").read_text().splitlines()]
        self.assertEqual(lines, (result.err + result.out).splitlines())

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
