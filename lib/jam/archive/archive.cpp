// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "jam/archive/access.hpp"
#include "jam/archive/database.hpp"
#include "jam/archive/fingerprint.hpp"
#include "jam/archive/schema.hpp"
#include "jam/core/time_stamp.hpp"
#include "jam/io/number_text.hpp"

namespace jam::archive {
namespace {

/// A result with its problem, as it was read.
struct Row {
  Entry entry;
  std::string fault;  ///< Fault of the row; empty for a sound row.
};

std::string checksum(const Record& record) {
  return fingerprint({record.problem, io::number_text(record.count), io::number_text(record.value),
                      record.seed, record.options, record.version, record.device, record.time, record.text});
}

/// A query of results with their problems. Its first parameter is the kind; `rest` appends conditions and
/// order.
std::string entry_query(const std::string& rest) {
  return "SELECT problem.id, problem.label, problem.definition, result.id, result.count, result.value, "
         "result.seed, result.options,"
         " result.version, result.device, result.time, result.text, result.checksum"
         " FROM result JOIN problem ON problem.id = result.problem WHERE problem.kind = ?1 " +
         rest;
}

/// The row at which a statement made by entry_query() stands.
Row row_at(const Statement& statement) {
  Row row;
  Problem& problem = row.entry.problem;
  Record& record = row.entry.record;
  problem = {statement.text(0), statement.text(1), statement.text(2)};
  record = {statement.integer(3), problem.id,        statement.integer(4), statement.real(5),
            statement.text(11),   statement.text(6), statement.text(7),    statement.text(8),
            statement.text(9),    statement.text(10)};
  if (checksum(record) != statement.text(12)) {
    row.fault = fmt::format("result {}: damaged, its checksum does not match", record.id);
  } else if (fingerprint(problem.definition) != problem.id) {
    row.fault = fmt::format("result {}: the definition of its problem is damaged", record.id);
  }
  return row;
}

/// One result, if it exists and is of this kind. A row that cannot be read is a fault.
std::optional<Row> row_of(Database& database, const Kind& kind, long long id) {
  try {
    Statement statement(database, entry_query("AND result.id = ?2"));
    statement.bind(kind.name, id);
    return statement.step() ? std::optional(row_at(statement)) : std::nullopt;
  } catch (const DatabaseError& error) {
    if (error.fault() != Fault::damaged) throw;
    Row row;
    row.fault = fmt::format("result {}: damaged, it cannot be read: {}", id, error.what());
    return row;
  }
}

/// Why row_of() finds no result with a number that a damaged archive lists; empty if the number belongs to
/// another kind.
std::string fault_of_missing(Database& database, long long id) {
  try {
    Statement statement(database,
                        "SELECT COALESCE(problem.kind, '') FROM result LEFT JOIN problem ON problem.id = "
                        "result.problem WHERE result.id = ?1");
    statement.bind(id);
    if (!statement.step()) return fmt::format("result {}: damaged, it cannot be found", id);
    return statement.text(0).empty() ? fmt::format("result {}: damaged, its problem cannot be found", id)
                                     : "";
  } catch (const DatabaseError& error) {
    if (error.fault() != Fault::damaged) throw;
    return fmt::format("result {}: damaged, it cannot be read: {}", id, error.what());
  }
}

/// The numbers of results that a query returns before it comes to damage, which is put into `damage`.
std::vector<long long> numbers_until_damage(Database& database, const std::string& query,
                                            std::string& damage) {
  std::vector<long long> numbers;
  try {
    Statement statement(database, query);
    while (statement.step()) numbers.push_back(statement.integer(0));
  } catch (const DatabaseError& error) {
    if (error.fault() != Fault::damaged) throw;
    damage = error.what();
  }
  return numbers;
}

/// Calls `take` with the results of a problem, the best one first, until it returns false.
template <class Take>
void for_each_result(Database& database, const Kind& kind, const std::string& problem_id, Take&& take) {
  Statement statement(database, entry_query("AND result.problem = ?2 ORDER BY result.value " + kind.order()));
  statement.bind(kind.name, problem_id);
  while (statement.step() && take(row_at(statement))) {
  }
}

/// Adds a result, and its problem where it is new.
void insert(Database& database, const Kind& kind, const Problem& problem, const Record& record) {
  // The definition is known to match the id: where the stored one differs, it is the damaged one.
  Statement add_problem(
      database,
      "INSERT INTO problem (id, kind, label, definition) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE"
      " SET kind = excluded.kind, definition = excluded.definition WHERE definition IS NOT "
      "excluded.definition");
  add_problem.bind(problem.id, kind.name, problem.label, Bytes{problem.definition});
  add_problem.step();
  const std::string sum = checksum(record);
  Statement add_result(
      database,
      "INSERT INTO result (problem, count, value, seed, options, version, device, time, checksum, text)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
  add_result.bind(record.problem, record.count, record.value, record.seed, record.options, record.version,
                  record.device, record.time, sum, Bytes{record.text});
  add_result.step();
}

}  // namespace

bool available() { return true; }

Archive::Archive(std::filesystem::path file, Kind kind, Settings settings)
    : file_(std::move(file)), kind_(std::move(kind)), settings_(std::move(settings)) {}

void Archive::read(bool salvage, const std::function<void(Database&)>& action) const {
  read_archive(file_, settings_, salvage, action);
}

void Archive::write(const std::function<void(Database&)>& action) {
  write_archive(file_, settings_, checked_, action);
}

void Archive::warn(const std::string& fault) const {
  settings_.warn(fmt::format("{}: {}; it is left out", file_.string(), fault));
}

void Archive::prepare() {
  write([](Database&) {});
}

Offered Archive::offer(const Problem& problem, Record record) {
  record.problem = problem.id;
  if (record.time.empty()) record.time = utc_now();
  std::string violation =
      fingerprint(problem.definition) == problem.id ? "" : "the problem's definition does not match its id";
  if (violation.empty() && !std::isfinite(record.value)) violation = "its value is not finite";
  if (violation.empty()) violation = kind_.violation(problem, record);
  if (!violation.empty())
    throw UnverifiedError("the archive takes no result that does not pass verification: " + violation);

  Offered offered;
  write([&](Database& database) {
    Transaction transaction(database);
    offered = {};
    for_each_result(database, kind_, problem.id, [&](const Row& row) {
      if (!row.fault.empty()) return true;
      offered.had_best = true;
      offered.best = row.entry.record.value;
      return false;
    });
    if (offered.had_best && !kind_.better(record.value, offered.best)) return;
    insert(database, kind_, problem, record);
    transaction.commit();
    offered.entered = true;
  });
  return offered;
}

std::vector<Summary> Archive::summaries() const {
  std::vector<Summary> summaries;
  read(false, [&](Database& database) {
    summaries.clear();
    Statement statement(database, entry_query("ORDER BY result.problem, result.value " + kind_.order()));
    statement.bind(kind_.name);
    while (statement.step()) {
      Row row = row_at(statement);
      if (!row.fault.empty()) {
        warn(row.fault);
      } else if (!summaries.empty() && summaries.back().problem.id == row.entry.problem.id) {
        ++summaries.back().result_count;
      } else {
        summaries.push_back({std::move(row.entry.problem), std::move(row.entry.record), 1});
      }
    }
  });
  std::stable_sort(summaries.begin(), summaries.end(), [](const Summary& a, const Summary& b) {
    return a.best.count != b.best.count ? a.best.count < b.best.count : a.problem.label < b.problem.label;
  });
  return summaries;
}

std::vector<Entry> Archive::history(const std::string& problem_id) const {
  std::vector<Entry> entries;
  read(false, [&](Database& database) {
    entries.clear();
    for_each_result(database, kind_, problem_id, [&](Row row) {
      row.fault.empty() ? entries.push_back(std::move(row.entry)) : warn(row.fault);
      return true;
    });
  });
  return entries;
}

Entry Archive::entry(long long id) const {
  std::optional<Row> found;
  read(false, [&](Database& database) { found = row_of(database, kind_, id); });
  if (!found)
    throw ArchiveError(fmt::format("{}: holds no result {} of {}: `show` lists the numbers", file_.string(),
                                   id, kind_.name));
  if (!found->fault.empty())
    throw ArchiveError(fmt::format("{}: {}: take another result", file_.string(), found->fault));
  return std::move(found->entry);
}

Audit Archive::audit() const {
  Audit audit;
  read(false, [&](Database& database) {
    audit = {};
    require_sound(database, file_);
    Statement count(database, "SELECT count(*) FROM problem WHERE kind = ?1");
    count.bind(kind_.name);
    count.step();
    audit.problem_count = count.integer(0);
    Statement others(database,
                     "SELECT problem.kind, count(*) FROM result JOIN problem ON problem.id = result.problem "
                     "WHERE problem.kind <> ?1"
                     " GROUP BY problem.kind ORDER BY problem.kind");
    others.bind(kind_.name);
    while (others.step()) audit.skipped.emplace_back(others.text(0), others.integer(1));
    Statement statement(database, entry_query("ORDER BY result.id"));
    statement.bind(kind_.name);
    for (; statement.step(); ++audit.result_count) {
      Row row = row_at(statement);
      if (row.fault.empty()) {
        const std::string violation = kind_.violation(row.entry.problem, row.entry.record);
        if (!violation.empty()) row.fault = fmt::format("result {}: {}", row.entry.record.id, violation);
      }
      if (!row.fault.empty()) audit.faults.push_back(row.fault);
    }
  });
  return audit;
}

Merged Archive::merge(const Archive& other) {
  Merged merged;
  bool damaged = false;
  other.read(true, [&](Database& database) {
    try {
      require_sound(database, other.file_);
    } catch (const DatabaseError& error) {
      if (error.fault() != Fault::damaged) throw;
      damaged = true;
    }
  });
  // Numbers first, so that the other archive is not held open while this one is written.
  std::vector<long long> ids;
  other.read(damaged, [&](Database& database) {
    merged.refused.clear();
    std::string damage;
    ids = numbers_until_damage(database, "SELECT id FROM result ORDER BY id", damage);
    if (damage.empty()) return;
    // From the other end up to the damage, too.
    std::string same;
    std::vector<long long> behind =
        numbers_until_damage(database, "SELECT id FROM result ORDER BY id DESC", same);
    const std::set<long long> known(ids.begin(),
                                    ids.end());  // Numbers may be damaged, too: their order says nothing.
    std::erase_if(behind, [&](long long id) { return known.contains(id); });
    std::ranges::reverse(behind);
    if (ids.empty() && behind.empty()) throw DatabaseError(Fault::damaged, damage);
    const std::string where = ids.empty() ? fmt::format("before result {}", behind.front())
                              : behind.empty()
                                  ? fmt::format("after result {}", ids.back())
                                  : fmt::format("between results {} and {}", ids.back(), behind.front());
    merged.refused.push_back(fmt::format("what comes {} cannot be read: {}", where, damage));
    ids.insert(ids.end(), behind.begin(), behind.end());
  });
  for (const long long id : ids) {
    std::optional<Row> row;
    std::string fault;
    other.read(damaged, [&](Database& database) {
      row = row_of(database, kind_, id);
      fault = row ? row->fault : damaged ? fault_of_missing(database, id) : "";
    });
    if (!fault.empty()) merged.refused.push_back(fault);
    if (!row || !fault.empty()) continue;
    try {
      ++(offer(row->entry.problem, row->entry.record).entered ? merged.entered : merged.no_better);
    } catch (const UnverifiedError& error) {
      merged.refused.push_back(fmt::format("result {}: {}", id, error.what()));
    }
  }
  return merged;
}

}  // namespace jam::archive
