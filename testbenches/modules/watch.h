// SPDX-License-Identifier: Apache-2.0
// Checks and counts while the modules run.
//
// Contract:
// - Sockets: observers::CoherenceChecker (one writer, no stale reader, complete directories).
// - Cores: a store leaves no other copy, a load meets no other writer, and a hit returns the last
//   write.
// - A violation throws InvariantError.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "models/cache/private_caches.h"
#include "models/observers/coherence_checker.h"
#include "models/protocol/access.h"
#include "models/protocol/message.h"
#include "testbenches/modules/rows.h"

namespace starnuma::modules_bench {

/// Counts of events.
struct MessageCounts {
  std::array<std::uint64_t, 4> served{};  ///< Accesses, by protocol::ServedBy.
  std::uint64_t flushes = 0;
  std::uint64_t early_conflicts = 0;  ///< BIConflicts acknowledged before the request's completion.
  std::uint64_t late_conflicts = 0;   ///< BIConflicts acknowledged after it.
  std::uint64_t forwards = 0;
  std::uint64_t back_invalidations = 0;
  std::uint64_t not_here = 0;  ///< Forwards that found no copy.

  void add(const MessageCounts& other);
};

class Watch : public kernel::CopyObserver {
 public:
  explicit Watch(const Shape& shape) : rows_(shape) {}

  void add(const cache::PrivateCaches& core) { cores_.push_back(&core); }

  /// A caching agent is about to process or to send a message.
  void agent_takes(int socket, const protocol::Message& message);
  void agent_sends(int socket, const protocol::Message& message);
  /// An access of a core is complete; cores are numbered over all sockets.
  void completed(int core, const protocol::Access& access);

  const MessageCounts& counts() const { return counts_; }
  const coherence_bench::Coverage& coverage() const { return rows_.coverage(); }
  Rows& rows() { return rows_; }

  void gained(base::LineAddress line, base::SocketId socket, bool may_write, Version version,
              base::Time time) override {
    checker_.gained(line, socket, may_write, version, time);
  }
  void gained_without_data(base::LineAddress line, base::SocketId socket, bool may_write,
                           base::Time time) override {
    checker_.gained_without_data(line, socket, may_write, time);
  }
  void vanished(base::LineAddress line) override { checker_.vanished(line); }
  void weakened(base::LineAddress line, base::SocketId socket) override {
    checker_.weakened(line, socket);
  }
  void lost(base::LineAddress line, base::SocketId socket) override {
    checker_.lost(line, socket);
    rows_.lost(line, base::index_of(socket));
  }
  void wrote(base::LineAddress line, base::SocketId socket, base::Time time) override {
    checker_.wrote(line, socket, time);
    rows_.wrote(line, base::index_of(socket));
  }
  Version sent(base::LineAddress line) override { return checker_.sent(line); }
  Version sent_by_memory(base::LineAddress line) override { return checker_.sent_by_memory(line); }
  void stored(base::LineAddress line, Version version) override { checker_.stored(line, version); }
  void tracked(base::LineAddress line, std::uint32_t sockets, base::Time time) override {
    checker_.tracked(line, sockets, time);
  }

 private:
  enum class Conflict : std::uint8_t { kNone, kOpen, kCompleted };
  struct Line {
    std::uint64_t latest = 0;             ///< Number of writes.
    std::vector<std::uint64_t> versions;  ///< Version in each core's copy.
    std::vector<Conflict> conflicts;      ///< Conflicts by socket.
  };
  Line& of(base::LineAddress line);

  observers::CoherenceChecker checker_;
  Rows rows_;
  std::vector<const cache::PrivateCaches*> cores_;
  std::map<std::uint64_t, Line> lines_;
  MessageCounts counts_;
};

}  // namespace starnuma::modules_bench
