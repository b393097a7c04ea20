# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""packview with a mesh: the options of trunkpack are changed by commands, and the container is shown at once.

    test_packview_container.py PACKVIEW [unittest options]
"""
import json
import os
import shlex
import signal
import subprocess
import unittest

import support
import trunks
import viewer

OFFICE = (2, 2500)  # Rows and columns of small cuboids that take long to read.


def two_rooms():
    return trunks.off(*trunks.joined(trunks.solid((1000, 500, 500)), trunks.solid((900, 500, 500), (2000, 0, 0))))


def tub():
    vertices, faces = trunks.solid((800, 600, 400))
    return trunks.off(vertices, [f for f in faces if set(f) != {4, 5, 6, 7}])


def obj(**parts):
    """Named cuboids as OBJ."""
    lines, first = [], 1
    for name, (vertices, faces) in parts.items():
        lines += [f"o {name}", *(f"v {x} {y} {z}" for x, y, z in vertices)]
        lines += ["f " + " ".join(str(first + i) for i in face) for face in faces]
        first += len(vertices)
    return "\n".join(lines) + "\n"


class ContainerTest(viewer.ViewerTest):
    def open(self, name, *options):
        self.page = viewer.Page(self.serve(name, *options, "--port", 0))
        self.assertEqual(self.page.listen(), 200)
        self.addCleanup(self.page.leave)
        return self.answered()

    def answered(self):
        """The document once its options have an answer."""
        return self.page.wait(lambda d: d["phase"] is None)

    def ask(self, **command):
        status, answer = self.page.edit("ask", **command)
        self.assertEqual(status, 200, answer)
        document = self.answered()
        self.assertEqual(document["report"]["revision"], answer["revision"])
        return document

    def litres(self, document):
        packed = document["report"]["check"]["packed"]
        return packed and packed["litres"]

    def refused_command(self, says, **command):
        before = self.page.document()
        status, answer = self.page.edit("ask", **command)
        self.assertEqual((status, answer.get("reason")), (400, "command"), command)
        self.assertRegex(answer["error"], says)
        self.assertNotIn("\n", answer["error"])
        self.assertEqual(self.page.document()["revision"], before["revision"])
        return answer

    def test_two_rooms_are_chosen_by_a_point(self):
        self.write("two.off", two_rooms())
        document = self.open("two.off")
        self.assertEqual((document["schema"], document["kind"], document["name"]), ("jampack/view/1", "container", "two.off"))
        self.assertEqual(document["command"], "trunkpack two.off")
        self.assertIsNone(self.litres(document))
        self.assertRegex(document["report"]["check"]["reason"], "encloses 2 rooms")
        self.assertEqual([one["option"] for one in document["report"]["next"]], ["inside", "inside", "all-parts"])
        document = self.ask(inside=[document["report"]["next"][1]["value"]])
        self.assertAlmostEqual(self.litres(document), 225)
        self.assertRegex(document["command"], r"^trunkpack two\.off --inside 2[\d.]+,[\d.]+,[\d.]+$")
        self.assertEqual(document["edit"]["undo"], "points inside")
        document = self.ask(inside=["500,250,250", "2100,100,100"])
        self.assertAlmostEqual(self.litres(document), 475)
        self.assertEqual(document["asked"]["inside"][0], {"text": "500,250,250", "at_mm": [500, 250, 250]})
        self.page.edit("undo")
        self.assertAlmostEqual(self.litres(self.answered()), 225)
        self.page.edit("redo")
        self.assertAlmostEqual(self.litres(self.answered()), 475)
        document = self.ask(inside=[], all_parts=True)
        self.assertEqual(document["command"], "trunkpack two.off --all-parts")
        self.assertAlmostEqual(self.litres(document), 475)
        self.assertIn("report", self.page.kinds())

    def test_a_cap_plane_lowers_the_lid_of_a_tub(self):
        self.write("tub.off", tub())
        document = self.open("tub.off")
        self.assertAlmostEqual(self.litres(document), 192)
        self.assertEqual(document["report"]["check"]["openings"][0]["cap"], "z<=400")
        document = self.ask(close_rim=False)
        self.assertIsNone(self.litres(document))
        document = self.ask(cap=["z<=300"])
        self.assertAlmostEqual(self.litres(document), 144)
        self.assertEqual(document["command"], "trunkpack tub.off --cap none --cap 'z<=300'")
        self.assertEqual(document["asked"]["cap"], [{"text": "z<=300", "point_mm": [0, 0, 300], "normal": [0, 0, 1], "one_sided": True}])
        document = self.ask(cap=["0,0,250:0,0,5"])
        self.assertAlmostEqual(self.litres(document), 120)

    def test_the_command_line_packs_the_same_room(self):
        trunkpack = os.path.join(os.path.dirname(support.PROGRAM), "trunkpack")
        if not os.path.exists(trunkpack):
            self.skipTest("trunkpack is not beside packview")
        self.write("it's two.off", two_rooms())
        document = self.open("it's two.off", "--up", "y", "--inside", "500,250,250")
        document = self.ask(cap=["x<=600"])
        words = shlex.split(document["command"])
        self.assertEqual(words[:2], ["trunkpack", "it's two.off"])
        run = subprocess.run([trunkpack, "check", *words[1:], "--json", "-"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(json.loads(run.stdout)["packed"], document["report"]["check"]["packed"])
        self.assertAlmostEqual(self.litres(document), 150)

    def test_parts_are_named(self):
        self.write("parts.obj", obj(body=trunks.solid((3000, 1500, 1200)), trunk=trunks.solid((1000, 800, 500), (100, 100, 100)), Battery=trunks.solid((200, 100, 100), (200, 200, 200))))
        document = self.open("parts.obj", "--part", "TRUNK")
        self.assertEqual(document["shape"]["parts"], ["body", "trunk", "Battery"])
        self.assertEqual(document["shape"]["counts"], [12, 12, 12])
        self.assertAlmostEqual(self.litres(document), 400)
        document = self.ask(part=["trunk"], obstacle=["Battery"])
        self.assertAlmostEqual(self.litres(document), 398)
        self.assertEqual(document["command"], "trunkpack parts.obj --part trunk --obstacle Battery")
        self.refused_command("no part of the file has the name 'lid'", part=["lid"])
        self.refused_command("'trunk' is named twice", part=["trunk"], obstacle=["trunk"])

    def test_a_mesh_in_metres_with_y_up(self):
        self.write("small.off", trunks.cuboid((1, 0.5, 0.4)))
        document = self.open("small.off")
        self.assertRegex(document["report"]["check"]["warnings"][0], "suspicious size")
        self.assertIn({"option": "unit", "value": "m", "effect": "reads lengths in m"}, document["report"]["next"])
        document = self.ask(unit="m", up="y", inside=["0.5,0.25,0.1"])
        self.assertAlmostEqual(self.litres(document), 200)
        self.assertEqual((document["shape"]["unit_mm"], document["shape"]["up"]), (1000, "y"))
        self.assertEqual(document["asked"]["inside"][0]["at_mm"], [500, -100, 250])
        self.assertAlmostEqual(max(map(abs, document["shape"]["vertices_mm"])), 1000)
        document = self.ask(unit=None, up=None)
        self.assertEqual(document["command"], "trunkpack small.off --inside 0.5,0.25,0.1")

    def test_an_answer_may_be_an_error(self):
        self.write("tub.off", tub())
        document = self.open("tub.off", "--unit", "m")
        self.assertRegex(document["report"]["error"], "if it is in mm, use --unit mm")
        self.assertAlmostEqual(self.litres(self.ask(unit="mm")), 192)

    def test_commands_that_are_refused(self):
        self.write("tub.off", tub())
        self.open("tub.off")
        for says, command in [("X,Y,Z is accepted", {"inside": ["1,2"]}),
                              ("X,Y,Z is accepted", {"inside": ["1,2,nan"]}),
                              ("inside", {"inside": [[1, 2, 3]]}),
                              ("inside", {"inside": "1,2,3"}),
                              ("1e12", {"inside": ["1,2,1e200"]}),
                              ("at most 64", {"inside": ["1,2,3"] * 65}),
                              ("at most 64", {"cap": ["z<=1"] * 65}),
                              ("at most 200", {"cap": ["z<=1" + "0" * 200]}),
                              ("AXIS<=VALUE", {"cap": ["z=3"]}),
                              ("must not be 0,0,0", {"cap": ["1,2,3:0,0,0"]}),
                              ("AXIS<=VALUE", {"cap": ["none"]}),
                              ("no part of the file", {"part": ["hull"]}),
                              ("mm, cm, m or inch", {"unit": "mile"}),
                              ("x, y or z", {"up": "w"}),
                              ("all_parts", {"all_parts": 1}),
                              ("is needed", {}),
                              ("wrap", {"wrap": "24"})]:
            self.refused_command(says, **command)
        status, answer = self.page.edit("move", box=0, by_mm=[0, 0, 1])
        self.assertEqual((status, answer["error"]), (400, "command: do: ask, undo or redo is accepted"))
        self.assertEqual(self.page.edit("undo")[0], 409)
        self.assertEqual(self.page.edit("ask", revision=99, cap=[])[0], 409)
        self.assertEqual(self.page.post("/api/save")[0], 409)

    def test_the_program_ends_while_it_reads(self):
        cuboids = [trunks.solid((30, 30, 30), (40 * x, 40 * y, 0)) for x in range(OFFICE[1]) for y in range(OFFICE[0])]
        self.write("office.off", trunks.off(*trunks.joined(*cuboids)))
        for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            page = viewer.Page(self.serve("office.off", "--unit", "mm", "--port", 0))
            self.assertIsNotNone(page.document()["phase"])
            status, _ = page.edit("ask", inside=["1,2,3"])  # Ends one reading, and begins another one.
            self.assertEqual(status, 200)
            self.server.send_signal(number)
            self.assertEqual(self.wait(self.server).code, code)
        page = viewer.Page(self.serve("office.off", "--port", 0))
        page.edit("quit")
        self.assertEqual(self.wait(self.server).code, 0)

    def test_what_cannot_be_opened(self):
        self.write("broken.off", "OFF\n3 1 0\n0 0 0\n")
        self.refused("broken.off", "--quiet", says=["broken.off"])
        self.refused("missing.stl", "--quiet", says=["missing.stl"])
        self.write("tub.off", tub())
        self.refused("tub.off", "--spacing", "5", says=["--spacing"])
        self.refused("tub.off", "--tolerance", "1", says=["--tolerance"])
        self.refused("tub.off", "--inside", "1,2", says=["--inside"])
        self.write("packing.circles", support.TWO_CIRCLES)
        self.refused("packing.circles", "--inside", "1,2,3", says=["--inside"])


if __name__ == "__main__":
    support.main()
