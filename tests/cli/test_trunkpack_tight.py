# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Where a millimetre counts: cuboid rooms that lack 3 mm along one axis name its walls and the right gain."""
import json
import re

import support
import trunks

SHORT = ["--tight-time", "400ms", "--seeds", "1..2", "--threads", "2"]
PARTS = support.SOURCE_DIR / "examples" / "containers" / "parts.obj"


def vertical_axis(outward):
    return max(range(3), key=lambda axis: abs(outward[axis]))


class Tight(trunks.TrunkTest):
    def tight(self, *arguments):
        self.run_program(*arguments, "--tight", "tight.json", *SHORT, "--standing", "off")
        tight = json.loads(self.path("tight.json").read_text())
        self.assertEqual(tight["schema"], "jampack/tight/1")
        self.assertTrue(tight["complete"])
        return tight


class RoomsThatLackThreeMillimetres(Tight):
    def check_axis(self, size, axis, before, after):
        """The two walls across `axis` come first; moved by 5 and by 10 mm they gain, by 2 mm not; others gain nothing."""
        self.cuboid("c.off", size)
        tight = self.tight("c.off", "--turns", "3", *trunks.FIXED, "--out", "c.box", "--archive", "none")
        self.assertEqual(tight["base"], [before, before])
        self.assertEqual(tight["loads"]["boxes"], before + 1)
        self.assertGreaterEqual(len(tight["patches"]), 2)
        self.assertEqual({vertical_axis(patch["outward"]) for patch in tight["patches"][:2]}, {axis})
        for number, patch in enumerate(tight["patches"], 1):
            own = vertical_axis(patch["outward"]) == axis
            others = [length for k, length in enumerate(size) if k != axis]
            self.assertEqual(patch["number"], number)
            self.assertIsNone(patch["part"])
            if own:
                self.assertAlmostEqual(patch["area_cm2"], others[0] * others[1] / 100)
                self.assertAlmostEqual(patch["place_mm"][axis], size[axis] if patch["outward"][axis] > 0 else 0)
            for move in patch["moves"]:
                gained = own and move["distance_mm"] > 3
                self.assertEqual(move["boxes"], [after if gained else before] * 2, patch)
                self.assertEqual(move["gain"]["mean"], after - before if gained else 0)
                self.assertEqual(move["gain"]["measured"], gained)
                self.assertIsNone(move["obstacle"])
        self.assertEqual([move["distance_mm"] for move in tight["patches"][0]["moves"]], [2, 5, 10])
        return tight

    def test_length(self):
        self.check_axis((397, 200, 100), 0, 7, 8)

    def test_width(self):
        self.check_axis((400, 197, 100), 1, 6, 8)

    def test_height_of_a_large_room(self):
        tight = self.check_axis((1000, 500, 497), 2, 225, 250)
        shares = sum(patch["share"] for patch in tight["patches"])
        self.assertAlmostEqual(shares, 1, places=2)
        self.assertLess(tight["loads"]["least_energy_mm2"], 9)


class LoadInARoom(Tight):
    """Two layers in a room that lacks 3 mm for a third one."""

    def setUp(self):
        super().setUp()
        self.cuboid("c.off", (400, 200, 147))
        self.write("c.box", trunks.boxes(*[(x, y, z) for x in (100, 300) for y in (50, 150) for z in (25, 75)]))

    def test_table_page_and_json_agree(self):
        result = self.run_program("c.off", "--verify", "c.box", "--tight", "t.html", "--tight", "t.json", "--json", "l.json", *SHORT)
        rows = re.findall(r"^  (\d) +(\d+) % of the forces, outward (\+z \(up\)|-z \(down\)), 800 cm2 at .*; (.*)$", result.out, re.M)
        self.assertEqual([row[0] for row in rows], ["1", "2"])
        self.assertEqual({row[2] for row in rows}, {"+z (up)", "-z (down)"})
        for row in rows:
            self.assertEqual(row[3], "2 mm: 0, 5 mm: +4, 10 mm: +4")
        self.assertRegex(result.out, r"(?m)^tight walls +from \d+ loads of 9 boxes; what 0\.4 s and seeds 1\.\.2 find")
        tight = json.loads(self.path("t.json").read_text())
        self.assertEqual(tight["problem"], "c.off")
        self.assertEqual(tight["rules"], {"time_s": 0.4, "seeds": [1, 2], "distances_mm": [2, 5, 10]})
        self.assertEqual(tight["loads"]["held"], 0)
        load = json.loads(self.path("l.json").read_text())["tight"]
        self.assertEqual({key: value for key, value in tight.items() if key not in ("schema", "problem")}, load)
        page = self.path("t.html").read_text()
        self.assertIn('"pressure": [', page)

    def test_same_walls_again_on_one_thread(self):
        def walls(threads):
            self.run_program("c.off", "--verify", "c.box", "--tight", "t.json", *SHORT[:4], "--threads", threads)
            tight = json.loads(self.path("t.json").read_text())
            return tight["loads"], [(patch["share"], patch["place_mm"]) for patch in tight["patches"]]
        self.assertEqual(walls("1"), walls("2"))

    def test_full_room_has_no_load_with_one_more(self):
        self.cuboid("full.off", (400, 200, 100))
        result = self.run_program("full.off", "--verify", "c.box", "--tight", "t.json", *SHORT)
        self.assertIn("no load with one box more was made", result.err)
        tight = json.loads(self.path("t.json").read_text())
        self.assertEqual([tight["loads"]["count"], tight["patches"]], [0, []])

    def test_illegal_load_is_not_examined(self):
        self.write("bad.box", trunks.boxes((100, 50, 25), (120, 50, 25)))
        result = self.run_program("c.off", "--verify", "bad.box", "--tight", "t.json", "--tight", "t.html", *SHORT, code=4)
        self.assertIn("illegal", result.out)
        self.assertNotIn("tight walls", result.out)
        self.assertEqual(result.err.splitlines()[-1], "error: no tight walls were written to t.json, t.html: bad.box is not legal, "
                         "and only a legal load is examined")
        for name in ("t.json", "t.html"):
            self.assertFalse(self.path(name).exists())

    def test_refusals(self):
        def refused(*options, says):
            self.refused("c.off", "--verify", "c.box", *options, says=says)
        refused("--tight", "t.csv", says=["--tight is 't.csv'", ".html", ".json"])
        refused("--tight", "t.json", "--tight-time", "0", says=["--tight-time is '0'", "from 0.1 s"])
        refused("--tight", "t.json", "--seeds", "1", says=["--seeds is '1'", "from 2 to 100", "no spread"])
        refused("--tight", "t.json", "--seeds", "4..1", says=["--seeds is '4..1'"])
        refused("--tight", "t.json", "--seeds", "1,1", says=["different seeds"])
        refused("--tight", "t.json", "--tight-by", "wall", says=["region", "part"])
        refused("--tight-time", "1s", says=["--tight-time needs --tight"])
        refused("--seeds", "1..2", says=["--seeds needs --tight or compare"])
        refused("--tight", "t.json", "--set", "sae-j1100", says=["--tight has no effect", "boxes of one size"])
        self.refused("c.off", "--set", "sae-j1100", "--tight", "t.json", says=["--tight has no effect"])
        self.write("c.point", trunks.cuboid_points((400, 200, 147), 20))
        self.refused("--points", "c.point", "--tight", "t.json", says=["--tight has no effect with --points"])

    def test_other_boxes_than_those_of_the_load(self):
        self.write("sized.box", trunks.boxes((100, 50, 25)).replace("0.0.2", "0.0.3").replace("  0 0\n", "  0 0  200 100 50\n"))
        result = self.run_program("c.off", "--verify", "sized.box", "--box", "100x100x100", "--tight", "t.json", *SHORT, code=2)
        self.assertRegex(result.err.splitlines()[-1], "--tight: the load holds a box of 200 x 100 x 50 mm, and boxes of 100 x 100 x 100 mm are added")

    def test_parts_need_names(self):
        result = self.run_program("c.off", "--verify", "c.box", "--tight", "t.json", "--tight-by", "part", *SHORT, code=2)
        self.assertIn("names fewer than two parts", result.err)


class NamedParts(Tight):
    def setUp(self):
        super().setUp()
        # A room of 400 x 200 x 147 mm out of four parts.
        vertices, faces = trunks.solid((400, 200, 147))
        names = {"floor": faces[0:1], "roof": faces[1:2], "sides": faces[2:4], "ends": faces[4:6]}
        text = "".join("v {} {} {}\n".format(*v) for v in vertices)
        for name, own in names.items():
            text += f"o {name}\n" + "".join("f " + " ".join(str(i + 1) for i in face) + "\n" for face in own)
        self.write("parts.obj", text)
        self.write("c.box", trunks.boxes(*[(x, y, z) for x in (100, 300) for y in (50, 150) for z in (25, 75)]))

    def test_regions_have_their_parts(self):
        tight = self.tight("parts.obj", "--verify", "c.box")
        self.assertEqual({patch["part"] for patch in tight["patches"][:2]}, {"floor", "roof"})
        self.assertEqual({part["name"] for part in tight["parts"]}, {"floor", "roof", "sides", "ends"})
        self.assertEqual({part["name"]: part["area_cm2"] for part in tight["parts"]},
                         {"floor": 800, "roof": 800, "sides": 2 * 588, "ends": 2 * 294})

    def test_whole_parts(self):
        tight = self.tight("parts.obj", "--verify", "c.box", "--tight-by", "part")
        self.assertEqual({patch["part"] for patch in tight["patches"][:2]}, {"floor", "roof"})
        for patch in tight["patches"][:2]:
            self.assertEqual([move["gain"]["mean"] for move in patch["moves"]], [0, 4, 4])


if __name__ == "__main__":
    support.main()
