# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Searches that share an archive, under more than fifty faults in random order: nothing verified is lost, every file stays readable.

scripts/chaos does the same for longer. JAM_CHAOS_SEED draws other faults; moments depend on the machine, so no run is like another.
"""
import os
import pathlib
import tempfile
import unittest

import chaos.archive
import chaos.checkpoint
import chaos.kills
import support
import trunks
from chaos.arena import Arena, Violation

FAULTS = 52


class Checks(unittest.TestCase):
    """What the verdict rests on finds what it is to find."""

    def test_reader_of_checkpoints_knows_its_checksum_and_refuses_other_bytes(self):
        self.assertEqual(chaos.checkpoint.crc64(b"123456789"), 0x995DC9BBDF1939FA)
        for content in [b"", b"garbage " * 100]:
            with self.assertRaises(chaos.checkpoint.Unsound):
                chaos.checkpoint.check(content)

    def test_row_that_was_changed_is_not_sound(self):
        definition = b"circles/1\n1\n2\n"
        row = [1, chaos.archive.problem_id(definition.decode()), "circles", 3.0, "", b"text", 2, "1", "", "0.1.0", "CPU", "", definition]
        fields = [row[1], "2", "3", "1", "", "0.1.0", "CPU", "", "text"]
        row[4] = str(chaos.archive.uuid.uuid5(chaos.archive.NAMESPACE, "".join(f"{len(field)}:{field}," for field in fields)))
        self.assertTrue(chaos.archive.sound(row))
        self.assertFalse(chaos.archive.sound([*row[:3], 2.5, *row[4:]]))
        self.assertFalse(chaos.archive.sound([*row[:12], b"circles/1\n1\n3\n"]))


class Chaos(support.ProgramTest):
    def run_arena(self, number):
        seed = int(os.environ.get("JAM_CHAOS_SEED", "1"))
        trunkpack = pathlib.Path(support.PROGRAM).with_name("trunkpack")
        mesh = self.path(self.write("trunk.off", trunks.cuboid((450, 330, 250))))
        folder, logs = self.path("arena"), self.path("logs")
        folder.mkdir()
        logs.mkdir()
        arena = Arena(support.PROGRAM, trunkpack if trunkpack.exists() else None, mesh, seed, folder, logs)
        history = []
        try:
            arena.run(number, None, history.append)
        except Violation as violation:
            kept = tempfile.mkdtemp(prefix="jampack-chaos-")
            arena.keep_files(kept)
            self.fail("\n".join([f"{violation}", *history, arena.report(), f"seed {seed}; files and logs: {kept}"]))
        finally:
            arena.stop()
            arena.leave()
        print(f"seed {seed}\n{arena.report()}")
        return arena

    def test_nothing_is_lost(self):
        built = self.wait(self.start("archive", "list", "nowhere"))
        if "this build has no archive" in built.err:
            self.skipTest("this build has no archive")
        arena = self.run_arena(FAULTS)
        self.assertGreaterEqual(arena.faults(), 50)
        self.assertGreater(arena.ledger.versions, 10)


class KilledRuns(support.ProgramTest):
    """scripts/chaos does the same with a hundred kills."""

    KILLS = 5

    def run_kills(self, kills):
        try:
            kills.run(self.KILLS)
        except Violation as violation:
            self.fail(str(violation))
        print(kills.report())
        self.assertGreaterEqual(kills.kills, self.KILLS)
        self.assertGreater(kills.ends, 0)

    def neighbour(self, name):
        program = pathlib.Path(support.PROGRAM).with_name(name)
        if not program.exists():
            self.skipTest(f"{name} was not built")
        return program

    def test_settle_ends_with_the_files_of_a_run_that_nobody_has_killed(self):
        self.run_kills(chaos.kills.settle_kills(self.neighbour("settle"), self.path("arena"), 1))

    def test_trunkpack_ends_with_the_load_of_a_search_that_nobody_has_killed(self):
        mesh = self.path(self.write("trunk.off", trunks.cuboid((350, 230, 130))))
        self.run_kills(chaos.kills.trunkpack_kills(self.neighbour("trunkpack"), self.path("arena"), mesh, 1))


if __name__ == "__main__":
    support.main()
