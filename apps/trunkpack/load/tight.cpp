// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "tight.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/parted_mesh.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/tightness/find_tight_walls.hpp"
#include "jam/tightness/nearest_part.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "question_progress.hpp"
#include "seed_list.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using trunk::TightPatch;

/// `2 mm: 0, 5 mm: +25, 10 mm: not measured: it would cross other walls`.
std::string moves_text(const TightPatch& patch) {
  const auto& moves = patch.moves;
  const bool same = std::ranges::all_of(moves, [&](const trunk::MovedWall& move) {
    return !move.obstacle.empty() && move.obstacle == moves.front().obstacle;
  });
  if (same && !moves.empty()) return "not moved: " + moves.front().obstacle;
  std::vector<std::string> texts;
  for (const trunk::MovedWall& move : moves) {
    const std::string found = !move.counts.empty()    ? trunk::gain_text(move.gain)
                              : move.obstacle.empty() ? "not measured"
                                                      : "not measured: " + move.obstacle;
    texts.push_back(fmt::format("{} mm: {}", io::number_text(move.distance), found));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string patch_text(const TightPatch& patch) {
  const auto whole = [](double value) { return io::fixed_text(io::rounded_to_decimals(value, 0), 0); };
  return fmt::format("{}{} % of the forces, outward {}, {} cm2 at {}, {}, {}; {}",
                     patch.part.empty() ? "" : io::quoted(patch.part) + ", ", whole(100 * patch.share),
                     trunk::direction_text(patch.outward), whole(patch.area / 100), whole(patch.place.x),
                     whole(patch.place.y), whole(patch.place.z), moves_text(patch));
}

}  // namespace

trunk::TightWalls examine_walls(const Options& options, const trunk::TrunkProblem& problem,
                                const std::vector<trunk::BoxRow>& load,
                                const std::vector<std::vector<trunk::BoxRow>>& held, const StopQuery& stop) {
  for (const trunk::BoxRow& row : without_fixed(problem, load)) {
    if (!trunk::same_size(row.edge, options.edge()))
      throw InputError(
          fmt::format("--tight: the load holds a box of {}, and boxes of {} are added: give the "
                      "edges of its boxes by --box; loads of several sizes are not measured",
                      trunk::size_text(row.edge), trunk::size_text(options.edge())));
  }
  QuestionProgress shown(options);
  tightness::TightTask task{problem, load};
  task.held = held;
  mesh::PartedMesh parted = mesh::read_parted_mesh(options.mesh, options.read.unit, options.read.up);
  if (parted.names.size() > 1) {
    task.part_of = tightness::nearest_parts(problem.container.surface, parted.mesh, parted.counts);
    task.parts = std::move(parted.names);
  }
  task.by_part = options.tight_by_part;
  task.rules.seconds = options.tight_time;
  task.rules.seeds = options.seeds;
  task.seed = options.seed_drawn ? 1 : options.seed;
  task.thread_count = options.thread_count;
  task.verify = [&](const trunk::TrunkProblem& changed, const std::vector<trunk::BoxRow>& rows) {
    return mesh::check_boxes(changed, rows, options.thread_count).legal;
  };
  task.progress = [&](double share, const std::string& text) {
    shown.show(share, 1, "tight walls: " + text);
  };
  task.stop = stop;
  return tightness::find_tight_walls(task);
}

void require_named_parts(const Options& options) {
  if (!options.tight_by_part) return;
  if (mesh::read_parted_mesh(options.mesh, options.read.unit, options.read.up).names.size() < 2)
    throw InputError(fmt::format("--tight-by part: {} names fewer than two parts", options.mesh.string()));
}

std::string tight_caveat(const trunk::TightWalls& tight, std::size_t box_count) {
  if (!tight.has_answer()) return {};  // warn_of_missing_answers() tells of that.
  if (!tight.complete) return "a signal ended the work on tight walls: measurements are missing";
  if (!tight.is_made()) return "no load with one box more was made: nothing is known of tight walls";
  const double most = tight.base.empty() ? 0 : std::ranges::max(tight.base);
  if (most <= static_cast<double>(box_count)) return {};
  return fmt::format(
      "the searches for tight walls found {} boxes in the trunk as it is, the load has {}: a "
      "longer search finds more",
      io::number_text(most), box_count);
}

std::string tight_table(const trunk::TightWalls& tight) {
  if (!tight.is_made()) return {};
  std::string text =
      fact("tight walls",
           fmt::format("from {} loads of {} boxes; what {} s and seeds {} find where one of them is moved "
                       "outwards{}:",
                       tight.load_count, tight.box_count, io::number_text(tight.rules.seconds),
                       seeds_text(tight.rules.seeds), tight.complete ? "" : " (not complete)"));
  for (std::size_t k = 0; k < tight.patches.size(); ++k)
    text += fact(fmt::format("  {}", k + 1), patch_text(tight.patches[k]));
  return text;
}

}  // namespace jam::app
