// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/manoeuvre.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

using std::numbers::pi;

constexpr double ramp = 0.2, hold = 1;                     // [s]
constexpr double bump_time = 0.2, lane_time = 2;           // [s]
constexpr double impact_g = 20, impact_change = 50 / 3.6;  // [9.81 m/s^2], [m/s]
/// Duration of a half sine that changes the speed by impact_change [s].
constexpr double impact_time = impact_change * pi / (2 * impact_g * standard_gravity);

/// 0, up to 1 along a ramp, 1 for a time, down again.
double trapezium(double t, double held) {
  return std::clamp(std::min(t, 2 * ramp + held - t) / ramp, 0.0, 1.0);
}

Vec3d braking(double t) { return {-trapezium(t, hold), 0, 0}; }

/// One period of a sine, pressed down first.
Vec3d bumping(double t) { return t < bump_time ? Vec3d{0, 0, -std::sin(2 * pi * t / bump_time)} : Vec3d{}; }

/// The course of a manoeuvre.
struct Profile {
  std::string_view name;
  double fixed_g;           ///< Largest acceleration of a standard manoeuvre [9.81 m/s^2]; 0: it is free.
  double duration;          ///< Time in which the acceleration acts [s].
  Vec3d (*felt)(double t);  ///< Acceleration that boxes feel besides gravity, over its largest value.
};

constexpr Profile profiles[] = {
    {standing_name, 0, 0, [](double) { return Vec3d{}; }},
    {"brake", 0, hold + 2 * ramp, braking},
    {"accelerate", 0, hold + 2 * ramp,
     [](double t) {
       return Vec3d{trapezium(t, hold), 0, 0};
     }},
    // One way, then the other.
    {"corner", 0, 2 * (hold + 2 * ramp),
     [](double t) {
       return Vec3d{0, trapezium(t, hold) - trapezium(t - hold - 2 * ramp, hold), 0};
     }},
    {"bump", 0, bump_time, bumping},
    {"full-braking", 0.9, hold + 2 * ramp, braking},
    {"lane-change", 0.7, lane_time,
     [](double t) {
       return t < lane_time ? Vec3d{0, std::sin(2 * pi * t / lane_time), 0} : Vec3d{};
     }},
    {"kerb", 1, bump_time, bumping},
    {"luggage-retention", impact_g, impact_time,
     [](double t) {
       return t < impact_time ? Vec3d{-std::sin(pi * t / impact_time), 0, 0} : Vec3d{};
     }},
};

const Profile* profile_of(std::string_view name) {
  const auto* found = std::ranges::find(profiles, name, &Profile::name);
  return found != std::end(profiles) ? found : nullptr;
}

[[noreturn]] void refuse_manoeuvres() {
  throw InputError(
      "brake, accelerate, corner and bump are accepted, each once, with an acceleration above 0 and up to 10 "
      "g, for example brake=0.8g,corner=0.5g,bump=2g; and, without an acceleration, full-braking, "
      "lane-change, kerb and luggage-retention, or standard for these four");
}

/// One word of a list.
Manoeuvre manoeuvre_of(std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const Profile* profile = name == standing_name ? nullptr : profile_of(name);
  if (profile == nullptr || (profile->fixed_g > 0) != (equals == std::string_view::npos)) refuse_manoeuvres();
  if (profile->fixed_g > 0) return {std::string(name), profile->fixed_g};
  std::string_view number = word.substr(equals + 1);
  if (!number.ends_with('g')) refuse_manoeuvres();
  number.remove_suffix(1);
  const auto g = io::parse_number<double>(number);
  if (!g || !(*g > 0 && *g <= 10)) refuse_manoeuvres();
  return {std::string(name), *g};
}

}  // namespace

std::vector<Manoeuvre> parse_manoeuvres(std::string_view text) {
  std::vector<Manoeuvre> result;
  const auto add = [&](Manoeuvre manoeuvre) {
    if (std::ranges::find(result, manoeuvre.name, &Manoeuvre::name) != result.end()) refuse_manoeuvres();
    result.push_back(std::move(manoeuvre));
  };
  while (true) {
    const std::string_view word = text.substr(0, text.find(','));
    if (word == "standard") {
      for (const Profile& profile : profiles)
        if (profile.fixed_g > 0) add({std::string(profile.name), profile.fixed_g});
    } else {
      add(manoeuvre_of(word));
    }
    if (word.size() == text.size()) return result;
    text.remove_prefix(word.size() + 1);
  }
}

std::string manoeuvres_text(const std::vector<Manoeuvre>& manoeuvres) {
  std::string text;
  for (const Manoeuvre& each : manoeuvres) {
    text += (text.empty() ? "" : ",") + each.name;
    if (profile_of(each.name)->fixed_g == 0) text += fmt::format("={}g", io::number_text(each.g));
  }
  return text;
}

double acting_time(const Manoeuvre& manoeuvre) { return profile_of(manoeuvre.name)->duration; }

Vec3d felt_acceleration(const Manoeuvre& manoeuvre, double time) {
  return standard_gravity * manoeuvre.g * profile_of(manoeuvre.name)->felt(time);
}

}  // namespace jam::dynamics
