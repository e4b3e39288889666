// SPDX-License-Identifier: Apache-2.0
// An extent: consecutive frames of a pool device that belong to one host or to several.
#pragma once

#include <cstdint>

#include "models/base/ids.h"

namespace starnuma::paging {

inline constexpr int kMostHosts = 16;

enum class Sharing : std::uint8_t {
  kExclusive,   ///< of one host
  kCoherent,    ///< of several, whose caches the device keeps coherent
  kNonCoherent  ///< of several, each coherent in itself only
};

struct Extent {
  base::NodeId node{};
  std::uint64_t first = 0;   ///< Frame of the device.
  std::uint64_t frames = 0;  ///< How many.
  Sharing sharing = Sharing::kExclusive;
  std::uint32_t hosts = 0;  ///< A bit for each host that reaches it.
  std::uint64_t tag = 0;    ///< Of whoever asked for it while the machine ran; 0: nobody did.

  std::uint64_t end() const { return first + frames; }
};

}  // namespace starnuma::paging
