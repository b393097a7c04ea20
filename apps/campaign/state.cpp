// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "jam/core/error.hpp"
#include "jam/io/json.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/run_summary.hpp"
#include "shell/option_table.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;
using io::JsonNode;

constexpr const char* schema = "jampack/campaign-state/1";
constexpr unsigned long long count_limit = 1ULL << 62U;

/// Times are given to the millisecond [s].
constexpr double time_unit = 1e-3;

io::JsonObject record_json(const std::string& id, const Record& record) {
  io::JsonObject json;
  json.add("id", id)
      .add("arguments", record.arguments, "kind", record.kind, "device", record.device)
      .add("seconds", record.seconds, "slices", record.slices, "finished", record.finished ? 1 : 0);
  if (!record.error.empty()) json.add("error", record.error).add("error_code", record.error_code);
  if (record.value) json.add("value", *record.value);
  if (record.count > 0) json.add("count", record.count);
  return json.add("improvements", record.improvements);
}

Record parse_record(const JsonNode& node) {
  Record record;
  record.arguments = node.at("arguments").any_text();
  record.kind = node.at("kind").any_text();
  record.device = node.at("device").any_text();
  record.seconds = node.at("seconds").number();
  record.slices = static_cast<int>(node.at("slices").whole(0, 1'000'000'000));
  record.finished = node.at("finished").whole(0, 1) == 1;
  if (const auto error = node.find("error")) record.error = error->any_text();
  if (const auto code = node.find("error_code")) record.error_code = static_cast<int>(code->whole(0, 255));
  if (const auto value = node.find("value")) record.value = value->positive_number();
  if (const auto count = node.find("count"))
    record.count = static_cast<long long>(count->whole(1, count_limit));
  record.improvements = io::read_improvements(node.at("improvements"));
  return record;
}

}  // namespace

Improvements thinned(const Improvements& improvements) {
  if (improvements.size() <= improvement_limit) return improvements;
  constexpr std::size_t complete = improvement_limit / 2, sparse = improvement_limit - complete;
  const std::size_t early = improvements.size() - complete;
  Improvements result;
  for (std::size_t k = 0; k < sparse; ++k) result.push_back(improvements[k * early / sparse]);
  result.insert(result.end(), improvements.begin() + static_cast<std::ptrdiff_t>(early), improvements.end());
  return result;
}

const Record& record_of(const State& state, const Search& search) {
  static const Record none;
  const auto found = state.records.find(search.id);
  return found == state.records.end() ? none : found->second;
}

std::string state_text(const State& state) {
  const auto record = [](const auto& entry) { return record_json(entry.first, entry.second); };
  return io::JsonObject::document()
      .add("schema", schema, "begun", state.begun, "seconds", state.seconds)
      .add("searches", io::json_lines(state.records, record))
      .text();
}

State parse_state(std::string_view text, const std::string& name) {
  const JsonNode root = JsonNode::parse(text, name);
  root.require_schema(schema);
  State state;
  state.begun = root.at("begun").any_text();
  state.seconds = root.at("seconds").number();
  for (const JsonNode& node : root.at("searches").items()) {
    if (!state.records.emplace(node.at("id").text(), parse_record(node)).second)
      node.fail("the search comes twice");
  }
  return state;
}

fs::path state_file(const Campaign& campaign) { return campaign.folder / "campaign-state.json"; }

State read_state(const Campaign& campaign) {
  const fs::path file = state_file(campaign);
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  State state = parse_state(io::read_file(file), file.string());
  for (const Search& search : campaign.searches) {
    const std::string &before = record_of(state, search).arguments,
                      now = deciding_arguments(campaign, search);
    if (before.empty() || before == now) continue;
    throw InputError(
        fmt::format("{} was begun with {}, in {} it has now {}: give the entry a \"name\" of its own, or the "
                    "campaign another "
                    "folder",
                    search.id, before, campaign.file.string(), now));
  }
  return state;
}

std::string deciding_arguments(const Campaign& campaign, const Search& search) {
  std::vector<std::string> words;
  for (const auto& part : {campaign.problem_of(search).arguments, campaign.entry_of(search).options}) {
    for (const std::string& word : part) words.push_back(app::shell_word(word));
  }
  return fmt::format("{} --seed {}", fmt::join(words, " "), search.seed);
}

Done done(const Campaign& campaign, const State& state, const Search& search) {
  const Record& record = record_of(state, search);
  const Problem& problem = campaign.problem_of(search);
  const Entry& entry = campaign.entry_of(search);
  if (record.value && problem.target && problem.meets(*record.value, *problem.target)) return Done::target;
  if (record.finished) return Done::finished;
  if (!record.error.empty()) return Done::failed;
  return entry.time > 0 && record.seconds >= entry.time - time_unit ? Done::time : Done::no;
}

std::optional<std::size_t> next_search(const Campaign& campaign, const State& state,
                                       const std::vector<Running>& running, const std::string& kind) {
  // Time used by each entry, running slices included.
  std::vector<double> used(campaign.entries.size(), 0);
  for (const Search& search : campaign.searches)
    used[campaign.problem_of(search).entry] += record_of(state, search).seconds;
  for (const Running& slice : running)
    used[campaign.problem_of(campaign.searches[slice.search]).entry] += slice.seconds;

  std::optional<std::size_t> best;
  std::tuple<double, std::size_t, double> best_rank;
  for (std::size_t k = 0; k < campaign.searches.size(); ++k) {
    const Search& search = campaign.searches[k];
    const Record& record = record_of(state, search);
    const bool runs =
        std::any_of(running.begin(), running.end(), [&](const Running& slice) { return slice.search == k; });
    const bool other_kind = !record.kind.empty() && record.kind != kind;
    if (runs || other_kind || done(campaign, state, search) != Done::no) continue;
    const std::size_t entry = campaign.problem_of(search).entry;
    const std::tuple rank(used[entry] / campaign.entries[entry].share, entry, record.seconds);
    if (best && !(rank < best_rank)) continue;
    best = k;
    best_rank = rank;
  }
  return best;
}

double slice_end(const Campaign& campaign, const State& state, const Search& search, double remaining) {
  const Entry& entry = campaign.entry_of(search);
  const Record& record = record_of(state, search);
  // A slice that was too short for a first packing is followed by one of twice the time, in which the program
  // starts again.
  const bool too_short = record.slices > 0 && !record.value;
  const double length = too_short ? std::max(campaign.slice, record.seconds) : campaign.slice;
  double end = record.seconds + std::min(length, std::max(remaining, time_unit));
  end = std::round(end / time_unit) * time_unit;
  // Avoid a zero-length final slice.
  return entry.time > 0 && end >= entry.time - time_unit ? entry.time : end;
}

}  // namespace jam::campaign
