// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rows of the tables and their checksums. Inside jam_archive only.
#pragma once

#include <optional>
#include <string>

#include "jam/archive/archive.hpp"
#include "jam/archive/database.hpp"

namespace jam::archive {

/// A row of the join that `entry_query` makes.
struct Row {
  Entry entry;
  std::string fault;  ///< Empty for a sound row, else what is wrong.
};

/// SELECT of results with their problems; conditions and order are appended. Its first parameter is the kind.
[[nodiscard]] std::string entry_query(const std::string& rest);

/// The row that a statement made by entry_query stands at.
[[nodiscard]] Row row_at(const Statement& statement);

/// The best sound result of a problem.
[[nodiscard]] std::optional<Entry> best_of(Database& database, const Kind& kind, const std::string& problem_id);

/// Adds a result, and its problem where it is new.
void insert(Database& database, const Kind& kind, const Problem& problem, const Record& record);

}  // namespace jam::archive
