// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/rows.hpp"

#include "jam/archive/fingerprint.hpp"
#include "jam/io/number_text.hpp"

namespace jam::archive {
namespace {

std::string checksum(const Record& record) {
  return fingerprint({record.problem, io::number_text(record.count), io::number_text(record.value), record.seed, record.options,
                      record.version, record.device, record.time, record.text});
}

}  // namespace

std::string entry_query(const std::string& rest) {
  return "SELECT problem.id, problem.label, problem.definition, result.id, result.count, result.value, result.seed, result.options,"
         " result.version, result.device, result.time, result.text, result.checksum"
         " FROM result JOIN problem ON problem.id = result.problem WHERE problem.kind = ?1 " +
         rest;
}

Row row_at(const Statement& statement) {
  Row row;
  Problem& problem = row.entry.problem;
  Record& record = row.entry.record;
  problem = {statement.text(0), statement.text(1), statement.text(2)};
  record.id = statement.integer(3);
  record.problem = problem.id;
  record.count = statement.integer(4);
  record.value = statement.real(5);
  record.seed = statement.text(6);
  record.options = statement.text(7);
  record.version = statement.text(8);
  record.device = statement.text(9);
  record.time = statement.text(10);
  record.text = statement.text(11);
  if (checksum(record) != statement.text(12)) {
    row.fault = "result " + std::to_string(record.id) + ": damaged, its checksum does not match";
  } else if (fingerprint(problem.definition) != problem.id) {
    row.fault = "result " + std::to_string(record.id) + ": the definition of its problem is damaged";
  }
  return row;
}

std::optional<Entry> best_of(Database& database, const Kind& kind, const std::string& problem_id) {
  Statement statement(
      database, entry_query(std::string("AND result.problem = ?2 ORDER BY result.value ") + (kind.smaller_is_better ? "ASC" : "DESC")));
  statement.bind(1, kind.name).bind(2, problem_id);
  while (statement.step()) {
    Row row = row_at(statement);
    if (row.fault.empty()) return std::move(row.entry);
  }
  return std::nullopt;
}

void insert(Database& database, const Kind& kind, const Problem& problem, const Record& record) {
  // The definition is known to match the id: where the stored one differs, it is the damaged one.
  Statement add_problem(database,
                        "INSERT INTO problem (id, kind, label, definition) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE"
                        " SET kind = excluded.kind, definition = excluded.definition WHERE definition IS NOT excluded.definition");
  add_problem.bind(1, problem.id).bind(2, kind.name).bind(3, problem.label).bind_bytes(4, problem.definition).step();
  const std::string sum = checksum(record);
  Statement add_result(database,
                       "INSERT INTO result (problem, count, value, seed, options, version, device, time, checksum, text)"
                       " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
  add_result.bind(1, record.problem).bind(2, record.count).bind(3, record.value).bind(4, record.seed).bind(5, record.options);
  add_result.bind(6, record.version).bind(7, record.device).bind(8, record.time).bind(9, sum).bind_bytes(10, record.text).step();
}

}  // namespace jam::archive
