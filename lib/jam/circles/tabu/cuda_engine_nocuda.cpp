// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds and ladders on a CUDA device, in a build without CUDA.
#include "jam/circles/tabu/cpu_engine.hpp"
#include "jam/circles/tempering/ladder_engine.hpp"
#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

[[noreturn]] void fail_without_cuda() { throw DeviceError("this build has no CUDA: use --device cpu, or configure with a CUDA Toolkit"); }

}  // namespace

std::unique_ptr<RoundEngine> make_cuda_engine(int, InstanceRange, int, StopToken&) { fail_without_cuda(); }

std::unique_ptr<LadderEngine> make_cuda_ladders(int, int, int, StopToken&) { fail_without_cuda(); }

}  // namespace jam::circles
