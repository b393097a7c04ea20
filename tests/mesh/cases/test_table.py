#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The table of cases agrees with the containers that are meant: no program takes part."""
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cli"))

import cases_car
import test_cases

CASES = [case for module in test_cases.GROUPS.values() for case in module.CASES]


def open_edges(mesh):
    """Directed edges without their opposite ones; a closed surface has none, also if more than two faces meet in an edge."""
    count = {}
    for face in mesh.faces:
        for k, i in enumerate(face):
            edge = (mesh.vertices[i], mesh.vertices[face[(k + 1) % len(face)]])
            count[edge] = count.get(edge, 0) + 1
            count[edge[::-1]] = count.get(edge[::-1], 0) - 1
    return [edge for edge, surplus in count.items() if surplus]


class Table(unittest.TestCase):
    def test_names_differ(self):
        self.assertEqual(len({case.name for case in CASES}), len(CASES))

    def test_containers_have_the_stated_litres(self):
        for case in CASES:
            if case.code == 0:
                with self.subTest(case=case.name):
                    self.assertAlmostEqual(case.clean().litres() / case.litres, 1, delta=1e-5)

    def test_no_more_boxes_than_litres(self):
        for case in CASES:
            if case.code == 0 and not case.like:
                with self.subTest(case=case.name):
                    low, high = case.expected()
                    self.assertLessEqual(low, high)
                    self.assertLessEqual(high, case.litres + 1e-9)

    def test_refusals_say_something(self):
        for case in CASES:
            if case.code != 0:
                with self.subTest(case=case.name):
                    self.assertTrue(case.notes)

    def test_cavity_of_the_car_is_closed(self):
        self.assertEqual(open_edges(cases_car.cavity()), [])

    def test_gaps_of_the_trunk_are_narrow(self):
        trunk = cases_car.trunk
        made, places = trunk.Trunk(), trunk.stations()
        size = 2 * made.rows

        def width(a, b):
            return math.dist(made.vertices[a], made.vertices[b])

        across = [width(s * size + k, (s + 1) * size + k) for s in range(len(places) - 1) if places[s + 1] - places[s] < 4
                  for k in range(size) if s < len(places) - 2 or made.vertices[s * size + k][2] < trunk.SILL]
        rows = [k for k, row in enumerate(trunk.section(0)) if row[2] == "gap"]
        along = [width(s * size + k, s * size + k + 1) for s in range(len(places)) for k in rows]
        self.assertEqual(len(rows), 2)
        self.assertEqual(len(across), 2 * size + sum(made.vertices[(len(places) - 2) * size + k][2] < trunk.SILL for k in range(size)))
        for gap in across + along:
            self.assertTrue(2.5 < gap < 3.2, gap)

    def test_car_has_the_size_of_a_cad_model(self):
        self.assertTrue(30000 <= len(cases_car.car().faces) <= 60000)
        names = [name for name, _ in cases_car.car().parts]
        self.assertEqual(len(set(names)), len(names))

    def test_panels_of_the_trunk_are_the_cavity_without_gaps_and_planes(self):
        car = {frozenset(cases_car.car().vertices[i] for i in face) for face in cases_car.car().faces}
        clean = [frozenset(cases_car.cavity().vertices[i] for i in face) for face in cases_car.cavity().faces]
        open_share = sum(face not in car for face in clean) / len(clean)
        self.assertTrue(0.1 < open_share < 0.2, open_share)
        trunk = cases_car.trunk

        def on_planes(face):
            return all(p[2] == trunk.HEIGHT or p[0] == trunk.LENGTH and p[2] >= trunk.SILL for p in face)

        lid = [face for face in clean if face not in car and on_planes(face)]
        self.assertGreater(len(lid), 900)


if __name__ == "__main__":
    unittest.main()
