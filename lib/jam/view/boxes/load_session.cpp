// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/boxes/load_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"

namespace jam::view {
namespace {

using io::JsonObject;
using trunk::BoxRow;

constexpr int steps_at_once = 20;    ///< Number of steps between two tests for commands.
constexpr double frame_time = 0.05;  ///< Time between two pictures of a simulation [s].
/// Number of steps after which the polish is tried, even with deep penetrations.
constexpr int polish_every = 500;
/// Number of failed polishes, with nothing left to simulate, after which a simulation ends.
constexpr int polishes_in_vain = 6;
constexpr double growth = 0.04;  ///< Growth of edges in the simulation, once the polish has failed [mm].

/// The middle of the bounds of a container.
Vec3d middle_of(const trunk::TrunkProblem& problem) {
  trunk::Bounds bounds;
  for (const Vec3d& point : problem.points_only ? problem.points : problem.container.surface.vertices)
    bounds.add(point);
  return 0.5 * (bounds.low + bounds.high);
}

/// x, y, z and w, x, y, z of a box, for a picture.
std::array<double, 7> pose_of(const BoxRow& row) {
  const auto [w, x, y, z] = trunk::quaternion_of(row.first_axis, row.second_axis);
  return {row.centre.x, row.centre.y, row.centre.z, w, x, y, z};
}

}  // namespace

JsonObject load_picture(const std::vector<BoxRow>& rows) {
  const auto pose = [](const BoxRow& row) { return io::json_array(pose_of(row), io::json_figures); };
  const auto edges = [](const BoxRow& row) {
    return io::json_list(io::json_figures(row.edge.x), io::json_figures(row.edge.y),
                         io::json_figures(row.edge.z));
  };
  return JsonObject("boxes", io::json_array(rows, pose)).add("edges_mm", io::json_array(rows, edges));
}

LoadSession::LoadSession(LoadTask task, Feed& feed)
    : EditingSession(edited_load(*task.problem, task.content.rows), task.live, feed),
      task_(std::move(task)),
      middle_(middle_of(*task_.problem)),
      saved_rows_(task_.content.rows),
      worker_([this] { work(); }) {}

LoadSession::~LoadSession() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    work_to_do_.notify_all();
  }
  worker_.join();
}

JsonObject LoadSession::document() {
  const std::lock_guard lock(mutex_);
  look_at_search();
  JsonObject document = trunk::load_document(task_.file.path().filename().string(), report());
  document.add("revision", history_.revision()).add("edit", edit_json());
  add_live(document);
  return document;
}

void LoadSession::edit(const io::JsonNode& command) {
  const std::string what = command.at("do").text();
  const std::lock_guard lock(mutex_);
  look_at_search();
  require_revision(command, history_.revision());
  if (run_ != nullptr && (what == "follow" || what == "hand-back")) return live_command(command, what);
  EditedLoad load = history_.present();
  if (const std::string change = change_load(command, *task_.problem, middle_, load); !change.empty()) {
    history_.change(change, std::move(load));
    if (!simulation_.running) simulation_ = {};
  } else if (what == "undo" || what == "redo") {
    command.require_keys({"do", "revision"});
    simulation_ = {};
    what == "undo" ? history_.undo() : history_.redo();
  } else if (what == "reload") {
    command.require_keys({"do", "revision"});
    SavedFile file = task_.file;
    file.read_again();
    trunk::BoxFile content = trunk::parse_box_file(file.text(), file.path().string(), task_.edge);
    task_.check(content);
    simulation_ = {};
    task_.file = std::move(file);
    saved_rows_ = content.rows;
    history_.change("reload", edited_load(*task_.problem, content.rows));
    task_.content = std::move(content);
  } else if (what == "simulate" || what == "step") {
    const bool continuous = what == "simulate";
    command.require_keys({"do", "revision", continuous ? "on" : "steps"});
    const bool on = !continuous || command.at("on").truth();
    steps_wanted_ = continuous ? 0 : static_cast<long long>(command.at("steps").whole(1, 1000));
    if (on && !(continuous && simulation_.running)) {
      history_.change("contact simulation", std::move(load));
      simulation_ = {};
      polishes_ = 0;
      growth_ = 0;
    }
    simulation_.running = continuous && on;
  } else {
    command.at("do").fail(
        "move, turn, place, add, delete, fix, simulate, step, undo, redo or reload is accepted");
  }
  following_ = false;
  publish_change();
  work_to_do_.notify_all();
}

void LoadSession::follow() {
  following_ = true;
  simulation_ = {};
  history_.restart(edited_load(*task_.problem, best_));
  publish_change();
  work_to_do_.notify_all();
}

void LoadSession::live_command(const io::JsonNode& command, const std::string& what) {
  command.require_keys({"do", "revision"});
  if (what == "follow") return follow();
  // The load goes to the search without its fixed boxes.
  if (!run_->takes_back())
    throw Refusal(409, "command", "the search takes no loads: it has ended, or packs pieces of a set");
  const std::vector<BoxRow>& rows = history_.present().rows;
  if (verified_ != history_.revision()) {
    verdict_ = task_.verify(rows);
    verified_ = history_.revision();
  }
  if (!verdict_.legal) throw Refusal(409, "illegal", verdict_.violations.front());
  const std::vector<BoxRow> own = trunk::without_fixed(*task_.problem, rows);
  if (own.empty() || !trunk::is_load_of(*task_.problem, rows))
    throw Refusal(
        409, "illegal",
        "it holds a box of another size than the search packs, lacks a fixed box, or holds nothing else");
  io::StateWriter bytes;
  bytes.write(own);
  run_->handed_back(bytes.finish());
}

std::string LoadSession::save(const io::JsonNode& command) {
  const std::lock_guard lock(mutex_);
  std::string name = task_.file.save(command, saved_text(), ".box");
  saved_rows_ = history_.present().rows;
  publish_change();
  return name;
}

/// The comments of the file, without claims about what it held.
std::string LoadSession::saved_text() const {
  trunk::BoxFileComments comments = task_.content.comments;
  for (const char* claim : {"options", "boxes", "verified", "contact-simulation"}) comments.erase(claim);
  comments["edited-by"] = std::string("packview ") + version_number;
  if (verified_ == history_.revision()) {
    comments["verified"] =
        verdict_.legal ? trunk::verified_text(*task_.problem) : "no: " + verdict_.violations.front();
  }
  if (task_.problem->corner_radius > 0)
    comments[trunk::rounded_comment] = io::number_text(task_.problem->corner_radius);
  return trunk::box_text(history_.present().rows, comments);
}

void LoadSession::work() {
  Lock lock(mutex_);
  while (!ended_) {
    const bool simulates = simulation_.running || steps_wanted_ > 0;
    const long long revision = history_.revision();
    try {
      if (simulates) {
        simulate(lock);
      } else if (verified_ != history_.revision()) {
        verify(lock);
      } else {
        work_to_do_.wait(lock);
      }
    } catch (const std::exception& error) {
      // A load that cannot be simulated (no walls, poses that are not finite, too little memory) stays as
      // it is.
      if (!lock.owns_lock()) lock.lock();
      if (!simulates && revision == history_.revision()) {
        verdict_ = {};
        verdict_.violations = {fmt::format("the load could not be verified: {}", error.what())};
        verdict_.violation_count = 1;
        verdict_.offending.assign(history_.present().rows.size(), 0);
        verdict_.clearance.assign(history_.present().rows.size(), 0);
        verified_ = revision;
      }
      simulation_.running = false;
      steps_wanted_ = 0;
      feed_.publish("note", JsonObject("text", error.what()).text());
      publish_change();
    }
  }
}

void LoadSession::verify(Lock& lock) {
  const std::vector<BoxRow> rows = history_.present().rows;
  const long long revision = history_.revision();
  lock.unlock();
  trunk::LoadVerdict verdict = task_.verify(rows);
  lock.lock();
  if (revision != history_.revision()) return;  // Changed again meanwhile.
  verdict_ = std::move(verdict);
  verified_ = revision;
  publish_change();
}

void LoadSession::simulate(Lock& lock) {
  EditedLoad load = history_.present();
  const long long revision = history_.revision(), wanted = steps_wanted_;
  const double larger = growth_;
  SimulationFigures figures = simulation_;
  figures.ran = true;
  lock.unlock();
  if (!sampled_) {
    sampled_ = task_.with_points();
    relaxer_ = std::make_unique<LoadRelaxer>(*sampled_, task_.thread_count);
  }
  const auto begin = std::chrono::steady_clock::now();
  bool near = false;
  do {
    near = relaxer_->run(load, static_cast<int>(wanted > 0 ? wanted : steps_at_once), larger, figures);
  } while (wanted == 0 && !near && figures.steps % polish_every != 0 &&
           std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < frame_time);
  trunk::LoadVerdict verdict;
  const bool polishes = wanted == 0 && (near || figures.steps % polish_every == 0);
  if (polishes) {
    EditedLoad polished = load;
    if (relaxer_->polish(polished)) verdict = task_.verify(polished.rows);
    if (verdict.legal) load = std::move(polished);
  }
  lock.lock();
  if (revision != history_.revision()) return;  // Changes by the user have priority.
  history_.amend(std::move(load));
  figures.running = simulation_.running;
  simulation_ = figures;
  steps_wanted_ = 0;
  if (polishes && !verdict.legal && near) {
    growth_ = growth;
    if (++polishes_ >= polishes_in_vain) simulation_.running = false;
  }
  if (verdict.legal) {
    simulation_.running = false;
    simulation_.deepest = 0;
    verdict_ = std::move(verdict);
    verified_ = history_.revision();
  }
  simulation_.running ? publish_poses() : publish_change();
}

trunk::LoadReport LoadSession::report() const {
  const bool known = verified_ == history_.revision();
  trunk::LoadReport report = trunk::report_of(*task_.problem, history_.present().rows,
                                              known ? verdict_ : trunk::LoadVerdict(), task_.notes);
  if (!known) report.verification.failure = "not verified yet";
  report.problem = task_.problem_name;
  report.version = version_number;
  return report;
}

JsonObject LoadSession::simulation_json() const {
  const auto steps = static_cast<double>(std::max(1LL, simulation_.steps));
  return JsonObject("running", simulation_.running, "ran", simulation_.ran, "steps", simulation_.steps)
      .add("ms_per_step", simulation_.steps > 0 ? 1e3 * simulation_.seconds / steps : 0)
      .add("deepest_mm", simulation_.deepest, "pairs", simulation_.pairs, "walls", simulation_.walls);
}

JsonObject LoadSession::edit_json() const {
  const EditedLoad& load = history_.present();
  const bool known = verified_ == history_.revision();
  std::vector<double> depths;
  for (std::size_t i = 0; known && i < load.rows.size(); ++i) {
    // A box that offends without penetrating lies outside.
    depths.push_back(verdict_.offending[i] == 0 ? 0 : std::max(1e-6, -verdict_.clearance[i]));
  }
  const auto piece = [](const trunk::Piece& one) {
    return JsonObject("name", one.name).add("edges_mm", one.edge);
  };
  return history_.members()
      .add("changed", load.rows != saved_rows_)
      .add("fixed", io::json_array(load.fixed, [](std::uint8_t fixed) { return fixed != 0; }))
      .add("verified_revision", verified_, "violation_count", known ? verdict_.violation_count : 0)
      .add("violations", known ? verdict_.violations : std::vector<std::string>(), "depth_mm", depths)
      .add("pair_depth_mm", known ? verdict_.deepest_pair_penetration : 0)
      .add("simulation", simulation_json(), "pieces", io::json_array(task_.problem->set.pieces, piece))
      .add("file", task_.file.path().filename().string());
}

void LoadSession::publish_change() {
  const trunk::LoadReport now = report();
  JsonObject change;
  change.add("revision", history_.revision())
      .add("load", io::JsonText{trunk::load_json_text(now)}, "view", trunk::load_classes(now))
      .add("edit", edit_json());
  add_live(change);
  feed_.publish("changed", change.text());
}

void LoadSession::publish_poses() {
  std::vector<io::JsonText> poses;
  for (const BoxRow& row : history_.present().rows) {
    for (const double value : pose_of(row)) poses.push_back(io::json_figures(value));
  }
  feed_.publish("poses", JsonObject("revision", history_.revision(), "poses", poses)
                             .add("simulation", simulation_json())
                             .text());
}

}  // namespace jam::view
