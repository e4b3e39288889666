// SPDX-License-Identifier: Apache-2.0
// Back-Invalidate snoops of the lines of a sector, joined into block snoops (BISnpInvBlk).
//
// Contract:
// - A block snoop covers 2 or 4 lines that are contiguous and naturally aligned (CXL 3.1, 3.3.8).
// - A host is snooped for each added line that it holds, once, and for no other line.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/ids.h"
#include "models/protocol/directory_entry.h"

namespace starnuma::pool {

/// Largest number of lines of a sector.
inline constexpr int kMostSectorLines = 16;

class BlockSnoops {
 public:
  /// Starts with no line of the sector that contains `line`.
  explicit BlockSnoops(base::LineAddress line) : first_(line.value & ~kInSector) {}

  /// Adds the snoops of one line to `hosts`, one bit per host.
  void add(base::LineAddress line, std::uint32_t hosts) {
    const std::uint32_t bit = std::uint32_t{1} << (line.value & kInSector);
    for (std::uint32_t left = hosts; left != 0; left &= left - 1) {
      lines_[static_cast<std::size_t>(__builtin_ctz(left))] |= bit;
    }
    hosts_ |= hosts;
  }
  /// Calls `visit(host, first line, lines)` for each message; `lines` is 1, 2 or 4.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::uint32_t left = hosts_; left != 0; left &= left - 1) {
      const int host = __builtin_ctz(left);
      const std::uint32_t lines = lines_[static_cast<std::size_t>(host)];
      for (int i = 0; i < kMostSectorLines;) {
        const int size = size_at(lines, i);
        if (size != 0) {
          visit(static_cast<base::SocketId>(host),
                base::LineAddress{first_ + static_cast<std::uint64_t>(i)}, size);
        }
        i += size == 0 ? 1 : size;
      }
    }
  }
  /// Number of hosts that are snooped.
  int hosts() const { return __builtin_popcount(hosts_); }

 private:
  static constexpr std::uint64_t kInSector = kMostSectorLines - 1;

  /// Returns the size of the largest aligned block at line `i` that `lines` has completely.
  static int size_at(std::uint32_t lines, int i) {
    for (const int size : {4, 2, 1}) {
      const std::uint32_t block = (std::uint32_t{1} << size) - 1;
      if (i % size == 0 && (lines >> i & block) == block) return size;
    }
    return 0;
  }

  std::uint64_t first_;
  std::uint32_t hosts_ = 0;
  std::array<std::uint32_t, protocol::kMaxSockets> lines_{};  ///< Lines of each host.
};

}  // namespace starnuma::pool
