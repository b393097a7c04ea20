# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""circlepack --verify: verdicts on files of every format, and conversion."""
import json
import math
import subprocess

import support

# Radii 1, 2, 3 in the circle of radius 5: the pairs (1,2), (1,3), (2,3) touch or nearly so, 3 and 2 touch the circle. Legal as printed.
THREE = [(1, "1.2", "2.4"), (2, "3", "0"), (3, "-2", "0")]


class Verdicts(support.ProgramTest):
    def test_legal_packing(self):
        self.write("p.circles", support.TWO_CIRCLES)
        result = self.run_program("--verify", "p.circles")
        self.assertEqual(result.out, "legal: n=2 R=3.000000000000 density=0.555555556\n")
        self.assertEqual(result.err, "")

    def test_overlap_is_illegal_and_named(self):
        self.write("p.circles", support.TWO_CIRCLES_OVERLAPPING)
        result = self.run_program("--verify", "p.circles", code=4)
        self.assertRegex(result.out, r"^illegal: circles 0 .* and 1 .* overlap by 5\.000e-01$")

    def test_one_unit_in_the_twentieth_decimal_decides(self):
        # No double can tell these two files apart.
        legal = "# enclosing-radius: 3\n2\n1 2 0\n2 -1.00000000000000000000 0\n"
        illegal = "# enclosing-radius: 3\n2\n1 2 0\n2 -0.99999999999999999999 0\n"
        self.write("legal.circles", legal)
        self.write("illegal.circles", illegal)
        self.run_program("--verify", "legal.circles")
        self.run_program("--verify", "illegal.circles", code=4)

    def test_circle_that_leaves_the_enclosing_circle(self):
        self.write("p.circles", "# enclosing-radius: 2.999\n2\n1 2 0\n2 -1 0\n")
        self.assertIn("illegal", self.run_program("--verify", "p.circles", code=4).out)

    def test_legal_packing_of_another_problem(self):
        self.write("p.circles", support.TWO_CIRCLES)
        self.run_program("--verify", "p.circles", "--radii", "linear", "--n", "2")
        result = self.run_program("--verify", "p.circles", "--radii", "equal", "--n", "2", code=4)
        self.assertIn("not the circles of the problem", result.out)

    def test_bad_files(self):
        self.refused("--verify", "none.circles", says=["none.circles"])
        self.write("p.circles", "# enclosing-radius: 3\n3\n1 2 0\n2 -1 0\n")
        self.refused("--verify", "p.circles", says=["p.circles"])
        self.write("p.circles", "# enclosing-radius: three\n2\n1 2 0\n2 -1 0\n")
        self.refused("--verify", "p.circles", says=["p.circles:1"])


class SeveralFiles(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("good.circles", support.TWO_CIRCLES)
        self.write("bad.circles", support.TWO_CIRCLES_OVERLAPPING)

    def test_one_line_each_and_the_worst_exit_code(self):
        self.assertEqual(self.run_program("--verify", "good.circles", "good.circles").out, "good.circles: legal: n=2 R=3.000000000000 "
                         "density=0.555555556\n" * 2)
        lines = self.run_program("--verify", "good.circles", "bad.circles", "good.circles", code=4).out.splitlines()
        self.assertEqual([line.split(": ")[:2] for line in lines], [["good.circles", "legal"], ["bad.circles", "illegal"], ["good.circles", "legal"]])
        result = self.run_program("--verify", "none.circles", "--verify", "good.circles", "bad.circles", code=2)
        self.assertIn("none.circles", result.err)
        self.assertEqual(len(result.out.splitlines()), 2)

    def test_json_is_a_list(self):
        text = self.run_program("--verify", "good.circles", "bad.circles", "none.circles", "--json", "-", code=2).out
        good, bad, none = json.loads(text)
        self.assertEqual((good["file"], good["legal"], good["packing"]["enclosing_radius"]), ("good.circles", True, 3.0))
        self.assertEqual((bad["legal"], "packing" in bad), (False, False))
        self.assertIn("overlap", bad["verdict"])
        self.assertIsNone(none["legal"])

    def test_other_outputs_take_one_packing(self):
        self.refused("--verify", "good.circles", "bad.circles", "--svg", "p.svg", says=["--svg", "several files"])


class Comparisons(support.ProgramTest):
    def test_two_packings_on_one_page(self):
        self.write("a.circles", support.TWO_CIRCLES)
        # The same packing, turned by a quarter and reflected, and one that is not as good.
        self.write("b.circles", "# enclosing-radius: 3\n2\n1 0 -2\n2 0 1\n")
        self.write("c.circles", "# enclosing-radius: 4\n2\n1 3 0\n2 0 2\n")
        for name, same in [("b.circles", 2), ("c.circles", 0)]:
            self.run_program("--verify", "a.circles", name, "--compare", "page.html")
            page = self.path("page.html").read_text()
            self.assertEqual(page.count("<svg"), 3)
            self.assertIn("<figcaption>overlay</figcaption>", page)
            self.assertIn("<td>3.000000000000</td>", page)
            self.assertRegex(page, rf"circles at the same place</th><td>{same}</td><td>{same}</td>")

    def test_equal_circles_in_another_order_are_recognised(self):
        # Six circles of a hexagon with its centre, and one outside of the corner that is left, so that only one rotation fits.
        hexagon = [(2 * math.cos(math.radians(60 * k)), 2 * math.sin(math.radians(60 * k))) for k in range(6)]
        places = [(0.0, 0.0), *hexagon[:5], (1.5, -2.6)]
        turn = math.radians(77)
        turned = [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in places]
        for name, centres in [("a.circles", places), ("b.circles", [(x, -y) for x, y in turned[3:] + turned[:3]])]:
            self.write(name, "# enclosing-radius: 4.1\n7\n" + "".join(f"0.9 {x!r} {y!r}\n" for x, y in centres))
        self.run_program("--verify", "a.circles", "b.circles", "--compare", "page.html")
        self.assertIn("circles at the same place</th><td>7</td><td>7</td>", self.path("page.html").read_text())

    def test_a_comparison_with_a_file_that_cannot_be_read_is_not_written_and_says_so(self):
        self.write("a.circles", support.TWO_CIRCLES)
        result = self.run_program("--verify", "a.circles", "none.circles", "--compare", "page.html", code=2)
        self.assertIn("error: page.html: was not written: a comparison needs two files that can be read", result.err)
        self.assertFalse(self.path("page.html").exists())

    def test_a_comparison_takes_two_files(self):
        self.write("a.circles", support.TWO_CIRCLES)
        self.refused("--verify", "a.circles", "--compare", "page.html", says=["--compare takes two files"])


class Pipes(support.ProgramTest):
    def test_packings_come_from_pipes(self):
        for text, code in [(support.TWO_CIRCLES, 0), (support.TWO_CIRCLES_OVERLAPPING, 4), ("2\n1 2 0\n2 -1 0\n", 0)]:
            self.write("p.circles", text)
            done = subprocess.run(["bash", "-c", f"exec {support.PROGRAM} --verify <(cat p.circles)"], cwd=self.folder, capture_output=True,
                                  text=True, timeout=support.LIMIT)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn("legal: ", done.stdout)


class Imports(support.ProgramTest):
    """One packing in every format; `note` says what was assumed about it."""

    def verify(self, name, *options):
        result = self.run_program("--verify", name, *options)
        self.assertIn("legal: n=3 R=5.0000000", result.out)
        self.assertIn("note: " + name, result.err)

    def test_plain_xyr(self):
        self.write("p.xyr", "".join(f"{x} {y} {r}\n" for r, x, y in THREE))
        self.verify("p.xyr")

    def test_circles_without_a_claim(self):
        self.write("p.circles", "3\n" + "".join(f"{r} {x} {y}\n" for r, x, y in THREE))
        self.verify("p.circles")

    def test_packomania(self):
        self.write("p.txt", "".join(f"{r} {float(x) / 5!r} {float(y) / 5!r}\n" for r, x, y in THREE))
        self.verify("p.txt", "--n", "3", "--radii", "linear")

    def test_pck(self):
        self.write("ccin3.pck", "0.6\nA. Uthor\n" + "".join(f"{float(x) / 5!r} {float(y) / 5!r} {r / 5!r}\n" for r, x, y in THREE))
        self.verify("ccin3.pck")

    def test_pac(self):
        self.write("p.pac", "#PACKING\n#CONTAINER\nCircle\n1\n5 0 0\n#CONTENT\nCircle\n3\n" +
                   "".join(f"{r} {x} {y}\n" for r, x, y in THREE))
        self.verify("p.pac")

    def test_json(self):
        circles = [{"radius": r, "x": float(x), "y": float(y)} for r, x, y in THREE]
        self.write("p.json", json.dumps({"schema": "jampack/circles/1", "enclosing_radius": 5, "circles": circles}))
        self.verify("p.json")

    def test_format_can_be_named_where_the_suffix_misleads(self):
        self.write("q.circles", "".join(f"{x} {y} {r}\n" for r, x, y in THREE))
        self.verify("q.circles", "--import-format", "xyr")

    def test_every_format_serves_as_a_start(self):
        self.write("p.xyr", "".join(f"{x} {y} {r}\n" for r, x, y in THREE))
        result = self.run_program("--start", "p.xyr", *support.SHORT)
        self.assertLessEqual(result.radius(), 5 + 1e-9)


class Conversion(support.ProgramTest):
    def test_verify_converts_to_every_format_and_back(self):
        self.write("p.xyr", "".join(f"{x} {y} {r}\n" for r, x, y in THREE))
        self.run_program("--verify", "p.xyr", "--out", "p.circles", "--json", "p.json", "--packomania", "p.txt", "--svg", "p.svg")
        self.run_program("--verify", "p.circles", "--out", "p.pck")
        self.assert_verified("p.circles")
        self.assert_verified("p.pck", "--n", "3", "--radii", "linear")
        self.assertEqual(self.path("p.pck").read_text().splitlines()[0], "0.6")
        self.assert_verified("p.json")
        self.assert_verified("p.txt", "--n", "3", "--radii", "linear")
        self.assertIn("<svg", self.path("p.svg").read_text())

    def test_illegal_packing_is_not_converted(self):
        self.write("p.circles", support.TWO_CIRCLES_OVERLAPPING)
        self.run_program("--verify", "p.circles", "--out", "q.circles", code=4)
        self.assertFalse(self.path("q.circles").exists())

    def test_json_on_standard_output(self):
        self.write("p.circles", support.TWO_CIRCLES)
        result = self.run_program("--verify", "p.circles", "--json", "-")
        self.assertEqual(json.loads(result.out)["enclosing_radius"], 3)
        self.assertIn("legal: ", result.err)


if __name__ == "__main__":
    support.main()
