// SPDX-License-Identifier: Apache-2.0
// Tracker update unit of a core's page walker as a SystemC module: hand-overs in,
// read-modify-writes of metadata entries or additions to them out.
//
// Contract:
// - The virtual functions define what the unit queues, coalesces and writes: TrackerUpdate calls
//   the golden function, an RTL shell the verilated block. Sockets, timing and statistics are the
//   same.
// - The read and write of an entry are one atomic step. Hardware holds the line in M meanwhile.
// - Timing: one update at a time. An idle unit sends the read `request_latency` after the
//   hand-over; a busy one starts when the previous write is complete. The write leaves
//   `update_latency` after the read data.
// - Timing: a hand-over to a full queue waits until the oldest update has its read data.
// - Timing of additions: the oldest leaves the queue `request_latency` after the hand-over and is
//   sent `update_latency` later. The next one starts then, or when mem_side can send it.
// - In SystemC time the unit runs on its own fiber. Updates not started at the end of a phase
//   belong to the next phase.
#pragma once

#include <cstdint>
#include <systemc>

#include "models/accounting/stats.h"
#include "models/base/quantities.h"
#include "models/kernel/execution.h"
#include "models/kernel/sockets.h"
#include "models/protocol/tracker_stream.h"
#include "models/protocol/tracking.h"
#include "models/tracking/tracker_update_function.h"

namespace starnuma::tracking {

/// Observer of a unit's events, called in the order in which the unit sees them.
class TrackerObserver {
 public:
  virtual ~TrackerObserver() = default;
  virtual void on_event(base::CoreId core, const protocol::TrackerEvent& event) = 0;
};

class TrackerUpdateBase : public sc_core::sc_module, public accounting::StatSource {
 public:
  struct Latencies {
    base::Time request;
    base::Time update;
  };
  struct Update {
    std::uint64_t word;
    bool write;  ///< False if the entry does not change.
  };

  using Mode = protocol::TrackerUpdateMode;

  TrackerUpdateBase(const sc_core::sc_module_name& name, Latencies latencies, Mode mode);

 private:
  void take(protocol::TrackerRequest& request);

 public:
  kernel::Target<&TrackerUpdateBase::take> annex_side{"annex_side", *this};
  kernel::Initiator<protocol::MetadataAccess> mem_side{"mem_side"};

  /// Number of RTL clock cycles; 0 for a model without clock.
  virtual std::uint64_t ticks() const { return 0; }

  const Latencies& latencies() const { return latencies_; }

  /// Registers an observer, which receives `core` as this unit's core.
  void observe(TrackerObserver& observer, base::CoreId core) {
    observer_ = &observer;
    core_ = core;
  }

  /// Selects the dispatcher's delivery. Precondition: before the run.
  void deliver_in(kernel::Dispatcher& dispatcher) { execution_ = kernel::Execution(dispatcher); }
  /// Starts all queued updates at the end of a run, unless the unit runs on its own fiber.
  void drain();

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 protected:
  /// Queues a hand-over; returns false without effect if the queue is full.
  virtual bool accept(const protocol::HandOver& hand_over) = 0;
  virtual bool pending() const = 0;
  /// Returns the entry address of the oldest queued region.
  virtual std::uint64_t address() const = 0;
  /// Removes the oldest hand-over; returns what to write.
  virtual Update update(std::uint64_t old_word) = 0;
  /// Removes the oldest hand-over; returns what to add.
  virtual std::uint64_t add() = 0;

  /// Times of the current function call, for traces: hand-over accepted, entry requested, result
  /// sent.
  struct Moment {
    base::Time taken;
    base::Time asked;
    base::Time left;
  };
  Moment moment_;

 private:
  struct TrackerUpdateStats {
    std::int64_t hand_overs = 0;
    std::int64_t updates = 0;
    std::int64_t writes = 0;
    base::Time busy;
  };

  void tell(const protocol::TrackerEvent& event) {
    if (observer_ != nullptr) observer_->on_event(core_, event);
  }
  void advance(base::Time time);
  base::Time update_oldest(base::Time start);
  base::Time own_and_write(base::Time start);
  base::Time send_add(base::Time start);
  void queue(protocol::TrackerRequest& request);
  void work();
  void wake_when_free();
  void serve();

  Latencies latencies_;
  Mode mode_;
  base::Time free_at_;
  sc_core::sc_event wake_{"wake"};
  TrackerUpdateStats counts_;
  TrackerObserver* observer_ = nullptr;
  base::CoreId core_{};

  kernel::Execution execution_;
  bool working_ = false;
  kernel::WaitingFibers waiting_for_capacity_;
};

class TrackerUpdate : public TrackerUpdateBase {
 public:
  TrackerUpdate(const sc_core::sc_module_name& name, Latencies latencies,
                const TrackerUpdateFunction::Config& config)
      : TrackerUpdateBase(name, latencies, config.mode), function_(config) {}

 protected:
  bool accept(const protocol::HandOver& hand_over) override {
    return function_.accept(hand_over).outcome != TrackerUpdateFunction::Outcome::kFull;
  }
  bool pending() const override { return function_.pending(); }
  std::uint64_t address() const override { return function_.address(); }
  Update update(std::uint64_t old_word) override {
    const TrackerUpdateFunction::Update done = function_.update(old_word);
    return {done.word, done.write};
  }
  std::uint64_t add() override { return function_.add(); }

 private:
  TrackerUpdateFunction function_;
};

}  // namespace starnuma::tracking
