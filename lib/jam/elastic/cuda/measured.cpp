// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/cuda/measured.hpp"

namespace jam::elastic {

bool tile_fits(MeasuredProduct kind, int nx, int ny, TileSize tile) {
  if (kind != MeasuredProduct::global && kind != MeasuredProduct::shared) return true;
  if (tile.x < 1 || tile.y < 1 || nx % tile.x != 0 || ny % tile.y != 0 || tile.x * tile.y > 1024)
    return false;
  return kind == MeasuredProduct::global || tile.y == 1;
}

int multiprocessor_units(int major, int minor) { return major == 7 || (major == 8 && minor == 0) ? 64 : 128; }

bool dots_fit(int nx, int ny, int rows) {
  const int threads = nx * rows;
  return rows >= 1 && ny % rows == 0 && threads <= 1024 && (threads & (threads - 1)) == 0 &&
         ny / rows <= 1024;
}

}  // namespace jam::elastic
