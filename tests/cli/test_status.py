# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""--status and --metrics of both programs, and time stamps: what tells how a long search stands."""
import json
import re
import resource
import signal
import socket
import subprocess

import support
import trunks

CIRCLES = support.NAME == "circlepack"
STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"


def parse_metrics(text):
    """Strictly by the text exposition format 0.0.4: {name: {labels: value}}, where labels are a sorted tuple of pairs."""
    metric, types, samples = None, {}, {}
    assert text.endswith("\n")
    for line in text[:-1].split("\n"):
        if line.startswith("#"):
            keyword, name, rest = re.fullmatch(r"# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)", line).groups()
            if keyword == "HELP":
                assert name not in samples, f"{name} comes twice"
                metric, samples[name] = name, {}
            else:
                assert name == metric and name not in types and not samples[name], line
                assert rest in ("counter", "gauge"), line
                types[name] = rest
            continue
        name, inside, value = re.fullmatch(r"([a-zA-Z_:][a-zA-Z0-9_:]*)\{(.*)\} (\S+)", line).groups()
        assert name == metric and name in types, f"{line}: no HELP and TYPE right before"
        label = r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"'
        assert re.fullmatch(f"{label}(?:,{label})*", inside), line
        labels = tuple(sorted(re.findall(label, inside)))
        assert len(dict(labels)) == len(labels) and labels not in samples[name], f"{line}: a label or a sample comes twice"
        assert re.fullmatch(r"[+-]?\d+(\.\d+)?(e[+-]\d+)?", value), line
        samples[name][labels] = float(value)
    assert all(samples.values()) and types.keys() == samples.keys()
    for name, kind in types.items():
        assert name.startswith("jampack_") and (kind == "counter") == name.endswith("_total"), name
    return samples


class StatusTest(support.ProgramTest):
    FILES = ["--status", "s.json", "--metrics", "m.prom"]

    def setUp(self):
        super().setUp()
        if CIRCLES:
            self.problem = ["--n", "12", "--instances", "4", "--threads", "1", "--device", "cpu", "--seed", "1"]
            self.limit, self.work, self.out = ["--trials", "300"], "trials", "linear-n12.circles"
        else:
            # Room for eight boxes, and by volume for nine: the search does not end by itself.
            self.write("trunk.off", trunks.cuboid((410, 210, 110)))
            self.problem = ["trunk.off", "--threads", "1", *trunks.FIXED]
            self.limit, self.work, self.out = ["--turns", "2"], "turns", "trunk.box"

    def status(self):
        return json.loads(self.path("s.json").read_text())

    def metrics(self):
        return parse_metrics(self.path("m.prom").read_text())

    def value(self, metrics, name, **labels):
        """The only sample of a metric with these labels."""
        found = [value for key, value in metrics["jampack_" + name].items() if labels.items() <= dict(key).items()]
        self.assertEqual(len(found), 1, name)
        return found[0]

    def later_version(self, process):
        """Waits for a version after the first result; each one that is met has to be whole. The metrics follow the status,
        so that the first version of the one may be there before the other."""
        self.wait_for(self.path("s.json").exists, process)
        self.wait_for(self.path("m.prom").exists, process)
        self.wait_for(lambda: self.status()["best"] is not None, process)
        return self.status()

    def best(self, status):
        return status["best"]["radius" if CIRCLES else "boxes"]

    def result(self):
        """What the packing's file holds."""
        if CIRCLES:
            return float(support.annotation(self.path(self.out), "enclosing-radius"))
        return int([line for line in self.path(self.out).read_text().splitlines() if not line.startswith("#")][0])


class Files(StatusTest):
    def test_renewed_during_the_search_and_at_its_end_by_a_signal(self):
        process = self.start(*self.problem, *self.FILES, "--time", "0", "--checkpoint", "none") if CIRCLES else \
            self.start(*self.problem, *self.FILES, "--time", "0")
        status = self.later_version(process)
        self.assertEqual((status["schema"], status["program"]), ("jampack/status/1", support.NAME))
        self.assertEqual((status["pid"], status["host"]), (process.pid, socket.gethostname()))
        self.assertEqual((status["state"], status["reason"]), ("running", None))
        self.assertEqual((status["eta"], status["eta_seconds"], status["time_limit_seconds"]), (None, None, None))
        self.assertEqual(status["stalled"], False)
        self.assertGreaterEqual(status["elapsed_seconds"], status["last_gain"]["elapsed_seconds"])
        self.assertRegex(status["started"] + status["updated"], f"^{STAMP}{STAMP}$")
        metrics = self.metrics()
        self.assertEqual(self.value(metrics, "run_state", state="running"), 1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.wait(process).code, 143)
        last = self.status()
        self.assertEqual((last["state"], last["reason"]), ("interrupted", "terminated (SIGTERM)"))
        self.assertGreaterEqual(last["updated"], status["updated"])
        self.assertGreater(last["counters"][self.work], 0)
        self.assertEqual(self.best(last), self.result())
        self.assertEqual(self.value(self.metrics(), "run_state", state="interrupted"), 1)
        self.assertEqual(self.value(self.metrics(), "run_state", state="running"), 0)

    def test_a_limit_gives_the_time_left_and_a_kill_leaves_whole_files(self):
        process = self.start(*self.problem, *self.FILES, "--time", "1000s")
        status = self.later_version(process)
        # The limit counts from the start of the program, the search begins a little later.
        end = status["elapsed_seconds"] + status["eta_seconds"]
        self.assertLess(end, 1000)
        self.assertGreater(end, 800)
        self.assertRegex(status["eta"], f"^{STAMP}$")
        process.kill()
        self.wait(process)
        self.assertEqual(self.status()["state"], "running")
        left, gone = (self.value(self.metrics(), name) for name in ["time_left_seconds", "search_seconds_total"])
        self.assertAlmostEqual(left + gone, end, places=2)

    def test_end_by_a_limit(self):
        self.run_program(*self.problem, *self.limit, *self.FILES)
        status = self.status()
        self.assertEqual(status["state"], "finished")
        self.assertIn("limit of", status["reason"])
        self.assertEqual((status["eta"], status["result"]), (None, self.out))
        self.assertEqual(self.best(status), self.result())
        self.assertEqual(status["work_limit"], int(self.limit[1]))
        self.assertGreaterEqual(status["counters"][self.work], status["work_limit"])
        metrics = self.metrics()
        self.assertEqual(self.value(metrics, f"{self.work}_total"), status["counters"][self.work])
        name = "best_radius" if CIRCLES else "best_boxes"
        problem = "linear-n12" if CIRCLES else "trunk-din"
        self.assertEqual(self.value(metrics, name, program=support.NAME, problem=problem, device="cpu", seed="1"), self.result())
        self.assertNotIn("jampack_time_left_seconds", metrics)

    def test_an_error_at_the_end_is_a_failure_with_its_reason(self):
        with open("/dev/full", "w") as full:
            code = subprocess.run([support.PROGRAM, *self.problem, *self.limit, *self.FILES], cwd=self.folder, stdout=full,
                                  stderr=subprocess.DEVNULL, timeout=support.LIMIT).returncode
        self.assertEqual(code, 2)
        status = self.status()
        self.assertEqual(status["state"], "failed")
        self.assertIn("standard output", status["reason"])
        self.assertEqual(self.value(self.metrics(), "run_state", state="failed"), 1)

    def test_files_do_not_change_the_result(self):
        self.run_program(*self.problem, *self.limit, "--out", "plain")
        self.run_program(*self.problem, *self.limit, *self.FILES, "--out", "watched")
        self.assertEqual(self.path("plain").read_text(), self.path("watched").read_text())


class Errors(StatusTest):
    def test_full_disk_is_one_warning_per_file_and_the_old_files_stay(self):
        self.write("s.json", "{}\n")
        self.write("m.prom", "old\n")
        problem = ["--n", "3", "--device", "cpu", "--seed", "1"] if CIRCLES else [*self.problem, "--standing", "off"]
        # Room for the packing, with all digits as well, but for neither of the two: the status has the name of the packing, which is long.
        result = self.run_program(*problem, *self.limit, *self.FILES, "--archive", "none", "--quiet", "--out", 80 * "r", code=2,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900)))
        warnings, errors = result.err.splitlines()[:2], result.err.splitlines()[2:]
        self.assertEqual(len(errors), 2, result.err)
        for name, warning in zip(["s.json", "m.prom"], warnings):
            self.assertTrue(warning.startswith(f"warning: {name}: cannot be written"), warning)
            self.assertIn("the search continues", warning)
        self.assertEqual(self.path("s.json").read_text(), "{}\n")
        self.assertEqual(self.path("m.prom").read_text(), "old\n")
        self.assertEqual([path.name for path in self.folder.glob(".jampack-*")], [])

    def test_unwritable_path_is_found_before_the_search(self):
        for option in ["--status", "--metrics"]:
            with self.subTest(option=option):
                self.refused(*self.problem, "--time", "0", option, "nowhere/x", says=["nowhere/x"])

    def test_files_of_their_own(self):
        self.refused(*self.problem, "--status", "x", "--metrics", "x", says=["--status", "--metrics", "same file"])
        self.refused(*self.problem, "--status", "x", "--out", "x", says=["--status", "--out", "same file"])

    def test_nothing_to_tell_without_a_search(self):
        trunk = [] if CIRCLES else ["trunk.off"]
        for option in ["--status", "--metrics"]:
            self.refused(*trunk, "--verify", "some", option, "x", says=[option, "no effect"])
            self.refused("archive", "list", option, "x", says=[option, "no effect"])


class Lines(StatusTest):
    def test_lines_of_progress_begin_with_a_time_stamp(self):
        log = ["--log", "run.log"] if CIRCLES else []
        result = self.run_program(*self.problem, "--time", "10.5s", *log)
        line = rf"(?m)^{STAMP}  0:10 ETA 0:00  \S.*$"
        self.assertRegex(result.err, line)
        if CIRCLES:
            text = self.path("run.log").read_text()
            self.assertRegex(text, line)
            self.assertTrue(text.endswith("\n"))
            for row in text.splitlines():
                self.assertRegex(row, f"^{STAMP}  ")


class GoingOn(StatusTest):
    def test_time_and_last_gain_count_from_the_very_beginning(self):
        first_limit, second_limit = (20000, 20001) if CIRCLES else (1, 2)
        limit = self.limit[0]
        self.run_program(*self.problem, limit, first_limit, *self.FILES, "--checkpoint", "x.cp")
        first = self.status()
        self.assertEqual(first["seconds_before"], 0)
        self.assertEqual(first["checkpoint"]["file"], "x.cp")
        self.assertRegex(first["checkpoint"]["written"], f"^{STAMP}$")
        self.run_program("--resume", "x.cp", limit, second_limit, *self.FILES)
        second = self.status()
        self.assertGreater(second["seconds_before"], 0)
        self.assertGreaterEqual(second["elapsed_seconds"], second["seconds_before"])
        self.assertGreaterEqual(second["counters"][self.work], second_limit)
        if not CIRCLES:
            self.assertGreaterEqual(self.best(second), self.best(first))
        else:
            self.assertEqual(self.best(second), self.best(first))
            # The best packing of the first part is no gain of the second.
            self.assertEqual(second["last_gain"]["work"], first["last_gain"]["work"])
            self.assertLess(second["last_gain"]["elapsed_seconds"], second["seconds_before"])


if __name__ == "__main__":
    support.main()
