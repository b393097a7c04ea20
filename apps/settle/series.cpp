// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "series.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <system_error>

#include "jam/core/error.hpp"
#include "jam/dynamics/io/problem_file.hpp"
#include "jam/dynamics/io/vtk.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

constexpr const char* heading =
    "step,time_s,bodies,left,kinetic_J,potential_J,wall_work_J,contacts,penetration_m,iterations,status,"
    "residual\n";

constexpr double lock_patience = 2;  // With a run that is being killed [s].

std::string picture_name(std::size_t number) { return fmt::format("frame-{:06}.vtp", number); }

std::string row(const StepReport& report) {
  const auto number = [](double value) { return io::number_text(value); };
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", report.step, number(report.time), report.bodies,
                     report.left, number(report.kinetic), number(report.potential), number(report.wall_work),
                     report.contacts, number(report.penetration), report.iterations, name_of(report.status),
                     number(report.residual));
}

}  // namespace

Series::Series(const Options& options, const World& world, long long steps, OutputFaults& faults)
    : options_(options),
      faults_(faults),
      world_(world),
      problem_step_(options.problem_step > 0 ? options.problem_step : steps),
      rows_(options.csv, heading, faults) {
  if (!options.html.empty()) recording_.emplace(world);
  if (options.vtk.empty()) return;
  std::error_code error;
  const std::filesystem::path folder = options.vtk;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw InputError(fmt::format("--vtk {}: the folder cannot be made: {}", options.vtk, error.message()));
  io::require_writable(folder / "frames.pvd");
  folder_.emplace(folder);
  if (folder_->taken(lock_patience)) {
    throw InputError(
        fmt::format("--vtk {}: another run writes its pictures there: name another folder", options.vtk));
  }
}

void Series::take(const Simulation& simulation, const StepReport& report) {
  if (report.step > 0) {
    rows_.add(row(report));
    if (!options_.problem.empty() && report.step == problem_step_ && report.contacts > 0) {
      problem_ = problem_text(simulation.problem(), simulation.settings().solver, simulation.solution());
    }
  }
  // At most one frame in a time of --frame; rounding of the time makes none late.
  if (simulation.time() < (static_cast<double>(frames_) - 1e-9) * options_.frame) return;
  ++frames_;
  if (!options_.vtk.empty()) faults_.attempt("--vtk " + options_.vtk, [&] { write_picture(simulation); });
  if (recording_) recording_->offer(simulation.world(), report);
  if (on_frame) on_frame(simulation, report);
}

void Series::write_picture(const Simulation& simulation) {
  const std::filesystem::path folder = options_.vtk;
  const std::string name = picture_name(pictures_.size());
  io::write_atomically(folder / name, vtp_text(simulation.world()));
  pictures_.emplace_back(simulation.time(), name);
  io::write_atomically(folder / "frames.pvd", pvd_text(pictures_));
}

void Series::write_state(io::StateWriter& state) {
  io::write_all(state, frames_);
  rows_.write(state);
  state.write(std::string_view(problem_));
  state.write(static_cast<std::uint64_t>(pictures_.size()));
  for (const auto& [time, name] : pictures_) {
    state.write(time);
    state.write(std::string_view(name));
  }
  state.write(recording_.has_value());
  if (recording_) recording_->write(state);
}

std::vector<std::string> Series::read_state(io::StateReader& state) {
  io::read_all(state, frames_);
  if (frames_ < 0) io::fail_state("its number of frames cannot be");
  std::vector<std::string> notes;
  const auto begins_here = [&](bool asked, bool kept, const char* option) {
    if (asked && !kept)
      notes.push_back(fmt::format("{} begins at the checkpoint: the run was made without it so far", option));
  };
  begins_here(!options_.csv.empty(), rows_.read(state), "--csv");
  problem_ = state.read_text();
  pictures_.resize(state.read_count(2 * sizeof(double)));
  for (std::size_t k = 0; k < pictures_.size(); ++k) {
    pictures_[k] = {state.read<double>(), state.read_text()};
    if (!std::isfinite(pictures_[k].first) || pictures_[k].second != picture_name(k))
      io::fail_state("its pictures cannot be");
  }
  begins_here(!options_.vtk.empty(), !pictures_.empty(), "--vtk");
  const bool recorded = state.read<bool>();
  begins_here(!options_.html.empty(), recorded, "--html");
  if (recorded && !recording_) recording_.emplace(world_);  // A page may be asked for later.
  if (recorded) recording_->read(state);
  return notes;
}

std::vector<std::string> Series::write(const Simulation& simulation, const StepReport& last,
                                       const PageFacts& facts) {
  std::vector<std::string> written;
  const auto write = [&](const char* option, const std::filesystem::path& file, const std::string& text) {
    if (faults_.write(option, file, text)) written.push_back(file.string());
  };
  if (rows_.finish()) written.push_back(options_.csv.string());
  if (!problem_.empty()) write("--dump-problem", options_.problem, problem_);
  if (!options_.vtk.empty()) {
    written.push_back(fmt::format(
        "{} in {}", counted(static_cast<long long>(pictures_.size()), "picture", "pictures"), options_.vtk));
  }
  if (!options_.html.empty()) {
    Recording whole = *recording_;
    whole.finish(simulation.world(), last);
    write("--html", options_.html, scene_page(simulation.world(), whole, facts));
  }
  return written;
}

}  // namespace jam::app
