// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/problem_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/dynamics/constraints/block_operator.hpp"
#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/constraints/cone.hpp"
#include "jam/dynamics/io/settings_json.hpp"
#include "jam/io/json.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/read_file.hpp"

namespace jam::dynamics {
namespace {

constexpr const char* schema = "jampack/contact-problem/1";

/// A flat list of numbers.
class NumberList {
 public:
  void add(double value) {
    text_ += text_.empty() ? "" : ",";
    // Readers take -0 for the integer 0.
    if (value == 0 && std::signbit(value)) text_ += "-0.0";
    else io::append_json_number(text_, value);
  }
  void add(Vec3d v) { add(v.x), add(v.y), add(v.z); }
  [[nodiscard]] io::JsonText json() const { return {"[" + text_ + "]"}; }

 private:
  std::string text_;
};

io::JsonText numbers(std::span<const Vec3d> vectors) {
  NumberList list;
  for (const Vec3d v : vectors) list.add(v);
  return list.json();
}

io::JsonText blocks_json(const ContactOperator& matrix) {
  std::vector<io::JsonText> blocks;
  matrix.visit_blocks([&](int i, int j, const Mat3d& block) {
    NumberList list;
    const Vec3d* c = block.column;
    for (const Vec3d row :
         {Vec3d{c[0].x, c[1].x, c[2].x}, Vec3d{c[0].y, c[1].y, c[2].y}, Vec3d{c[0].z, c[1].z, c[2].z}})
      list.add(row);
    blocks.push_back(io::json_list(i, j, list.json()));
  });
  return io::json_lines(blocks);
}

io::JsonObject rows_json(const BodyOperator& matrix) {
  NumberList mass, inertia, axes, turns_a, turns_b;
  for (const InverseMass& body : matrix.inverse_mass()) mass.add(body.linear), inertia.add(body.angular);
  for (const ContactRow& row : matrix.rows()) {
    for (int k = 0; k < 3; ++k) axes.add(row.axis[k]), turns_a.add(row.turn_a[k]), turns_b.add(row.turn_b[k]);
  }
  const auto bodies = [](const ContactRow& row) { return std::pair(row.a, row.b); };
  return io::JsonObject("inverse_mass", mass.json(), "inverse_inertia", inertia.json())
      .add("bodies", io::json_array(matrix.rows(), bodies), "axes", axes.json())
      .add("turns_a", turns_a.json(), "turns_b", turns_b.json());
}

std::vector<double> numbers_of(const io::JsonNode& list, std::size_t count) {
  std::vector<double> result;
  for (const io::JsonNode& item : list.items()) result.push_back(item.number());
  if (result.size() != count)
    list.fail(fmt::format("it has {} numbers: {} are needed", result.size(), count));
  return result;
}

std::vector<Vec3d> vectors_of(const io::JsonNode& list, std::size_t count) {
  const std::vector<double> values = numbers_of(list, 3 * count);
  std::vector<Vec3d> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back({values[3 * i], values[3 * i + 1], values[3 * i + 2]});
  return result;
}

/// A whole number from -1 on.
int index_of(const io::JsonNode& node, int count) {
  const double value = node.number();
  if (value == -1) return -1;
  if (count == 0) node.fail("there are no bodies: only -1, a wall, is accepted");
  return static_cast<int>(node.whole(0, static_cast<unsigned long long>(count) - 1));
}

std::shared_ptr<const ContactOperator> read_rows(const io::JsonNode& node, int contacts) {
  const std::size_t bodies = node.at("inverse_mass").items().size();
  const std::vector<double> mass = numbers_of(node.at("inverse_mass"), bodies);
  const std::vector<Vec3d> inertia = vectors_of(node.at("inverse_inertia"), bodies);
  std::vector<InverseMass> inverse;
  for (std::size_t k = 0; k < bodies; ++k) inverse.push_back({mass[k], inertia[k]});
  const std::vector<Vec3d> axes = vectors_of(node.at("axes"), 3 * contacts),
                           turns_a = vectors_of(node.at("turns_a"), 3 * contacts),
                           turns_b = vectors_of(node.at("turns_b"), 3 * contacts);
  const std::vector<io::JsonNode> pairs = node.at("bodies").items();
  if (static_cast<int>(pairs.size()) != contacts)
    node.at("bodies").fail(fmt::format("it has {} pairs: {} are needed", pairs.size(), contacts));
  std::vector<ContactRow> rows(contacts);
  for (int i = 0; i < contacts; ++i) {
    const std::vector<io::JsonNode> pair = pairs[i].items();
    if (pair.size() != 2) pairs[i].fail("two bodies are needed");
    rows[i].a = index_of(pair[0], static_cast<int>(bodies));
    rows[i].b = index_of(pair[1], static_cast<int>(bodies));
    for (int k = 0; k < 3; ++k) {
      rows[i].axis[k] = axes[3 * i + k];
      rows[i].turn_a[k] = turns_a[3 * i + k];
      rows[i].turn_b[k] = turns_b[3 * i + k];
    }
  }
  auto matrix = std::make_shared<BodyOperator>(std::move(rows), std::move(inverse));
  for (int i = 0; i < contacts; ++i) {
    const Mat3d& d = matrix->diagonal()[i];
    if (!(d.column[0].x > 0 && d.column[1].y > 0 && d.column[2].z > 0)) {
      node.fail(fmt::format("contact {}: the diagonal of its block of W is not positive", i));
    }
  }
  return matrix;
}

Mat3d block_of(std::span<const double> row_by_row) {
  const auto& v = row_by_row;
  return {{{v[0], v[3], v[6]}, {v[1], v[4], v[7]}, {v[2], v[5], v[8]}}};
}

std::shared_ptr<const ContactOperator> read_matrix(const io::JsonNode& node, int contacts) {
  std::vector<MatrixBlock> blocks;
  const auto last = static_cast<unsigned long long>(contacts) - 1;
  if (node.is_list()) {
    // Dense, row by row; blocks of zeros are left out.
    const std::vector<io::JsonNode> rows = node.items();
    if (static_cast<int>(rows.size()) != 3 * contacts)
      node.fail(fmt::format("it has {} rows: {} are needed", rows.size(), 3 * contacts));
    std::vector<std::vector<double>> dense;
    for (const io::JsonNode& row : rows)
      dense.push_back(numbers_of(row, 3 * static_cast<std::size_t>(contacts)));
    for (int i = 0; i < contacts; ++i) {
      for (int j = 0; j < contacts; ++j) {
        std::vector<double> block;
        bool zero = true;
        for (int k = 0; k < 9; ++k) {
          block.push_back(dense[3 * i + k / 3][3 * j + k % 3]);
          zero = zero && block.back() == 0;
        }
        if (!zero) blocks.push_back({i, j, block_of(block)});
      }
    }
  } else {
    for (const io::JsonNode& item : node.at("blocks").items()) {
      const std::vector<io::JsonNode> parts = item.items();
      if (parts.size() != 3) item.fail("two indices and nine numbers are needed");
      blocks.push_back({static_cast<int>(parts[0].whole(0, last)), static_cast<int>(parts[1].whole(0, last)),
                        block_of(numbers_of(parts[2], 9))});
    }
  }
  try {
    return std::make_shared<BlockOperator>(contacts, std::move(blocks));
  } catch (const InputError& error) {
    node.fail(error.what());
  }
}

}  // namespace

std::string problem_text(const ContactProblem& problem, const SolverSettings& settings,
                         const Solution& solution) {
  NumberList friction;
  for (const double mu : problem.friction) friction.add(mu);
  io::JsonObject text = io::JsonObject::document();
  text.add("schema", schema).add("contacts", problem.count(), "mu", friction.json(), "q", numbers(problem.q));
  if (!problem.start.empty()) text.add("start", numbers(problem.start));
  text.add("settings", settings_json(settings))
      .add("solution", io::JsonObject("law", name_of(settings.law), "solver", name_of(settings.kind))
                           .add("status", name_of(solution.status), "iterations", solution.iterations)
                           .add("residual", solution.residual, "impulses", numbers(solution.impulses)));
  if (const auto* rows = dynamic_cast<const BodyOperator*>(problem.matrix.get()))
    text.add("rows", rows_json(*rows));
  return text.add("W", io::JsonObject("blocks", blocks_json(*problem.matrix))).text();
}

ProblemFile read_problem(const std::filesystem::path& file) {
  const io::JsonNode root = io::JsonNode::parse(io::read_file(file), file.string());
  if (root.find("schema")) root.require_schema(schema);
  ProblemFile result;
  ContactProblem& problem = result.problem;
  const int contacts = static_cast<int>(root.at("contacts").whole(1, 100'000'000));
  problem.friction = numbers_of(root.at("mu"), contacts);
  for (std::size_t i = 0; i < problem.friction.size(); ++i) {
    if (problem.friction[i] < 0 && problem.friction[i] != two_sided)
      root.at("mu").items()[i].fail(
          "the friction is negative: at least 0 is accepted, or -1 for a block of a joint");
  }
  problem.q = vectors_of(root.at("q"), contacts);
  if (const auto start = root.find("start")) problem.start = vectors_of(*start, contacts);
  const auto rows = root.find("rows");
  problem.matrix = rows ? read_rows(*rows, contacts) : read_matrix(root.at("W"), contacts);
  if (const auto settings = root.find("settings")) result.settings = read_settings(*settings);
  if (const auto node = root.find("solution")) {
    Solution solution;
    solution.impulses = vectors_of(node->at("impulses"), contacts);
    if (const auto residual = node->find("residual")) solution.residual = residual->number();
    if (const auto iterations = node->find("iterations"))
      solution.iterations = static_cast<int>(iterations->whole(0, 1'000'000'000));
    if (const auto law = node->find("law"); law && !root.find("settings"))
      result.settings.law = law->value_in(law_words);
    result.solution = std::move(solution);
  }
  return result;
}

}  // namespace jam::dynamics
