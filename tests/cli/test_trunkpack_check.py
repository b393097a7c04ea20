# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""trunkpack check: what a mesh file holds, and what would be packed."""
import json
import re
import shlex
import subprocess
import sys

import support
import trunks


def tub():
    vertices, faces = trunks.solid((800, 600, 400))
    return trunks.off(vertices, [f for f in faces if set(f) != {4, 5, 6, 7}])


class Check(trunks.TrunkTest):
    def check(self, name, *options, code=0):
        """The text and the JSON of a check."""
        result = self.run_program("check", name, *options, "--json", "check.json", code=code)
        self.assertEqual(result.err, "")
        return result.out, json.loads(self.path("check.json").read_text())

    def test_tub_without_lid_is_closed_by_its_plane(self):
        text, found = self.check(self.write("tub.off", tub()))
        self.assertEqual(found["schema"], "jampack/mesh-check/1")
        self.assertEqual([(o["kind"], o["closed"], o["place"]) for o in found["openings"]], [("rim", True, "400,300,400")])
        self.assertAlmostEqual(found["openings"][0]["width_mm"], 1000)
        self.assertEqual(found["packed"], {"litres": 192, "wrapped": False})
        self.assertEqual([(p["triangles"], p["closed"], p["litres"]) for p in found["parts"]], [(10, False, None)])
        self.assertEqual(found["reason"], "it is the only room")
        self.assertRegex(text, r"(?m)^  1 +rim, 1000\.0 mm wide, around 400,300,400: closed$")
        self.assertRegex(text, r"(?m)^packed +192\.000 l: it is the only room$")
        self.assertRegex(text, r"(?m)^unit +mm, not stated by the file; z is up, not stated by the file$")

    def test_refused_rim_proposes_its_plane(self):
        _, found = self.check(self.write("tub.off", tub()), "--cap", "none", code=2)
        self.assertFalse(found["openings"][0]["closed"])
        self.assertIsNone(found["packed"])
        commands = [one["command"] for one in found["next"]]
        self.assertEqual(commands, ["trunkpack tub.off --cap none --cap 'z<=400'"])
        _, capped = self.check("tub.off", *shlex.split(commands[0])[2:])
        self.assertEqual(capped["packed"], {"litres": 192, "wrapped": False})

    def test_crate_of_two_skins_is_packed_inside(self):
        crate = trunks.joined(trunks.solid((1000, 500, 500), (-10, -10, -10)), trunks.solid((980, 480, 480), inwards=True))
        _, found = self.check(self.write("crate.off", trunks.off(*crate)))
        self.assertAlmostEqual(found["packed"]["litres"], 225.792)
        self.assertEqual([room["packed"] for room in found["rooms"]], [True, False])
        self.assertEqual(found["reason"], "it is the only room that is not the inside of walls")
        self.assertEqual([p["closed"] for p in found["parts"]], [True, True])
        self.assertEqual(found["openings"], [])

    def test_two_rooms_are_not_clear_and_each_command_chooses_one(self):
        rooms = trunks.joined(trunks.solid((1000, 500, 500)), trunks.solid((900, 500, 500), (2000, 0, 0)))
        text, found = self.check(self.write("rooms.off", trunks.off(*rooms)), code=2)
        self.assertIsNone(found["packed"])
        self.assertIn("encloses 2 rooms, and it is not clear which is meant", found["reason"])
        self.assertRegex(text, r"(?m)^not clear +encloses 2 rooms")
        litres = []
        for one in found["next"]:
            words = shlex.split(one["command"])
            self.assertEqual(words[:2], ["trunkpack", "rooms.off"])
            _, chosen = self.check(*words[1:])
            litres.append(chosen["packed"]["litres"])
        self.assertEqual(litres, [250, 225, 475])

    def test_misfits_are_counted(self):
        # The second solid pokes through the top of the first one; the third lies twice in the file.
        third = trunks.solid((100, 100, 100), (5000, 0, 0))
        mesh = trunks.joined(trunks.solid((1000, 500, 500)), trunks.solid((100, 100, 100), (200, 200, 450)), third, third)
        _, found = self.check(self.write("misfits.off", trunks.off(*mesh)))
        self.assertEqual(found["doubled_faces"], 6)
        self.assertGreater(found["crossing_triangles"], 0)
        # A corner of the middle of an edge: a T-junction, nothing crosses.
        vertices, faces = trunks.solid((1000, 500, 500))
        vertices.append([500, 0, 500])
        faces.remove(list(trunks.QUADS[1]))
        faces += [[4, 8, 7, 6], [8, 5, 7]]
        _, found = self.check(self.write("junction.off", trunks.off(vertices, faces)))
        self.assertEqual(found["crossing_triangles"], 0)
        self.assertGreater(found["touching_triangles"], 0)
        self.assertEqual(found["packed"]["litres"], 250)

    def test_suspicious_unit_is_told(self):
        _, found = self.check(self.write("metres.off", trunks.cuboid((1, 0.5, 0.5))))
        self.assertIn("suspicious size", found["warnings"][0])
        self.assertEqual([one["command"] for one in found["next"]], ["trunkpack metres.off --unit m"])

    def test_names_of_parts_are_those_of_the_file(self):
        vertices, faces = trunks.solid((1000, 500, 500))
        lines = ["v " + " ".join(map(str, v)) for v in vertices]
        for name, own in (("floor and sides", faces[:3]), ("rest", faces[3:])):
            lines += [f"o {name}"] + ["f " + " ".join(str(i + 1) for i in f) for f in own]
        self.write("named.obj", "\n".join(lines) + "\n")
        _, found = self.check("named.obj")
        self.assertEqual([(p["name"], p["triangles"], p["closed"]) for p in found["parts"]], [("floor and sides", 6, False), ("rest", 6, False)])

    def test_generated_car_is_packed_in_its_trunk(self):
        subprocess.run([sys.executable, "-B", support.SOURCE_DIR / "scenes" / "car" / "make_car.py", self.folder], check=True)
        text, found = self.check("car.obj", "--inside=600,0,250", "--cap=z<=540", "--cap=x<=980")
        clean = self.check("car_trunk.off")[1]
        self.assertLess(abs(found["packed"]["litres"] / clean["packed"]["litres"] - 1), 0.005)
        self.assertGreater(found["part_count"], 20)
        self.assertTrue(all(part["name"] for part in found["parts"]))
        self.assertEqual(len(re.findall(r"(?m)^  \d+ +'.*triangles?, ", text)), 20)
        self.assertRegex(text, r"(?m)^ +and \d+ more$")

    def test_errors_are_one_line(self):
        self.refused("check", "missing.off", says=["missing.off"])
        self.refused("check", says=["check needs the name of a mesh"])
        self.write("box.off", trunks.cuboid((1000, 500, 500)))
        self.refused("check", "box.off", "--box", "200x100x50", says=["--box has no effect with check"])
        self.refused("check", "box.off", "archive", "list", says=["check and archive"])
        self.write("flat.off", trunks.off([[0, 0, 0], [1000, 0, 0], [0, 1000, 0]], [[0, 1, 2]]))
        _, found = self.check("flat.off", code=2)
        self.assertIsNone(found["packed"])

    def test_help_of_the_command(self):
        text = self.run_program("check", "--help").out
        self.assertIn("trunkpack check MESH", text)
        for option in ("--inside", "--cap", "--html", "--json", "--unit"):
            self.assertIn(option, text)
        self.assertNotIn("--tolerance", text)

    def test_json_to_standard_output_moves_the_text(self):
        self.write("box.off", trunks.cuboid((1000, 500, 500)))
        result = self.run_program("check", "box.off", "--json", "-")
        self.assertEqual(json.loads(result.out)["packed"]["litres"], 250)
        self.assertIn("packed        250.000 l", result.err)


if __name__ == "__main__":
    support.main()
