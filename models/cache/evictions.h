// SPDX-License-Identifier: Apache-2.0
// Evictions of a socket's lines: capacity of the tag array, puts and their acknowledgements.
//
// Contract:
// - An owner (E, M) notifies the home of an eviction, a sharer does not. An owner of a line of a
//   pool device may drop a clean line silently.
// - A put leaves no earlier than its line arrives. A request for the line follows its put.
// - A dirty line of a page with backups is also written to the backups.
// - Dirty lines of a crashed host and of an unreachable home are lost.
#pragma once

#include <algorithm>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/cache/agent_faults.h"

namespace starnuma::cache {

/// Puts that a caching agent has scheduled for a time after the current time: a put of a line
/// leaves no earlier than the line arrives. A request for the line must not overtake its put.
class PendingPuts {
 public:
  /// Records a put that leaves at `time`, and drops the puts that have left by `now`.
  void schedule(base::LineAddress line, base::Time time, base::Time now) {
    const auto left = [&](const Put& put) { return put.time <= now; };
    puts_.erase(std::remove_if(puts_.begin(), puts_.end(), left), puts_.end());
    if (time > now) puts_.push_back({line, time});
  }
  /// Returns the earliest time, `time` or later, at which a request for the line may leave.
  base::Time request_time(base::LineAddress line, base::Time time) const {
    for (const Put& put : puts_) {
      if (put.line == line) time = std::max(time, put.time);
    }
    return time;
  }

 private:
  struct Put {
    base::LineAddress line;
    base::Time time;
  };
  std::vector<Put> puts_;
};

class Evictions {
 public:
  using Purpose = protocol::Message::Purpose;

  /// `context`, `lines` and `faults` must outlive this object.
  Evictions(AgentContext& context, SocketLines& lines, AgentFaults& faults,
            CleanEvictionsAre clean_evictions)
      : context_(context),
        lines_(lines),
        faults_(faults),
        silent_drops_(clean_evictions == CleanEvictionsAre::kSilent) {}

  /// Inserts a line that is not present. Its data enter the LLC.
  SocketEntry& insert(base::LineAddress line, base::Time time, kernel::Outbox& outbox);
  /// Places the data of a present line in the LLC.
  void insert_in_llc(SocketEntry& entry, base::Time time, kernel::Outbox& outbox);
  /// Evicts a line: invalidates private copies and notifies the home if the socket is the owner.
  /// `flush` waits for the home's acknowledgement.
  void evict(SocketEntry& entry, base::Time time, kernel::Outbox& outbox,
             protocol::Access* flush = nullptr, Purpose purpose = Purpose::kDemand);
  /// Handles the acknowledgement of the eviction in a register and answers a deferred snoop that
  /// found the line dirty.
  void given_up(const kernel::Envelope& envelope, const protocol::Message& message,
                MissRegister& pending, kernel::Outbox& outbox);
  /// Returns the earliest time, `time` or later, at which a request for the line may leave.
  base::Time request_time(base::LineAddress line, base::Time time) const {
    return puts_.request_time(line, time);
  }

 private:
  bool is_dropped_silently(base::LineAddress line) const;
  void keep_cleaned(base::LineAddress line, base::Time time, kernel::Outbox& outbox);
  bool write_backups(const SocketEntry& entry, base::Time time, kernel::Outbox& outbox);

  AgentContext& context_;
  SocketLines& lines_;
  AgentFaults& faults_;
  bool silent_drops_;  ///< Clean lines of pool devices are evicted without a message.
  PendingPuts puts_;
};

}  // namespace starnuma::cache
