// SPDX-License-Identifier: Apache-2.0
// Miss registers (MSHRs) of a socket's caching agent: one for each line with an outstanding
// request, put or deferred snoop. No time, no SystemC.
//
// Contract:
// - A line has at most one register. The register's address is stable until its deallocation.
// - A line without a register is in the stable state that its tag holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "models/accounting/ledger.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/kernel/copy_observer.h"
#include "models/kernel/execution.h"
#include "models/protocol/access.h"
#include "models/protocol/requester_line.h"

namespace starnuma::kernel {
class Fiber;
}

namespace starnuma::cache {

struct MissRegister {
  base::LineAddress address;
  protocol::RequesterLine line;
  bool upgrade = false;     ///< Request for write permission only; the data are present.
  bool via_owner = false;   ///< The request was forwarded to an owner on a third socket.
  bool from_owner = false;  ///< The data come from an owner and may be dirty.
  bool poison = false;      ///< Poisoned data have arrived.
  /// Version of the arrived data, for the copy checker.
  kernel::CopyObserver::Version version = kernel::CopyObserver::kNoVersion;
  bool snooped = false;  ///< A deferred snoop is stored below.
  int core = 0;          ///< Port of `access`.
  /// Access that waits for the line, or flush that waits for its eviction.
  protocol::Access* access = nullptr;
  kernel::Fiber* fiber = nullptr;  ///< Fiber of `access`, in SystemC time.
  base::Time done;                 ///< Arrival time at the caches of the latest message so far.
  accounting::Ledger ledger;       ///< Ledger of the message that determined `done`.

  // Deferred snoop: fields of its message.
  base::Time snoop_time;
  accounting::Ledger snoop_ledger;
  std::uint64_t snoop_transaction = 0;

  MissRegister* next = nullptr;  ///< Next register in the bucket or free list.
};

class MissRegisters {
 public:
  /// Returns the register of a line, or null.
  MissRegister* find(base::LineAddress line) const {
    MissRegister* found = buckets_[bucket_of(line)];
    while (found != nullptr && found->address != line) found = found->next;
    return found;
  }

  /// Allocates a register. Precondition: the line has none.
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

  /// Returns true if a line of the node has a register.
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
  /// Registers at stable addresses. The size is the maximum number ever allocated.
  std::deque<MissRegister> storage_;
  MissRegister* free_ = nullptr;
  std::size_t in_use_ = 0;
};

/// Waits of a caching agent's accesses: for the miss register of their line, and for the home.
///
/// Contract:
/// - Accesses of a line continue in the order in which they began to wait, after release() of its
///   register. They check again, because the line may have a new register.
/// - In immediate delivery no access waits.
class LineWaits {
 public:
  /// `registers` must outlive this object.
  LineWaits(MissRegisters& registers, const kernel::Execution& execution)
      : registers_(registers), execution_(execution) {}

  /// Suspends the caller until the time of the access, and until its line has no miss register.
  void wait_for_line(protocol::Access& access) {
    execution_.wait_until(access.time);
    execution_.wait_while(waiting_, access.line,
                          [&] { return registers_.find(access.line) != nullptr; });
    const base::Time wait = execution_.now(access.time) - access.time;
    access.time += wait;
    access.mshr_queue += wait;
  }
  /// Suspends the caller until complete() of the access that the register holds.
  void wait_for_home(MissRegister& pending) {
    pending.fiber = execution_.caller();
    execution_.suspend();
  }
  /// Resumes the access that the register holds; the register may stay in use without it.
  void complete(MissRegister& pending) {
    pending.access = nullptr;
    execution_.resume(pending.fiber);
  }
  /// Deallocates a register and resumes the accesses that wait for its line.
  void release(MissRegister& done) {
    const base::LineAddress line = done.address;
    registers_.release(done);
    execution_.wake(waiting_, line);
  }

 private:
  MissRegisters& registers_;
  kernel::Execution execution_;
  kernel::KeyedWaitingFibers<base::LineAddress> waiting_;
};

}  // namespace starnuma::cache
