// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Page units are pixels, y downwards.
#include "jam/elastic/io/pressure_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "jam/io/html_text.hpp"
#include "jam/io/number_text.hpp"

namespace jam::elastic {
namespace {

constexpr int cells_limit = 256;  ///< Largest number of cells along an axis of the picture.
constexpr int levels = 64;        ///< Number of colours.
constexpr double map_size = 480;  ///< The longer edge of the map.
constexpr double shortest = 60;   ///< The shorter edge at least: very long grids are stretched.
constexpr double overlap = 0.4;   ///< Overlap of neighbouring cells.
constexpr double left = 80, top = 56, right = 150, bottom = 62;

/// Viridis (S. van der Walt, N. Smith): even for the eye and in grey, legible for the colour-blind.
constexpr std::array<std::array<int, 3>, 9> viridis = {{{68, 1, 84},
                                                        {71, 44, 122},
                                                        {59, 81, 139},
                                                        {44, 113, 142},
                                                        {33, 144, 141},
                                                        {39, 173, 129},
                                                        {92, 200, 99},
                                                        {170, 220, 50},
                                                        {253, 231, 37}}};

std::string colour(int level) {
  const double at = static_cast<double>(level) / (levels - 1) * (viridis.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(at), viridis.size() - 2);
  std::string text = "#";
  for (int c = 0; c < 3; ++c) {
    text += fmt::format(
        "{:02x}", static_cast<int>(std::lround(viridis[k][c] + (at - static_cast<double>(k)) *
                                                                   (viridis[k + 1][c] - viridis[k][c]))));
  }
  return text;
}

/// A field on fewer cells: the mean over blocks of them.
struct Picture {
  int nx, ny;
  std::vector<double> values;
};

Picture reduced(const Grid& grid, const std::vector<double>& field) {
  const int step =
      std::max({1, (grid.nx + cells_limit - 1) / cells_limit, (grid.ny + cells_limit - 1) / cells_limit});
  Picture picture{(grid.nx + step - 1) / step, (grid.ny + step - 1) / step, {}};
  for (int iy = 0; iy < picture.ny; ++iy) {
    for (int ix = 0; ix < picture.nx; ++ix) {
      double sum = 0;
      int count = 0;
      for (int y = iy * step; y < std::min(grid.ny, (iy + 1) * step); ++y) {
        for (int x = ix * step; x < std::min(grid.nx, (ix + 1) * step); ++x)
          sum += field[static_cast<std::size_t>(y) * grid.nx + x], ++count;
      }
      picture.values.push_back(sum / count);
    }
  }
  return picture;
}

std::string px(double value) { return io::fixed_text(value, 2); }

/// About `count` round ticks (1, 2 or 5 times a power of ten apart) in [low, high], and the decimals of their
/// labels.
struct Ticks {
  std::vector<double> positions;
  int decimals = 0;
};

Ticks round_ticks(double low, double high, int count) {
  const double raw = (high - low) / count, power = std::floor(std::log10(raw)), unit = std::pow(10.0, power),
               ratio = raw / unit;
  const double factor = ratio <= 1.5 ? 1 : ratio <= 3.5 ? 2 : ratio <= 7.5 ? 5 : 10, step = factor * unit;
  Ticks ticks{{}, std::clamp(static_cast<int>(-power) - (factor == 10 ? 1 : 0), 0, 17)};
  // Whole multiples of the step do not drift; a rounding error may not cost the last one.
  const double last = std::floor(high / step + 1e-9);
  for (double k = std::ceil(low / step - 1e-9); k <= last; ++k) ticks.positions.push_back(k * step);
  return ticks;
}

/// Cells of one colour are one path, neighbours in a row one rectangle of it.
std::string map_text(const Picture& picture, double peak, double width, double height) {
  std::vector<std::string> paths(levels);
  const double dx = width / picture.nx, dy = height / picture.ny;
  for (int iy = 0; iy < picture.ny; ++iy) {
    const double* row = picture.values.data() + static_cast<std::size_t>(iy) * picture.nx;
    const auto level = [&](int ix) {
      return row[ix] > 0 ? std::min(levels - 1, static_cast<int>(row[ix] / peak * levels)) : -1;
    };
    for (int ix = 0, end = 0; ix < picture.nx; ix = end) {
      for (end = ix + 1; end < picture.nx && level(end) == level(ix);) ++end;
      if (level(ix) < 0) continue;
      // A little larger than the cells, so that rounding leaves no gaps.
      const double across = (end - ix) * dx + overlap, down = dy + overlap;
      paths[level(ix)] += fmt::format("M{} {}h{}v{}h{}z", px(left + ix * dx),
                                      px(top + height - (iy + 1) * dy), px(across), px(down), px(-across));
    }
  }
  std::string text = "<g id=\"pressure\" shape-rendering=\"crispEdges\">\n";
  for (int k = 0; k < levels; ++k) {
    if (!paths[k].empty()) text += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", colour(k), paths[k]);
  }
  return text + "</g>\n";
}

/// Lines between cells that stick and cells that slip.
std::string boundary_text(const Grid& grid, const std::vector<CellState>& state, double width,
                          double height) {
  std::vector<double> sticks, slips;
  for (const CellState cell : state)
    sticks.push_back(cell == CellState::adhesion), slips.push_back(cell == CellState::slip);
  const Picture stick = reduced(grid, sticks), slip = reduced(grid, slips);
  const double dx = width / stick.nx, dy = height / stick.ny;
  const auto differ = [&](int a, int b) {
    return (stick.values[a] > 0.5 && slip.values[b] > 0.5) || (stick.values[b] > 0.5 && slip.values[a] > 0.5);
  };
  std::string path;
  for (int iy = 0; iy < stick.ny; ++iy) {
    for (int ix = 0; ix < stick.nx; ++ix) {
      const int i = iy * stick.nx + ix;
      if (ix + 1 < stick.nx && differ(i, i + 1))
        path += fmt::format("M{} {}v{}", px(left + (ix + 1) * dx), px(top + height - iy * dy), px(-dy));
      if (iy + 1 < stick.ny && differ(i, i + stick.nx))
        path += fmt::format("M{} {}h{}", px(left + ix * dx), px(top + height - (iy + 1) * dy), px(dx));
    }
  }
  if (path.empty()) return {};
  return fmt::format(
      "<path id=\"stick-slip\" d=\"{}\" fill=\"none\" stroke=\"#22303c\" stroke-width=\"2\"><title>between "
      "stick and slip</title></path>\n",
      path);
}

/// Places of a grid on the page.
struct Paper {
  double wide, high;     ///< Size of the grid [mm].
  double width, height;  ///< Size of the map [px].
  double x_low, y_low;   ///< Lower left corner of the grid [mm].

  explicit Paper(const Grid& grid)
      : wide(grid.nx * grid.dx),
        high(grid.ny * grid.dy),
        x_low(grid.left - 0.5 * grid.dx),
        y_low(grid.low - 0.5 * grid.dy) {
    // A line contact is a strip, however long its cells are.
    const double longer = std::max(grid.nx > 1 ? wide : 0, grid.ny > 1 ? high : 0),
                 scale = longer > 0 ? map_size / longer : 1;
    width = grid.nx == 1 ? shortest : std::max(shortest, scale * wide);
    height = grid.ny == 1 ? shortest : std::max(shortest, scale * high);
  }

  [[nodiscard]] double x(double at) const { return left + (at - x_low) / wide * width; }
  [[nodiscard]] double y(double at) const { return top + height - (at - y_low) / high * height; }
};

/// The frame of the map with ticks in mm.
std::string axes_text(const Paper& paper) {
  const double width = paper.width, height = paper.height;
  std::string text =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#22303c\"/>\n",
                  px(left), px(top), px(width), px(height));
  const Ticks across = round_ticks(paper.x_low, paper.x_low + paper.wide, 5);
  for (const double tick : across.positions) {
    text += fmt::format(
        "<path d=\"M{0} {1}v5\" stroke=\"#22303c\"/><text x=\"{0}\" y=\"{2}\" "
        "text-anchor=\"middle\">{3}</text>\n",
        px(paper.x(tick)), px(top + height), px(top + height + 20),
        io::fixed_text(tick + 0.0, across.decimals));
  }
  const Ticks up = round_ticks(paper.y_low, paper.y_low + paper.high, height < 150 ? 1 : 5);
  for (const double tick : up.positions) {
    const double y = paper.y(tick);
    text += fmt::format(
        "<path d=\"M{} {}h-5\" stroke=\"#22303c\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
        px(left), px(y), px(left - 9), px(y + 5), io::fixed_text(tick + 0.0, up.decimals));
  }
  return text + fmt::format(
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">x [mm]</text>\n"
                    "<text transform=\"translate({} {}) rotate(-90)\" text-anchor=\"middle\">y [mm]</text>\n",
                    px(left + 0.5 * width), px(top + height + 46), px(22), px(top + 0.5 * height));
}

std::string colour_bar_text(double peak, double width, double height) {
  const double x = left + width + 36, thickness = 20;
  std::string text = "<g id=\"colours\" shape-rendering=\"crispEdges\">\n";
  for (int k = 0; k < levels; ++k) {
    text += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", px(x),
                        px(top + height * (levels - 1 - k) / levels), px(thickness),
                        px(height / levels + 0.5), colour(k));
  }
  text += "</g>\n";
  const Ticks ticks = round_ticks(0, peak, height < 150 ? 2 : 5);
  for (const double tick : ticks.positions) {
    const double y = top + height * (1 - tick / peak);
    text += fmt::format("<path d=\"M{} {}h5\" stroke=\"#22303c\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
                        px(x + thickness), px(y), px(x + thickness + 9), px(y + 5),
                        io::fixed_text(tick + 0.0, ticks.decimals));
  }
  return text + fmt::format("<text x=\"{}\" y=\"{}\">p [MPa]</text>\n", px(x - 6), px(top - 12));
}

/// A map with something on it, between the pressures and the axes.
std::string framed(const std::string& title, const Grid& grid, const std::vector<double>& pressure,
                   double peak, const Paper& paper, const std::string& overlay) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"Helvetica, Arial, "
      "'DejaVu Sans', sans-serif\" font-size=\"15\" fill=\"#22303c\">\n<title>{2}</title>\n<rect "
      "width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n",
      px(left + paper.width + right), px(top + paper.height + bottom), io::html_text(title));
  text += fmt::format("<text x=\"{}\" y=\"28\" font-size=\"17\">{}</text>\n", px(left), io::html_text(title));
  if (peak > 0) {
    text += map_text(reduced(grid, pressure), peak, paper.width, paper.height);
    text += colour_bar_text(peak, paper.width, paper.height);
  } else {
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">no contact</text>\n",
                        px(left + 0.5 * paper.width), px(top + 0.5 * paper.height));
  }
  return text + overlay + axes_text(paper) + "</svg>\n";
}

}  // namespace

std::string pressure_svg(const std::string& title, const Grid& grid, const std::vector<double>& pressure,
                         double peak, const std::vector<MapLabel>& labels) {
  const Paper paper(grid);
  std::string overlay;
  for (const MapLabel& label : labels) {
    // Legible on any colour.
    overlay += fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"13\" stroke=\"#ffffff\" "
        "stroke-width=\"3\" "
        "paint-order=\"stroke\">{}</text>\n",
        px(paper.x(label.x)), px(paper.y(label.y) + 4), io::html_text(label.text));
  }
  return framed(title, grid, pressure, peak, paper, overlay);
}

std::string pressure_map_svg(const ContactResult& result) {
  const Grid& grid = result.pressed->grid;
  const NormalSolution& normal = result.pressed->normal;
  const Paper paper(grid);
  std::string overlay;
  if (normal.contact_cells > 0 && result.friction != nullptr) {
    overlay += boundary_text(grid, result.friction->tractions.state, paper.width, paper.height);
  }
  if (result.pressed->hertz) {
    const HertzContact& hertz = *result.pressed->hertz;
    overlay += fmt::format(
        "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"none\" stroke=\"#d55e00\" "
        "stroke-width=\"1.5\" "
        "stroke-dasharray=\"6 5\"><title>the patch of Hertz</title></ellipse>\n",
        px(paper.x(0)), px(paper.y(0)), px(hertz.x_axis / paper.wide * paper.width),
        px(hertz.y_axis / paper.high * paper.height));
  }
  return framed(result.name, grid, normal.pressure, normal.peak, paper, overlay);
}

}  // namespace jam::elastic
