// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/cuda/sweeps.cuh"

#include <cooperative_groups.h>

#include <algorithm>

namespace jam::dynamics {
namespace {

constexpr int sweep_threads = 128;

__global__ void pack_kernel(int count, const __grid_constant__ ColourArrays colours,
                            const __grid_constant__ ProblemArrays problem, ContactLaw law) {
  const int place = thread_index();
  if (place < count) pack_contact(colours, problem, law, place);
}

__global__ void gather_kernel(int count, const int* contact, Vec3Array from, Vec3Array to) {
  const int place = thread_index();
  if (place < count) to.set(place, from[contact[place]]);
}

__global__ void scatter_kernel(int count, const int* contact, Vec3Array from, Vec3Array to) {
  const int place = thread_index();
  if (place < count) to.set(contact[place], from[place]);
}

/// Groups as places of their first contacts, and the first group of each colour.
struct Groups {
  const int* begin;
  const int* first;
  int colours;
};

template <ContactLaw law>
__global__ void __launch_bounds__(most_threads)
    sweep_kernel(const __grid_constant__ ColourArrays colours, Groups groups, double alpha, int sweeps) {
  const auto grid = cooperative_groups::this_grid();
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int colour = 0; colour < groups.colours; ++colour) {
      const int end = groups.first[colour + 1];
      for (int g = groups.first[colour] + thread_index(); g < end; g += threads) {
        sweep_group<law>(colours, groups.begin[g], groups.begin[g + 1], alpha);
      }
      grid.sync();
    }
  }
}

using SweepKernel = void (*)(ColourArrays, Groups, double, int);

SweepKernel sweep_kernel_of(ContactLaw law) {
  switch (law) {
    case ContactLaw::coulomb: return sweep_kernel<ContactLaw::coulomb>;
    case ContactLaw::ccp: return sweep_kernel<ContactLaw::ccp>;
    default: return sweep_kernel<ContactLaw::pyramid>;
  }
}

}  // namespace

void DeviceSweeps::load(const SolverArrays& arrays, ContactLaw law) {
  const OperatorArrays& matrix = arrays.problem.matrix;
  const std::size_t n = matrix.contacts;
  found_.find(matrix, stream_);
  law_ = law;
  reserve(body_, "contacts", n);
  reserve(friction_, "contacts", n);
  colours_ = colour_arrays(arrays, found_.contacts(), body_.data(), friction_.data(),
                           reserve_vectors(normal_, "contacts", n));
  launch_items("pack", matrix.contacts, stream_, pack_kernel, matrix.contacts, colours_, arrays.problem, law);
}

void DeviceSweeps::run(const SolverArrays& arrays, double alpha, int sweeps) {
  const int count = arrays.problem.matrix.contacts;
  launch_items("gather", count, stream_, gather_kernel, count, found_.contacts(), arrays.r[swept_buffer],
               colours_.r);
  const SweepKernel kernel = sweep_kernel_of(law_);
  const int threads = wanted_warps() == 0 ? sweep_threads : block_threads();
  const int blocks =
      std::min((found_.largest() - 1) / threads + 1, resident_blocks(kernel, threads, 0) * multiprocessors_);
  Groups groups{found_.groups(), found_.first(), found_.count()};
  void* arguments[] = {&colours_, &groups, &alpha, &sweeps};
  JAM_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel),
                                       dim3(static_cast<unsigned>(blocks)),
                                       dim3(static_cast<unsigned>(threads)), arguments, 0, stream_));
  launch_items("scatter", count, stream_, scatter_kernel, count, found_.contacts(), colours_.r,
               arrays.r[swept_buffer]);
}

void DeviceSweeps::copy(const SolverArrays& arrays, int from, int to) {
  const std::size_t n = arrays.problem.matrix.contacts;
  const Vec3Array source = arrays.r[from], target = arrays.r[to];
  JAM_CUDA(cudaMemcpy2DAsync(target.data, target.stride * sizeof(double), source.data,
                             source.stride * sizeof(double), n * sizeof(double), 3, cudaMemcpyDeviceToDevice,
                             stream_));
}

}  // namespace jam::dynamics
