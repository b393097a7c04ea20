// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One row of outputs of a direct product, compiled once per instruction set.
#pragma once

#include "jam/core/isa.hpp"
#include "jam/elastic/product/toeplitz_tile.hpp"

namespace jam::elastic {

/// Writes row `iy` of the product, or adds it to the present values.
template <class Real>
using DirectRow = void(const KernelView<Real>& kernel, const Real* input, int iy, bool add, Real* output);

extern const IsaTable<DirectRow<double>> direct_row_double;
extern const IsaTable<DirectRow<float>> direct_row_float;

}  // namespace jam::elastic
