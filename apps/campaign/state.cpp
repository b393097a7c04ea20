// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/state.hpp"

#include <utility>

#include "campaign/text_file.hpp"
#include "jam/core/error.hpp"
#include "jam/io/json.hpp"
#include "jam/io/json_text.hpp"
#include "jam/io/text_table.hpp"
#include "shell/shell_text.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;
using io::json_number;
using io::json_string;

constexpr const char* schema_name = "jampack/campaign-state/1";
constexpr unsigned long long any = 1ULL << 62U;

std::string record_text(const std::string& id, const Record& record) {
  std::string text = "{\"id\": " + json_string(id) + ", \"arguments\": " + json_string(record.arguments) +
                     ", \"kind\": " + json_string(record.kind) + ", \"device\": " + json_string(record.device) +
                     ", \"seconds\": " + json_number(record.seconds) + ", \"slices\": " + std::to_string(record.slices) +
                     ", \"finished\": " + (record.finished ? "1" : "0");
  if (!record.error.empty()) text += ", \"error\": " + json_string(record.error) + ", \"error_code\": " + std::to_string(record.error_code);
  if (record.value) text += ", \"value\": " + json_number(*record.value);
  if (record.count > 0) text += ", \"count\": " + std::to_string(record.count);
  return text + ", \"improvements\": " +
         io::json_array(record.improvements,
                        [](const std::pair<double, double>& point) {
                          return "[" + json_number(point.first) + ", " + json_number(point.second) + "]";
                        }) +
         "}";
}

/// Text that may be empty.
std::string optional_text(const io::JsonNode& node, const char* key) {
  const auto found = node.find(key);
  return found ? found->any_text() : std::string();
}

Record parse_record(const io::JsonNode& node) {
  Record record;
  record.arguments = node.at("arguments").any_text();
  record.kind = node.at("kind").any_text();
  record.device = node.at("device").any_text();
  record.seconds = node.at("seconds").number();
  record.slices = static_cast<int>(node.at("slices").whole(0, 1'000'000'000));
  record.finished = node.at("finished").whole(0, 1) == 1;
  record.error = optional_text(node, "error");
  if (const auto code = node.find("error_code")) record.error_code = static_cast<int>(code->whole(0, 255));
  if (const auto value = node.find("value")) record.value = value->positive_number();
  if (const auto count = node.find("count")) record.count = static_cast<long long>(count->whole(1, any));
  for (const io::JsonNode& point : node.at("improvements").items()) {
    const std::vector<io::JsonNode> numbers = point.items();
    if (numbers.size() != 2) point.fail("expected two numbers");
    record.improvements.emplace_back(numbers[0].number(), numbers[1].number());
  }
  return record;
}

}  // namespace

std::vector<std::pair<double, double>> thinned(const std::vector<std::pair<double, double>>& improvements) {
  if (improvements.size() <= improvement_limit) return improvements;
  constexpr std::size_t complete = improvement_limit / 2;
  const std::size_t early = improvements.size() - complete;
  std::vector<std::pair<double, double>> result;
  for (std::size_t k = 0; k < improvement_limit - complete; ++k) result.push_back(improvements[k * early / (improvement_limit - complete)]);
  result.insert(result.end(), improvements.end() - static_cast<std::ptrdiff_t>(complete), improvements.end());
  return result;
}

const Record& record_of(const State& state, const Search& search) {
  static const Record none;
  const auto found = state.records.find(search.id);
  return found == state.records.end() ? none : found->second;
}

std::string state_text(const State& state) {
  return "{\n  \"schema\": " + json_string(schema_name) + ",\n  \"begun\": " + json_string(state.begun) +
         ",\n  \"seconds\": " + json_number(state.seconds) + ",\n  \"searches\": " +
         io::json_lines(state.records, 4, [](const auto& entry) { return record_text(entry.first, entry.second); }) + "\n}\n";
}

State parse_state(std::string_view text, const std::string& name) {
  const io::JsonNode root = io::JsonNode::parse(text, name);
  root.require_schema(schema_name);
  State state;
  state.begun = root.at("begun").any_text();
  state.seconds = root.at("seconds").number();
  for (const io::JsonNode& node : root.at("searches").items()) {
    if (!state.records.emplace(node.at("id").text(), parse_record(node)).second) node.fail("the search comes twice");
  }
  return state;
}

fs::path state_file(const Campaign& campaign) { return campaign.folder / "campaign-state.json"; }

State read_state(const Campaign& campaign) {
  const fs::path file = state_file(campaign);
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  const auto text = text_of_file(file);
  if (!text)
    throw InputError(file.string() + ": cannot be read: check its permissions, or name another folder in " + campaign.file.string());
  State state = parse_state(*text, file.string());
  for (const Search& search : campaign.searches) {
    const Record& record = record_of(state, search);
    const std::string now = deciding_arguments(campaign, search);
    if (record.arguments.empty() || record.arguments == now) continue;
    throw InputError(search.id + " was begun with " + record.arguments + ", in " + campaign.file.string() + " it has now " + now +
                     ": give the entry a \"name\" of its own, or the campaign another folder");
  }
  return state;
}

std::string deciding_arguments(const Campaign& campaign, const Search& search) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + app::shell_word(word); };
  for (const std::string& word : campaign.problem_of(search).arguments) add(word);
  for (const std::string& word : campaign.entry_of(search).options) add(word);
  add("--seed");
  add(std::to_string(search.seed));
  return text;
}

}  // namespace jam::campaign
