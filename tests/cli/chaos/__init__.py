# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Searches under faults: several at once on one archive, each ended, killed, hindered or robbed of a file, and started again.

`search` is one search and its files, `checkpoint` and `archive` read the formats without the programs, `ledger` knows what was ever seen,
`faults` is the list of faults, `arena` deals them out, checks and counts.
"""
