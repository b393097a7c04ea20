# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Where it happens: searches side by side on one archive, faults dealt out to them in random order, and what is checked after each."""
import collections
import ctypes
import hashlib
import json
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from chaos import archive, faults
from chaos.ledger import Ledger, verify
from chaos.search import LIMIT, CircleSearch, TrunkSearch, Violation

# The checkers of the neighbouring folder, where they are there.
CHECKERS = pathlib.Path(__file__).resolve().parents[4] / "shared" / "verify"

# A result is in the archive within a second or so; the rest is for a busy disk [s].
ARCHIVE_LATE = 5

# A result is in its file within a second after it was reported; the rest is for the resolution of the log's clock and a busy disk [s].
TOLD_LIMIT = 30


def small_file_system(folder):
    """Puts the folder on a small file system that this process and its children see alone. False where that is not allowed."""
    new_namespace = 0x20000
    if ctypes.CDLL(None).unshare(new_namespace) != 0:
        return False
    commands = [["mount", "--make-rprivate", "/"], ["mount", "-t", "tmpfs", "-o", "size=16m", "jampack-chaos", str(folder)]]
    return all(subprocess.run(command, capture_output=True).returncode == 0 for command in commands)


class Arena:
    """`folder` is empty and belongs to the arena; `logs` keeps what the searches say. Without `trunkpack`, circles alone."""

    def __init__(self, circlepack, trunkpack, mesh, seed, folder, logs):
        self.circlepack, self.trunkpack = circlepack, trunkpack
        self.folder, self.logs = pathlib.Path(folder), pathlib.Path(logs)
        self.dice = random.Random(seed)
        self.can_fill = small_file_system(self.folder)
        self.archive = self.folder / "archive.sqlite"
        self.ledger = Ledger(self.logs / "seen", self.archive)
        self.counts = collections.Counter()
        self.losses = {}  # Of a fault and a kind of search: the longest loss of work, and the interval of that search [s].
        self.reported_loss = 0.0  # Longest time for which a result had been reported that is in no file [s].
        self.slowest_end = 0.0  # From a signal to the end [s].
        self.bad_results = set()  # Numbers of rows that the archive itself has reported as damaged.
        self.set_aside = {}  # Hashes of archives that were set aside.
        self.damaged_rows = 0  # Rows that went with damage done to the archive.
        self.made, self.retired = 0, []
        self.searches = [self.circles(24, 0), self.circles(24, 1), self.circles(self.dice.randint(12, 40), 0)]
        if trunkpack:
            self.searches.append(TrunkSearch("trunk", trunkpack, self.folder / "trunk", mesh, 1, 0, self.archive, self.logs))

    def circles(self, count, interval):
        self.made += 1
        name = f"circles-{self.made}"
        return CircleSearch(name, self.circlepack, self.folder / name, count, self.made, interval, self.archive, self.logs)

    # Waiting

    def look(self):
        for search in self.searches:
            self.ledger.look(search)

    def pause(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            time.sleep(min(0.02, max(0.0, end - time.monotonic())))

    def wait_for(self, condition, search, what, may_end=False):
        end = time.monotonic() + LIMIT
        while not condition():
            if not may_end:
                search.require_alive()
            if time.monotonic() > end:
                search.fail(f"{what}: did not happen within {LIMIT} s")
            self.look()
            time.sleep(0.01)

    def wait_ready(self, search):
        self.wait_for(search.ready, search, "taking signals")

    def wait_for_checkpoint(self, search, moment):
        """Until one is there that was written after this moment."""
        self.wait_for(lambda: (search.checkpoint_time() or 0) > moment, search, "a checkpoint")

    def wait_to_hear(self, text, search):
        self.wait_for(lambda: text in search.said(), search, f"saying '{text}'")

    # Ending and starting

    def end(self, search, number=signal.SIGTERM):
        """As users do; the code tells of it, and the result is there."""
        self.wait_ready(search)
        started = time.monotonic()
        search.signal(number)
        self.wait_for(search.ended, search, "the end", may_end=True)
        self.slowest_end = max(self.slowest_end, time.monotonic() - started)
        if search.process.returncode != 128 + number:
            search.fail(f"ended with code {search.process.returncode} after signal {number}")
        if self.ledger.best(search) is not None and not search.out.exists():
            search.fail(f"left no {search.out_name}")

    def kill(self, search, fault):
        search.kill()
        moment = time.time()
        if search.file_goes_back:
            self.ledger.forget_after(search, moment - ARCHIVE_LATE)
        # The work since the checkpoint that is there; what an earlier process lost is not counted again.
        lost = moment - max(search.checkpoint_time() or 0, search.began)
        key = fault, search.kind
        if lost > self.losses.get(key, (-1, 0))[0]:
            self.losses[key] = lost, search.interval
        return moment

    def require_reported_is_kept(self, search, moment):
        reported = search.reported()
        if reported is None:
            return
        score, since = reported
        self.ledger.look_at_archive()
        held = self.ledger.held(search)
        if held is None or held < score:
            self.reported_loss = max(self.reported_loss, moment - since)
            if moment - since > TOLD_LIMIT:
                search.fail(f"R = {-score} was reported {moment - since:.0f} s before the end and is in no file")

    def restart(self, search):
        """By the same command, and now and then with no time to begin in peace."""
        there = search.checkpoint.exists() or search.previous.exists()
        search.start()
        if self.dice.random() < 0.7:
            self.wait_ready(search)
            self.wait_to_hear("resumes from" if there else "starts a new search", search)

    # Checking

    def check(self, when):
        for search in self.searches:
            self.check_search(search, when)
        self.check_archive()
        for search in self.searches:
            self.ledger.require_kept(search, when)

    def check_search(self, search, when):
        for file in (search.json, search.status):
            if file.exists():
                try:
                    json.loads(file.read_text())
                except ValueError as error:
                    search.fail(f"{file.name} is unreadable {when}: {error}")
        for file in (search.checkpoint, search.previous):
            if search.checkpoint_sound(file) is False:
                search.fail(f"{file.name} is unreadable {when}")
        if search.leftovers():
            search.fail(f"{', '.join(search.leftovers())} left over {when}")

    def check_archive(self):
        if not self.archive.exists():
            return
        gone = self.ledger.look_at_archive()
        if gone:
            raise Violation(f"{len(gone)} results have gone from the archive: {sorted(gone)}")
        faulty = self.audit("between faults")
        if not faulty <= self.bad_results:
            raise Violation(f"the archive is not sound, results {faulty}")
        for file, digest in self.set_aside.items():
            if digest_of(file) != digest:
                raise Violation(f"{file.name}, which was set aside, has changed")

    def audit(self, when):
        """Numbers of the results that `archive verify` finds damaged; where it finds the whole file so, a Violation with its words."""
        faulty = set()
        for program in filter(None, (self.circlepack, self.trunkpack)):
            result = self.run_program(program, "archive", "verify", self.archive)
            if result.returncode not in (0, 4):
                raise Violation(f"the archive is not sound {when}: {result.stderr}")
            if result.returncode == 4:
                faulty |= set(map(int, re.findall(r"result (\d+)", result.stdout)))
        return faulty

    def run_program(self, *command):
        result = subprocess.run(list(map(str, command)), capture_output=True, encoding="utf-8", errors="replace", timeout=LIMIT, cwd=self.folder)
        if result.returncode < 0:
            raise Violation(f"{command} died of signal {-result.returncode}: {result.stderr}")
        return result

    def verify_archive(self, damaged):
        """After damage: a search that begins has set the archive aside or found it sound; what can be read is taken back. `damaged` are its
        bytes where nobody has used it since, else None."""
        search = self.dice.choice(self.searches)
        if search.alive():
            self.end(search)
        search.start()
        self.wait_ready(search)
        aside = sorted(file for file in self.folder.glob("archive.sqlite.corrupt-*")
                       if file not in self.set_aside and not file.name.endswith(("-wal", "-shm")))
        if len(aside) > 1 or (aside and damaged is not None and aside[0].read_bytes() != damaged):
            raise Violation(f"set aside: {aside}, and not as it was")
        if aside:
            self.bad_results = set()
            self.take_back(aside[0])
        faulty = self.audit(f"after {search.name} has begun with it")
        gone = self.ledger.look_at_archive()
        if gone and not aside and not faulty and self.archive_was_not_empty(damaged):
            raise Violation(f"{len(gone)} results have gone from the archive without a word")
        self.damaged_rows += len(gone)
        self.bad_results |= faulty
        for search in self.searches:
            if search.file_goes_back:
                self.ledger.accept(search)

    @staticmethod
    def archive_was_not_empty(damaged):
        return damaged is None or len(damaged) > 0

    def take_back(self, file):
        try:
            readable = archive.readable_rows(file)
        except sqlite3.Error:
            readable = {}
        for program in filter(None, (self.circlepack, self.trunkpack)):
            self.run_program(program, "archive", "merge", file, "--archive", self.archive)
        present = archive.rows(self.archive)
        for row in readable.values():
            sign = 1 if row.kind == "boxes" else -1
            if not any(other.problem == row.problem and sign * other.value >= sign * row.value for other in present.values()):
                if row.kind == "boxes" and not self.trunkpack:
                    continue
                raise Violation(f"{file.name} holds result {row.id}, which merge did not take over")
        self.set_aside[file] = digest_of(file)

    # The whole of it

    def run(self, number, seconds, tell=lambda text: None):
        """Until there were so many faults, and so many seconds are over; None: no such limit."""
        deck, begun = [], time.monotonic()
        for search in self.searches:
            search.start()
        for search in self.searches:
            self.wait_ready(search)
        while (number is None or self.faults() < number) and (seconds is None or time.monotonic() - begun < seconds):
            if not deck:
                deck = faults.deck(self)
                self.dice.shuffle(deck)
            name, act = deck.pop()
            search = self.dice.choice(self.searches)
            self.pause(self.dice.choice([0, 0.1, 0.5, 1.5]))
            tell(f"{self.faults() + 1}: {name}: {search.name}")
            act(self, search)
            self.counts[name] += 1
            self.check(f"after {name}")
            if self.faults() % 8 == 0:
                self.renew()
        self.finish()

    def faults(self):
        return sum(self.counts.values())

    def renew(self):
        """A search that has been at it for long gives way to another problem: the first results come fast."""
        place = self.dice.randrange(3)
        old = self.searches[place]
        self.end(old)
        self.look()
        self.retired.append(old)
        self.searches[place] = self.circles(self.dice.randint(12, 40), self.dice.choice([0, 0, 1]))
        self.searches[place].start()

    def finish(self):
        for search in self.searches:
            self.end(search)
        self.look()
        self.searches += self.retired
        self.check("in the end")
        for search in self.searches:
            if search.out.exists():
                verify(search, search.out)
                self.check_independently(search, search.out)
        for row in self.ledger.rows.values():
            if row.kind == "circles":
                copy = self.logs / "row.circles"
                copy.write_bytes(row.text)
                self.check_independently(self.searches[0], copy, ["--radii", "linear"])
                copy.unlink()

    def check_independently(self, search, file, options=None):
        checker = CHECKERS / "circles.py"
        if search.kind != "circles" or not checker.exists():
            return
        result = subprocess.run([sys.executable, "-B", checker, file, *(options or search.checker_options())], capture_output=True, encoding="utf-8", errors="replace")
        if result.returncode != 0:
            raise Violation(f"{file}: the independent checker says: {result.stdout}{result.stderr}")

    def stop(self):
        """Kills what still runs."""
        for search in self.searches:
            if search.alive():
                search.process.kill()
                search.process.wait()

    def leave(self):
        """The folder is the caller's again, and empty."""
        if self.can_fill:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)

    def keep_files(self, place=None):
        """Copies everything to the logs, or with the logs to another place, for whoever looks into a violation."""
        self.stop()
        if place:
            shutil.copytree(self.logs, place, dirs_exist_ok=True)
        shutil.copytree(self.folder, pathlib.Path(place or self.logs) / "files", dirs_exist_ok=True)

    def report(self):
        def lost(name, kind):
            return "{:.2f} (interval {})".format(*self.losses[name, kind]) if (name, kind) in self.losses else ""
        lines = [f"{'':38}{'':6}   work lost at most [s]", f"{'fault':38}{'times':>6}   {'circlepack':22}{'trunkpack'}"]
        lines += [f"{name:38}{self.counts[name]:6}   {lost(name, 'circles'):22}{lost(name, 'boxes')}".rstrip() for name in sorted(self.counts)]
        lines.append(f"{'all':38}{self.faults():6}")
        lines.append(f"searches {self.made + bool(self.trunkpack)}, processes {sum(search.starts for search in self.searches)}; packings seen "
                     f"in files {self.ledger.versions}, all verified; results in the archive {len(self.ledger.rows)}")
        lines.append(f"slowest end after a signal {self.slowest_end:.2f} s; reported before kill -9 and in no file yet: at most {self.reported_loss:.1f} s")
        lines.append(f"archives set aside {len(self.set_aside)}, results in their damaged parts {self.damaged_rows}")
        if not self.can_fill:
            lines.append("no small file system could be mounted: full disks were limits on the size of files alone")
        return "\n".join(lines)


def digest_of(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()
