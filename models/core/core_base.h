// SPDX-License-Identifier: Apache-2.0
// Interface of the component at a core's position: a socket towards translation and caches, and the
// core's progress.
//
// Contract:
// - finished() returns true if no work of the core is left.
// - instructions() counts from the last reset_statistics().
// - A task may migrate to another core. The statistics stay with the core on which the task began.
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

  /// Selects delivery of accesses in SystemC time by `dispatcher`. Precondition: before
  /// elaboration.
  virtual void deliver_in(kernel::QueuedDispatcher& dispatcher) { dispatcher_ = &dispatcher; }

  virtual bool finished() const = 0;
  /// Returns true if no program ever runs on the core.
  virtual bool idle() const { return false; }
  virtual std::int64_t instructions() const = 0;
  /// Returns the wait times of the measured window; zero if no thread of the program runs here.
  virtual Waiting waiting() const { return {}; }
  /// Delays the core by `span` from its current time.
  virtual void interrupt(base::Time) {}
  /// Stalls the core until `time`.
  virtual void stall_until(base::Time) {}
  /// Migrates the core's task: it continues as core `core`, with `memory` as its memory side,
  /// `span` after its outstanding accesses complete.
  /// Preconditions: called by another process; in SystemC time between halt() and end_halt()
  /// (thread.h).
  virtual void continue_on(base::CoreId /*core*/, const MemoryPort& /*memory*/,
                           base::Time /*span*/) {}
  virtual void halt(std::function<void()> then) { then(); }
  virtual void end_halt() {}
  /// Answers accesses after `latency` without memory, until simulate_accesses(). Precondition:
  /// before elaboration.
  virtual void skip_accesses(base::Time /*latency*/) {}
  /// Halts the core at the first skipped access at or after `instructions` instructions.
  virtual void halt_at(std::int64_t /*instructions*/) {}
  /// Resumes the simulation of accesses. Called by another process or while no process runs.
  virtual void simulate_accesses() {}

 protected:
  /// Dispatcher of queued delivery; null in immediate delivery.
  kernel::QueuedDispatcher* dispatcher() const { return dispatcher_; }

 private:
  kernel::QueuedDispatcher* dispatcher_ = nullptr;
};

}  // namespace starnuma::core
