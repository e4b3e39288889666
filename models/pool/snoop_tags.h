// SPDX-License-Identifier: Apache-2.0
// Tags of outstanding Back-Invalidate snoops (BITag) of each head. A snoop without a free tag
// waits.
//
// Contract:
// - A snoop holds one tag from its departure until its last BIRsp; a block snoop holds one until
//   all its lines are answered.
// - Waiting snoops of a head depart in order.
// - The wait is LatencyKind::kLineQueue.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/accounting/stats.h"
#include "models/kernel/envelope.h"
#include "models/protocol/message.h"

namespace starnuma::pool {

class SnoopTags {
 public:
  SnoopTags(int heads, int tags) : tags_(tags), heads_(static_cast<std::size_t>(heads)) {}

  /// Allocates a tag for a snoop that departs over `head`. Returns false if none is free; the snoop
  /// then waits, and release() returns it later.
  bool allocate(int head, kernel::Envelope& snoop) {
    Head& at = heads_[static_cast<std::size_t>(head)];
    if (at.in_use.size() >= static_cast<std::size_t>(tags_)) {
      ++deferred_;
      at.waiting.push_back(&snoop);
      return false;
    }
    hold(at, snoop);
    return true;
  }
  /// Handles a BIRsp of a host at `head`. Returns the waiting snoop that departs now, or null.
  kernel::Envelope* release(int head, const kernel::Envelope& response) {
    Head& at = heads_[static_cast<std::size_t>(head)];
    const auto message = response.open<protocol::Message>();
    const auto used = std::find_if(at.in_use.begin(), at.in_use.end(), [&](const Tag& tag) {
      return tag.host == response.source && message.line.value - tag.line.value < tag.lines;
    });
    if (used == at.in_use.end()) return nullptr;
    used->unanswered -= lines_of(message);
    if (used->unanswered != 0) return nullptr;
    at.in_use.erase(used);
    if (at.waiting.empty()) return nullptr;
    kernel::Envelope& next = *at.waiting.front();
    at.waiting.pop_front();
    if (response.time > next.time) {
      next.advance(accounting::LatencyKind::kLineQueue, response.time - next.time);
    }
    hold(at, next);
    return &next;
  }

  void report(accounting::StatWriter& writer) const {
    writer.write("snoops.deferred", deferred_, "1",
                 "Back-Invalidate snoops that waited for a tag (BITag)");
    writer.write("snoops.max_outstanding", most_, "1",
                 "most outstanding Back-Invalidate snoops of a head");
  }
  void reset_statistics() { deferred_ = most_ = 0; }

 private:
  struct Tag {
    base::AgentId host;
    base::LineAddress line;
    std::uint64_t lines;
    std::uint64_t unanswered;
  };
  struct Head {
    std::vector<Tag> in_use;
    std::deque<kernel::Envelope*> waiting;
  };

  static std::uint64_t lines_of(const protocol::Message& message) {
    return static_cast<std::uint64_t>(std::max(1, protocol::block_lines_of(message)));
  }
  void hold(Head& at, const kernel::Envelope& snoop) {
    const auto message = snoop.open<protocol::Message>();
    at.in_use.push_back({snoop.destination, message.line, lines_of(message), lines_of(message)});
    most_ = std::max(most_, static_cast<std::int64_t>(at.in_use.size()));
  }

  int tags_;
  std::vector<Head> heads_;
  std::int64_t deferred_ = 0;
  std::int64_t most_ = 0;
};

}  // namespace starnuma::pool
