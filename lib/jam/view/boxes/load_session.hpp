// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load that pages show and change: commands, contact simulation that runs on, and after every change the
// exact verdict, from a thread of its own. Lengths in mm.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/view/boxes/load_relaxer.hpp"
#include "jam/view/editing_session.hpp"
#include "jam/view/saved_file.hpp"

namespace jam::view {

/// The load of a session and its files and search.
struct LoadTask {
  std::shared_ptr<const trunk::TrunkProblem> problem;
  std::vector<std::string> notes;  ///< Notes from reading the problem.
  std::string problem_name;        ///< Name of the mesh, as shown.
  SavedFile file;                  ///< A BOX file.
  trunk::BoxFile content;          ///< Content of the file.
  Vec3d edge = trunk::litre_box;   ///< Edges of boxes if the file does not state them [mm].
  int thread_count = 0;            ///< 0 = all.
  LiveRun* live = nullptr;         ///< Search that feeds the session; null: none. Must outlive the session.

  /// Throws InputError for what such a session does not show; called when the file is read again.
  std::function<void(const trunk::BoxFile&)> check = [](const trunk::BoxFile& /*content*/) {};
  /// The exact verdict on rows.
  std::function<trunk::LoadVerdict(const std::vector<trunk::BoxRow>&)> verify;
  /// The problem with points on its walls, which contact simulation needs; takes a while, and is called once.
  std::function<std::shared_ptr<const trunk::TrunkProblem>()> with_points;
};

/// The boxes of a load as members of a JSON object: `boxes`, x, y, z in mm and the quaternion w, x, y, z of
/// each, and `edges_mm`.
[[nodiscard]] io::JsonObject load_picture(const std::vector<trunk::BoxRow>& rows);

class LoadSession : public EditingSession<EditedLoad, std::vector<trunk::BoxRow>> {
 public:
  /// The feed must outlive the session.
  LoadSession(LoadTask task, Feed& feed);
  ~LoadSession() override;
  LoadSession(const LoadSession&) = delete;
  LoadSession& operator=(const LoadSession&) = delete;

  [[nodiscard]] io::JsonObject document() override;
  void edit(const io::JsonNode& command) override;
  std::string save(const io::JsonNode& command) override;

 private:
  using Lock = std::unique_lock<std::mutex>;

  void work();
  void verify(Lock& lock);
  void simulate(Lock& lock);
  [[nodiscard]] trunk::LoadReport report() const;
  [[nodiscard]] io::JsonObject edit_json() const;
  [[nodiscard]] io::JsonObject simulation_json() const;
  [[nodiscard]] std::string saved_text() const;
  void follow() override;
  void live_command(const io::JsonNode& command, const std::string& what);
  void publish_change();
  void publish_poses();

  LoadTask task_;
  Vec3d middle_;
  std::condition_variable work_to_do_;
  std::vector<trunk::BoxRow> saved_rows_;  ///< Boxes as in the file.
  trunk::LoadVerdict verdict_;
  long long verified_ = 0;  ///< Revision of the verdict.
  SimulationFigures simulation_;
  long long steps_wanted_ = 0;
  int polishes_ = 0;  ///< Number of failed polishes since the simulation began.
  double growth_ = 0;
  std::unique_ptr<LoadRelaxer> relaxer_;
  std::shared_ptr<const trunk::TrunkProblem> sampled_;
  bool ended_ = false;
  std::thread worker_;
};

}  // namespace jam::view
