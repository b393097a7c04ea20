# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What was ever seen, kept outside of the programs' reach: packings in the files of the searches, rows of the archive.

Every version of a packing file that is seen is copied and verified by the program, once. Nothing that was seen may be lost: in the end, and
after every fault, the file or the archive holds the like or a better one.
"""
import hashlib
import subprocess
import time

from chaos import archive
from chaos.search import LIMIT, Violation


class Ledger:
    def __init__(self, folder, archive_file):
        self.folder, self.archive_file = folder, archive_file
        self.folder.mkdir()
        self.gains = {}  # Of a search: the scores seen in its file, each better than the ones before, and since when.
        self.looked_at = {}  # Of a search: the file as it was when last looked at.
        self.verified = set()  # Hashes of texts.
        self.versions = 0
        self.rows = {}  # Rows of the archive, by checksum.

    def look(self, search):
        """At the search's packing file; verifies what is new."""
        try:
            status = search.out.stat()
            mark = (status.st_ino, status.st_mtime_ns, status.st_size)
            if self.looked_at.get(search.name) == mark:
                return
            text = search.out.read_text()
        except FileNotFoundError:
            return
        self.looked_at[search.name] = mark
        self.enter(search, text)

    def enter(self, search, text):
        digest = hashlib.sha256(text.encode()).digest()
        if digest in self.verified:
            return
        copy = self.folder / f"{search.name}-{self.versions}{search.out.suffix}"
        copy.write_text(text)
        verify(search, copy)
        self.verified.add(digest)
        self.versions += 1
        copy.unlink()
        gains = self.gains.setdefault(search.name, [])
        score = search.score(text)
        if not gains or score > gains[-1][0]:
            gains.append((score, time.time()))

    def best(self, search):
        """The best score seen in its file; None for none."""
        gains = self.gains.get(search.name)
        return gains[-1][0] if gains else None

    def forget_after(self, search, moment):
        """What was seen for the first time after this moment may be lost."""
        self.gains[search.name] = [(score, since) for score, since in self.gains.get(search.name, []) if since <= moment]

    def accept(self, search):
        """What is held now is the best that counts."""
        held = self.held(search)
        self.gains[search.name] = [gain for gain in self.gains.get(search.name, []) if held is not None and gain[0] <= held]

    def look_at_archive(self):
        """Rows that have gone; those that are there are known from now on."""
        present = archive.rows(self.archive_file)
        gone = {checksum: row for checksum, row in self.rows.items() if checksum not in present}
        self.rows = present
        return gone

    def held(self, search, with_archive=True):
        """The best score that can be found now, None for nothing: in the search's file, and in the archive as it was looked at last."""
        scores = []
        if search.out.exists():
            text = search.out.read_text()
            self.enter(search, text)
            scores.append(search.score(text))
        if with_archive:
            problem = archive.problem_id(search.definition) if search.definition else None
            scores += [search.score_of_value(row.value) for row in self.rows.values()
                       if row.kind == search.kind and (problem is None or row.problem == problem)]
        return max(scores, default=None)

    def require_kept(self, search, when):
        best = self.best(search)
        if best is None:
            return
        held = self.held(search)
        if held is None or held < best:
            raise Violation(f"{search.name}: lost {when}: {abs(best)!r} was seen in {search.out_name}, "
                            f"{'nothing' if held is None else repr(abs(held))} is left in file and archive")


def verify(search, file):
    result = subprocess.run(search.verification(file), capture_output=True, encoding="utf-8", errors="replace", timeout=LIMIT)
    if result.returncode != 0 or "legal: " not in result.stdout:
        raise Violation(f"{search.name}: {file} is not legal, code {result.returncode}: {result.stdout}{result.stderr}")
