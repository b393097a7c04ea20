// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A mesh of which pages make a container: they change the options with which trunkpack would read it, and see
// what would be packed. A thread of the session examines the mesh after each change. Nothing is saved: the
// document holds the command line of trunkpack that reads the same container.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/mesh/mesh_report.hpp"
#include "jam/mesh/parted_mesh.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/view/feed.hpp"
#include "jam/view/history.hpp"
#include "jam/view/session.hpp"

namespace jam::view {

struct ContainerTask {
  std::filesystem::path file;
  mesh::ReadOptions asked;  ///< The first options.
  mesh::PartedMesh mesh;    ///< The file, read with their unit and axis.
  /// The command line of trunkpack that reads the mesh with these options.
  std::function<std::string(const mesh::ReadOptions&)> command;
  /// The command lines that a report of these options proposes, one for each member of `next`.
  std::function<std::vector<std::string>(const mesh::ReadOptions&, const mesh::MeshReport&)> proposals;
};

class ContainerSession : public Session {
 public:
  /// Begins to examine the mesh. The feed must outlive the session.
  ContainerSession(ContainerTask task, Feed& feed);
  ~ContainerSession() override;
  ContainerSession(const ContainerSession&) = delete;
  ContainerSession& operator=(const ContainerSession&) = delete;

  [[nodiscard]] long long revision() const override;
  [[nodiscard]] io::JsonObject document() override;
  void edit(const io::JsonNode& command) override;
  /// Ends the examination that runs, and begins no other.
  void give_up() override;
  /// Refuses.
  std::string save(const io::JsonNode& command) override;

 private:
  using Lock = std::unique_lock<std::mutex>;

  /// The loop of the worker.
  void work();
  /// Examines the mesh with the present options; the lock is open meanwhile.
  void examine(Lock& lock);
  /// The options, the command line, undo, and what the worker does.
  [[nodiscard]] io::JsonObject state() const;
  /// The member `shape`: the mesh and its parts.
  [[nodiscard]] io::JsonObject shape() const;
  void publish_state();

  ContainerTask task_;
  Feed& feed_;
  mutable std::mutex mutex_;
  History<mesh::ReadOptions> history_;
  std::shared_ptr<const mesh::PartedMesh> mesh_;  ///< The file, with the unit and axis below.
  std::optional<mesh::LengthUnit> mesh_unit_;     ///< Unit that was asked for when it was read.
  std::optional<mesh::UpAxis> mesh_up_;           ///< Axis that was asked for then.
  std::string report_ = "null";                   ///< JSON of the last report.
  long long examined_ = 0;                        ///< Revision to which it belongs.
  std::string phase_ = "reading";                 ///< Present phase of the worker; empty: it waits.
  std::unique_ptr<StopToken> stop_;               ///< Ends the examination that runs.
  bool ended_ = false;
  std::condition_variable work_to_do_;
  std::thread worker_;  ///< The last member: it uses the others.
};

}  // namespace jam::view
