// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/containers/container_session.hpp"

#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/mesh/examine_mesh.hpp"
#include "jam/view/containers/asked_options.hpp"

namespace jam::view {
namespace {

using io::JsonObject;

JsonObject proposal_json(const mesh::NextOption& next) {
  return JsonObject("option", next.option, "value", next.value, "effect", next.effect);
}

}  // namespace

ContainerSession::ContainerSession(ContainerTask task, Feed& feed)
    : task_(std::move(task)),
      feed_(feed),
      history_(task_.asked),
      mesh_(std::make_shared<const mesh::PartedMesh>(std::move(task_.mesh))),
      mesh_unit_(task_.asked.unit),
      mesh_up_(task_.asked.up),
      worker_([this] { work(); }) {}

ContainerSession::~ContainerSession() {
  give_up();
  worker_.join();
}

long long ContainerSession::revision() const {
  const std::lock_guard lock(mutex_);
  return history_.revision();
}

JsonObject ContainerSession::document() {
  const std::lock_guard lock(mutex_);
  return JsonObject("schema", "jampack/view/1", "kind", "container", "name", task_.file.filename().string())
      .add_members(state())
      .add("shape", shape(), "report", io::JsonText{report_});
}

void ContainerSession::edit(const io::JsonNode& command) {
  const std::string what = command.at("do").text();
  const std::lock_guard lock(mutex_);
  require_revision(command, history_.revision());
  if (what == "ask") {
    mesh::ReadOptions options = history_.present();
    const std::string change = change_asked(command, *mesh_, options);
    history_.change(change, std::move(options));
  } else if (what == "undo" || what == "redo") {
    command.require_keys({"do", "revision"});
    what == "undo" ? history_.undo() : history_.redo();
  } else {
    command.at("do").fail("ask, undo or redo is accepted");
  }
  if (stop_) stop_->request(StopReason::finished);
  phase_ = "reading";
  publish_state();
  work_to_do_.notify_all();
}

void ContainerSession::give_up() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  if (stop_) stop_->request(StopReason::finished);
  work_to_do_.notify_all();
}

std::string ContainerSession::save(const io::JsonNode& /*command*/) {
  throw Refusal(409, "command", "a container has no file: its command line repeats it");
}

void ContainerSession::work() {
  Lock lock(mutex_);
  while (!ended_) {
    if (examined_ == history_.revision()) work_to_do_.wait(lock);
    else examine(lock);
  }
}

void ContainerSession::examine(Lock& lock) {
  const long long revision = history_.revision();
  const mesh::ReadOptions asked = history_.present();
  std::shared_ptr<const mesh::PartedMesh> shown = mesh_;
  stop_ = std::make_unique<StopToken>();
  const mesh::Watch watch{stop_.get(),
                          [&](const std::string& phase) {
                            const std::lock_guard relock(mutex_);
                            if (revision != history_.revision()) return;
                            phase_ = phase;
                            publish_state();
                          },
                          0};
  const bool turned = asked.unit != mesh_unit_ || asked.up != mesh_up_;
  lock.unlock();
  JsonObject report("revision", revision);
  try {
    if (turned)
      shown = std::make_shared<const mesh::PartedMesh>(
          mesh::read_parted_mesh(task_.file, asked.unit, asked.up, watch));
    const mesh::MeshReport found = mesh::examine_mesh(task_.file, asked, watch);
    const std::vector<std::string> commands = task_.proposals(asked, found);
    report.add("error", nullptr)
        .add("check", io::JsonText{mesh::mesh_report_json(task_.file.string(), found, commands)})
        .add("view", mesh::mesh_report_view(found), "next", io::json_array(found.next, proposal_json));
  } catch (const std::exception& error) {
    report.add("error", error.what());
  }
  lock.lock();
  stop_.reset();
  if (ended_ || revision != history_.revision()) return;  // Changed again meanwhile.
  examined_ = revision;
  phase_.clear();
  if (mesh_ != shown) {
    mesh_ = std::move(shown);
    mesh_unit_ = asked.unit;
    mesh_up_ = asked.up;
    feed_.publish("shape", JsonObject("revision", revision).add("shape", shape()).text());
  }
  report_ = report.text();
  // A state without a phase says that the report is that of the command.
  feed_.publish("report", JsonObject("revision", revision).add("report", io::JsonText{report_}).text());
  publish_state();
}

JsonObject ContainerSession::state() const {
  const bool examined = examined_ == history_.revision();
  const std::string phase = examined || !phase_.empty() ? phase_ : "looking at the mesh";
  return JsonObject("revision", history_.revision(), "asked", asked_json(history_.present(), *mesh_))
      .add("command", task_.command(history_.present()), "edit", history_.members())
      .add("phase", io::json_if(!phase.empty(), phase));
}

JsonObject ContainerSession::shape() const {
  return mesh::mesh_shape(mesh_->mesh)
      .add("parts", mesh_->names, "counts", mesh_->counts)
      .add("unit", word_of(mesh_->unit, mesh::length_unit_words), "unit_mm",
           mesh::millimetres_of(mesh_->unit))
      .add("up", word_of(mesh_->up, mesh::up_axis_words));
}

void ContainerSession::publish_state() { feed_.publish("changed", state().text()); }

}  // namespace jam::view
