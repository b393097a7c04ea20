// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/isa.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "jam/core/error.hpp"

namespace jam {

const char* isa_name(Isa isa) { return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "plain"; }

Isa processor_isa() {
#if defined(__x86_64__)
  static const Isa best = [] {
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    return avx512 ? Isa::avx512 : avx2 ? Isa::avx2 : Isa::plain;
  }();
  return best;
#else
  return Isa::plain;
#endif
}

Isa choose_isa(const std::array<bool, all_isas.size()>& built) {
  const char* wanted = std::getenv("JAM_SIMD");
  const bool any = wanted == nullptr || *wanted == '\0';
  for (std::size_t k = all_isas.size(); k-- > 0;) {
    const Isa isa = all_isas[k];
    if (built[k] && isa <= processor_isa() && (any || std::string_view(isa_name(isa)) == wanted)) return isa;
  }
  throw InputError("JAM_SIMD=" + std::string(wanted) +
                   ": this processor or build has no such instruction set; take avx512, avx2 or plain");
}

}  // namespace jam
