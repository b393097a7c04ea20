// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/box_annealing.hpp"

#include <algorithm>
#include <tuple>

#include "jam/core/error.hpp"
#include "jam/trunk/annealing/ladders.hpp"
#include "jam/trunk/annealing/sets/boxes.hpp"
#include "jam/trunk/annealing/sets/scene.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::trunk {
namespace {

constexpr PolishOptions candidate_polish{
    .step_limit = 40, .patience = 4, .fall = 0.5, .active_rounds = 5, .gradient_limit = 50, .accuracy = 0.01};

/// The second polish, for packings that the first leaves nearly legal, while a GPU works. On CPUs trials are
/// as good a use of that time (tests/bench/results/trunk.md).
constexpr PolishOptions second_polish{
    .step_limit = 0, .near_steps = 100, .active_rounds = 5, .gradient_limit = 50, .accuracy = 0.01};

constexpr double no_depth = 1e300;

/// The size of the smallest boxes, for the cells in which centres may be.
Vec3d smallest_edge(const AnnealingOptions& options) {
  if (options.set == nullptr) return options.edge;
  const auto size = [](const Piece& piece) { return inner_cell_size(piece.edge); };
  return std::ranges::min_element(options.set->pieces, {}, size)->edge;
}

/// Edge of the cells of triangles [mm]: at most 1000 along an axis.
double wall_cell_size(const Container& container) {
  const Bounds bounds = bounds_of(container.surface);
  const Vec3d extent = bounds.high - bounds.low;
  return std::max(40.0, std::max({extent.x, extent.y, extent.z}) / 1000);
}

TrialSceneData make_scene(const WallTriangles& walls, const InnerCells& cells,
                          const AnnealingOptions& options, double volume) {
  const auto make = [&](const SetBoxes* boxes) {
    return make_trial_scene(walls, cells, options.edge, options.corner_radius, options.fixed, options.seed,
                            options.points, boxes);
  };
  if (options.set == nullptr) return make(nullptr);
  const SetBoxes boxes{*options.set, volume};
  return make(&boxes);
}

}  // namespace

BoxAnnealing::BoxAnnealing(const Container& container, AnnealingOptions options, const Device& device,
                           Verify verify, Shape shape, const TrialRules& rules)
    : options_(std::move(options)),
      verify_(std::move(verify)),
      walls_(container, wall_cell_size(container)),
      cells_(walls_, static_cast<int>(container.surface.triangles.size()),
             inner_cell_size(smallest_edge(options_))),
      shape_(shape),
      data_(make_scene(walls_, cells_, options_, container.volume)),
      scale_(is_set() ? scale_of_set(data_) : box_scale(options_.edge)),
      elites_(scale_, is_set() ? [this](const BoxPacking& packing) { return worth_of(data_, packing).all; }
                               : BoxElites::Rank()) {
  const bool cuda = device.kind == DeviceKind::cuda;
  data_.instance_count = options_.instance_count > 0 ? options_.instance_count : cuda ? 1024 : 16;
  if (shape_.trials == 0) shape_.trials = 16;
  if (shape_.rounds == 0) shape_.rounds = cuda ? 3 : 2;
  if (shape_.batches == 0) shape_.batches = cuda ? 16 : 4;
  if (shape_.polish_every == 0) shape_.polish_every = cuda ? 2 : 1;
  if (shape_.polished == 0) shape_.polished = cuda ? 8 : 2;
  if (shape_.delay == 0) shape_.delay = cuda ? 3 : 1;
  if (shape_.second_delay == 0 && cuda) shape_.second_delay = 8;
  data_.trial_count = shape_.trials;
  data_.scene.rules = rules;
  const int ladders =
      (data_.instance_count + rules.levels - 1) / rules.levels;  // All have nearly the same length.
  data_.scene.rules.levels = (data_.instance_count + ladders - 1) / ladders;
  seen_.assign(data_.instance_count, 0);
  near_misses_.resize(seen_.size());
  progress_.instance_count = data_.instance_count;
  // Room for the boxes that the volume allows.
  const double volume = rounded_volume(options_.edge, options_.corner_radius);
  const int most = (is_set() ? static_cast<int>(data_.set_kind.size()) + 1
                             : static_cast<int>(container.volume / volume * 1.02) + 2) +
                   static_cast<int>(options_.fixed.size());
  if (most > 65000) throw TrialSizeError("too many boxes for an annealing on the device");
  data_.capacity = (most + 31) / 32 * 32;
  const std::vector<int> gpus = cuda ? gpus_of(device) : std::vector<int>{0};
  const int part_count = std::clamp(data_.instance_count, 1, static_cast<int>(gpus.size()));
  for (int p = 0; p < part_count; ++p) {
    TrialSceneData own = data_;
    const IndexRange range = share_of(p, part_count, data_.instance_count);
    own.scene.first_instance = range.first;
    own.instance_count = range.count;
    parts_.push_back({range, cuda ? make_cuda_trial_engine(own, gpus[p])
                                  : make_cpu_trial_engine(own, options_.thread_count)});
  }
  if (shape_.delay > 1) polish_threads_ = std::make_unique<BackgroundCalls>(options_.thread_count);
  const auto make_polish = [this](const PolishOptions& polish, int delay) {
    return std::make_unique<CandidatePolish>(walls_, polish, static_cast<int>(options_.fixed.size()),
                                             options_.thread_count, delay, polish_threads_.get(),
                                             [this](Candidate& candidate) { measure(candidate); });
  };
  polish_ = make_polish(candidate_polish, shape_.delay);
  second_polish_ = make_polish(second_polish,
                               std::max(shape_.second_delay, 1));  // At least 1: a state may hold such tasks.
}

BoxAnnealing::~BoxAnnealing() {
  polish_->give_up();
  second_polish_->give_up();
}

std::vector<InstanceState> BoxAnnealing::states() const {
  std::vector<InstanceState> all;
  for (const Part& part : parts_)
    all.insert(all.end(), part.engine->states().begin(), part.engine->states().end());
  return all;
}

const BoxAnnealing::Part& BoxAnnealing::part_of(int k) const {
  return *std::ranges::find_if(parts_,
                               [k](const Part& part) { return k < part.range.first + part.range.count; });
}

void BoxAnnealing::set_states(std::span<const InstanceState> states) {
  for (const Part& part : parts_) part.engine->set_states(states.subspan(part.range.first, part.range.count));
}

void BoxAnnealing::offer(const BoxPacking& packing) {
  const long long before = elites_.rank(elites_.best());
  elites_.add(is_set() ? in_kinds(*options_.set, packing) : packing);
  elites_changed_ = true;
  if (elites_.rank(elites_.best()) > before) progress_.least_depth = AnnealingProgress{}.least_depth;
  progress_.best_count = elites_.best().count();
}

void BoxAnnealing::forget() {
  elites_.clear();
  polish_->give_up();
  second_polish_->give_up();
  polish_->clear();
  second_polish_->clear();
  near_misses_.assign(near_misses_.size(), {});
  progress_.best_count = 0;
  progress_.least_depth = AnnealingProgress{}.least_depth;
  // Instances that are not started begin from the next elites; what they had kept is not polished any more.
  std::vector<InstanceState> states = this->states();
  for (std::size_t k = 0; k < states.size(); ++k) {
    states[k].count = states[k].absent = 0;
    seen_[k] = states[k].snapshot_number;
  }
  set_states(states);
}

void BoxAnnealing::set_elites() {
  elites_changed_ = false;
  const ElitePoses poses = make_elites(data_, elites_.packings(), options_.fixed);
  for (const Part& part : parts_) part.engine->set_elites(poses);
}

/// The boxes of the last snapshot of instance k.
std::vector<PlacedBox> BoxAnnealing::boxes_of_snapshot(const InstanceState& state, int k) const {
  const Part& part = part_of(k);
  std::vector<float> pose = part.engine->snapshot(k - part.range.first);
  if (is_set()) return boxes_of(data_, *options_.set, options_.corner_radius, pose);
  const BoxView view{pose.data(), nullptr, nullptr, data_.capacity, state.snapshot_count};
  std::vector<PlacedBox> boxes;
  for (int i = static_cast<int>(options_.fixed.size()); i < state.snapshot_count; ++i) {
    PlacedBox box = box_at(data_, view, i);
    box.edge = options_.edge;
    box.corner_radius = options_.corner_radius;
    boxes.push_back(box);
  }
  return boxes;
}

std::vector<Candidate> BoxAnnealing::select(std::span<const InstanceState> states) {
  const int fixed = static_cast<int>(options_.fixed.size());
  const int wanted = elites_.best().count() + 1 + fixed;
  const long long best = elites_.rank(elites_.best());
  std::vector<Candidate> candidates;
  for (std::size_t k = 0; k < states.size(); ++k) {
    const InstanceState& state = states[k];
    const bool wins = is_set() ? state.snapshot_worth > best : state.snapshot_count >= wanted - 1;
    if (!wins || state.snapshot_number == seen_[k]) continue;
    candidates.push_back(
        {.instance = static_cast<int>(k), .count = state.snapshot_count, .energy = state.snapshot_energy});
  }
  // A box more has the same worth as half of the energy.
  const auto worth = [&](const Candidate& c) {
    return c.count < wanted && !is_set() ? 2 * static_cast<long long>(c.energy) : c.energy;
  };
  std::ranges::sort(candidates, [&worth](const Candidate& a, const Candidate& b) {
    return std::tuple(worth(a), a.instance) < std::tuple(worth(b), b.instance);
  });
  if (candidates.size() > static_cast<std::size_t>(shape_.polished)) candidates.resize(shape_.polished);
  for (Candidate& candidate : candidates) {
    const std::size_t k = candidate.instance;
    seen_[k] = states[k].snapshot_number;
    candidate.boxes = boxes_of_snapshot(states[k], candidate.instance);
    candidate.boxes.insert(candidate.boxes.end(), options_.fixed.begin(), options_.fixed.end());
    candidate.count = static_cast<int>(candidate.boxes.size());
  }
  return candidates;
}

std::vector<BoxPacking> BoxAnnealing::nearly_legal() const {
  const int wanted = elites_.best().count() + 1 + static_cast<int>(options_.fixed.size());
  const std::vector<InstanceState> instances = states();
  std::vector<BoxPacking> packings;
  for (std::size_t k = 0; k < instances.size(); ++k) {
    if (instances[k].snapshot_count == wanted)
      packings.push_back({boxes_of_snapshot(instances[k], static_cast<int>(k))});
  }
  return packings;
}

/// Energy that remains after the polish of a candidate [mm^2, for litre boxes].
double BoxAnnealing::energy_left(const Candidate& candidate) const {
  return candidate.result.energy / (scale_ * scale_);
}

void BoxAnnealing::note_near_miss(const Candidate& candidate) {
  near_misses_[candidate.instance] = {energy_left(candidate), progress_.rounds};
}

/// Selects the polished packings that are polished a second time: nearly legal ones. The second polish takes
/// much longer than the first, so an instance has it again only after some rounds, or with half the energy.
std::vector<Candidate> BoxAnnealing::select_second(std::vector<Candidate> candidates) {
  constexpr long long pause = 64;  // [rounds]
  if (shape_.second_delay == 0) return {};
  const int wanted = elites_.best().count() + static_cast<int>(options_.fixed.size());
  std::erase_if(candidates, [&](const Candidate& candidate) {
    constexpr double enough = PolishOptions{}.near_energy;
    const NearMiss& last = near_misses_[candidate.instance];
    const double limit =
        progress_.rounds - last.rounds < pause ? std::min(enough, 0.5 * last.energy) : enough;
    const bool fewer = !is_set() && candidate.count < wanted;
    return candidate.result.legal || fewer || !(energy_left(candidate) < limit);
  });
  for (Candidate& candidate : candidates) {
    note_near_miss(candidate);
    candidate.boxes = std::move(candidate.polished);
    if (candidate.polished_energy >= 0) candidate.energy = candidate.polished_energy;
    candidate.polished_energy = -1;
  }
  return candidates;
}

/// The energy of a polished packing, as trials count it.
void BoxAnnealing::measure(Candidate& candidate) {
  constexpr int limit = 4000;  // Largest number of boxes: all pairs are tested.
  if (candidate.count > limit) return;
  BoxPacking moving{candidate.polished};
  moving.boxes.resize(moving.boxes.size() - options_.fixed.size());
  const auto inside = [this](const PlacedBox& box) { return cells_.may_hold_centre(box); };
  if (!std::ranges::all_of(moving.boxes, inside)) return;
  ElitePoses poses = make_elites(data_, {moving}, options_.fixed);
  const BoxView view{poses.pose.data(), poses.kind.data(), data_.sizes.data(), data_.capacity,
                     poses.box_count};
  candidate.squeeze.assign(data_.capacity, 0);
  candidate.polished_energy = energies_.borrow(data_)->measure(view, candidate.squeeze);
  candidate.pose = std::move(poses.pose);
  if (is_set()) candidate.worth = worth_of(data_, moving);
}

/// Gives instances their polished packings, if these have less energy than the present ones, which trials
/// have changed meanwhile.
void BoxAnnealing::put_back(std::span<const Candidate> candidates, std::vector<InstanceState>& states) {
  const int wanted = elites_.best().count() + 1 + static_cast<int>(options_.fixed.size());
  for (const Candidate& candidate : candidates) {
    InstanceState& state = states[candidate.instance];
    if (candidate.polished_energy < 0) continue;
    const bool in_place = is_set() ? price_of(data_.scene, state.goal, candidate.worth) <= 0
                                   : candidate.count == wanted && state.count == wanted && state.absent == 0;
    if (!in_place || candidate.polished_energy >= std::min(candidate.energy, state.energy + state.price))
      continue;
    state.energy = candidate.polished_energy;
    state.price = 0;
    state.worth = candidate.worth;
    const Part& part = part_of(candidate.instance);
    part.engine->set_packing(candidate.instance - part.range.first, candidate.pose, candidate.squeeze);
  }
}

bool BoxAnnealing::advance(StopToken& stop) {
  if (elites_.empty()) return false;
  for (int batch = 0; batch < shape_.batches; ++batch) {
    if (!make_batch(stop)) return false;
  }
  return true;
}

bool BoxAnnealing::make_batch(StopToken& stop) {
  if (stop.stop_requested()) return false;
  if (elites_changed_) set_elites();
  for (const Part& part : parts_) part.engine->begin(shape_.rounds);
  for (const Part& part : parts_) part.engine->finish(stop);
  const bool polishing = batch_number() % static_cast<std::uint64_t>(shape_.polish_every) == 0;
  std::vector<Candidate> polished;
  std::vector<Candidate> polished_again;
  if (polishing) polished = polish_->take(stop), polished_again = second_polish_->take(stop);
  if (stop.stop_requested()) return false;
  double least_depth = no_depth;
  take_polished(polished, least_depth);
  take_polished(polished_again, least_depth);
  if (least_depth < no_depth) progress_.least_depth = least_depth;
  for (const Candidate& candidate : polished_again) note_near_miss(candidate);
  std::vector<InstanceState> states = this->states();
  put_back(polished, states);
  put_back(polished_again, states);
  std::vector<Candidate> candidates;
  if (polishing) {
    candidates = select(states);
    for (InstanceState& state : states) state.least_kept = InstanceState{}.least_kept;
  }
  exchange_temperatures(states, data_.scene.rules.levels, options_.seed, batch_number());
  set_states(states);
  progress_.rounds += shape_.rounds;
  if (polishing) polish_->add(std::move(candidates)), second_polish_->add(select_second(std::move(polished)));
  count_work();
  return true;
}

/// In the order of their energies, whatever was polished first. Lowers `least_depth` to the least of the
/// deepest penetrations of those with one box more than the best packing.
void BoxAnnealing::take_polished(std::span<const Candidate> candidates, double& least_depth) {
  for (const Candidate& candidate : candidates) {
    BoxPacking found{candidate.polished};
    found.boxes.resize(found.boxes.size() - options_.fixed.size());
    const long long best = elites_.rank(elites_.best());
    const bool one_more = is_set() ? elites_.rank(found) > best : found.count() == best + 1;
    if (one_more) least_depth = std::min(least_depth, candidate.result.deepest);
    bool inside = candidate.result.legal;
    for (const PlacedBox& box : found.boxes) inside = inside && cells_.may_hold_centre(box);
    if (!inside || elites_.rank(found) < best || !verify_(found)) continue;
    offer(found);
    if (one_more) least_depth = no_depth;
  }
}

void BoxAnnealing::count_work() {
  progress_.attempts = earlier_attempts_;
  progress_.steps = earlier_steps_;
  for (const Part& part : parts_)
    progress_.attempts += part.engine->trials(), progress_.steps += part.engine->steps();
}

}  // namespace jam::trunk
