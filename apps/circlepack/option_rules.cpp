// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "option_rules.hpp"

#include <fmt/format.h>

#include "shell/archive/archived_starts.hpp"

namespace jam::app {
namespace {

Modes mode_bit(const Options& options) {
  switch (options.mode) {
    case Mode::verify: return verify_mode;
    case Mode::archive: return mode_of(options.archive_request.action);
    default: return 1U << static_cast<unsigned>(options.kind);
  }
}

void check_search(const Options& options, const OptionTable& table) {
  const auto without_effect = [&](const std::vector<std::string_view>& names, const char* reason) {
    refuse(table, options.given, names, reason);
  };
  if (!options.has("resume")) require_problem(options);
  const std::size_t start_count = options.starts.size() + (options.start_archive ? 1 : 0);
  if (options.kind != SearchKind::multistart && start_count > 1) {
    throw InputError(fmt::format("--start is given {} times: --search {} begins from one packing", start_count, search_name(options.kind)));
  }
  if (options.start_archive && !options.has("resume")) require_archive_for_start(options.archive);
  if (options.kind == SearchKind::single && start_count > 0) without_effect({"start-kind"}, "with --search single and --start");
  if (options.search.relaxation != circles::Relaxation::contact) without_effect({"mass"}, "without --relax contact");
  if (options.starts.empty()) without_effect({"import-format"}, "without --start FILE or --verify");
  const circles::MoveWeights& m = options.search.moves;
  if (!(m.neighbour_swap + m.swap + m.gradual_swap + m.outside + m.insert + m.small_last > 0)) {
    throw InputError("the frequencies --move-... are all 0: at least one move is needed");
  }
}

}  // namespace

void require_problem(const Options& options) {
  if (options.n == 0 && !options.has("radii") && options.starts.empty()) {
    throw InputError("no problem is given: --n N, --radii FILE or --start FILE is needed; circlepack --help shows examples");
  }
  if (options.kind == SearchKind::improve && options.starts.empty() && !options.start_archive) {
    throw InputError("--search improve needs a packing to improve: --start FILE (circlepack --n N --time 10s makes one)");
  }
}

void check_rules(const Options& options, const OptionTable& table) {
  const bool searches = options.mode == Mode::search, special = options.kind != SearchKind::multistart;
  const std::string reason =
      searches && special ? fmt::format("with --search {}", search_name(options.kind)) : mode_reason(mode_bit(options));
  if (searches && options.kind == SearchKind::single) {
    refuse(table, options.given, {"checkpoint", "checkpoint-every", "resume"}, "with --search single, which keeps no checkpoints");
  }
  check_run(options, table, mode_bit(options), reason);
  if (searches) check_search(options, table);
  if (options.mode == Mode::archive && options.has("id")) refuse(table, options.given, {"n", "radii"}, "with --id");
}

}  // namespace jam::app
