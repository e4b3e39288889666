// SPDX-License-Identifier: Apache-2.0
// What a machine knows of whatever sits at a core's place: a socket towards translation and caches,
// and how far it has come.
//
// Contract: finished() says that nothing of its own is left to run; instructions() counts from the
// last reset_statistics(). A task may go on at another core's place; statistics of the core are
// then still those of the task that began there.
#pragma once

#include <cstdint>
#include <functional>
#include <systemc>

#include "models/accounting/stats.h"
#include "models/core/accesses_in_time.h"
#include "models/core/waiting.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"

namespace starnuma::core {

class CoreBase : public sc_core::sc_module, public accounting::StatSource {
 public:
  using MemSide = kernel::Initiator<protocol::Access>;

  explicit CoreBase(const sc_core::sc_module_name& name) : sc_module(name) {}

  MemSide mem_side{"mem_side"};

  /// Accesses are delivered in SystemC time, by this dispatcher. Before elaboration.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { dispatcher_ = &dispatcher; }

  virtual bool finished() const = 0;
  /// No program ever runs there.
  virtual bool idle() const { return false; }
  virtual std::int64_t instructions() const = 0;
  /// Of the measured window; nothing where no thread of the program runs.
  virtual Waiting waiting() const { return {}; }
  /// The core does nothing of its own for `span`, from where it is.
  virtual void interrupt(base::Time) {}
  /// The same until `time`.
  virtual void stand_until(base::Time) {}
  /// The task that began here goes on as on core `core`, with `memory` as its way to memory, `span`
  /// after all that it has under way is done; in SystemC time between halt() and go_on()
  /// (thread.h). Called by another process.
  virtual void continue_on(base::CoreId /*core*/, const MemoryInTime& /*memory*/,
                           base::Time /*span*/) {}
  virtual void halt(std::function<void()> then) { then(); }
  virtual void go_on() {}
  /// Accesses are answered after `latency` and reach nothing, until simulate_accesses(). Before
  /// elaboration.
  virtual void skip_accesses(base::Time /*latency*/) {}
  /// While they are skipped: halts at the first one at which instructions() is that many.
  virtual void halt_at(std::int64_t /*instructions*/) {}
  /// Called by another process, or while none runs.
  virtual void simulate_accesses() {}

 protected:
  /// Null in immediate delivery.
  kernel::QueuedDispatcher* dispatcher() const { return dispatcher_; }

 private:
  kernel::QueuedDispatcher* dispatcher_ = nullptr;
};

}  // namespace starnuma::core
