# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""trunkpack as one of several processes: refused, in one line for all of them."""
import os
import unittest.mock

import support
import trunks

SAYS = ["runs in one process", "job array", "archive merge", "cuda:all"]


class Ranks(trunks.TrunkTest):
    def setUp(self):
        super().setUp()
        self.cuboid("t.off", (410, 210, 110))

    def launched(self, **variables):
        environment = unittest.mock.patch.dict(os.environ, variables)
        environment.start()
        self.addCleanup(environment.stop)

    def test_first_of_several_under_mpirun_says_what_to_do(self):
        self.launched(OMPI_COMM_WORLD_SIZE="3", OMPI_COMM_WORLD_RANK="0")
        self.refused("t.off", *trunks.FIXED, says=[*SAYS, "one of 3 started by mpirun"])

    def test_others_end_without_a_word(self):
        self.launched(OMPI_COMM_WORLD_SIZE="3", OMPI_COMM_WORLD_RANK="2")
        result = self.run_program("t.off", *trunks.FIXED, code=2)
        self.assertEqual(result.out + result.err, "")

    def test_tasks_of_srun_with_mpi_and_without(self):
        self.launched(SLURM_STEP_NUM_TASKS="4", SLURM_PROCID="0")
        self.refused("t.off", *trunks.FIXED, says=[*SAYS, "srun"])
        self.launched(PMIX_RANK="0")
        self.refused("t.off", *trunks.FIXED, says=[*SAYS, "one of 4 started by srun"])

    def test_one_process_is_no_group(self):
        for variables in [{"OMPI_COMM_WORLD_SIZE": "1", "OMPI_COMM_WORLD_RANK": "0"}, {"SLURM_STEP_NUM_TASKS": "1", "SLURM_PROCID": "0"}]:
            with self.subTest(variables=variables), unittest.mock.patch.dict(os.environ, variables):
                self.run_program("t.off", "--turns", "1", "--archive", "none", *trunks.FIXED)

    def test_what_is_no_search_runs_anywhere(self):
        self.launched(OMPI_COMM_WORLD_SIZE="2", OMPI_COMM_WORLD_RANK="0")
        self.write("load.box", trunks.boxes((105, 55, 30)))
        self.assert_verified("load.box", "t.off")


if __name__ == "__main__":
    support.main()
