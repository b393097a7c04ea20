// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/packing/wall_patches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/normal/bound_cg_steps.hpp"
#include "jam/elastic/normal/validity.hpp"

namespace jam::elastic {
namespace {

/// Cells within this multiple of the patch by closed formulas may touch the item.
constexpr double window_share = 1.4;

constexpr int chosen_limit = 1024;     ///< Largest number of cells along an axis of wall_grid().
constexpr double cells_per_axis = 13;  ///< Cells along a semi-axis of the smallest patch.

using Field = std::vector<double>;

/// Twice the normal compliance of a half-space of this material: displacement = compliance / (2 pi) force /
/// distance [1/MPa].
double compliance(const Material& material) { return (1 - material.poisson) / (2 * material.shear()); }

/// The cells that an item may touch, a rectangle of the same size for all items; parts of it may lie
/// outside of the grid.
struct Window {
  int left = 0, low = 0;
};

class WallRun {
 public:
  WallRun(const Grid& grid, const Material& wall, const Liner& liner, const std::vector<WallItem>& items,
          const NormalSettings& settings)
      : grid_(grid),
        wall_material_(wall),
        liner_modulus_(liner.modulus),
        items_(items),
        settings_(settings),
        cells_(grid.count()),
        label_(cells_, -1),
        gap_(cells_) {
    Extent extent;
    for (const WallItem& item : items) {
      const MaterialPair pair = combine(item.material, wall);
      Surface surface;
      surface.curvature = item.curvature;
      const Extent own = patch_extent(surface, pair, liner, {true, item.force});
      extent = {std::max(extent.x, own.x), std::max(extent.y, own.y)};
      patches_.push_back({own.x / 1.25, own.y / 1.25});
      compliance_.push_back(compliance(item.material));
    }
    set_windows(extent);
    MaterialPair unit;
    unit.shear = 1;
    const double wall_part = compliance(wall);
    wall_compliance_ = wall_part;
    liner_ = liner.flexibility();
    const auto product = [&](double liner_part, bool inverse) {
      if (settings.gpu >= 0)
        return make_device_product(settings.gpu, grid.nx, grid.ny, {unit, grid.dx, grid.dy, liner_part},
                                   inverse);
      const InfluenceTable whole = grid_table(Block::nn, grid, unit, settings.thread_count, liner_part);
      return inverse ? make_inverse<double>(grid.nx, grid.ny, {&whole}, settings.thread_count)
                     : make_product<double>(grid.nx, grid.ny, {1, {&whole}}, settings.product,
                                            settings.thread_count);
    };
    if (settings.gpu >= 0) {
      require_device_normal(grid, settings);
      if (settings.product == ProductKind::direct)
        throw InputError("--product direct for a wall on a GPU: auto and fft are accepted there");
    }
    if (wall_part > 0) wall_ = product(0, false);
    const InfluenceTable window =
        grid_table(Block::nn, {window_nx_, window_ny_, grid.dx, grid.dy}, unit, settings.thread_count);
    window_ =
        make_product<double>(window_nx_, window_ny_, {1, {&window}}, settings.product, settings.thread_count);
    double mean_compliance = wall_part;
    for (const double c : compliance_) mean_compliance += c / static_cast<double>(items.size());
    if (settings.preconditioned) inverse_ = product(liner_ / mean_compliance, true);
  }

  WallSolution solve() {
    begin();
    WallSolution solution;
    solution.solved = iterate(solution.iterations);
    apply(p_, u_);
    finish(solution);
    return solution;
  }

 private:
  void set_windows(Extent extent) {
    window_nx_ =
        std::min(grid_.nx, 2 * static_cast<int>(std::ceil(window_share * extent.x / 1.25 / grid_.dx)) + 1);
    window_ny_ =
        std::min(grid_.ny, 2 * static_cast<int>(std::ceil(window_share * extent.y / 1.25 / grid_.dy)) + 1);
    std::vector<double> nearest(cells_, HUGE_VAL);
    for (std::size_t k = 0; k < items_.size(); ++k) {
      const WallItem& item = items_[k];
      const double column = std::round((item.x - grid_.left) / grid_.dx),
                   row = std::round((item.y - grid_.low) / grid_.dy);
      if (!(column >= 0 && column < grid_.nx && row >= 0 && row < grid_.ny))
        throw InputError(fmt::format("item {} lies outside of the wall", k));
      const int ix = static_cast<int>(column), iy = static_cast<int>(row);
      if (!(item.force > 0))
        throw InputError(fmt::format("item {}: a force of {} N: a number above 0 is needed", k, item.force));
      windows_.push_back({ix - window_nx_ / 2, iy - window_ny_ / 2});
      each_cell(k, [&](std::size_t i, std::size_t) {
        const double x = grid_.x(static_cast<int>(i) % grid_.nx) - item.x,
                     y = grid_.y(static_cast<int>(i) / grid_.nx) - item.y;
        const double distance = std::hypot(x, y);
        if (distance >= nearest[i]) return;
        nearest[i] = distance;
        label_[i] = static_cast<int>(k);
        gap_[i] = item.curvature.a * x * x + item.curvature.b * y * y;
      });
    }
  }

  /// body(cell of the grid, cell of the window) for the cells of a window that lie on the grid.
  template <class Body>
  void each_cell(std::size_t k, Body&& body) const {
    const Window& window = windows_[k];
    for (int y = std::max(0, -window.low); y < window_ny_ && window.low + y < grid_.ny; ++y) {
      for (int x = std::max(0, -window.left); x < window_nx_ && window.left + x < grid_.nx; ++x) {
        body(static_cast<std::size_t>(window.low + y) * grid_.nx + static_cast<std::size_t>(window.left + x),
             static_cast<std::size_t>(y) * window_nx_ + x);
      }
    }
  }

  /// u of pressures that are zero off their items' cells; only there u is computed.
  void apply(const Field& p, Field& u) {
    u.assign(cells_, 0);
    if (wall_ != nullptr) wall_->apply(p.data(), u.data());
    for (double& value : u) value *= wall_compliance_;
    Field in(static_cast<std::size_t>(window_nx_) * window_ny_), out(in.size());
    for (std::size_t k = 0; k < items_.size(); ++k) {
      if (!(compliance_[k] > 0)) continue;
      std::ranges::fill(in, 0);
      each_cell(k,
                [&](std::size_t i, std::size_t j) { in[j] = label_[i] == static_cast<int>(k) ? p[i] : 0; });
      window_->apply(in.data(), out.data());
      each_cell(k, [&](std::size_t i, std::size_t j) {
        if (label_[i] == static_cast<int>(k)) u[i] += compliance_[k] * out[j];
      });
    }
    for (std::size_t i = 0; i < cells_; ++i) u[i] += liner_ * p[i];
  }

  /// Per item the mean of a field over its cells with contact.
  [[nodiscard]] std::vector<double> means(const Field& field) const {
    std::vector<double> sum(items_.size()), count(items_.size());
    for (std::size_t i = 0; i < cells_; ++i) {
      if (contact_[i]) sum[label_[i]] += field[i], count[label_[i]] += 1;
    }
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] /= std::max(1.0, count[k]);
    return sum;
  }

  void project(Field& field) const {
    const std::vector<double> shift = means(field);
    for (std::size_t i = 0; i < cells_; ++i) field[i] = contact_[i] ? field[i] - shift[label_[i]] : 0;
  }

  void scale_to_forces() {
    std::vector<double> sum(items_.size());
    for (std::size_t i = 0; i < cells_; ++i) {
      if (label_[i] >= 0) sum[label_[i]] += p_[i];
    }
    for (std::size_t i = 0; i < cells_; ++i) {
      if (label_[i] >= 0) p_[i] *= items_[label_[i]].force / (grid_.area() * sum[label_[i]]);
    }
  }

  /// Ellipses of the closed formulas.
  void begin() {
    p_.assign(cells_, 0), v_.assign(cells_, 0), contact_.assign(cells_, 0);
    for (std::size_t k = 0; k < items_.size(); ++k) {
      std::size_t middle = 0;
      double best = HUGE_VAL;
      each_cell(k, [&](std::size_t i, std::size_t) {
        if (label_[i] != static_cast<int>(k)) return;
        const double x = (grid_.x(static_cast<int>(i) % grid_.nx) - items_[k].x) / patches_[k].x,
                     y = (grid_.y(static_cast<int>(i) / grid_.nx) - items_[k].y) / patches_[k].y,
                     r2 = x * x + y * y;
        if (r2 < best) best = r2, middle = i;
        if (r2 < 1) p_[i] = std::sqrt(1 - r2), contact_[i] = 1;
      });
      if (best == HUGE_VAL)
        throw InputError(
            fmt::format("item {} has no cell of the wall nearer than others: smaller cells are needed", k));
      // A patch smaller than a cell.
      if (best >= 1) p_[middle] = 1, contact_[middle] = 1;
    }
    scale_to_forces();
    update_residual(true);
  }

  void update_residual(bool fresh) {
    if (fresh) apply(p_, u_);
    e_.resize(cells_);
    for (std::size_t i = 0; i < cells_; ++i) e_[i] = gap_[i] + u_[i];
    approach_ = means(e_);
    r_.assign(cells_, 0);
    for (std::size_t i = 0; i < cells_; ++i) {
      if (label_[i] >= 0) e_[i] -= approach_[label_[i]];
      if (contact_[i]) r_[i] = -e_[i];
    }
  }

  static double dot(const Field& a, const Field& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }

  /// Makes one iteration, as BoundCg does. Returns whether the tolerance was reached.
  bool iterate(int& iterations) {
    Field z, q, before;
    double rho_before = 0;
    int since_fresh = 0;
    while (iterations < settings_.iteration_limit) {
      ++iterations;
      z = r_;
      if (inverse_ != nullptr) inverse_->apply(r_.data(), z.data());
      project(z);
      const double rho = dot(z, r_);
      const double beta =
          iterations == 1 || rho_before <= 0 ? 0 : std::max(0.0, (rho - dot(z, before)) / rho_before);
      rho_before = rho;
      for (std::size_t i = 0; i < cells_; ++i) v_[i] = z[i] + beta * v_[i];
      project(v_);
      apply(v_, q);
      const double curvature = dot(v_, q), alpha = curvature > 0 ? dot(r_, v_) / curvature : 0;
      const double change = std::fabs(alpha) * std::sqrt(dot(v_, v_));
      before = r_;
      bool moved = false;
      for (std::size_t i = 0; i < cells_; ++i) {
        p_[i] += alpha * v_[i];
        u_[i] += alpha * q[i];
        if (contact_[i] && p_[i] < 0) p_[i] = 0, contact_[i] = 0, moved = true;
      }
      if (moved) scale_to_forces();
      const bool fresh = moved || ++since_fresh >= refresh_interval;
      if (fresh) since_fresh = 0;
      update_residual(fresh);
      for (std::size_t i = 0; i < cells_; ++i) {
        if (!contact_[i] && label_[i] >= 0 && e_[i] < 0) contact_[i] = 1, r_[i] = -e_[i], moved = true;
        if (!contact_[i]) v_[i] = 0;
      }
      const double relative = change / std::sqrt(dot(p_, p_));
      if (!moved && relative <= settings_.tolerance) return true;
      if (ends(settings_.watch, "pressures", iterations, relative, settings_.tolerance)) return false;
    }
    return false;
  }

  void finish(WallSolution& solution) {
    solution.patches.resize(items_.size());
    double largest = 0, worst = 0;
    for (std::size_t k = 0; k < items_.size(); ++k) solution.patches[k].approach = approach_[k];
    require_finite(p_);
    require_finite(u_);
    require_finite(approach_);
    for (std::size_t i = 0; i < cells_; ++i) {
      if (label_[i] < 0) continue;
      WallPatch& patch = solution.patches[label_[i]];
      const double e = gap_[i] + u_[i] - patch.approach;
      largest = std::max(largest, std::fabs(u_[i]));
      worst = std::max(worst, p_[i] > 0 ? std::fabs(e) : -e);
      patch.peak = std::max(patch.peak, p_[i]);
      patch.cells += p_[i] > 0 ? 1 : 0;
    }
    for (std::size_t k = 0; k < items_.size(); ++k) {
      each_cell(k, [&](std::size_t i, std::size_t j) {
        if (label_[i] != static_cast<int>(k) || !(p_[i] > 0)) return;
        const int x = static_cast<int>(j) % window_nx_, y = static_cast<int>(j) / window_nx_,
                  ix = static_cast<int>(i) % grid_.nx, iy = static_cast<int>(i) / grid_.nx;
        const bool at_border = x == 0 || x == window_nx_ - 1 || y == 0 || y == window_ny_ - 1 || ix == 0 ||
                               ix == grid_.nx - 1 || iy == 0 || iy == grid_.ny - 1;
        if (at_border) solution.patches[k].clipped = true;
      });
      describe(k, solution.patches[k]);
    }
    solution.residual = largest > 0 ? worst / largest : 0;
    solution.pressure = std::move(p_);
    solution.item = std::move(label_);
  }

  /// Extents of a patch, and warnings.
  void describe(std::size_t k, WallPatch& patch) const {
    int left = window_nx_, right = -1, low = window_ny_, high = -1;
    each_cell(k, [&](std::size_t i, std::size_t j) {
      if (label_[i] != static_cast<int>(k) || !(p_[i] > 0)) return;
      const int x = static_cast<int>(j) % window_nx_, y = static_cast<int>(j) / window_nx_;
      left = std::min(left, x), right = std::max(right, x), low = std::min(low, y), high = std::max(high, y);
    });
    patch.half = {0.5 * (right - left + 1) * grid_.dx, 0.5 * (high - low + 1) * grid_.dy};
    if (patch.clipped)
      patch.warnings.emplace_back("its patch reaches the border of the wall, or cells of a neighbour");
    PatchFacts facts;
    facts.x_axis = patch.half.x, facts.y_axis = patch.half.y;
    facts.pressure = patch.peak;
    facts.modulus = combine(items_[k].material, wall_material_).modulus;
    facts.cells = patch.cells;
    facts.cells_across = std::sqrt(patch.cells);
    facts.gap = items_[k].curvature;
    if (liner_ > 0) facts.liner_strain = patch.peak / liner_modulus_;
    for (std::string& text : validity_warnings(facts)) patch.warnings.push_back(std::move(text));
  }

  const Grid& grid_;
  const Material wall_material_;
  const double liner_modulus_;
  const std::vector<WallItem>& items_;
  const NormalSettings& settings_;
  std::size_t cells_;
  std::vector<int> label_;
  Field gap_;
  std::vector<Extent> patches_;  ///< Semi-axes by closed formulas [mm].
  std::vector<double> compliance_;
  int window_nx_ = 0, window_ny_ = 0;
  std::vector<Window> windows_;
  double wall_compliance_ = 0, liner_ = 0;
  std::unique_ptr<Product<double>> wall_, window_, inverse_;
  std::vector<unsigned char> contact_;
  std::vector<double> approach_;
  Field p_, u_, e_, r_, v_;
};

}  // namespace

Grid wall_grid(const Material& wall, const Liner& liner, const std::vector<WallItem>& items) {
  double left = HUGE_VAL, right = -HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL, smallest = HUGE_VAL;
  for (const WallItem& item : items) {
    Surface surface;
    surface.curvature = item.curvature;
    const Extent extent = patch_extent(surface, combine(item.material, wall), liner, {true, item.force});
    left = std::min(left, item.x - 1.2 * extent.x), right = std::max(right, item.x + 1.2 * extent.x);
    low = std::min(low, item.y - 1.2 * extent.y), high = std::max(high, item.y + 1.2 * extent.y);
    smallest = std::min({smallest, extent.x / 1.25, extent.y / 1.25});
  }
  const auto count = [&](double length) {
    return static_cast<int>(
        std::clamp(std::ceil(length / smallest * cells_per_axis), 1.0, static_cast<double>(chosen_limit)));
  };
  require_finite(std::array{left, right, low, high, smallest});
  const int nx = count(right - left), ny = count(high - low);
  const double dx = (right - left) / nx, dy = (high - low) / ny;
  return {nx, ny, dx, dy, left + 0.5 * dx, low + 0.5 * dy};
}

WallSolution solve_wall(const Grid& grid, const Material& wall, const Liner& liner,
                        const std::vector<WallItem>& items, const NormalSettings& settings) {
  if (items.empty()) throw InputError("a wall without items: at least one is needed");
  return WallRun(grid, wall, liner, items, settings).solve();
}

}  // namespace jam::elastic
