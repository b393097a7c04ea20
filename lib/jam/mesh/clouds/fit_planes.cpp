// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/clouds/fit_planes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

#include <CGAL/Fuzzy_sphere.h>
#include <CGAL/Kd_tree.h>
#include <CGAL/Orthogonal_k_neighbor_search.h>
#include <CGAL/Search_traits_3.h>
#include <CGAL/Search_traits_adapter.h>
#include <CGAL/Shape_detection/Region_growing/Region_growing.h>
#include <CGAL/Shape_detection/Region_growing/Region_growing_on_point_set.h>
#include <CGAL/jet_smooth_point_set.h>
#include <CGAL/property_map.h>
#include <Eigen/Dense>

#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/clouds/plane_edges.hpp"

namespace jam::mesh {
namespace {

using Numbers = std::vector<std::size_t>;
using PlaceMap = CGAL::Pointer_property_map<Point>::const_type;
using CloudTraits = CGAL::Search_traits_adapter<std::size_t, PlaceMap, CGAL::Search_traits_3<Kernel>>;
using Search = CGAL::Orthogonal_k_neighbor_search<CloudTraits>;

constexpr int neighbour_count = 18;
constexpr int spacing_neighbours = 6;
constexpr std::size_t least_region = 8;         ///< Points in the smallest plane of a clean cloud.
constexpr std::size_t least_noisy_region = 20;  ///< Points in the smallest plane.
constexpr double largest_angle = 25;  ///< Between the normal of a point and that of its plane [degrees].
constexpr double noise_reach = 4;     ///< Distance from a plane to which points lie on it, over the noise.
constexpr double least_reach = 1e-3;  ///< [mm]
/// Lower quartile of the deviations of flat neighbourhoods, over the noise; curved ones deviate more.
constexpr double quartile_of_noise = 0.88;
/// Largest deviation of a region from its plane, over the noise: a larger one is a part of a curved wall.
constexpr double flat = 1.3;
/// Least width of a region, as a standard deviation over the spacing: points along an edge are no plane.
constexpr double least_width = 0.5;
constexpr double independent = 0.05;  ///< Least sine between planes that meet in an edge.
constexpr int smoothing_neighbours = 24;

struct Neighbourhood {
  Numbers numbers;  ///< Without the point itself.
  Vec3d normal;
  double deviation = 0;  ///< From the plane that fits best, for Gaussian noise unbiased [mm].
};

struct Fit {
  FittedPlane plane;
  double square_sum = 0;  ///< Sum of the squared distances from the plane [mm^2].
  double width = 0;       ///< Standard deviation of the points along the shorter axis in the plane [mm].
};

template <class Place>
Fit fit(std::span<const std::size_t> numbers, Place&& place) {
  Vec3d centre{};
  for (const std::size_t i : numbers) centre += place(i);
  centre = centre / static_cast<double>(numbers.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const std::size_t i : numbers) {
    const Vec3d d = place(i) - centre;
    const Eigen::Vector3d v{d.x, d.y, d.z};
    spread += v * v.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(spread);
  const Eigen::Vector3d normal = axes.eigenvectors().col(0);
  return {{centre, {normal.x(), normal.y(), normal.z()}},
          std::max(0.0, axes.eigenvalues()[0]),
          std::sqrt(std::max(0.0, axes.eigenvalues()[1]) / static_cast<double>(numbers.size()))};
}

/// Gives the neighbours of a point to CGAL's region growing.
struct NeighbourQuery {
  const std::vector<Neighbourhood>& around;
  void operator()(std::size_t i, Numbers& found) const { found = around[i].numbers; }
};

class PlaneFinder {
 public:
  PlaneFinder(const std::vector<Vec3d>& points, std::optional<double> noise)
      : given_(points), places_(points_of(points)), traits_(CGAL::make_property_map(std::as_const(places_))) {
    Numbers all(points.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    tree_ = std::make_unique<Tree>(all.begin(), all.end(), Search::Splitter(), traits_);
    tree_->build();
    find_neighbours();
    cloud_.given = points.size();
    cloud_.noise = noise ? *noise : estimated_noise();
    cloud_.reach = std::max(noise_reach * cloud_.noise, least_reach);
  }

  PlanarCloud run() {
    merge(grown_regions());
    move_points();
    if (cloud_.noise > least_reach) smooth_rest();
    add_edges(cloud_, near_planes_);
    return std::move(cloud_);
  }

 private:
  using Tree = Search::Tree;

  void find_neighbours() {
    around_.resize(given_.size());
    double sum = 0;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      Neighbourhood& around = around_[i];
      Search search(*tree_, places_[i], neighbour_count + 1, 0, true,
                    Search::Distance(CGAL::make_property_map(std::as_const(places_))));
      int rank = 0;
      for (const auto& [number, squared] : search) {
        if (number == i) continue;
        if (rank++ < spacing_neighbours) sum += std::sqrt(squared);
        around.numbers.push_back(number);
      }
      const Fit best = fit(around.numbers, [&](std::size_t k) { return given_[k]; });
      around.normal = best.plane.normal;
      around.deviation =
          std::sqrt(best.square_sum / std::max(1.0, static_cast<double>(around.numbers.size()) - 3));
    }
    cloud_.spacing = sum / (spacing_neighbours * static_cast<double>(given_.size()));
  }

  [[nodiscard]] double estimated_noise() const {
    std::vector<double> deviations;
    deviations.reserve(around_.size());
    for (const Neighbourhood& around : around_) deviations.push_back(around.deviation);
    const auto quartile = deviations.begin() + std::ssize(deviations) / 4;
    std::nth_element(deviations.begin(), quartile, deviations.end());
    return *quartile < 1e-6 * cloud_.spacing ? 0 : *quartile / quartile_of_noise;  // Less is rounding.
  }

  [[nodiscard]] std::vector<Numbers> grown_regions() const {
    namespace growing = CGAL::Shape_detection;
    using NormalMap = CGAL::Pointer_property_map<Kernel::Vector_3>::const_type;
    using Region = growing::Point_set::Least_squares_plane_fit_region<Kernel, Numbers, PlaceMap, NormalMap>;
    std::vector<Kernel::Vector_3> normals;
    normals.reserve(around_.size());
    for (const Neighbourhood& around : around_)
      normals.emplace_back(around.normal.x, around.normal.y, around.normal.z);
    Numbers all(given_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Numbers order = all;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return around_[i].deviation; });

    NeighbourQuery query{around_};
    Region region(
        all, cloud_.reach, largest_angle, cloud_.noise > least_reach ? least_noisy_region : least_region,
        CGAL::make_property_map(std::as_const(places_)), CGAL::make_property_map(std::as_const(normals)));
    const auto seeds = CGAL::make_property_map(std::as_const(order));
    growing::Region_growing<Numbers, NeighbourQuery, Region, std::remove_const_t<decltype(seeds)>> run(
        all, query, region, seeds);
    std::vector<Numbers> regions;
    run.detect(std::back_inserter(regions));
    return regions;
  }

  /// Makes one plane out of regions that lie in it, and fits the planes.
  void merge(std::vector<Numbers> regions) {
    const auto place = [&](std::size_t i) { return given_[i]; };
    std::ranges::stable_sort(regions, std::ranges::greater{}, &Numbers::size);
    std::vector<Numbers> members;
    for (Numbers& region : regions) {
      const auto [plane, square_sum, width] = fit(region, place);
      const double deviation = std::sqrt(square_sum / static_cast<double>(region.size()));
      if (deviation > std::max(flat * cloud_.noise, least_reach) || width < least_width * cloud_.spacing)
        continue;
      std::size_t k = 0;
      for (; k < members.size(); ++k) {
        const FittedPlane& other = cloud_.planes[k];
        if (std::abs(dot(plane.normal, other.normal)) < 0.99) continue;
        if (std::ranges::all_of(
                region, [&](std::size_t i) { return std::abs(other.distance(given_[i])) <= cloud_.reach; }))
          break;
      }
      if (k == members.size()) {
        cloud_.planes.push_back(plane);
        members.push_back(std::move(region));
      } else {
        members[k].insert(members[k].end(), region.begin(), region.end());
        cloud_.planes[k] = fit(members[k], place).plane;
      }
    }
    region_of_.assign(given_.size(), -1);
    for (std::size_t k = 0; k < members.size(); ++k)
      for (const std::size_t i : members[k]) region_of_[i] = static_cast<int>(k);
  }

  /// Moves each point onto the planes near which it lies: one, the edge of two, or the corner of three.
  void move_points() {
    cloud_.points.resize(given_.size());
    near_planes_.resize(given_.size());
    Numbers found;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      found.clear();
      tree_->search(std::back_inserter(found),
                    CGAL::Fuzzy_sphere<CloudTraits>(places_[i], edge_reach(cloud_), 0, traits_));
      std::vector<int>& near = near_planes_[i];
      for (const std::size_t k : found)
        if (region_of_[k] >= 0) near.push_back(region_of_[k]);
      std::ranges::sort(near);
      near.erase(std::unique(near.begin(), near.end()), near.end());
      cloud_.points[i] = moved(given_[i], region_of_[i], near);
    }
  }

  [[nodiscard]] CloudPoint moved(Vec3d place, int own, const std::vector<int>& near) const {
    std::vector<int> on;
    for (const int k : near)
      if (std::abs(cloud_.planes[k].distance(place)) <= cloud_.reach) on.push_back(k);
    std::ranges::stable_sort(
        on, {}, [&](int k) { return k == own ? -1 : std::abs(cloud_.planes[k].distance(place)); });
    if (on.empty()) return {place, {}, false};
    // Planes that are independent, the point's own first.
    CloudPoint result{place, {}, false};
    std::vector<Vec3d> basis;
    Vec3d to = place;
    for (const int k : on) {
      const FittedPlane& plane = cloud_.planes[k];
      Vec3d rest = plane.normal;
      for (const Vec3d& axis : basis) rest -= dot(rest, axis) * axis;
      const double sine = length(rest);
      if (sine < independent) {
        if (std::abs(plane.distance(to)) <= least_reach) result.planes.push_back(k);
        continue;
      }
      rest = rest / sine;
      // A step along `rest` keeps the point on the planes before.
      const Vec3d next = to - (plane.distance(to) / sine) * rest;
      if (length(next - place) > 3 * cloud_.reach) continue;
      basis.push_back(rest);
      to = next;
      result.planes.push_back(k);
    }
    if (length(to - place) > 1e-9) result.place = to;
    std::ranges::sort(result.planes);
    return result;
  }

  void smooth_rest() {
    std::vector<Point> smooth = places_;
    CGAL::jet_smooth_point_set<CGAL::Sequential_tag>(smooth, smoothing_neighbours);
    for (std::size_t i = 0; i < given_.size(); ++i)
      if (cloud_.points[i].planes.empty() && length(vector_of(smooth[i]) - given_[i]) <= cloud_.reach)
        cloud_.points[i].place = vector_of(smooth[i]);
  }

  const std::vector<Vec3d>& given_;
  std::vector<Point> places_;
  CloudTraits traits_;
  std::unique_ptr<Tree> tree_;
  std::vector<Neighbourhood> around_;
  std::vector<int> region_of_;                 ///< Plane from whose region a point is; -1: none.
  std::vector<std::vector<int>> near_planes_;  ///< Planes with a point of their region within edge_reach().
  PlanarCloud cloud_;
};

}  // namespace

PlanarCloud fit_planes(const std::vector<Vec3d>& points, std::optional<double> noise) {
  return PlaneFinder(points, noise).run();
}

}  // namespace jam::mesh
