// SPDX-License-Identifier: Apache-2.0
// What a socket's caching agent has under way: a register for each line that it has asked for,
// gives up, or cannot answer a snoop of yet. No time, no SystemC.
//
// Contract: at most one register per line; it stays where it is until it is released. A line
// without one is in a stable state: that of its tags.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "models/accounting/ledger.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/kernel/copy_observer.h"
#include "models/protocol/access.h"
#include "models/protocol/requester_line.h"

namespace starnuma::kernel {
class Fiber;
}

namespace starnuma::cache {

struct MissRegister {
  base::LineAddress address;
  protocol::RequesterLine line;
  bool upgrade = false;     ///< Asks for the right to write a line that is here.
  bool via_owner = false;   ///< A third socket that owned the line was asked for it.
  bool from_owner = false;  ///< An owner's copy, which may be dirty.
  bool poison = false;      ///< Data that are no good have come.
  /// Where copies are checked: of the data that have come.
  kernel::CopyObserver::Version version = kernel::CopyObserver::kNoVersion;
  bool snooped = false;                ///< By a snoop that is still to be answered, below.
  int core = 0;                        ///< Port that `access` came by.
  protocol::Access* access = nullptr;  ///< Waits for the line, or until it is given up.
  kernel::Fiber* fiber = nullptr;      ///< That `access` is on, in SystemC time.
  base::Time done;                     ///< When what has come so far is at the caches.
  accounting::Ledger ledger;           ///< Of the message that completed it.

  // The snoop that waits, as its message was.
  base::Time snoop_time;
  accounting::Ledger snoop_ledger;
  std::uint64_t snoop_transaction = 0;

  MissRegister* next = nullptr;  ///< In its bucket, or among the free ones.
};

class MissRegisters {
 public:
  /// The line's register, or nothing.
  MissRegister* find(base::LineAddress line) const {
    MissRegister* found = buckets_[bucket_of(line)];
    while (found != nullptr && found->address != line) found = found->next;
    return found;
  }

  /// A register for a line that has none.
  MissRegister& take(base::LineAddress line, const protocol::RequesterLine& state) {
    if (free_ == nullptr) free_ = &storage_.emplace_back();
    MissRegister& taken = *free_;
    free_ = taken.next;
    taken.address = line;
    taken.line = state;
    taken.upgrade = taken.via_owner = taken.from_owner = taken.snooped = taken.poison = false;
    taken.version = kernel::CopyObserver::kNoVersion;
    taken.access = nullptr;
    taken.fiber = nullptr;
    taken.done = base::Time(0);
    MissRegister*& bucket = buckets_[bucket_of(line)];
    taken.next = bucket;
    bucket = &taken;
    ++in_use_;
    return taken;
  }

  /// Whether a line of the node has one.
  bool any_of(base::NodeId node) const {
    for (const MissRegister* one : buckets_) {
      for (; one != nullptr; one = one->next) {
        if (one->address.node() == node) return true;
      }
    }
    return false;
  }

  void release(MissRegister& done) {
    MissRegister** at = &buckets_[bucket_of(done.address)];
    while (*at != &done) at = &(*at)->next;
    *at = done.next;
    done.next = free_;
    free_ = &done;
    --in_use_;
  }

  std::size_t in_use() const { return in_use_; }

 private:
  static constexpr std::size_t kBuckets = 256;

  static std::size_t bucket_of(base::LineAddress line) { return line.value % kBuckets; }

  std::array<MissRegister*, kBuckets> buckets_{};
  std::deque<MissRegister> storage_;  ///< As many as were ever in use at once.
  MissRegister* free_ = nullptr;
  std::size_t in_use_ = 0;
};

}  // namespace starnuma::cache
