# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Pictures of a load, its sheet, and the bound on what could be added."""
import json
import re
import struct
import xml.etree.ElementTree as tree
import zlib

import support
import trunks

SVG = "{http://www.w3.org/2000/svg}"
MARKUP = "<img src=x onerror=alert(1)>&\""


def decode_png(data):
    """(width, height, rows of (red, green, blue)), by zlib."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, []
    while at < len(data):
        (size,), name = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body), name
        chunks.append((name, body))
        at += 12 + size
    assert [name for name, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, colour = struct.unpack(">IIBB", chunks[0][1][:10])
    assert (depth, colour) == (8, 2)
    raw = zlib.decompress(chunks[1][1])
    above, rows = bytes(3 * width), []
    for y in range(height):
        line = raw[y * (3 * width + 1):(y + 1) * (3 * width + 1)]
        assert line[0] == 2
        above = bytes((a + b) & 255 for a, b in zip(line[1:], above))
        rows.append([tuple(above[3 * x:3 * x + 3]) for x in range(width)])
    return width, height, rows


class Pictures(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("c.off", (410, 110, 110))
        self.write("c.box", trunks.boxes((101, 55, 25), (101, 55, 75), (309, 55, 25)))

    def verify(self, *options, **settings):
        return self.run_program("c.off", "--verify", "c.box", *options, **settings)

    def test_svg_and_png_show_all_views(self):
        self.verify("--svg", "l.svg", "--png", "l.png")
        root = tree.parse(self.path("l.svg")).getroot()
        self.assertEqual(root.find(f"{SVG}title").text, "c.off: 3 boxes, 3.00 l")
        texts = [text.text for text in root.iter(f"{SVG}text")]
        for begin in ["c.off: 3 boxes", "iso: ", "top: ", "side: ", "rear: ", "3 long edge x, middle edge y"]:
            self.assertTrue(any(text.startswith(begin) for text in texts), begin)
        width, height, rows = decode_png(self.path("l.png").read_bytes())
        self.assertEqual(width, 1600)
        self.assertEqual(f"{width} {height}", f"{root.get('width')} {root.get('height')}")
        colours = {pixel for row in rows for pixel in row}
        self.assertIn((255, 255, 255), colours)
        self.assertIn((37, 99, 174), {pixel for row in rows[-100:] for pixel in row})  # The legend.
        # The same again, to the byte.
        self.verify("--png", "again.png")
        self.assertEqual(self.path("again.png").read_bytes(), self.path("l.png").read_bytes())

    def faces(self, name):
        """Points of the filled shapes of a picture but the legend."""
        found = []
        for group in tree.parse(self.path(name)).getroot().iter(f"{SVG}g"):
            if group.get("fill") != "none":
                for path in group.iter(f"{SVG}path"):
                    numbers = [float(x) for x in re.findall(r"-?[\d.]+", path.get("d"))]
                    found.append(list(zip(numbers[::2], numbers[1::2])))
        return found[:-1]

    def test_views_are_chosen_and_to_scale(self):
        self.verify("--svg", "side.svg", "--view", "side")
        texts = self.path("side.svg").read_text()
        self.assertNotIn("iso:", texts)
        # Two boxes over each other and one beside them, 410 mm on 1540 pixels.
        sizes = [tuple(max(p[k] for p in face) - min(p[k] for p in face) for k in (0, 1)) for face in self.faces("side.svg")]
        self.assertEqual(len(sizes), 3)
        for width, height in sizes:
            self.assertAlmostEqual(width, 200 * 1540 / 410, delta=0.2)
            self.assertAlmostEqual(height, 50 * 1540 / 410, delta=0.2)
        # From above, one of the two is hidden.
        self.verify("--svg", "top.svg", "--view", "top")
        self.assertEqual(len(self.faces("top.svg")), 2)
        self.verify("--svg", "two.svg", "--view", "rear,iso")
        texts = self.path("two.svg").read_text()
        self.assertLess(texts.index("rear:"), texts.index("iso:"))

    def test_search_writes_pictures_too(self):
        self.run_program("c.off", *trunks.FIXED, "--turns", "1", "--archive", "none", "--checkpoint", "none",
                         "--svg", "s.svg", "--png", "s.png", "--sheet", "s.html", "--json", "s.json")
        page = self.path("s.html").read_text()
        for part in ["seed 1", "--turns" if "--turns" in page else "--seed", "✓ verified", "✓ stands"]:
            self.assertIn(part, page)
        bound = json.loads(self.path("s.json").read_text())["bound"]
        self.assertEqual(bound["any_way_more"], 0)
        self.assertEqual(bound["level_more"], 0)

    def test_sheet_tells_of_the_load(self):
        self.verify("--sheet", "l.html", "--load-test", "brake=0.1g", "--loading-plan", "p.json", "--standing", "on")
        page = self.path("l.html").read_text()
        for part in ["<b>3</b> boxes, <b>3.00</b> l", "of 4.96 l", "3 of 200 x 100 x 50 mm", "at most 1 more", "✓ verified", "✓ stands",
                     "✓ holds", "✓ can be loaded", "<th>Mesh</th><td><span class=\"clip\">in mm, z up", "c.box", "by trunkpack"]:
            self.assertIn(part, page)
        self.assertEqual(page.count("<svg"), 4)
        self.assertNotIn("<script", page)
        self.assertNotIn("http", page.replace("http://www.w3.org/2000/svg", ""))
        self.write("bad.box", trunks.boxes((101, 55, 25), (101, 55, 60)))
        self.run_program("c.off", "--verify", "bad.box", "--sheet", "bad.html", "--svg", "bad.svg", code=4)
        self.assertIn("✗ not legal", self.path("bad.html").read_text())
        self.assertIn("NOT LEGAL", self.path("bad.svg").read_text())

    def test_items_of_sets_have_a_table_and_names_stay_texts(self):
        items = [{"name": MARKUP, "edges_mm": [200, 100, 50]}, {"name": "B", "edges_mm": [100, 100, 50], "count": 3}]
        self.write("set.json", json.dumps({"schema": "jampack/box-set/1", "name": "own", "items": items}))
        self.write("s.box", "# box 0.0.3\n2\n101 55 25 1 0 0 0 1 0 1 0 200 100 50\n309 55 25 1 0 0 0 1 0 2 0 100 100 50\n")
        self.run_program("c.off", "--set", "set.json", "--verify", "s.box", "--sheet", "s.html", "--svg", "s.svg")
        page = self.path("s.html").read_text()
        self.assertNotIn("<img", page)
        self.assertIn("&lt;img src=x", page)
        self.assertIn("1 of 3", page)
        self.assertEqual(page.count("class=\"pieces\""), 1)
        root = tree.parse(self.path("s.svg")).getroot()
        self.assertIn(f"1 {MARKUP}", [text.text for text in root.iter(f"{SVG}text")])

    def test_bound_is_stated(self):
        self.cuboid("flat.off", (400, 200, 90))
        self.write("four.box", trunks.boxes((100, 50, 25), (300, 50, 25), (100, 150, 25), (300, 150, 25)))
        self.run_program("flat.off", "--verify", "four.box", "--json", "f.json")
        bound = json.loads(self.path("f.json").read_text())["bound"]
        self.assertEqual((bound["any_way_more"], bound["level_more"]), (3, 0))
        self.assertAlmostEqual(bound["level_litres"], 4, places=5)
        result = self.run_program("flat.off", *trunks.FIXED, "--turns", "1", "--archive", "none", "--checkpoint", "none")
        self.assertRegex(result.out, r"(?m)^bound +at most 3 more; none if each box has a vertical edge$")

    def test_points_have_pictures_and_no_bound(self):
        self.write("c.point", trunks.cuboid_points((410, 110, 110), 10))
        self.run_program("--points", "c.point", "--verify", "c.box", "--svg", "p.svg", "--json", "p.json")
        self.assertNotIn("bound", json.loads(self.path("p.json").read_text()))
        self.assertGreater(self.path("p.svg").read_text().count("M"), 1000)

    def test_bad_input_is_refused(self):
        verify = ["c.off", "--verify", "c.box"]
        self.refused(*verify, "--svg", "l.png", says=["--svg", ".svg"])
        self.refused(*verify, "--png", "l.jpg", says=["--png", ".png"])
        self.refused(*verify, "--sheet", "l.pdf", says=["--sheet", ".html"])
        self.refused(*verify, "--svg", "l.svg", "--view", "left", says=["--view", "left", "iso", "rear"])
        self.refused(*verify, "--svg", "l.svg", "--view", "iso,iso", says=["--view", "iso", "twice"])
        self.refused(*verify, "--svg", "l.svg", "--view", "iso,", says=["--view"])
        self.refused(*verify, "--view", "iso", says=["--view", "--svg"])
        self.refused(*verify, "--svg", "no/such/l.svg", says=["no/such"])


if __name__ == "__main__":
    support.main()
