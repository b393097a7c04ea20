// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `multistart`: instances side by side at one target radius a little below the best radius known so far, rounds on a device,
// and between rounds, on the host and in a fixed order: polish what is nearly legal, publish improvements, lower the target, replace
// instances that are meta-stable by perturbed elites or fresh starts.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "jam/circles/cpu_engine.hpp"
#include "jam/circles/elite_pool.hpp"
#include "jam/circles/polish.hpp"
#include "jam/circles/search.hpp"
#include "jam/circles/start.hpp"
#include "jam/circles/verify.hpp"
#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {
double tune(const char* name, double value) { const char* t = std::getenv(name); return t ? std::atof(t) : value; }

class Multistart {
 public:
  Multistart(const Problem& problem, const SearchOptions& options, const Device& device, StopToken& stop, SearchListener& listener)
      : problem_(problem), options_(options), stop_(stop), listener_(listener), n_(problem.count()),
        instances_(options.instance_count > 0 ? options.instance_count : default_instances(device)), arrays_(instances_, n_),
        restarts_(instances_, 0), polished_(instances_, -1.0F), pool_(static_cast<int>(tune("T_POOL", 64))) {
    engine_ = device.kind == DeviceKind::cuda ? make_cuda_engine(device.index, instances_, n_) : make_cpu_engine(options.thread_count, stop);
    parameters_ = make_round_parameters(problem_, options_);
    parameters_.rule = static_cast<int>(tune("T_RULE", 0));
    parameters_.depth = static_cast<int>(tune("T_DEPTH", 1.0) * n_) + 10;
    parameters_.perturbation_limit = std::max(1, static_cast<int>(n_ / tune("T_PERT", 8)));
    parameters_.tenure = static_cast<int>(n_ / tune("T_TEN", 5)) + 1;
    parameters_.sample_count = static_cast<int>(tune("T_SAMPLES", 32));
    parameters_.relaxation.gradient_tolerance = static_cast<float>(tune("T_GT", 1e-4));
    parameters_.relaxation.step_limit = static_cast<int>(tune("T_STEPS", 100));
    parameters_.relaxation.give_up_slope = static_cast<float>(tune("T_SLOPE", 40));
    stuck_ = options.stuck > 0 ? options.stuck : static_cast<long long>(tune("T_STUCK", 12) * parameters_.depth) * parameters_.candidate_count;
    totals_.instance_count = instances_;
    totals_.device_bytes = engine_->device_bytes();
  }

  SearchResult run(const std::vector<Packing>& starts) {
    double area = 0;
    for (const double r : problem_.radii) area += r * r;
    set_target(std::max(std::sqrt(area / 0.86), problem_.radii.back() * 1.0000001));
    for (int k = 0; k < instances_; ++k) {
      if (k < static_cast<int>(starts.size())) load(k, starts[static_cast<std::size_t>(k)]);
      else fresh_start(k);
    }
    if (n_ == 1) { publish_single(); return result(StopReason::finished); }
    int sweeps = 1;
    const int sweep_limit = std::max(1, static_cast<int>(tune("T_ROUND", 4000) / parameters_.candidate_count));
    while (!stop_.stop_requested()) {
      parameters_.sweep_count = sweeps;
      engine_->run(arrays_, parameters_);
      parameters_.resettle = 0;
      ++totals_.rounds;
      count_totals();
      polish_candidates();
      if (stop_.stop_requested()) break;
      retarget();
      replace_meta_stable();
      report();
      if (options_.trial_limit > 0 && totals_.trials >= options_.trial_limit) stop_.request(StopReason::finished);
      sweeps = std::min(sweep_limit, 2 * sweeps);
    }
    report();
    return result(stop_.reason());
  }

 private:
  static int default_instances(const Device& device) { return static_cast<int>(tune("T_INST", device.kind == DeviceKind::cuda ? 1056 : 8)); }

  std::size_t at(int k) const { return static_cast<std::size_t>(k) * static_cast<std::size_t>(n_); }

  void set_target(double radius) {
    const double scale = target_ > 0 ? target_ / radius : 1.0;
    target_ = radius;
    for (int i = 0; i < n_; ++i) arrays_.radius[static_cast<std::size_t>(i)] = static_cast<float>(problem_.radii[static_cast<std::size_t>(i)] / radius);
    if (scale != 1.0) {
      for (auto* array : {&arrays_.x, &arrays_.y, &arrays_.best_x, &arrays_.best_y}) {
        for (float& v : *array) v = static_cast<float>(v * scale);
      }
      parameters_.resettle = 1;
      std::fill(polished_.begin(), polished_.end(), -1.0F);
    }
  }

  void load(int k, const Packing& packing) {
    std::vector<Circle> circles = packing.circles;
    std::stable_sort(circles.begin(), circles.end(), [](const Circle& a, const Circle& b) { return a.radius < b.radius; });
    for (int i = 0; i < n_; ++i) {
      arrays_.x[at(k) + i] = static_cast<float>(circles[static_cast<std::size_t>(i)].x / target_);
      arrays_.y[at(k) + i] = static_cast<float>(circles[static_cast<std::size_t>(i)].y / target_);
    }
    arrays_.state[static_cast<std::size_t>(k)].fresh = 1;
  }

  void fresh_start(int k) {
    const std::vector<Circle> circles = start_centres(problem_, options_.start, options_.seed, k, restarts_[static_cast<std::size_t>(k)]++, target_);
    Packing packing;
    packing.circles = circles;
    load(k, packing);
  }

  Packing packing_of(int k) const {
    Packing packing;
    packing.circles.resize(static_cast<std::size_t>(n_));
    for (int i = 0; i < n_; ++i) {
      packing.circles[static_cast<std::size_t>(i)] = {problem_.radii[static_cast<std::size_t>(i)], arrays_.best_x[at(k) + i] * target_,
                                                      arrays_.best_y[at(k) + i] * target_};
    }
    return packing;
  }

  void count_totals() {
    totals_.trials = totals_.relaxation_steps = 0;
    for (const InstanceState& state : arrays_.state) {
      totals_.trials += state.trials;
      totals_.relaxation_steps += state.steps;
    }
  }

  void polish_candidates() {
    std::vector<int> order;
    float least = 1e30F;
    for (int k = 0; k < instances_; ++k) if (arrays_.state[k].fresh == 0) least = std::min(least, arrays_.state[k].best_energy);
    const float limit = static_cast<float>(tune("T_POLF", 1.5)) * least + static_cast<float>(1e-9);
    for (int k = 0; k < instances_; ++k) {
      const InstanceState& state = arrays_.state[k];
      if (state.fresh == 0 && state.best_energy <= limit && state.best_energy != polished_[k]) order.push_back(k);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return arrays_.state[a].best_energy < arrays_.state[b].best_energy; });
    const std::size_t most = n_ <= 64 ? 16 : 6;
    if (order.size() > most) order.resize(most);
    std::vector<Packing> results(order.size());
    std::vector<char> good(order.size());
    parallel_for(static_cast<int>(order.size()), options_.thread_count, [&](int k) {
      PolishResult p = polish(packing_of(order[k]));
      good[k] = p.packing.enclosing_radius < best_radius() * (1 + 1e-6);
      results[k] = std::move(p.packing);
    });
    for (std::size_t k = 0; k < order.size(); ++k) {
      polished_[order[k]] = arrays_.state[order[k]].best_energy;
      offer(order[k], results[k].enclosing_radius, results[k]);
      if (results[k].enclosing_radius < best_radius() * (1 - 1e-12)) publish(order[k], results[k]);
    }
  }

  double best_radius() const { return best_.count() > 0 ? best_.enclosing_radius : 1e300; }

  void offer(int k, double radius, const Packing& packing) {
    (void)k;
    Elite elite;
    elite.radius = radius;
    for (const Circle& c : packing.circles) { elite.x.push_back(c.x); elite.y.push_back(c.y); }
    pool_.offer(std::move(elite));
  }

  void publish(int k, const Packing& polished) {
    Packing rounded;
    try { rounded = round_outwards(polished); } catch (const UnverifiedError&) { return; }
    if (!(rounded.enclosing_radius < best_radius())) return;
    const Verification verdict = verify_exact(rounded);
    if (!verdict.legal) throw UnverifiedError("a packing that should be legal is not: " + verdict.violation);
    best_ = rounded;
    totals_.best_radius = rounded.enclosing_radius;
    const auto kind = static_cast<MoveKind>(arrays_.state[k].best_move);
    load(k, polished);
    for (int i = 0; i < n_; ++i) { arrays_.best_x[at(k) + i] = arrays_.x[at(k) + i]; arrays_.best_y[at(k) + i] = arrays_.y[at(k) + i]; }
    arrays_.state[k].fresh = 0;
    arrays_.state[k].gain_trial = arrays_.state[k].trials;
    parameters_.resettle = 1;
    gained_ = true;
    listener_.improved({stop_.elapsed(), k, kind, best_});
    if (options_.target_radius > 0 && rounded.enclosing_radius <= options_.target_radius * (1 + 1e-9)) stop_.request(StopReason::target_reached);
  }

  void retarget() {
    if (best_.count() == 0) return;
    if (!gained_) delta_ = std::max(tune("T_DMIN", 1e-4), delta_ * tune("T_DFAC", 0.8));
    gained_ = false;
    const double target = std::max(best_radius() * (1 - delta_), problem_.radii.back() * 1.0000001);
    if (std::abs(target / target_ - 1) > 1e-7) set_target(target);
  }

  void replace_meta_stable() {
    const double share = tune("T_ELITE", 0.7);
    for (int k = 0; k < instances_; ++k) {
      InstanceState& state = arrays_.state[k];
      if (state.fresh != 0 || state.trials - state.gain_trial < stuck_) continue;
      ++totals_.meta_stable_count;
      const double estimate = target_ * (1 + std::sqrt(state.best_energy));
      offer(k, estimate, packing_of(k));
      RandomStream random(options_.seed, StreamId::select_elite, static_cast<std::uint32_t>(k), static_cast<std::uint64_t>(restarts_[k]));
      if (random.uniform() < share && pool_.size() > 0) {
        ++restarts_[k];
        const double u = random.uniform();
        const int rank = static_cast<int>(std::pow(u, tune("T_BIAS", 1.0)) * pool_.size());
        const Elite& elite = pool_[std::min(rank, pool_.size() - 1)];
        Packing packing;
        for (int i = 0; i < n_; ++i) packing.circles.push_back({problem_.radii[i], elite.x[i], elite.y[i]});
        const int limit = std::max(1, static_cast<int>(n_ / tune("T_EPERT", 8)));
        const int thrown = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(limit)));
        for (int t = 0; t < thrown; ++t) {
          const int i = static_cast<int>(random.below(static_cast<std::uint32_t>(n_)));
          float u2 = 0, v2 = 0;
          uniform_in_disc_host(random, u2, v2);
          packing.circles[i].x = u2 * (target_ - problem_.radii[i]);
          packing.circles[i].y = v2 * (target_ - problem_.radii[i]);
        }
        load(k, packing);
      } else {
        fresh_start(k);
      }
    }
  }

  static void uniform_in_disc_host(RandomStream& random, float& x, float& y) {
    for (;;) { x = 2 * random.uniform() - 1; y = 2 * random.uniform() - 1; if (x * x + y * y < 1) return; }
  }

  void report() {
    totals_.seconds = stop_.elapsed();
    double sum = 0;
    for (const InstanceState& state : arrays_.state) sum += target_ * (1 + std::sqrt(std::max(0.0F, state.best_energy)));
    totals_.mean_radius = sum / instances_;
    listener_.progressed(totals_);
  }

  void publish_single() {
    Packing one; one.circles = {{problem_.radii[0], 0, 0}}; one.enclosing_radius = problem_.radii[0];
    best_ = one; totals_.best_radius = one.enclosing_radius;
    listener_.improved({stop_.elapsed(), 0, MoveKind::start, best_});
  }

  SearchResult result(StopReason reason) { totals_.seconds = stop_.elapsed(); return {best_, totals_, reason}; }

  const Problem& problem_;
  const SearchOptions& options_;
  StopToken& stop_;
  SearchListener& listener_;
  int n_;
  int instances_;
  InstanceArrays arrays_;
  std::vector<long long> restarts_;
  std::vector<float> polished_;
  ElitePool pool_;
  std::unique_ptr<RoundEngine> engine_;
  RoundParameters parameters_;
  long long stuck_ = 0;
  double target_ = 0;
  double delta_ = tune("T_DELTA", 0.005);
  bool gained_ = false;
  Packing best_;
  Progress totals_;
};
}  // namespace

SearchResult search_multistart(const Problem& problem, const SearchOptions& options, const Device& device, StopToken& stop, SearchListener& listener,
                               const std::vector<Packing>& starts) {
  if (problem.count() > round_circle_limit) {
    throw OverflowError(std::to_string(problem.count()) + " circles: the searches multistart and improve take at most " + std::to_string(round_circle_limit) + "; use --search single");
  }
  return Multistart(problem, options, device, stop, listener).run(starts);
}

}  // namespace jam::circles
