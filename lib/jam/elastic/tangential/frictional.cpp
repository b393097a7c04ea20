// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/tangential/frictional.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/normal/bound_cg.hpp"
#include "jam/elastic/normal/validity.hpp"
#include "jam/elastic/tangential/rolling.hpp"
#include "jam/elastic/tangential/solvers.hpp"

namespace jam::elastic {
namespace {

/// NORM and TANG are repeated until tractions change by at most this multiple of the tolerance.
constexpr double round_tolerance = 5;

/// Largest error of a tangential force, over the friction limit [-].
constexpr double force_tolerance = 1e-7;
constexpr int force_iterations = 100;

/// Displacements of one kind by tractions of the other, if materials differ.
class Coupling {
 public:
  Coupling(const Grid& grid, const MaterialPair& pair, const NormalSettings& settings)
      : cells_(grid.count()), in_(2 * cells_), out_(2 * cells_) {
    if (settings.gpu >= 0) {
      products_ = make_device_coupling(settings.gpu, grid, pair);
      return;
    }
    const auto table = [&](Block block) { return grid_table(block, grid, pair, settings.thread_count); };
    const InfluenceTable xn = table(Block::xn), yn = table(Block::yn), nx = table(Block::nx),
                         ny = table(Block::ny);
    products_ = {
        make_product<double>(grid.nx, grid.ny, {2, {&xn, &yn}}, settings.product, settings.thread_count),
        make_product<double>(grid.nx, grid.ny, {1, {&nx, &ny}}, settings.product, settings.thread_count)};
  }

  /// Tangential displacements by pressures, added to `u`.
  void add_tangential(std::span<const double> pressure, std::vector<Tangent>& u) {
    products_.to_tangents->apply(pressure.data(), out_.data());
    for (std::size_t i = 0; i < cells_; ++i) u[i] = u[i] + Tangent{out_[i], out_[cells_ + i]};
  }

  /// Normal displacements by tractions, added to `gap`.
  void add_normal(std::span<const Tangent> traction, std::vector<double>& gap) {
    for (std::size_t i = 0; i < cells_; ++i) in_[i] = traction[i].x, in_[cells_ + i] = traction[i].y;
    products_.to_normal->apply(in_.data(), out_.data());
    for (std::size_t i = 0; i < cells_; ++i) gap[i] += out_[i];
  }

 private:
  std::size_t cells_;
  std::vector<double> in_, out_;
  CouplingProducts products_;
};

/// On the device for tang-cg only.
std::unique_ptr<TangentialSolver> make_solver(const Grid& grid, const MaterialPair& pair,
                                              const FrictionalSettings& settings, TangentialMethod method) {
  const bool conjugate = method == TangentialMethod::tang_cg,
             preconditioned = settings.tangential.preconditioned && conjugate;
  if (settings.normal.gpu >= 0 && conjugate)
    return make_device_tangential(settings.normal.gpu, grid, pair, preconditioned);
  return std::make_unique<TangentialOperator>(grid, pair, settings.normal.product, preconditioned,
                                              settings.tangential.thread_count);
}

/// Error of the slip of a cell [mm].
double wrong_slip(CellState state, Tangent traction, Tangent slip) {
  if (state == CellState::adhesion) return length(slip);
  const double size = length(traction);
  if (state == CellState::exterior || size == 0) return 0;
  const Tangent along = (1 / size) * traction;
  return std::hypot(slip.x * along.y - slip.y * along.x, std::max(0.0, dot(slip, along)));
}

class FrictionalRun {
 public:
  FrictionalRun(const Contact& contact, const TangentialLoad& load, const FrictionalSettings& settings,
                FrictionalContact& result)
      : contact_(contact),
        load_(load),
        settings_(settings),
        result_(result),
        grid_(result.pressed.grid),
        cells_(grid_.count()),
        solver_(make_solver(grid_, contact.pair, settings, method())),
        before_(cells_) {
    if (contact.pair.coupling != 0) coupling_.emplace(grid_, contact.pair, settings.normal);
    result_.tractions = {
        std::vector<Tangent>(cells_), {}, std::vector<CellState>(cells_, CellState::exterior)};
    result_.rigid_shift.resize(cells_);
  }

  /// One step of the load, its shift given; the pressures of a first step are known if tractions do not
  /// change them.
  void step(NormalLoad normal, Tangent shift, bool pressures_known) {
    set_shift(shift);
    result_.rounds = 0;
    while (true) {
      ++result_.rounds;
      const std::vector<double> pressure = result_.pressed.normal.pressure;
      const std::vector<Tangent> traction = result_.tractions.traction;
      if (!pressures_known) solve_pressures(normal);
      solve_tractions();
      if (!coupling_) break;
      pressures_known = false;
      double change = 0, size = 0;
      for (std::size_t i = 0; i < cells_; ++i) {
        const Tangent now = result_.tractions.traction[i], d = now - traction[i];
        const double p = result_.pressed.normal.pressure[i];
        change += dot(d, d) + (p - pressure[i]) * (p - pressure[i]);
        size += dot(now, now) + p * p;
      }
      if (change <= std::pow(round_tolerance * settings_.normal.tolerance, 2) * size) break;
      if (result_.rounds >= settings_.round_limit || ends(settings_.normal.watch)) {
        result_.solved = false;
        break;
      }
    }
    sum_up();
  }

  /// Displacements of this step, from which the next one goes on.
  void keep() { before_ = displacements(); }

  /// Looks for the shift at which the tractions balance the force of the load, by Broyden's method.
  void find_shift(NormalLoad normal) {
    const double radius = std::sqrt(result_.pressed.normal.contact_cells * grid_.area() / std::numbers::pi);
    const double limit = load_.friction * result_.pressed.normal.force,
                 soft = contact_.pair.mindlin / (8 * radius);
    // Inverse of dF/dW, column by column; at first Mindlin's compliance without slip.
    Tangent column[2] = {{-soft, 0}, {0, -soft}};
    Tangent shift{};
    step(normal, shift, true);
    Tangent rest = unbalanced();
    for (int k = 0; length(rest) > force_tolerance * limit; ++k) {
      if (k == force_iterations || ends(settings_.normal.watch)) {
        result_.solved = false;
        return;
      }
      Tangent move = rest.x * column[0] + rest.y * column[1];
      // If nearly everything slips, a shift changes little: no more than twice the shift so far.
      const double longest = 2 * std::max(length(shift), soft * limit);
      if (const double size = length(move); size > longest) move = (longest / size) * move;
      const Tangent force = result_.force;
      shift = shift + move;
      step(normal, shift, true);
      rest = unbalanced();
      const Tangent gained = result_.force - force, predicted = gained.x * column[0] + gained.y * column[1];
      // B += (move - B gained) (move^T B) / (move . B gained).
      const double scale = dot(move, predicted);
      if (scale == 0) continue;
      const Tangent error = (1 / scale) * (move - predicted);
      const double along[2] = {dot(move, column[0]), dot(move, column[1])};
      for (int c = 0; c < 2; ++c) column[c] = column[c] + along[c] * error;
    }
  }

 private:
  [[nodiscard]] TangentialMethod method() const { return method_of(load_, settings_.tangential, grid_); }

  /// The missing part of the sum of the tractions, which opposes the force of the load [N].
  [[nodiscard]] Tangent unbalanced() const { return Tangent{} - load_.value - result_.force; }

  void set_shift(Tangent shift) {
    result_.shift = shift;
    const double way = load_.motion == Motion::rolling ? grid_.dx : 1;
    for (int i = 0; i < grid_.count(); ++i) {
      const double x = grid_.x(i % grid_.nx), y = grid_.y(i / grid_.nx);
      result_.rigid_shift[i] = {way * (shift.x - load_.spin * y), way * (shift.y + load_.spin * x)};
    }
  }

  void solve_pressures(NormalLoad normal) {
    std::vector<double> gap = result_.pressed.gap;
    if (coupling_) coupling_->add_normal(result_.tractions.traction, gap);
    // Both begin with the pressures of the previous round.
    const std::vector<double>& start = result_.pressed.normal.pressure;
    result_.pressed.normal =
        settings_.normal.gpu >= 0
            ? solve_normal_on_device(settings_.normal.gpu, grid_, contact_.pair, contact_.liner.flexibility(),
                                     gap, normal, settings_.normal, start)
            : pressures_on_host(gap, normal, start);
    if (result_.pressed.normal.status != SolveEnd::solved) result_.solved = false;
  }

  NormalSolution pressures_on_host(std::span<const double> gap, NormalLoad normal,
                                   std::span<const double> start) {
    if (!normal_)
      normal_ = normal_products<double>(grid_, contact_.pair, contact_.liner.flexibility(), settings_.normal,
                                        settings_.normal.preconditioned);
    const NormalProblem problem{grid_.count(), grid_.area(), gap, normal};
    return bound_cg<double>(problem, *normal_, start, settings_.normal);
  }

  void solve_tractions() {
    std::vector<double> bound(cells_);
    std::vector<Tangent> shift(result_.rigid_shift);
    if (coupling_) coupling_->add_tangential(result_.pressed.normal.pressure, shift);
    for (std::size_t i = 0; i < cells_; ++i) {
      const double pressure = result_.pressed.normal.pressure[i];
      bound[i] = load_.friction * pressure;
      shift[i] = shift[i] - before_[i];
      CellState& state = result_.tractions.state[i];
      if (!(pressure > 0)) state = CellState::exterior;
      else if (state == CellState::exterior) state = CellState::adhesion;
    }
    TangentialSettings settings = settings_.tangential;
    settings.method = method();
    const bool in_steps = load_.motion == Motion::rolling && settings.method == TangentialMethod::tang_cg;
    const TangentialReport report =
        in_steps ? roll_steadily(*solver_, grid_.nx, bound, shift, settings, result_.tractions)
                 : solver_->solve(bound, shift, settings, result_.tractions);
    result_.iterations = report.iterations;
    if (!report.solved) result_.solved = false;
  }

  [[nodiscard]] std::vector<Tangent> displacements() {
    std::vector<Tangent> u;
    solver_->apply(result_.tractions.traction, u);
    if (coupling_) coupling_->add_tangential(result_.pressed.normal.pressure, u);
    return u;
  }

  void sum_up() {
    result_.force = {};
    result_.moment = 0;
    result_.adhesion_cells = result_.slip_cells = 0;
    double worst = 0, largest = 0;
    std::vector<Tangent> u;
    solver_->apply(load_.motion == Motion::rolling ? rolled_difference(grid_.nx, result_.tractions.traction)
                                                   : result_.tractions.traction,
                   u);
    for (int i = 0; i < grid_.count(); ++i) {
      const Tangent p = result_.tractions.traction[i];
      result_.force = result_.force + grid_.area() * p;
      result_.moment += grid_.area() * (grid_.x(i % grid_.nx) * p.y - grid_.y(i / grid_.nx) * p.x);
      result_.adhesion_cells += result_.tractions.state[i] == CellState::adhesion ? 1 : 0;
      result_.slip_cells += result_.tractions.state[i] == CellState::slip ? 1 : 0;
      worst = std::max(worst, wrong_slip(result_.tractions.state[i], p, result_.tractions.slip[i]));
      largest = std::max(largest, length(u[i]));
    }
    result_.residual = largest > 0 ? worst / largest : 0;
  }

  const Contact& contact_;
  const TangentialLoad& load_;
  const FrictionalSettings& settings_;
  FrictionalContact& result_;
  const Grid& grid_;
  std::size_t cells_;
  std::unique_ptr<TangentialSolver> solver_;
  std::optional<Coupling> coupling_;
  std::optional<NormalProducts<double>> normal_;
  std::vector<Tangent> before_;  ///< Tangential displacements of the previous step.
};

}  // namespace

TangentialMethod method_of(const TangentialLoad& load, const TangentialSettings& settings, const Grid& grid) {
  if (load.motion != Motion::rolling) return settings.method;
  return grid.ny == 1 ? TangentialMethod::steady_gs : TangentialMethod::tang_cg;
}

void require_valid(const TangentialLoad& load, double normal_force) {
  if (!(load.friction >= 0))
    throw InputError(fmt::format("a friction of {}: a number of at least 0 is accepted", load.friction));
  if (load.motion != Motion::force) return;
  const double limit = load.friction * normal_force;
  if (!(length(load.value) < limit)) {
    throw InputError(fmt::format("a tangential force of {:.6g} N: friction carries less than {:.6g} N",
                                 length(load.value), limit));
  }
}

void require_solvable(const Contact& contact, const TangentialLoad& load) {
  // Besides the normal problem: three tables, four spectra and three inverse ones, four of coupling, and
  // about forty fields, in numbers per cell.
  const std::size_t cells =
      static_cast<std::size_t>(contact.grid.nx) * static_cast<std::size_t>(contact.grid.ny);
  require_memory(contact.grid, normal_memory_bytes(contact.grid) +
                                   cells * sizeof(double) * (3 + 2 * 4 + 2 * 3 + 4 * 4 + 40));
  if (contact.load.by_force) require_valid(load, contact.load.value);
}

FrictionalContact press_with_friction(const Contact& contact, const std::vector<NormalLoad>& steps,
                                      const TangentialLoad& tangential, const FrictionalSettings& settings) {
  FrictionalContact result;
  if (settings.normal.gpu >= 0) {
    require_device_friction(settings.normal, method_of(tangential, settings.tangential, contact.grid));
    require_device_memory(settings.normal.gpu, contact.grid, settings.normal, 2);
  }
  // The largest load says which grid is needed.
  Contact largest = contact;
  largest.load = *std::max_element(steps.begin(), steps.end(),
                                   [](NormalLoad a, NormalLoad b) { return a.value < b.value; });
  result.pressed = press(largest, settings.normal);
  if (tangential.motion == Motion::rolling && contact.pair.coupling != 0) {
    throw InputError(
        "rolling of different materials: only materials with the same (1 - 2 nu) / G are accepted");
  }
  require_valid(tangential, result.pressed.normal.force);
  FrictionalRun run(contact, tangential, settings, result);
  if (tangential.motion == Motion::force) {
    if (result.pressed.normal.contact_cells > 0) run.find_shift(steps.back());
  } else {
    const bool known = steps.size() == 1;
    for (const NormalLoad& load : steps) {
      run.step(load, tangential.value, known);
      run.keep();
    }
  }
  Contact last = contact;
  last.load = steps.back();
  describe(last, result.pressed);
  require_finite(std::array{result.shift.x, result.shift.y, result.force.x, result.force.y, result.moment,
                            result.residual});
  for (const auto* field : {&result.tractions.traction, &result.tractions.slip, &result.rigid_shift}) {
    for (const Tangent value : *field) require_finite(std::array{value.x, value.y});
  }
  return result;
}

}  // namespace jam::elastic
