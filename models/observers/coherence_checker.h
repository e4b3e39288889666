// SPDX-License-Identifier: Apache-2.0
// Coherence while a machine runs: a single writer or many readers, a read returns the last write,
// no directory forgets a copy.
//
// Contract: watches; a violation throws InvariantError with line, sockets and time. Writes are
// numbered per line: a write that only a private cache knows of counts when it is found. That
// everything drains is checked where it must: by the dispatcher and its callers.
#pragma once

#include <vector>

#include "models/kernel/copy_observer.h"

namespace starnuma::observers {

class CoherenceChecker : public kernel::CopyObserver {
 public:
  explicit CoherenceChecker(int nodes) : lines_(static_cast<std::size_t>(nodes)) {}

  void gained(base::LineAddress line, base::SocketId socket, bool may_write,
              base::Time time) override;
  void weakened(base::LineAddress line, base::SocketId socket) override;
  void lost(base::LineAddress line, base::SocketId socket) override;
  void wrote(base::LineAddress line, base::SocketId socket, base::Time time) override;
  void sent(base::LineAddress line, bool to_memory) override;
  void tracked(base::LineAddress line, std::uint32_t sockets, base::Time time) override;

 private:
  struct Line {
    std::uint32_t holders = 0;  ///< Bit per socket.
    std::uint32_t writer = 0;   ///< The holder that may write.
    std::uint32_t written = 0;  ///< Writes so far.
    std::uint32_t in_memory =
        0;  ///< Writes that memory has, or will have when data on the way come.
    std::uint32_t on_the_way = 0;  ///< Writes that data between sockets have.
  };

  Line& of(base::LineAddress line) {
    std::vector<Line>& node = lines_[static_cast<std::size_t>(line.node())];
    if (line.in_node() >= node.size()) node.resize(line.in_node() + line.in_node() / 4 + 64);
    return node[line.in_node()];
  }

  std::vector<std::vector<Line>> lines_;  ///< By node and line in it.
};

}  // namespace starnuma::observers
