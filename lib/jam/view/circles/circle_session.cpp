// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/circles/circle_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/circles/polish/packing_incumbent.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/version.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::view {
namespace {

using circles::Circle;
using circles::Packing;
using io::json_if;
using io::JsonNode;
using io::JsonObject;

constexpr double length_limit = 1e9;  ///< Largest coordinate or radius accepted.

bool same_circles(const Packing& a, const Packing& b) {
  return std::equal(
      a.circles.begin(), a.circles.end(), b.circles.begin(), b.circles.end(),
      [](const Circle& p, const Circle& q) { return p.radius == q.radius && p.x == q.x && p.y == q.y; });
}

void place(Circle& circle, const JsonNode& node) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != 2) node.fail("two numbers are accepted");
  const double x = items[0].number(), y = items[1].number();
  if (!(std::max(std::abs(x), std::abs(y)) <= length_limit)) node.fail("numbers up to 1e9 are accepted");
  circle.x = x;
  circle.y = y;
}

/// The circles side by side.
Packing row_of(const circles::Problem& problem) {
  Packing packing;
  const double sum = std::accumulate(problem.radii.begin(), problem.radii.end(), 0.0);
  double left = -sum;
  for (const double radius : problem.radii) {
    packing.circles.push_back({radius, left + radius, 0});
    left += 2 * radius;
  }
  packing.enclosing_radius = circles::enclosing_radius_about_origin(packing.circles);
  return packing;
}

}  // namespace

JsonObject circle_picture(const Packing& packing) {
  const auto circle = [](const Circle& one) {
    return io::json_list(io::json_figures(one.x), io::json_figures(one.y), io::json_figures(one.radius));
  };
  return JsonObject("circles", io::json_array(packing.circles, circle), "radius", packing.enclosing_radius);
}

Packing relaxed_by_contacts(const Packing& start, double container, int thread_count, const StopQuery& stop) {
  std::vector<double> radii;
  double largest = 0;
  for (const Circle& circle : start.circles) {
    radii.push_back(circle.radius);
    largest = std::max(largest, circle.radius);
  }
  // The engine's unit: the largest radius lies in [1, 2).
  const double unit = std::exp2(std::floor(std::log2(largest)));
  circles::large::Centres centres;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    radii[i] /= unit;
    centres.x.push_back(start.circles[i].x / unit);
    centres.y.push_back(start.circles[i].y / unit);
  }
  const circles::large::RelaxTask task{.container_radius = std::max(container, largest) / unit,
                                       .law = circles::large::Law::contact};
  const auto engine = circles::large::make_cpu_engine(radii, thread_count);
  const circles::large::RelaxReport report = engine->relax(task, centres, stop, [](int /*steps*/) {});
  Packing relaxed = start;
  for (std::size_t i = 0; i < radii.size() && report.status != circles::large::Status::non_finite; ++i) {
    relaxed.circles[i].x = unit * centres.x[i];
    relaxed.circles[i].y = unit * centres.y[i];
  }
  if (stop.stopped()) return relaxed;
  try {
    return circles::round_outwards(circles::polish(relaxed, {.stop = stop}).packing);
  } catch (const UnverifiedError&) {
    return circles::round_outwards(circles::legalise(relaxed));
  }
}

CircleSession::CircleSession(SavedFile file, Feed& feed, int thread_count)
    : CircleSession(circles::parse_packing(file.text(), file.path().string()), nullptr, nullptr, file, feed,
                    thread_count) {}

CircleSession::CircleSession(const circles::Problem& problem, LiveRun& run, SavedFile file, Feed& feed,
                             int thread_count)
    : CircleSession({row_of(problem), {}, circles::CircleFormat::circles, true}, &problem, &run,
                    std::move(file), feed, thread_count) {}

CircleSession::CircleSession(circles::PackingFile content, const circles::Problem* problem, LiveRun* run,
                             SavedFile file, Feed& feed, int thread_count)
    : EditingSession(content.packing, run, feed),
      problem_(problem),
      file_(std::move(file)),
      thread_count_(thread_count),
      content_(std::move(content)),
      legal_radius_(content_.packing.enclosing_radius) {
  require_usable(content_.packing, file_);
}

void CircleSession::require_usable(const Packing& packing, const SavedFile& file) {
  if (packing.count() > edited_circle_limit)
    throw InputError(fmt::format("{}: {} circles: up to {} are shown", file.path().string(), packing.count(),
                                 edited_circle_limit));
  if (const std::string error = circles::unusable_number(packing); !error.empty())
    throw InputError(file.path().string() + ": " + error);
}

JsonObject CircleSession::document() {
  const std::lock_guard lock(mutex_);
  look_at_search();
  return JsonObject("schema", "jampack/view/1", "kind", "circles", "name", file_.path().filename().string())
      .add_members(changing_members());
}

/// Adds, moves or deletes a circle as `command` says. Returns the name of the change; empty for any other
/// command.
std::string CircleSession::change(const JsonNode& command, Packing& packing) {
  const std::string what = command.at("do").text();
  std::string name;
  if (what == "add") {
    command.require_keys({"do", "revision", "radius", "at"});
    Circle circle{command.at("radius").positive_number()};
    if (!(circle.radius >= 1e-9 && circle.radius <= length_limit))
      command.at("radius").fail("1e-9 to 1e9 is accepted");
    if (packing.count() >= edited_circle_limit)
      command.fail(fmt::format("up to {} circles are accepted", edited_circle_limit));
    if (const auto at = command.find("at")) place(circle, *at);
    packing.circles.push_back(circle);
    name = fmt::format("add circle {}", packing.count() - 1);
  } else if (what == "move" || what == "delete") {
    const std::size_t i = command.at("circle").whole(0, packing.circles.size() - 1);
    if (what == "move") {
      command.require_keys({"do", "revision", "circle", "to"});
      place(packing.circles[i], command.at("to"));
    } else {
      command.require_keys({"do", "revision", "circle"});
      if (packing.count() == 1) command.fail("the last circle stays");
      packing.circles.erase(packing.circles.begin() + static_cast<std::ptrdiff_t>(i));
    }
    name = fmt::format("{} circle {}", what, i);
  }
  packing.enclosing_radius = circles::enclosing_radius_about_origin(packing.circles);
  return name;
}

/// Takes a while, during which the session goes on.
void CircleSession::relax(std::unique_lock<std::mutex>& lock) {
  const Packing start = history_.present();
  const double container = legal_radius_;
  const long long revision = history_.revision();
  following_ = false;  // A better packing of the search would be shown in its place.
  lock.unlock();
  Packing relaxed = relaxed_by_contacts(start, container, thread_count_, give_up_.query());
  lock.lock();
  if (give_up_.stop_requested()) throw Refusal(409, "command", "the program ends");
  if (revision != history_.revision()) throw Refusal(409, "revision", "the document has changed since");
  history_.change("relax", std::move(relaxed));
}

void CircleSession::edit(const JsonNode& command) {
  const std::string what = command.at("do").text();
  std::unique_lock lock(mutex_);
  look_at_search();
  require_revision(command, history_.revision());
  if (what == "undo" || what == "redo") {
    command.require_keys({"do", "revision"});
    what == "undo" ? history_.undo() : history_.redo();
  } else if (run_ != nullptr && (what == "follow" || what == "hand-back")) {
    command.require_keys({"do", "revision"});
    if (what == "hand-back") return hand_back();
    return follow();
  } else if (what == "relax") {
    command.require_keys({"do", "revision"});
    relax(lock);
  } else if (what == "reload") {
    command.require_keys({"do", "revision"});
    SavedFile file = file_;
    file.read_again();
    circles::PackingFile content = circles::parse_packing(file.text(), file.path().string());
    require_usable(content.packing, file);
    file_ = std::move(file);
    content_ = std::move(content);
    history_.change("reload", content_.packing);
  } else {
    Packing packing = history_.present();
    const std::string name = change(command, packing);
    if (name.empty()) command.at("do").fail("move, add, delete, relax, undo, redo or reload is accepted");
    history_.change(name, std::move(packing));
  }
  following_ = false;
  publish_change();
}

void CircleSession::follow() {
  following_ = true;
  if (!best_.circles.empty()) history_.restart(best_);
  publish_change();
}

void CircleSession::hand_back() {
  if (!run_->takes_back())
    throw Refusal(409, "command", "the search takes no packings: it has ended, or is no multistart");
  Packing packing = history_.present();
  const circles::Verification verdict = circles::verify_exact(packing);
  if (!verdict.legal) throw Refusal(409, "illegal", verdict.violation);
  circles::sort_by_radius(packing.circles);
  if (circles::sorted_radii(packing.circles) != problem_->radii)
    throw Refusal(409, "illegal", "its circles are not those of the search");
  io::StateWriter bytes;
  circles::write_packing(bytes, packing);
  run_->handed_back(bytes.finish());
}

std::string CircleSession::save(const JsonNode& command) {
  const std::lock_guard lock(mutex_);
  if (content_.format != circles::CircleFormat::circles && !command.find("as"))
    throw Refusal(409, "command",
                  fmt::format("{} is no CIRCLES file, which is what is written: give another name",
                              file_.path().filename().string()));
  circles::Annotations annotations = content_.annotations;
  annotations.erase("options");
  annotations["edited-by"] = std::string("packview ") + version_number;
  const circles::Verification verdict = circles::verify_exact(history_.present());
  annotations["verified"] = verdict.legal ? "exactly" : "no: " + verdict.violation;
  std::string name = file_.save(command, circles::circles_text(history_.present(), annotations), ".circles");
  content_.packing = history_.present();
  content_.format = circles::CircleFormat::circles;
  publish_change();
  return name;
}

JsonObject CircleSession::changing_members() const {
  const Packing& packing = history_.present();
  const double radius = packing.enclosing_radius;
  const circles::Verification verdict = circles::verify_exact(packing);
  std::vector<std::string> violations;
  if (!verdict.legal) violations.push_back(verdict.violation);
  const JsonObject edit = history_.members()
                              .add("changed", !same_circles(packing, content_.packing))
                              .add("verified_revision", history_.revision(), "legal", verdict.legal)
                              .add("violations", violations)
                              .add("deepest", std::max(0.0, circles::largest_overlap(packing)))
                              .add("radius", radius, "radius_text", circles::radius_text(radius))
                              .add("file", file_.path().filename().string());
  JsonObject members("revision", history_.revision());
  members.add_members(circles::page_members(packing, circles::contact_graph(packing), content_.annotations))
      .add("edit", edit);
  add_live(members);
  return members;
}

void CircleSession::publish_change() {
  if (circles::verify_exact(history_.present()).legal) legal_radius_ = history_.present().enclosing_radius;
  feed_.publish("changed", changing_members().text());
}

}  // namespace jam::view
