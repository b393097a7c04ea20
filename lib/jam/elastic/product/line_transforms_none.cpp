// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Stand-in for builds without a library of Fourier transforms: products are direct.
#include <stdexcept>

#include "jam/elastic/product/line_transforms.hpp"

namespace jam::elastic {

const char* fft_library() { return ""; }

template <class Real>
std::unique_ptr<LineTransforms<Real>> make_line_transforms(int, int) {
  throw std::logic_error("this build has no Fourier transforms");
}

template std::unique_ptr<LineTransforms<double>> make_line_transforms<double>(int, int);
template std::unique_ptr<LineTransforms<float>> make_line_transforms<float>(int, int);

}  // namespace jam::elastic
