// SPDX-License-Identifier: Apache-2.0
// Coherence while a machine runs: a single writer or many readers, a read returns the last write,
// no directory forgets a copy.
//
// Contract: watches; a violation throws InvariantError with line, sockets and time. Writes are
// numbered per line, and data take the number of the last write that they have along, from socket
// to socket, to memory and back: a write that only a private cache knows of counts when it is
// found. Where a fault has taken the last write, no socket gets the line but as poison. That
// everything drains is checked where it must: by the dispatcher and its callers.
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
  void gained_poison(base::LineAddress line, base::SocketId socket, bool may_write,
                     base::Time time) override;
  void vanished(base::LineAddress line) override;

 private:
  struct Line {
    std::uint32_t holders = 0;  ///< Bit per socket.
    std::uint32_t writer = 0;   ///< The holder that may write.
    std::uint32_t written = 0;  ///< Writes so far.
    Version in_memory = 0;      ///< What memory has.
  };

  static Version version_of(std::uint32_t written) {
    return static_cast<Version>(written % kNoVersion);
  }
  static constexpr std::uint64_t kBlock = 4096;  ///< Lines; memory may be used far from its start.

  /// Enters the copy.
  Line& hold(base::LineAddress line, base::SocketId socket, bool may_write, base::Time time);
  Line& of(base::LineAddress line) {
    std::vector<Line>& block = blocks_[line.value / kBlock];
    if (block.empty()) block.resize(kBlock);
    return block[line.value % kBlock];
  }

  std::unordered_map<std::uint64_t, std::vector<Line>> blocks_;
};

}  // namespace starnuma::observers
