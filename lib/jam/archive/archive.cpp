// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/archive.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "jam/archive/access.hpp"
#include "jam/archive/database.hpp"
#include "jam/archive/fingerprint.hpp"
#include "jam/archive/rows.hpp"
#include "jam/archive/schema.hpp"
#include "jam/core/time_stamp.hpp"

namespace jam::archive {
namespace {

namespace fs = std::filesystem;

/// One result, if it is there and of this kind; the fault of a row that cannot be read.
std::optional<Row> row_of(const Reading& reading, const Kind& kind, long long id) {
  return reading.run([&](Database& database) -> std::optional<Row> {
    try {
      Statement statement(database, entry_query("AND result.id = ?2"));
      statement.bind(1, kind.name).bind(2, id);
      return statement.step() ? std::optional(row_at(statement)) : std::nullopt;
    } catch (const DatabaseError& error) {
      if (error.trouble() != Trouble::damaged) throw;
      Row row;
      row.fault = "result " + std::to_string(id) + ": damaged, it cannot be read: " + error.what();
      return row;
    }
  });
}

}  // namespace

bool available() { return true; }

Archive::Archive(fs::path file, Kind kind, Settings settings)
    : file_(std::move(file)), kind_(std::move(kind)), settings_(std::move(settings)) {}

void Archive::prepare() {
  Writing(*this).run([](Database&) {});
}

Offered Archive::offer(const Problem& problem, Record record) {
  record.problem = problem.id;
  if (record.time.empty()) record.time = utc_now();
  std::string violation = fingerprint(problem.definition) == problem.id ? "" : "the problem's definition does not match its id";
  if (violation.empty() && !std::isfinite(record.value)) violation = "its value is not finite";
  if (violation.empty()) violation = kind_.violation(problem, record);
  if (!violation.empty()) throw UnverifiedError("the archive takes no result that does not pass verification: " + violation);

  return Writing(*this).run([&](Database& database) {
    Transaction transaction(database);
    Offered offered;
    if (const std::optional<Entry> best = best_of(database, kind_, problem.id)) {
      offered.had_best = true;
      offered.best = best->record.value;
      if (!kind_.better(record.value, offered.best)) return offered;
    }
    insert(database, kind_, problem, record);
    transaction.commit();
    offered.entered = true;
    return offered;
  });
}

std::vector<Summary> Archive::summaries() const {
  const Reading reading(*this);
  std::vector<Summary> summaries = reading.run([&](Database& database) {
    std::vector<Summary> found;
    Statement statement(database,
                        entry_query(std::string("ORDER BY result.problem, result.value ") + (kind_.smaller_is_better ? "ASC" : "DESC")));
    statement.bind(1, kind_.name);
    while (statement.step()) {
      Row row = row_at(statement);
      if (!row.fault.empty()) {
        reading.warn(row.fault);
      } else if (!found.empty() && found.back().problem.id == row.entry.problem.id) {
        ++found.back().result_count;
      } else {
        found.push_back({std::move(row.entry.problem), std::move(row.entry.record), 1});
      }
    }
    return found;
  });
  std::stable_sort(summaries.begin(), summaries.end(), [](const Summary& a, const Summary& b) {
    return a.best.count != b.best.count ? a.best.count < b.best.count : a.problem.label < b.problem.label;
  });
  return summaries;
}

std::vector<Entry> Archive::history(const std::string& problem_id) const {
  const Reading reading(*this);
  return reading.run([&](Database& database) {
    std::vector<Entry> entries;
    Statement statement(
        database, entry_query(std::string("AND result.problem = ?2 ORDER BY result.value ") + (kind_.smaller_is_better ? "ASC" : "DESC")));
    statement.bind(1, kind_.name).bind(2, problem_id);
    while (statement.step()) {
      Row row = row_at(statement);
      if (row.fault.empty()) {
        entries.push_back(std::move(row.entry));
      } else {
        reading.warn(row.fault);
      }
    }
    return entries;
  });
}

Entry Archive::entry(long long id) const {
  std::optional<Row> found = row_of(Reading(*this), kind_, id);
  if (!found) {
    throw ArchiveError(file_.string() + ": holds no result " + std::to_string(id) + " of " + kind_.name + ": `show` lists the numbers");
  }
  if (!found->fault.empty()) throw ArchiveError(file_.string() + ": " + found->fault + ": take another result");
  return std::move(found->entry);
}

Audit Archive::audit() const {
  return Reading(*this).run([&](Database& database) {
    Audit audit;
    require_sound(database, file_);
    Statement count(database, "SELECT count(*) FROM problem WHERE kind = ?1");
    count.bind(1, kind_.name).step();
    audit.problem_count = count.integer(0);
    Statement statement(database, entry_query("ORDER BY result.id"));
    statement.bind(1, kind_.name);
    while (statement.step()) {
      ++audit.result_count;
      Row row = row_at(statement);
      if (row.fault.empty()) {
        const std::string violation = kind_.violation(row.entry.problem, row.entry.record);
        if (!violation.empty()) row.fault = "result " + std::to_string(row.entry.record.id) + ": " + violation;
      }
      if (!row.fault.empty()) audit.faults.push_back(row.fault);
    }
    return audit;
  });
}

Merged Archive::merge(const Archive& other) {
  Merged merged;
  const bool sound = Reading(other, true).run([&](Database& database) {
    try {
      require_sound(database, other.file_);
      return true;
    } catch (const DatabaseError& error) {
      if (error.trouble() != Trouble::damaged) throw;
      return false;
    }
  });
  const Reading reading(other, !sound);
  // Numbers first, so that the other archive is not held open while this one is written.
  const std::vector<long long> ids = reading.run([&](Database& database) {
    std::vector<long long> found;
    try {
      Statement statement(database, "SELECT id FROM result ORDER BY id");
      while (statement.step()) found.push_back(statement.integer(0));
    } catch (const DatabaseError& error) {
      if (error.trouble() != Trouble::damaged || found.empty()) throw;
      merged.refused.push_back("what comes after result " + std::to_string(found.back()) + " cannot be read: " + error.what());
    }
    return found;
  });
  for (const long long id : ids) {
    const std::optional<Row> row = row_of(reading, kind_, id);
    if (!row) continue;
    if (!row->fault.empty()) {
      merged.refused.push_back(row->fault);
      continue;
    }
    try {
      ++(offer(row->entry.problem, row->entry.record).entered ? merged.entered : merged.no_better);
    } catch (const UnverifiedError& error) {
      merged.refused.push_back("result " + std::to_string(id) + ": " + error.what());
    }
  }
  return merged;
}

}  // namespace jam::archive
