// SPDX-License-Identifier: Apache-2.0
// Common base of kernel classes: parameters, seed and data in simulated memory.
#pragma once

#include <cstdint>

namespace starnuma::stimulus {

template <class ParametersOfKernel, class Data>
class KernelState {
 public:
  using Parameters = ParametersOfKernel;

  KernelState(const Parameters& parameters, std::uint64_t seed)
      : parameters_(parameters), seed_(seed) {}

  const Data& data() const { return data_; }

 protected:
  Parameters parameters_;
  std::uint64_t seed_;
  Data data_;
};

}  // namespace starnuma::stimulus
