// SPDX-License-Identifier: Apache-2.0
// Outstanding accesses of a core in SystemC time. A hit in the TLBs and private caches is answered
// within the call. Any other access is scheduled at its own time and runs on a fiber until its data
// arrive. An access to a line with an outstanding miss needs no fiber; it retries when that miss
// completes.
//
// Contract:
// - send() starts an access whose operand arrives at `operand` and returns the arrival time of the
//   data. Either may be a token (pending_times.h).
// - Ordering: an access that depends on another one starts after that one completes.
// - wait_for() suspends the core's thread until a token is resolved.
// - Errors: an AccessError of an outstanding access is thrown by the next send() or wait_for().
// - Timing: none of its own.
#pragma once

#include <deque>
#include <exception>
#include <systemc>
#include <vector>

#include "models/core/issue_window_function.h"
#include "models/core/pending_times.h"
#include "models/kernel/path.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/protocol/access.h"

namespace starnuma::core {

/// Memory side of a core: target of accesses, and its look-ups.
struct MemoryPort {
  kernel::Destination<protocol::Access> memory;
  kernel::LookUpPort<protocol::Access> look_ups;
};

class AccessesInTime : public TokenResolver, private PendingTimes::Listener {
 public:
  /// `clock` and `window` belong to the core.
  AccessesInTime(kernel::QueuedDispatcher& dispatcher, const TickClock& clock,
                 const IssueWindow& window)
      : dispatcher_(dispatcher), clock_(clock), window_(window) {}

  void connect(const MemoryPort& to) { to_ = to; }
  When send(protocol::Access& access, When operand);
  Ticks wait_for(When token) override;

 private:
  /// Outstanding access. Its host cache lines are not shared with another one.
  struct alignas(64) Outstanding : kernel::EventTarget, PendingTimes::Listener {
    explicit Outstanding(AccessesInTime& its_owner) : owner(its_owner) {}
    void on_resolved(When dependency) override {
      owner.start(*this, PendingTimes::all().at(dependency));
    }
    void due(int tag, kernel::Envelope* message) override;

    AccessesInTime& owner;
    Ticks issued = 0;         ///< Time of the core at the issue: lower bound of the start.
    When token;               ///< Token for the arrival time of the data.
    base::LineAddress leads;  ///< Line that the access has a miss for, or kNoLine if unknown.
    kernel::LookUp found;     ///< Result of the latest look-up at the access's own time.
    protocol::Access access;
  };
  /// Line with an outstanding miss and the list of accesses that wait for it, as indices.
  struct Leader {
    base::LineAddress line;
    int first = kNone;
    int last = kNone;
  };
  /// Element of a list. The links are outside of the accesses, so that release() does not wait for
  /// these in host memory.
  struct Follower {
    Outstanding* one;
    int next;
  };
  static constexpr int kNone = -1;

  void on_resolved(When /*token*/) override { kernel::notify_now(arrived_); }
  void rethrow();
  Outstanding& take();
  void start(Outstanding& one, Ticks ready);
  void look(Outstanding& one);
  bool follow(Outstanding& one);
  void release(base::LineAddress line);
  std::vector<Leader>::iterator find(base::LineAddress line);
  Follower& follower(int i) { return followers_[static_cast<std::size_t>(i)]; }
  void finish(Outstanding& one);

  kernel::QueuedDispatcher& dispatcher_;
  const TickClock& clock_;
  const IssueWindow& window_;
  MemoryPort to_;
  std::deque<Outstanding> storage_;
  std::vector<Outstanding*> free_;
  std::vector<Leader> leaders_;
  std::vector<Follower> followers_;
  int free_follower_ = kNone;
  std::exception_ptr error_;
  /// Notified when the token that the thread waits for is resolved.
  sc_core::sc_event arrived_{sc_core::sc_gen_unique_name("arrived")};
};

}  // namespace starnuma::core
