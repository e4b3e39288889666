// SPDX-License-Identifier: Apache-2.0
// A core's accesses in delivery in SystemC time: what TLBs and private caches can answer is
// answered at the call, any other access starts at its own time and is on its way, on a fiber,
// until its data are there. An access to a line that one before it has gone out for needs no fiber:
// it looks again when that one is done.
//
// Contract: send() stands where the core's memory does in immediate delivery: it leaves in the
// access the time of its data, or the name of that time. An access that hangs on another starts
// when that is done. What an access throws comes out of the core's next call here. Timing: none of
// its own.
#pragma once

#include <deque>
#include <exception>
#include <vector>

#include "models/base/quantities.h"
#include "models/core/issue_window_function.h"
#include "models/kernel/destination.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/protocol/access.h"

namespace starnuma::core {

/// Where accesses go and who knows what can be answered at once.
struct MemoryInTime {
  kernel::Destination<protocol::Access> memory;
  kernel::Readiness<protocol::Access> readiness;
};

class AccessesInTime {
 public:
  /// `ticks_per_ps` and `window` are the core's.
  AccessesInTime(kernel::QueuedDispatcher& dispatcher, std::int64_t ticks_per_ps,
                 const IssueWindow& window)
      : dispatcher_(dispatcher), ticks_per_ps_(ticks_per_ps), window_(window) {}

  void connect(const MemoryInTime& to) { to_ = to; }
  void send(protocol::Access& access);
  kernel::Destination<protocol::Access> destination() {
    return {[](void* self, protocol::Access& access) {
              static_cast<AccessesInTime*>(self)->send(access);
            },
            this};
  }
  /// Throws what an access has thrown.
  void rethrow();

 private:
  /// An access under way.
  struct UnderWay : kernel::Station, PendingTimes::Listener {
    explicit UnderWay(AccessesInTime& its_owner) : owner(its_owner) {}
    void on_known(Ticks hangs_on) override { owner.start(*this, PendingTimes::all().at(hangs_on)); }
    void due(int tag, kernel::Envelope* message) override;

    AccessesInTime& owner;
    protocol::Access access;
    Ticks issued = 0;          ///< By the core: it starts no earlier.
    Ticks name = 0;            ///< Of the time of its data.
    base::LineAddress leads;   ///< The line that it has gone out for, where that is known.
    UnderWay* next = nullptr;  ///< Of those that wait for the same line.
  };
  /// An access that has gone out for a line, and the others that want it.
  struct Leader {
    base::LineAddress line;
    UnderWay* first = nullptr;
    UnderWay* last = nullptr;
  };

  UnderWay& take();
  void start(UnderWay& one, Ticks ready);
  void look(UnderWay& one);
  bool follow(UnderWay& one);
  void let_go(base::LineAddress line);
  std::vector<Leader>::iterator find(base::LineAddress line);
  void finish(UnderWay& one);

  kernel::QueuedDispatcher& dispatcher_;
  std::int64_t ticks_per_ps_;
  const IssueWindow& window_;
  MemoryInTime to_;
  std::deque<UnderWay> storage_;
  std::vector<UnderWay*> free_;
  std::vector<Leader> leaders_;
  std::exception_ptr error_;
};

}  // namespace starnuma::core
