// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What an archive holds. The archive knows nothing of circles or boxes: a problem is a text that defines it, a result is the text of a
// packing file and one number that says how good it is, and a function of the program judges whether the one solves the other.
#pragma once

#include <functional>
#include <string>

namespace jam::archive {

/// A problem. Two problems are the same exactly when their definitions are.
struct Problem {
  std::string id;          ///< fingerprint(definition).
  std::string label;       ///< For people, a few words: `linear`.
  std::string definition;  ///< All that decides which packings solve it; docs/formats.md.
};

/// One result. `text`, `count` and `value` say the same thing three times; Kind::violation() holds them to each other.
struct Record {
  long long id = 0;     ///< Number in its archive, from 1; given by the archive.
  std::string problem;  ///< Problem::id.
  long long count = 0;  ///< Number of packed objects.
  double value = 0;     ///< What is minimised or maximised, in the unit of the kind (circles: R in the unit of the radii).
  std::string text;     ///< The packing file, byte for byte as it was verified.
  std::string seed;     ///< Decimal; empty where it is not known.
  std::string options;  ///< The options that give the result again; empty where they are not known.
  std::string version;  ///< Program, version, commit that found it, or that took it in.
  std::string device;   ///< Kind of device; empty where it is not known.
  std::string time;     ///< When it entered its first archive, UTC: `2026-11-21T16:20:42Z`.
};

/// Exact judgement: empty where `record.text` is a legal solution of `problem` with this count and value, else what is wrong, in one line.
using Judge = std::function<std::string(const Problem&, const Record&)>;

/// One kind of problems and what is known of it. An archive may hold several kinds; whoever opens it sees one.
struct Kind {
  std::string name;               ///< `circles`, `boxes`.
  bool smaller_is_better = true;  ///< Direction of Record::value.
  Judge violation;

  /// Whether value `a` is strictly better than `b`.
  [[nodiscard]] bool better(double a, double b) const { return smaller_is_better ? a < b : a > b; }
};

}  // namespace jam::archive
