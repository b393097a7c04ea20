# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""One search in a folder of its own, whose command is the same however often it is started; its process and its files.

A *score* is what two packings of one problem are compared by, larger is better: minus the enclosing radius, or the number of boxes.
"""
import datetime
import json
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

from chaos import checkpoint

# Seconds after which something that must happen counts as a hang. Far more than it takes on a busy machine with sanitizers.
LIMIT = 120


class Violation(Exception):
    """Something was lost, is unreadable, or did not happen."""


class Search:
    """`options` are those of the problem; `interval` is that of --checkpoint-every."""

    def __init__(self, name, program, folder, options, interval, archive, log_folder):
        self.name, self.program, self.folder, self.interval = name, program, pathlib.Path(folder), interval
        self.out, self.json, self.status = self.folder / self.out_name, self.folder / "best.json", self.folder / "best.status"
        self.checkpoint = self.folder / "best.checkpoint"
        self.previous = self.folder / "best.checkpoint.previous"
        self.options = [*options, "--device", "cpu", "--threads", "1"]
        self.output = [*self.log_options, "--out", self.out_name, "--json", "best.json", "--status", "best.status", "--archive", archive,
                       "--checkpoint", "best.checkpoint", "--checkpoint-every", interval, "--time", "0"]
        self.messages = pathlib.Path(log_folder) / f"{name}.stderr"
        self.process, self.reader, self.began, self.said_before, self.starts = None, None, 0.0, 0, 0
        self.killed = set()  # Numbers of processes that may have left a temporary file.
        self.folder.mkdir()

    def start(self, *first):
        """Starts it; without `first`, which says how it begins, it goes on where there is a checkpoint."""
        if self.reader:
            self.reader.join()
        self.said_before = self.messages.stat().st_size if self.messages.exists() else 0
        command = [self.program, *self.options, *self.output, *(first or ["--resume", "auto"])]
        self.began = time.time()
        # A pipe: what the process says is not subject to the limits on its files.
        self.process = subprocess.Popen(list(map(str, command)), cwd=self.folder, env=dict(os.environ, CUDA_VISIBLE_DEVICES=""),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.reader = threading.Thread(target=self.listen, args=[self.process.stderr], daemon=True)
        self.reader.start()
        self.starts += 1

    def listen(self, pipe):
        with pipe, open(self.messages, "ab", buffering=0) as messages:
            while text := pipe.read1():
                messages.write(text)

    def said(self):
        """Standard error of the present process, all of it where it has ended."""
        if not self.alive() and self.reader:
            self.reader.join()
        with open(self.messages, "rb") as messages:
            messages.seek(self.said_before)
            return messages.read().decode("utf-8", "replace")

    def fail(self, what):
        raise Violation(f"{self.name}: {what}; it said:\n{self.said()[-3000:]}")

    def alive(self):
        return self.process is not None and self.process.poll() is None

    def require_alive(self):
        if not self.alive():
            self.fail(f"ended by itself with code {self.process.returncode}")

    def ready(self):
        """Whether it takes signals: its status, which it writes once it does, is that of this process."""
        try:
            return json.loads(self.status.read_text())["pid"] == self.process.pid
        except FileNotFoundError:
            return False

    def ended(self):
        return self.process.poll() is not None

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.killed.add(self.process.pid)
        self.process.kill()
        if self.process.wait(LIMIT) != -signal.SIGKILL:
            self.fail(f"had ended by itself with code {self.process.returncode}")

    def checkpoint_time(self):
        """When the last checkpoint was written; None where there is none."""
        try:
            return self.checkpoint.stat().st_mtime
        except FileNotFoundError:
            return None

    def checkpoint_sound(self, file):
        """None where there is no such file."""
        try:
            checkpoint.check(file.read_bytes())
            return True
        except FileNotFoundError:
            return None
        except checkpoint.Unsound:
            return False

    def leftovers(self):
        """Files that nobody should have left."""
        mine = {self.out, self.json, self.status, self.checkpoint, self.previous, *self.more_files()}
        dead = {f".jampack-{pid}-" for pid in self.killed}
        # A process that runs, or an export, may have a file under way.
        running = f".jampack-{self.process.pid}-" if self.process else "-"
        return [file.name for file in self.folder.iterdir()
                if file not in mine and not file.name.startswith(running) and not any(file.name.startswith(stem) for stem in dead)]

    def more_files(self):
        return []

    def reported(self):
        """The best score that was reported, and the time of its first report; nothing where the search reports none."""
        return None

    def verification(self, file):
        """The command that verifies a packing of this problem."""
        return [self.program, *self.verify_options, "--verify", str(file)]


class CircleSearch(Search):
    out_name, log_options, kind = "best.circles", ["--log", "best.log"], "circles"
    file_goes_back = False  # A search that goes on leaves a better packing in its file.
    ROW = re.compile(r"^(\S+)Z +\d+\.\d+ +(\d+\.\d{9,}) ", re.M)

    def __init__(self, name, program, folder, count, seed, interval, archive, log_folder):
        super().__init__(name, program, folder, ["--n", count, "--seed", seed, "--instances", 4], interval, archive, log_folder)
        self.count, self.verify_options = count, ["--n", str(count)]
        self.definition = "circles/1\n" + "".join(f"{i}\n" for i in range(1, count + 1))

    def more_files(self):
        return [self.folder / "best.log"]

    def score(self, text):
        return -float(re.search(r"^# enclosing-radius: (\S+)$", text, re.M).group(1))

    def score_of_value(self, value):
        return -value

    def reported(self):
        log = self.folder / "best.log"
        rows = self.ROW.findall(log.read_text()) if log.exists() else []
        if not rows:
            return None
        stamp, radius = min(rows, key=lambda row: float(row[1]))
        # R has 12 decimals there: a unit of the last one is no loss.
        return -float(radius) - 1e-11, datetime.datetime.fromisoformat(stamp).replace(tzinfo=datetime.timezone.utc).timestamp()

    def checker_options(self):
        return ["--n", str(self.count)]


class TrunkSearch(Search):
    out_name, log_options, kind = "best.box", [], "boxes"
    # A search that goes on begins with the load of its checkpoint, also where the file holds a better one: then that is in the archive alone.
    file_goes_back = False

    def __init__(self, name, program, folder, mesh, seed, interval, archive, log_folder):
        super().__init__(name, program, folder, [mesh, "--seed", seed], interval, archive, log_folder)
        self.verify_options = [str(mesh)]
        self.definition = None

    def score(self, text):
        rows = [line.split("#")[0].split() for line in text.splitlines()]
        rows = [row for row in rows if row]
        if len(rows) != int(rows[0][0]) + 1:
            raise Violation(f"{self.name}: {self.out_name} announces {rows[0][0]} boxes and holds {len(rows) - 1}")
        return float(len(rows) - 1)

    def score_of_value(self, value):
        return value  # Litres: these boxes have one each.
