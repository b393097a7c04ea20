// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A drawing as pixels. Areas cover the samples whose centres they hold, by the even-odd rule; nine samples
// make a pixel. Shapes are painted in their order, so neighbours leave no seam between them.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "jam/io/pictures/drawing.hpp"
#include "jam/io/pictures/png.hpp"
#include "jam/io/pictures/stroke_font.hpp"

namespace jam::io {
namespace {

constexpr int samples_of_side = 3;

using Paths = std::vector<std::vector<DrawnPoint>>;

/// Calls visit(row, first, last) for each run of samples, `last` excluded, inside of the paths.
template <class Visit>
void fill(const Paths& paths, double scale, int width, int height, const Visit& visit) {
  double low = height, high = 0;
  for (const std::vector<DrawnPoint>& path : paths) {
    for (const DrawnPoint& point : path) {
      low = std::min(low, point.y * scale);
      high = std::max(high, point.y * scale);
    }
  }
  const auto sample_after = [](double value, int limit) {
    return static_cast<int>(std::clamp(std::ceil(value - 0.5), 0.0, static_cast<double>(limit)));
  };
  std::vector<double> crossings;
  for (int row = sample_after(low, height); row < sample_after(high, height); ++row) {
    const double y = row + 0.5;
    crossings.clear();
    for (const std::vector<DrawnPoint>& path : paths) {
      for (std::size_t k = 0; k < path.size(); ++k) {
        const DrawnPoint a = path[k], b = path[(k + 1) % path.size()];
        const double ya = a.y * scale, yb = b.y * scale;
        if ((ya <= y) == (yb <= y)) continue;
        crossings.push_back((a.x + (b.x - a.x) * ((y - ya) / (yb - ya))) * scale);
      }
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t k = 0; k + 1 < crossings.size(); k += 2)
      visit(row, sample_after(crossings[k], width), sample_after(crossings[k + 1], width));
  }
}

/// The rectangle around a line, longer than it by half of its width at both ends.
std::vector<DrawnPoint> line_area(DrawnPoint a, DrawnPoint b, double width) {
  const double size = std::hypot(b.x - a.x, b.y - a.y);
  const double half = 0.5 * width;
  const double x = size > 0 ? (b.x - a.x) / size * half : half;
  const double y = size > 0 ? (b.y - a.y) / size * half : 0;
  return {{a.x - x - y, a.y - y + x},
          {b.x + x - y, b.y + y + x},
          {b.x + x + y, b.y + y - x},
          {a.x - x + y, a.y - y - x}};
}

/// The samples of a picture.
class Canvas {
 public:
  Canvas(int width, int height, const Ink& paper)
      : width_(width * samples_of_side), height_(height * samples_of_side) {
    samples_.assign(static_cast<std::size_t>(width_) * height_, {paper.red, paper.green, paper.blue});
  }

  void paint(const Paths& paths, const Ink& ink) {
    const auto mixed = [share = ink.opacity](std::uint8_t below, std::uint8_t above) {
      return static_cast<std::uint8_t>(std::lround(below + (above - below) * share));
    };
    fill(paths, samples_of_side, width_, height_, [&](int row, int first, int last) {
      Sample* line = samples_.data() + static_cast<std::size_t>(row) * width_;
      for (int x = first; x < last; ++x) {
        const auto [red, green, blue] = line[x];
        line[x] = {mixed(red, ink.red), mixed(green, ink.green), mixed(blue, ink.blue)};
      }
    });
  }

  void stroke(const Paths& paths, bool closed, double width, const Ink& ink) {
    for (const std::vector<DrawnPoint>& path : paths) {
      for (std::size_t k = 0; k + (closed ? 0 : 1) < path.size(); ++k)
        paint({line_area(path[k], path[(k + 1) % path.size()], width)}, ink);
    }
  }

  /// Means of the samples of each pixel, three bytes a pixel.
  [[nodiscard]] std::vector<std::uint8_t> pixels() const {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(samples_.size() / (samples_of_side * samples_of_side) * 3);
    for (int y = 0; y < height_; y += samples_of_side) {
      for (int x = 0; x < width_; x += samples_of_side) {
        std::array<int, 3> sum{};
        for (int k = 0; k < samples_of_side * samples_of_side; ++k) {
          const Sample& sample =
              samples_[static_cast<std::size_t>(y + k / samples_of_side) * width_ + x + k % samples_of_side];
          for (int c = 0; c < 3; ++c) sum[c] += sample[c];
        }
        for (const int value : sum) {
          constexpr int count = samples_of_side * samples_of_side;
          bytes.push_back(static_cast<std::uint8_t>((value + count / 2) / count));
        }
      }
    }
    return bytes;
  }

 private:
  using Sample = std::array<std::uint8_t, 3>;
  int width_, height_;
  std::vector<Sample> samples_;
};

}  // namespace

std::string png_bytes(const Drawing& drawing, const Ink& paper) {
  const int width = static_cast<int>(std::ceil(drawing.width)),
            height = static_cast<int>(std::ceil(drawing.height));
  Canvas canvas(width, height, paper);
  for (const auto& item : drawing.items) {
    if (const auto* shape = std::get_if<DrawnShape>(&item)) {
      if (shape->fill.opacity > 0) canvas.paint(shape->paths, shape->fill);
      if (shape->stroke.opacity > 0) canvas.stroke(shape->paths, shape->closed, shape->width, shape->stroke);
    } else {
      const auto& label = std::get<DrawnLabel>(item);
      canvas.stroke(text_strokes(label.text, label.at, label.size), false, 0.09 * label.size, label.ink);
    }
  }
  return png_file(canvas.pixels(), width, height);
}

std::vector<int> seen_items(const Drawing& drawing, double scale) {
  const int width = static_cast<int>(std::ceil(drawing.width * scale)),
            height = static_cast<int>(std::ceil(drawing.height * scale));
  std::vector<int> seen(static_cast<std::size_t>(width) * height, -1);
  for (std::size_t k = 0; k < drawing.items.size(); ++k) {
    const auto* shape = std::get_if<DrawnShape>(&drawing.items[k]);
    if (shape == nullptr || !(shape->fill.opacity > 0)) continue;
    fill(shape->paths, scale, width, height, [&](int row, int first, int last) {
      const auto line = seen.begin() + static_cast<std::ptrdiff_t>(row) * width;
      std::fill(line + first, line + std::max(first, last), static_cast<int>(k));
    });
  }
  return seen;
}

}  // namespace jam::io
