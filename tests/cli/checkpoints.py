# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What the tests of checkpoints of both programs share: searches that are killed, damaged files, a full disk."""
import random
import resource
import signal
import subprocess

import support


def limit_file_size(size):
    """For preexec_fn: a full disk, as far as files larger than that go."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class CheckpointMixin:
    """For a support.ProgramTest. A search writes the checkpoint x.cp."""

    def bytes(self, name):
        return self.path(name).read_bytes()

    def checkpointed(self, *arguments):
        """Starts an endless search and waits for its first checkpoint but one."""
        process = self.start(*arguments, "--time", "0", "--checkpoint", "x.cp", "--checkpoint-every", "0", "--quiet")
        self.wait_for(self.path("x.cp.previous").exists, process)
        return process

    def check_state_version(self, state):
        """The state in x.cp begins with this name and version, which docs/formats.md lists."""
        begun = len(state).to_bytes(8, "little") + state.encode()
        self.assertTrue(begun in self.bytes("x.cp"), f"the state in x.cp is not {state}")  # A checkpoint is too long to be shown.
        self.assertIn(f"| `{state}` |", (support.SOURCE_DIR / "docs" / "formats.md").read_text())

    def kill_and_resume(self, process, times, longest):
        """Kills a search of checkpointed() at random moments [s] and resumes it, `times` times; it is ended in the end."""
        moments = random.Random(1)
        for _ in range(times):
            try:
                process.wait(timeout=moments.uniform(0.02, longest))
                self.fail("the search ended by itself")
            except subprocess.TimeoutExpired:
                process.kill()
            self.wait(process)
            self.assertTrue(self.path("x.cp").exists())
            process = self.start("--resume", "x.cp", "--checkpoint-every", "0", "--time", "0", "--quiet")
        process.kill()
        self.wait(process)

    def each_damage(self, times):
        """Damages x.cp in different places; yields with a sound x.cp.previous, then checks what is said if both are damaged."""
        sound, previous = self.bytes("x.cp"), self.bytes("x.cp.previous")
        dice = random.Random(1)
        for k in range(times):
            damaged = bytearray(sound)
            at = dice.randrange(len(sound))
            if k % 2 == 0:
                damaged[at] ^= 1 << dice.randrange(8)
            else:
                del damaged[at:]
            self.path("x.cp").write_bytes(damaged)
            self.path("x.cp.previous").write_bytes(previous)
            yield
            self.path("x.cp").write_bytes(damaged)
            self.path("x.cp.previous").write_bytes(damaged)
            self.refused("--resume", "x.cp", says=["both cannot be read"])
            self.path("x.cp.previous").unlink()
            self.refused("--resume", "x.cp", says=["x.cp: is "])

    def resume_on_full_disk(self, result, *limits):
        """Resumes x.cp where no file can grow beyond 4096 bytes, enough for the packing: the search ends with its result and code 2, x.cp stays."""
        before = self.bytes("x.cp")
        done = self.run_program("--resume", "x.cp", *limits, "--checkpoint-every", "0", "--out", result, "--archive", "none", code=2,
                                preexec_fn=limit_file_size(4096))
        self.assertEqual(done.err.count("the search continues and tries again"), 1, done.err)
        self.assertEqual(done.err.count("the last checkpoint is missing"), 1, done.err)
        self.assertIn("error: x.cp: the last checkpoint could not be written", done.err)
        self.assertEqual(self.bytes("x.cp"), before)
        self.assertNotIn("x.cp", done.out)
        return done

    def line_after_sigusr1(self, process, result):
        """What a search that has written `result` prints first after SIGUSR1; it is interrupted then."""
        self.wait_for(self.path(result).exists, process)
        process.send_signal(signal.SIGUSR1)
        line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.wait(process).code, 130)
        return line

    def check_sigusr1(self, process, result, *limits):
        """SIGUSR1 has a search that writes no checkpoints by itself write best.checkpoint, from which it can be resumed."""
        self.wait_for(self.path(result).exists, process)
        self.assertFalse(self.path("best.checkpoint").exists())
        process.send_signal(signal.SIGUSR1)
        self.wait_for(self.path("best.checkpoint").exists, process)
        process.send_signal(signal.SIGINT)
        done = self.wait(process)
        self.assertEqual(done.code, 130)
        self.assertRegex(done.err, r"(?m)^checkpoint best.checkpoint after ")
        self.run_program("--resume", "best.checkpoint", *limits, "--quiet")

    def check_default(self, search, result, limits, file):
        """A search with these limits leaves `result` and the checkpoint `file` (None: no checkpoint), and nothing else."""
        before = {entry.name for entry in self.folder.iterdir()}
        process = self.start(*search, *limits, "--out", result, "--quiet")
        self.wait_for(self.path(result).exists, process)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.wait(process).code, 143)
        written = {result} | ({file} if file else set())
        self.assertEqual({entry.name for entry in self.folder.iterdir()}, before | written)
        for name in written:
            self.path(name).unlink()
