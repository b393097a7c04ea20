# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The faults. Each is done to a search that runs, checks what is particular to it, and leaves all searches running."""
import errno
import re
import resource
import signal
import time

PIECE = 4096


def kill(arena, search):
    """At any moment, also before the search has begun."""
    moment = arena.kill(search, "kill -9")
    arena.require_reported_is_kept(search, moment)
    arena.restart(search)


def kill_all(arena, _):
    """All at once, as when the machine goes down, but for what the system has not flushed."""
    moments = [arena.kill(search, "kill -9 of all at once") for search in arena.searches]
    for search, moment in zip(arena.searches, moments):
        arena.require_reported_is_kept(search, moment)
    for search in arena.searches:
        search.start()


def end_by(number):
    def act(arena, search):
        arena.end(search, number)
        arena.check_search(search, "after its end")
        arena.restart(search)
    return act


def checkpoint_on_demand(arena, search):
    arena.wait_ready(search)
    said = "checkpoint best.checkpoint after "
    before, moment = search.said().count(said), time.time()
    search.signal(signal.SIGUSR1)
    arena.wait_for(lambda: search.said().count(said) > before, search, "the checkpoint that was asked for")
    # The clock of files is a few milliseconds behind.
    arena.wait_for_checkpoint(search, moment - 0.1)


def stop_and_go_on(arena, search):
    """Now and then in the middle of a transaction: then the others wait for it, and go on."""
    search.signal(signal.SIGSTOP)
    arena.pause(arena.dice.choice([0.05, 0.3, 1.0]))
    if arena.dice.random() < 0.3:
        arena.kill(search, "SIGSTOP")
        arena.restart(search)
    else:
        search.signal(signal.SIGCONT)
        arena.wait_for_checkpoint(search, time.time())


def wait_until_written_again(arena, searches):
    moment = time.time()
    for search in searches:
        arena.wait_ready(search)
        arena.wait_for_checkpoint(search, moment)
        arena.wait_for(lambda: checkpoints_are_written(search.said()), search, "saying that checkpoints can be written again")


def checkpoints_are_written(said):
    """Every reported failure is followed by a report that it ended."""
    return len(re.findall(r"best\.checkpoint: cannot be written .* tries again", said)) == said.count("best.checkpoint: can be written again")


def full_file_system(arena, search):
    for other in arena.searches:
        arena.wait_ready(other)
    filling = arena.folder / "filling"
    end = time.monotonic() + arena.dice.choice([0.5, 1.5, 3])
    try:
        with open(filling, "wb", buffering=0) as file:
            while time.monotonic() < end:
                try:
                    file.write(b"x" * PIECE)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    arena.pause(0.02)  # What others give back is taken.
        for other in arena.searches:
            other.require_alive()
            arena.check_search(other, "on a full disk")
        if arena.dice.random() < 0.4:
            arena.kill(search, "full file system")
    finally:
        filling.unlink()
    if not search.alive():
        arena.restart(search)
    wait_until_written_again(arena, arena.searches)


def full_for_one(arena, search):
    """A limit on the size of files, which the programs treat like a full disk."""
    arena.wait_ready(search)
    soft, hard = resource.prlimit(search.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(search.process.pid, resource.RLIMIT_FSIZE, (arena.dice.choice([0, 500, 5000]), hard))
    arena.pause(arena.dice.choice([0.5, 2]))
    search.require_alive()
    arena.check_search(search, "while its files are limited")
    resource.prlimit(search.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
    wait_until_written_again(arena, [search])


def truncated(dice, content):
    return content[:dice.randrange(1, len(content))]


def flipped(dice, content):
    place = dice.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << dice.randrange(8)]) + content[place + 1:]


def emptied(_, __):
    return b""


def garbage(dice, content):
    return dice.randbytes(len(content))


def overwritten(dice, content):
    """A page or so."""
    place = dice.randrange(len(content))
    noise = dice.randbytes(min(PIECE, len(content) - place))
    return content[:place] + noise + content[place + len(noise):]


def end_somehow(arena, search, fault):
    if arena.dice.random() < 0.5:
        arena.end(search)
    else:
        arena.kill(search, fault)


def damaged_checkpoint(damage):
    def act(arena, search):
        arena.wait_for(search.previous.exists, search, "two checkpoints")
        end_somehow(arena, search, f"checkpoint {damage.__name__}")
        search.checkpoint.write_bytes(damage(arena.dice, search.checkpoint.read_bytes()))
        search.start()
        arena.wait_ready(search)
        arena.wait_to_hear("best.checkpoint.previous is taken instead", search)
        arena.wait_for(lambda: search.checkpoint_sound(search.checkpoint), search, "a sound checkpoint")
        if search.checkpoint_sound(search.previous) is not True:
            search.fail("the previous checkpoint was replaced before a sound one stood beside it")
    return act


def both_checkpoints_damaged(arena, search):
    """Then the state is lost, and nothing else: the search begins from its packing."""
    arena.wait_for(lambda: search.previous.exists() and search.out.exists(), search, "two checkpoints and a packing")
    end_somehow(arena, search, "both checkpoints damaged")
    for file in (search.checkpoint, search.previous):
        file.write_bytes(truncated(arena.dice, file.read_bytes()))
    search.start()
    arena.wait_for(search.ended, search, "being refused", may_end=True)
    if search.process.returncode != 2 or "both cannot be read" not in search.said():
        search.fail(f"ended with code {search.process.returncode} where both checkpoints are damaged")
    search.checkpoint.unlink()
    search.previous.unlink()
    search.start("--start", search.out_name)
    arena.wait_ready(search)


def output_deleted(arena, search):
    """While the search runs; it is there again when the search has ended."""
    arena.wait_for(search.out.exists, search, "a packing")
    arena.look()
    search.out.unlink()
    arena.end(search)
    if not search.out.exists():
        search.fail(f"did not write {search.out_name} again")
    arena.ledger.require_kept(search, "with the file that was deleted")
    arena.restart(search)


def archive_in_peace(damage):
    """While no search runs."""
    def act(arena, _):
        for search in arena.searches:
            arena.end(search)
        damaged = damage(arena.dice, arena.archive.read_bytes())
        arena.archive.write_bytes(damaged)
        arena.verify_archive(damaged)
        for search in arena.searches:
            if not search.alive():
                search.start()
    return act


def archive_in_use(damage):
    """While all searches run, and perhaps in the middle of a transaction."""
    def act(arena, _):
        content = arena.archive.read_bytes()
        damaged = damage(arena.dice, content)
        with open(arena.archive, "r+b") as file:
            file.write(damaged)
            file.truncate(len(damaged))
        arena.pause(arena.dice.choice([0, 0.2, 1]))
        arena.verify_archive(None)
    return act


def deck(arena):
    """Every fault as often as it is to come in one round: (name, function of arena and search)."""
    faults = [("kill -9", kill)] * 6 + [("kill -9 of all at once", kill_all)] * 2
    faults += [(f"SIG{name}", end_by(getattr(signal, f"SIG{name}"))) for name in ("TERM", "TERM", "TERM", "INT", "INT")]
    faults += [("SIGUSR1", checkpoint_on_demand)] * 2 + [("SIGSTOP", stop_and_go_on)] * 2
    if arena.can_fill:
        faults += [("full file system", full_file_system)] * 2
    faults += [("limit on the size of files", full_for_one)] * 2
    faults += [(f"checkpoint {damage.__name__}", damaged_checkpoint(damage)) for damage in (truncated, flipped, emptied, garbage)]
    faults += [("both checkpoints damaged", both_checkpoints_damaged), ("packing deleted", output_deleted)]
    for damage in (truncated, overwritten, flipped):
        faults.append((f"archive {damage.__name__}, not in use", archive_in_peace(damage)))
        faults.append((f"archive {damage.__name__}, in use", archive_in_use(damage)))
    return faults
