// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cassert>
#include <cmath>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/pool.hpp"
#include "jam/trunk/annealing/cpu_round.hpp"
#include "jam/trunk/annealing/decision.hpp"
#include "jam/trunk/annealing/engine.hpp"
#include "jam/trunk/annealing/ladders.hpp"
#include "jam/trunk/annealing/sets/boxes.hpp"
#include "jam/trunk/annealing/sets/scene.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/model/point_grid.hpp"

namespace jam::trunk {

JAM_ISA_TABLE(CpuTrial, cpu_trial);

namespace {

class CpuTrialEngine final : public TrialEngine {
 public:
  CpuTrialEngine(const TrialSceneData& data, int thread_count)
      : data_(data),
        thread_count_(thread_count),
        scene_(host_scene(data_)),
        own_(data_.instance_count, data_.capacity) {
    own_.state = first_states(data_.scene, data_.instance_count);
    records_.resize(own_.state.size() * data_.trial_count);
    instances_ = {own_.state.data(),    own_.pose.data(), own_.kind.data(), own_.squeeze.data(),
                  own_.snapshot.data(), own_.count,       own_.capacity};
  }

  void set_elites(const ElitePoses& elites) override { elites_ = elites; }
  void begin(int rounds) override { rounds_ = rounds; }
  void finish(StopToken& stop) override {
    const ElitesView elites{elites_.pose.data(), elites_.kind.data(), elites_.count, elites_.box_count,
                            elites_.worth};
    const int count = data_.instance_count * data_.trial_count;
    for (; rounds_ > 0 && !stop.stop_requested(); --rounds_) {
      parallel_for(count, thread_count_, [&](int i) {
        if (stop.stop_requested()) return;
        make_trial_(*memory_.borrow(), scene_, instances_, records_.data(), data_.trial_count, i);
      });
      if (stop.stop_requested()) break;
      parallel_for(data_.instance_count, thread_count_, [&](int k) {
        decide(SerialTrialTeam(), scene_, instances_, elites, k,
               records_.data() + static_cast<std::size_t>(k) * data_.trial_count, data_.trial_count);
      });
      trials_ += count;
      for (const TrialRecord& record : records_) steps_ += record.steps, valid_ += record.valid;
    }
  }

  [[nodiscard]] std::span<const InstanceState> states() const override { return own_.state; }
  [[nodiscard]] std::vector<float> snapshot(int k) const override {
    const auto size = static_cast<std::ptrdiff_t>(pose_array_count) * data_.capacity;
    return {own_.snapshot.begin() + k * size, own_.snapshot.begin() + (k + 1) * size};
  }
  void set_states(std::span<const InstanceState> states) override {
    std::ranges::copy(states, own_.state.begin());
  }
  void set_packing(int k, std::span<const float> pose, std::span<const std::int32_t> squeeze) override {
    std::ranges::copy(pose, own_.pose.begin() + k * std::ssize(pose));
    std::ranges::copy(squeeze, own_.squeeze.begin() + k * std::ssize(squeeze));
  }
  [[nodiscard]] TrialInstances instances() const override { return own_; }
  void set_instances(const TrialInstances& instances) override {
    std::ranges::copy(instances.state, own_.state.begin());
    std::ranges::copy(instances.pose, own_.pose.begin());
    std::ranges::copy(instances.kind, own_.kind.begin());
    std::ranges::copy(instances.squeeze, own_.squeeze.begin());
    std::ranges::copy(instances.snapshot, own_.snapshot.begin());
  }

 private:
  TrialSceneData data_;
  int thread_count_;
  TrialScene scene_;
  TrialInstances own_;
  std::vector<TrialRecord> records_;
  InstancesView instances_;
  ElitePoses elites_;
  CpuTrial* make_trial_ = cpu_trial.best();
  Pool<CpuTrialMemory> memory_;
  int rounds_ = 0;
};

std::uint32_t packed_cell(int x, int y, int z) {
  return static_cast<std::uint32_t>(x) | static_cast<std::uint32_t>(y) << 10 |
         static_cast<std::uint32_t>(z) << 20;
}

/// A size for each edge and radius of fixed boxes, and their kinds.
void add_fixed_sizes(std::span<const PlacedBox> fixed, TrialSceneData& data) {
  const std::ptrdiff_t before = std::ssize(data.sizes);
  std::vector<const PlacedBox*> first;  // The first box of each size.
  for (const PlacedBox& box : fixed) {
    const auto found = std::ranges::find_if(first, [&box](const PlacedBox* other) {
      return other->edge == box.edge && other->corner_radius == box.corner_radius;
    });
    const std::ptrdiff_t size = before + (found - first.begin());
    if (size >= box_size_limit) throw TrialSizeError("fixed boxes have more than 127 sizes");
    data.fixed_kind.push_back(static_cast<std::uint8_t>(size | fixed_box));
    if (found != first.end()) continue;
    first.push_back(&box);
    data.sizes.push_back(make_box_size(to_float(0.5 * box.edge), static_cast<float>(box.corner_radius)));
  }
}

/// Largest number of points in a cube, if space is divided into cubes of this edge [mm].
int most_in_cube(const PointGrid& points, double edge) {
  const contact::PointGridView view = points.view();
  const auto place = [edge](float at, float low) {
    return static_cast<std::uint64_t>((at - low) / static_cast<float>(edge)) & 0x1fffff;
  };
  std::vector<std::uint64_t> cubes;
  for (int i = 0; i < view.point_count; ++i)
    cubes.push_back(place(view.x[i], view.low.x) << 42 | place(view.y[i], view.low.y) << 21 |
                    place(view.z[i], view.low.z));
  std::ranges::sort(cubes);
  std::ptrdiff_t most = 0;
  for (auto from = cubes.begin(); from != cubes.end();) {
    const auto end = std::upper_bound(from, cubes.end(), *from);
    most = std::max(most, end - from);
    from = end;
  }
  return static_cast<int>(most);
}

/// The points. If the cloud is too dense for the lists of near points, only every second, third, ... point.
void add_points(const PointGrid& points, Vec3d edge, TrialSceneData& data) {
  constexpr int room =
      near_element_limit / 8;  // Parts have a dozen boxes at the wall, each of them in a part of the cube.
  const int stride = (most_in_cube(points, std::max({edge.x, edge.y, edge.z})) + room - 1) / room;
  data.scene.points = points.view();
  for (int i = 0; i < points.point_count(); i += stride) {
    data.point_x.push_back(data.scene.points.x[i]);
    data.point_y.push_back(data.scene.points.y[i]);
    data.point_z.push_back(data.scene.points.z[i]);
  }
  data.scene.points.point_count = static_cast<int>(data.point_x.size());
  if (data.scene.points.point_count >= 1 << element_bits)
    throw TrialSizeError("the wall has more than 33 million points");
  for (const std::int32_t begin : points.cell_begin())
    data.point_cell_begin.push_back((begin + stride - 1) / stride);
}

}  // namespace

TrialInstances::TrialInstances(int instance_count, int box_capacity)
    : count(instance_count), capacity(box_capacity) {
  const std::size_t cells = static_cast<std::size_t>(count) * capacity;
  state.resize(count);
  pose.resize(cells * pose_array_count);
  snapshot.resize(cells * pose_array_count);
  kind.resize(cells);
  squeeze.resize(cells);
}

TrialSceneData make_trial_scene(const WallTriangles& walls, const InnerCells& cells, Vec3d edge,
                                double corner_radius, std::span<const PlacedBox> fixed, std::uint64_t seed,
                                const PointGrid* points, const SetBoxes* set) {
  TrialSceneData data;
  const Vec3d middle = 0.5 * (walls.bounds().low + walls.bounds().high);
  data.origin = points != nullptr ? points->origin()
                                  : Vec3d{std::round(middle.x), std::round(middle.y), std::round(middle.z)};
  if (points != nullptr) add_points(*points, edge, data);
  const std::size_t count = walls.count();
  WallView& wall = data.scene.wall;
  wall.count = walls.count();
  wall.low = to_float(walls.grid_low() - data.origin);
  wall.inverse_edge = static_cast<float>(1 / walls.cell_size());
  for (int axis = 0; axis < 3; ++axis) {
    wall.size[axis] = walls.size(axis);
    if (walls.size(axis) > 1024) throw TrialSizeError("the container is wider than 1024 cells of its wall");
  }
  if (walls.count() >= 1 << element_bits)
    throw TrialSizeError("the container has more than 33 million triangles");
  data.corner.resize(9 * count);
  data.normal.resize(3 * count);
  for (std::size_t t = 0; t < count; ++t) {
    const int number = static_cast<int>(t);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3f corner = to_float(walls.corners(number)[k] - data.origin);
      data.corner[3 * k * count + t] = corner.x;
      data.corner[(3 * k + 1) * count + t] = corner.y;
      data.corner[(3 * k + 2) * count + t] = corner.z;
    }
    const Vec3f normal = to_float(walls.normal(number));
    data.normal[t] = normal.x;
    data.normal[count + t] = normal.y;
    data.normal[2 * count + t] = normal.z;
    const std::array<int, 3> low = walls.first_cell(number);
    data.low_cell.push_back(packed_cell(low[0], low[1], low[2]));
  }
  data.cell_begin.assign(walls.cell_begin().begin(), walls.cell_begin().end());
  data.cell_triangle.assign(walls.cell_triangles().begin(), walls.cell_triangles().end());
  std::size_t cell = 0;
  for (int z = 0; z < wall.size[2]; ++z) {
    for (int y = 0; y < wall.size[1]; ++y) {
      for (int x = 0; x < wall.size[0]; ++x, ++cell) {
        data.entry_cell.insert(data.entry_cell.end(), data.cell_begin[cell + 1] - data.cell_begin[cell],
                               packed_cell(x, y, z));
      }
    }
  }

  InnerView& inner = data.scene.inner;
  inner.low = to_float(cells.low() - data.origin);
  inner.edge = static_cast<float>(cells.cell_size());
  inner.inverse_edge = static_cast<float>(1 / cells.cell_size());
  for (int axis = 0; axis < 3; ++axis) inner.size[axis] = cells.size(axis);
  data.inner.assign(cells.inner().begin(), cells.inner().end());
  for (std::size_t c = 0; c < data.inner.size(); ++c) {
    if (data.inner[c] != 0) data.inner_list.push_back(static_cast<std::int32_t>(c));
  }
  inner.list_count = static_cast<int>(data.inner_list.size());

  data.scene.fixed_count = static_cast<int>(fixed.size());
  if (set != nullptr) add_kinds(*set, corner_radius, data);
  else data.sizes.push_back(make_box_size(to_float(0.5 * edge), static_cast<float>(corner_radius)));
  add_fixed_sizes(fixed, data);
  const double scale = set != nullptr ? scale_of_set(data) : box_scale(edge);
  data.scene.seed = seed;
  data.scene.scale = static_cast<float>(scale);
  data.scene.inverse_scale = static_cast<float>(1 / scale);
  return data;
}

TrialScene host_scene(const TrialSceneData& data) {
  TrialScene scene = data.scene;
  scene.wall.corner = data.corner.data();
  scene.wall.normal = data.normal.data();
  scene.wall.low_cell = data.low_cell.data();
  scene.wall.cell_begin = data.cell_begin.data();
  scene.wall.entry_cell = data.entry_cell.data();
  scene.wall.cell_triangle = data.cell_triangle.data();
  scene.points.x = data.point_x.data();
  scene.points.y = data.point_y.data();
  scene.points.z = data.point_z.data();
  scene.points.number = nullptr;  // Trials need no order of equal depths.
  scene.points.cell_begin = data.point_cell_begin.data();
  scene.inner.inner = data.inner.data();
  scene.inner.list = data.inner_list.data();
  scene.sizes = data.sizes.data();
  scene.kinds = data.kinds.data();
  return scene;
}

std::vector<std::uint8_t> TrialSceneData::kinds_of_boxes() const {
  std::vector<std::uint8_t> all = fixed_kind;
  all.insert(all.end(), set_kind.begin(), set_kind.end());
  all.resize(capacity, scene.new_kind);
  return all;
}

ElitePoses make_elites(const TrialSceneData& data, const std::list<BoxPacking>& packings,
                       std::span<const PlacedBox> fixed) {
  const bool set = data.scene.is_set();
  const int fixed_count = static_cast<int>(fixed.size());
  ElitePoses poses;
  poses.count = static_cast<int>(packings.size());
  if (!packings.empty())
    poses.box_count = fixed_count + (set ? static_cast<int>(data.set_kind.size()) : packings.front().count());
  const std::size_t capacity = data.capacity;
  if (poses.box_count + (set ? 0 : 1) > data.capacity)
    throw OverflowError("more boxes than the volume of the container allows");
  if (set && !packings.empty()) poses.worth = worth_of(data, packings.front()).all;
  poses.pose.resize(packings.size() * pose_array_count * capacity);
  poses.kind = data.kinds_of_boxes();
  float* pose = poses.pose.data();
  for (const BoxPacking& packing : packings) {
    assert(set || packing.count() == packings.front().count());
    const BoxView view{pose, nullptr, nullptr, data.capacity, poses.box_count};
    const auto put = [&](int i, const PlacedBox& box) {
      const Quaterniond q = normalised(box.rotation);
      view.set(i, to_float(box.centre - data.origin),
               {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
                static_cast<float>(q.z)});
    };
    for (int i = 0; i < fixed_count; ++i) put(i, fixed[i]);
    if (set) {
      for (int i = fixed_count; i < poses.box_count; ++i) view.set(i, place_away(i), {});
    }
    const std::vector<int> numbers = set ? numbers_of(data, packing) : std::vector<int>();
    for (int i = 0; i < packing.count(); ++i) put(set ? numbers[i] : fixed_count + i, packing.boxes[i]);
    pose += pose_array_count * capacity;
  }
  return poses;
}

std::unique_ptr<TrialEngine> make_cpu_trial_engine(const TrialSceneData& data, int thread_count) {
  return std::make_unique<CpuTrialEngine>(data, thread_count);
}

}  // namespace jam::trunk
