// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Opens a file as a document that pages show.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/dynamics/io/scene_page.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/json.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "jam/mesh/parted_mesh.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/view/boxes/load_session.hpp"
#include "jam/view/circles/circle_session.hpp"
#include "jam/view/containers/container_session.hpp"
#include "options.hpp"
#include "shell/mesh_command.hpp"

namespace jam::app {
namespace {

constexpr std::string_view contact_schema = "jampack/contact-result/1", scene_schema = "jampack/scene/1";

/// The kinds of boxes in a load, the most frequent first: what can be added.
trunk::BoxSet set_of(const std::vector<trunk::BoxRow>& rows, Vec3d edge) {
  std::vector<std::pair<Vec3d, int>> sizes;
  for (const trunk::BoxRow& row : rows) {
    const auto known = std::find_if(sizes.begin(), sizes.end(),
                                    [&](const auto& size) { return trunk::same_size(size.first, row.edge); });
    known == sizes.end() ? sizes.push_back({row.edge, 1}) : void(++known->second);
  }
  if (sizes.empty()) sizes.push_back({edge, 0});
  std::stable_sort(sizes.begin(), sizes.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  trunk::BoxSet set{"load", {}};
  for (const auto& [size, count] : sizes) set.pieces.push_back({trunk::size_text(size), size, 0, false});
  return set;
}

std::unique_ptr<view::Session> open_load(const Options& options, view::Feed& feed, StopToken& stop) {
  view::LoadTask task;
  task.file = view::SavedFile(options.file);
  task.edge = options.fixed_edge;
  task.content = trunk::parse_box_file(task.file.text(), options.file.string(), task.edge);
  task.thread_count = options.thread_count;
  mesh::TrunkSpec spec = static_cast<const mesh::TrunkSpec&>(options);
  spec.rounded = task.content.corner_radius.value_or(options.rounded);
  spec.set = set_of(task.content.rows, task.edge);
  task.check = [spec, rounded = options.rounded,
                file = options.file.string()](const trunk::BoxFile& content) {
    if (content.corner_radius.value_or(rounded) != spec.rounded)
      throw InputError("edges of this file are rounded by another radius: open it anew");
    trunk::require_fitting(spec.tolerance, spec.rounded, content.rows, file);
  };
  task.check(task.content);
  const auto say = [&](const char* kind, const std::string& text) {
    task.notes.push_back(text);
    if (!options.quiet || *kind == 'w') std::cerr << kind << ": " << text << '\n' << std::flush;
  };
  const auto problem = std::make_shared<const trunk::TrunkProblem>(
      mesh::read_trunk(spec, std::bind_front(say, "note"), std::bind_front(say, "warning"), {&stop, {}, 0}));
  task.problem_name = spec.trunk_file().filename().string();
  task.problem = problem;
  task.verify = [problem, threads = options.thread_count](const std::vector<trunk::BoxRow>& rows) {
    return mesh::check_boxes(*problem, rows, threads);
  };
  task.with_points = [problem, spec] {
    return problem->points_only ? problem : mesh::sampled_copy(spec, *problem);
  };
  return std::make_unique<view::LoadSession>(std::move(task), feed);
}

/// A mesh, of which the page makes a container.
std::unique_ptr<view::Session> open_mesh(const Options& options, view::Feed& feed, StopToken& stop) {
  view::ContainerTask task;
  task.file = options.file;
  task.asked = options.read;
  task.mesh = mesh::read_parted_mesh(options.file, options.read.unit, options.read.up, {&stop, {}, 0});
  task.command = std::bind_front(mesh_command, options.file);
  task.proposals = std::bind_front(next_commands, options.file);
  return std::make_unique<view::ContainerSession>(std::move(task), feed);
}

/// The document in a report: the element that web/page.html has for it.
std::string document_in(const std::string& page, const std::filesystem::path& file) {
  constexpr std::string_view head = R"(<script type="application/json" id="document">)", tail = "</script>";
  const std::size_t begin = page.find(head);
  const std::size_t end = begin == std::string::npos ? begin : page.find(tail, begin);
  if (end == std::string::npos) throw InputError(file.string() + ": this page is no report of Jampack");
  return page.substr(begin + head.size(), end - begin - head.size());
}

/// A scene of settle as in its file: a recording of one frame.
io::JsonObject scene_as_it_stands(const Options& options) {
  const dynamics::Scene scene = dynamics::read_scene(options.file);
  const dynamics::Bodies& bodies = scene.world.bodies;
  dynamics::StepReport state;
  state.bodies =
      static_cast<int>(std::count(bodies.kind.begin(), bodies.kind.end(), dynamics::BodyKind::dynamic));
  state.kinetic = dynamics::kinetic_energy(bodies);
  state.potential = dynamics::potential_energy(bodies, scene.gravity);
  for (const dynamics::Contact& contact :
       dynamics::collider_detection()(scene.world, bodies.pose, 0, options.thread_count)) {
    ++state.contacts;
    state.penetration = std::max(state.penetration, -contact.gap);
  }
  dynamics::Recording recording(scene.world, options.file.string());
  recording.finish(scene.world, state);
  const dynamics::PageFacts facts{scene.name, "", "as in the file", version_number};
  return dynamics::scene_document(options.file.filename().string(),
                                  dynamics::scene_parts(scene.world, recording, facts), recording);
}

/// A document that pages show but cannot change: a report, or a result in JSON. Nothing for another kind of
/// file.
std::optional<io::JsonObject> fixed_document(const Options& options, const std::string& text) {
  const std::string name = options.file.string();
  if (text.starts_with("<!DOCTYPE html>")) {
    const std::string document = document_in(text, options.file);
    io::JsonNode::parse(document, name).require_schema("jampack/view/1");
    const std::size_t first = document.find('{'), last = document.rfind('}');
    return io::JsonObject().add_members(std::string_view(document).substr(first + 1, last - first - 1));
  }
  if (text.find_first_not_of(" \n\r\t") != text.find('{')) return std::nullopt;
  const io::JsonNode json = io::JsonNode::parse(text, name);
  const auto schema = json.find("schema");
  if (schema && schema->any_text() == scene_schema) return scene_as_it_stands(options);
  if (!schema || schema->any_text() != contact_schema) return std::nullopt;
  return io::JsonObject("schema", "jampack/view/1", "kind", "contact", "name",
                        options.file.filename().string())
      .add("contact", io::JsonText{text});
}

}  // namespace

std::unique_ptr<view::Session> open_document(const Options& options, view::Feed& feed, StopToken& stop) {
  if (!options.mesh.empty() || !options.points.empty()) return open_load(options, feed, stop);
  if (mesh::is_mesh_file(options.file)) return open_mesh(options, feed, stop);
  view::SavedFile file(options.file);
  if (const auto document = fixed_document(options, file.text()))
    return std::make_unique<view::FixedSession>(*document);
  if (options.file.extension() == ".box" || file.text().starts_with("# box"))
    throw InputError(
        fmt::format("{}: a load needs its trunk: --mesh MESH, or --points FILE", options.file.string()));
  return std::make_unique<view::CircleSession>(std::move(file), feed, options.thread_count);
}

}  // namespace jam::app
