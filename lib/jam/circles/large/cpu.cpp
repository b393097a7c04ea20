// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The large search on CPU threads: loops over blocks of circles, one thread per block at a time. Every number
// is computed from fixed inputs in a fixed order, so results are the same for any number of threads.
#include <algorithm>
#include <atomic>

#include "jam/circles/large/engine.hpp"
#include "jam/core/parallel.hpp"

namespace jam::circles::large {

namespace {

/// Up to this number of circles, one thread is faster than several.
constexpr std::size_t serial_count = 4096;

/// Blocks that are assigned to a thread at once.
constexpr int block_grain = 4;

class CpuEngine final : public Engine {
 public:
  CpuEngine(const std::vector<double>& radii, int thread_count)
      : table_(make_levels(radii)),
        count_(static_cast<int>(radii.size())),
        thread_count_(radii.size() <= serial_count ? 1 : thread_count),
        sites_(radii.size()),
        velocity_(radii.size()),
        anchor_x_(radii.size()),
        anchor_y_(radii.size()),
        force_(radii.size()),
        own_count_(radii.size()),
        cursor_(radii.size()),
        row_begin_(radii.size() + 1),
        block_totals_((radii.size() + block_length - 1) / block_length) {}

  RelaxReport relax(const RelaxTask& task, Centres& centres, const StopQuery& stop,
                    const StepListener& listener) override {
    load(centres);
    Control control{task};
    StepReports reports(listener);
    while (control.status == Status::running && !stop.stopped()) {
      if (!lists_valid_ && !rebuild(control.container_radius, stop)) break;
      decide_step(control, sum_forces(control));
      if (control.go != 0) move(control);
      reports.report(control.step);
    }
    reports.report(control.step, true);
    read_centres(sites_, centres);
    return make_report(control);
  }

  std::vector<Sum> forces(const Centres& centres, double container_radius, Law law) override {
    load(centres);
    const Control control{{.container_radius = container_radius, .law = law}};
    static_cast<void>(rebuild(container_radius, {}));
    static_cast<void>(sum_forces(control));
    std::vector<Sum> sums(sites_.size());
    for (int slot = 0; slot < count_; ++slot) sums[sites_[slot].id] = force_[slot];
    return sums;
  }

  std::size_t device_bytes() const override { return 0; }

  bool on_gpu() const override { return false; }

 private:
  /// Takes over the centres, with velocities of 0.
  void load(const Centres& centres) {
    place_sites(table_, centres, sites_);
    std::fill(velocity_.begin(), velocity_.end(), Vector{});
    lists_valid_ = false;
  }

  /// Calls body(first, last) for every block of circles; when stopped, for some of them.
  template <class Body>
  void for_blocks(const Body& body, const StopQuery& stop = {}) {
    const auto process = [&](int block) {
      if (!stop.stopped()) body(block * block_length, std::min(count_, (block + 1) * block_length));
    };
    parallel_for(static_cast<int>(block_totals_.size()), thread_count_, process, block_grain);
  }

  /// Sorts the circles by cell and builds all neighbour lists. False: stopped, without lists.
  bool rebuild(double container_radius, const StopQuery& stop) {
    const Grid grid = plan_grid(table_, container_radius);
    sort_circles(grid);
    // Lengths of the two parts of every row: partners found by the circle itself, and smaller circles that
    // found it.
    for_blocks([&](int first, int last) { std::fill(cursor_.begin() + first, cursor_.begin() + last, 0); });
    const auto count_partners = [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        int found = 0;
        find_partners(grid, sites_.data(), cell_begin_.data(), i, [&](int other, bool above) {
          ++found;
          if (above) std::atomic_ref<int>(cursor_[other]).fetch_add(1, std::memory_order_relaxed);
        });
        own_count_[i] = found;
      }
    };
    for_blocks(count_partners, stop);
    if (stop.stopped()) return false;
    std::int64_t entry_count = 0;
    for (int i = 0; i < count_; ++i) {
      row_begin_[i] = static_cast<int>(entry_count);
      entry_count += own_count_[i] + cursor_[i];
      require_entry_count(entry_count);
    }
    row_begin_[count_] = static_cast<int>(entry_count);
    near_.resize(std::max<std::size_t>(near_.size(), row_begin_[count_]));
    for_blocks([&](int first, int last) { std::fill(cursor_.begin() + first, cursor_.begin() + last, 0); });
    const auto fill_rows = [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        int next = row_begin_[i];
        find_partners(grid, sites_.data(), cell_begin_.data(), i, [&](int other, bool above) {
          near_[next++] = other;
          if (!above) return;
          const int place = std::atomic_ref<int>(cursor_[other]).fetch_add(1, std::memory_order_relaxed);
          near_[row_begin_[other] + own_count_[other] + place] = i;
        });
      }
    };
    for_blocks(fill_rows, stop);
    if (stop.stopped()) return false;
    // Threads filled the second part in any order.
    if (grid.level_count > 1) {
      for_blocks([&](int first, int last) {
        for (int i = first; i < last; ++i) {
          std::sort(near_.begin() + row_begin_[i] + own_count_[i], near_.begin() + row_begin_[i + 1]);
        }
      });
    }
    for_blocks([&](int first, int last) {
      for (int i = first; i < last; ++i) {
        anchor_x_[i] = sites_[i].x;
        anchor_y_[i] = sites_[i].y;
      }
    });
    lists_valid_ = true;
    return true;
  }

  void sort_circles(const Grid& grid) {
    for (Site& site : sites_) site.skin = skin_of(grid, site.radius);
    sort_by_cell(grid, sites_, order_, cell_begin_, sites_sorted_);
    velocity_sorted_.resize(velocity_.size());
    for (int i = 0; i < count_; ++i) velocity_sorted_[i] = velocity_[order_[i]];
    sites_.swap(sites_sorted_);
    velocity_.swap(velocity_sorted_);
  }

  Totals sum_forces(const Control& control) {
    for_blocks([&](int first, int last) {
      Totals totals;
      for (int i = first; i < last; ++i) {
        const Site& self = sites_[i];
        const int row_end = row_begin_[i + 1];
        Sum sum;
        for (int begin = row_begin_[i]; begin < row_end; begin += slice_length) {
          sum.add(sum_slice(sites_.data(), near_.data(), begin, std::min(begin + slice_length, row_end), self,
                            control.law));
        }
        const float reach = add_wall(self, control.container_radius, sum);
        force_[i] = sum;
        totals.add(sum, reach, velocity_[i], inverse_mass(row_end - row_begin_[i]));
      }
      block_totals_[first / block_length] = totals;
    });
    Totals totals;
    for (const Totals& part : block_totals_) totals.add(part);
    return totals;
  }

  void move(const Control& control) {
    std::atomic<bool> stale{false};
    for_blocks([&](int first, int last) {
      bool left = false;
      for (int i = first; i < last; ++i) {
        left |= move_circle(control, force_[i], inverse_mass(row_begin_[i + 1] - row_begin_[i]), anchor_x_[i],
                            anchor_y_[i], sites_[i], velocity_[i]);
      }
      if (left) stale.store(true, std::memory_order_relaxed);
    });
    if (stale.load()) lists_valid_ = false;
  }

  LevelTable table_;
  int count_;
  int thread_count_;
  // Per circle, in the order of the cells.
  std::vector<Site> sites_, sites_sorted_;
  std::vector<Vector> velocity_, velocity_sorted_;
  std::vector<double> anchor_x_, anchor_y_;  ///< Centre when the lists were built.
  std::vector<Sum> force_;
  std::vector<int> own_count_, cursor_, order_;
  // Neighbour lists: row i is near_[row_begin_[i] .. row_begin_[i + 1]).
  std::vector<int> row_begin_, near_;
  std::vector<int> cell_begin_;
  std::vector<Totals> block_totals_;
  bool lists_valid_ = false;
};

}  // namespace

std::unique_ptr<Engine> make_cpu_engine(const std::vector<double>& radii, int thread_count) {
  return std::make_unique<CpuEngine>(radii, thread_count);
}

}  // namespace jam::circles::large
