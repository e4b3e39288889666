// SPDX-License-Identifier: Apache-2.0
// Checks coherence during a run: a single writer or multiple readers, reads return the last write,
// and directories record all copies.
//
// Contract:
// - The checker is passive. A violation throws InvariantError with line, sockets and time.
// - Writes are numbered per line. Data carry the number of the last write that they include,
//   between sockets, to memory and back. A write that is only in a private cache counts when it
//   becomes visible.
// - After a fault has lost the last write, sockets receive the line only as poison.
// - The dispatcher and its callers check that all transactions drain.
#pragma once

#include <unordered_map>
#include <vector>

#include "models/kernel/copy_observer.h"

namespace starnuma::observers {

class CoherenceChecker : public kernel::CopyObserver {
 public:
  void gained(base::LineAddress line, base::SocketId socket, bool may_write, Version version,
              base::Time time) override;
  void weakened(base::LineAddress line, base::SocketId socket) override;
  void lost(base::LineAddress line, base::SocketId socket) override;
  void wrote(base::LineAddress line, base::SocketId socket, base::Time time) override;
  Version sent(base::LineAddress line) override { return version_of(of(line).written); }
  Version sent_by_memory(base::LineAddress line) override { return of(line).in_memory; }
  void stored(base::LineAddress line, Version version) override { of(line).in_memory = version; }
  void tracked(base::LineAddress line, std::uint32_t sockets, base::Time time) override;
  void gained_without_data(base::LineAddress line, base::SocketId socket, bool may_write,
                           base::Time time) override;
  void vanished(base::LineAddress line) override;

 private:
  struct Line {
    std::uint32_t holders = 0;  ///< Sockets with a copy, one bit per socket.
    std::uint32_t writer = 0;   ///< Holder that may write.
    std::uint32_t written = 0;  ///< Current number of writes.
    Version in_memory = 0;      ///< Version in memory.
  };

  static Version version_of(std::uint32_t written) {
    return static_cast<Version>(written % kNoVersion);
  }
  /// Number of lines per block; memory may be used far from its start.
  static constexpr std::uint64_t kBlock = 4096;

  /// Records the copy.
  Line& hold(base::LineAddress line, base::SocketId socket, bool may_write, base::Time time);
  Line& of(base::LineAddress line) {
    std::vector<Line>& block = blocks_[line.value / kBlock];
    if (block.empty()) block.resize(kBlock);
    return block[line.value % kBlock];
  }

  std::unordered_map<std::uint64_t, std::vector<Line>> blocks_;
};

}  // namespace starnuma::observers
