// SPDX-License-Identifier: Apache-2.0
// Extent: consecutive frames of a pool device that belong to one or several hosts.
#pragma once

#include <cstdint>

#include "models/base/ids.h"

namespace starnuma::paging {

inline constexpr int kMostHosts = 16;
/// Number of logical devices of a head (LD-ID in CXL.mem messages has 4 bits).
inline constexpr int kMostLogicalDevices = 16;

enum class Sharing : std::uint8_t {
  kExclusive,   ///< belongs to one host
  kCoherent,    ///< shared by several hosts; the device keeps their caches coherent
  kNonCoherent  ///< shared by several hosts; no coherence between them
};

/// Agent that keeps copies of an extent's lines coherent.
enum class CoherenceBy : std::uint8_t {
  kHost,   ///< the host (CXL.mem HDM-H): the device tracks no copies
  kDevice  ///< the device, by its directory and Back-Invalidate (HDM-DB)
};

struct Extent {
  base::NodeId node{};
  std::uint64_t first = 0;   ///< First frame on the device.
  std::uint64_t frames = 0;  ///< Number of frames.
  Sharing sharing = Sharing::kExclusive;
  std::uint32_t hosts = 0;  ///< Bit mask of the hosts that can access the extent.
  std::uint64_t tag = 0;    ///< Tag of an extent added at run time; otherwise 0.
  CoherenceBy coherence = CoherenceBy::kDevice;
  int logical_device = 0;  ///< Logical device of its hosts' heads.

  std::uint64_t end() const { return first + frames; }
};

}  // namespace starnuma::paging
