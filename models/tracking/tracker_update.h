// SPDX-License-Identifier: Apache-2.0
// The tracker update unit of one core's page walker as a box: hand-overs in, read-modify-writes of
// metadata entries out, or additions to them.
//
// Contract: what the unit queues, adds together and writes is the virtual functions'; TrackerUpdate
// uses the golden function, an RTL shell the verilated block. Both have the same sockets, times and
// statistics. The unit makes the read and the write of an entry in one go of the host: no other
// unit's update falls between, as in hardware, where it holds the line in M meanwhile.
// Timing: one update at a time. An idle unit sends the read `request_latency` after the hand-over;
// a busy one begins the next update when the last is written. The write leaves `update_latency`
// after the read data. A hand-over that finds the queue full waits until the oldest has its read
// data. Additions: the oldest leaves the queue `request_latency` after the hand-over, and is sent
// `update_latency` later; the next begins then, or when mem_side has room for one more on its way.
// In SystemC time the unit works on a fiber of its own while hand-overs come, and those that it has
// not begun when a phase ends are of the next one.
#pragma once

#include <cstdint>
#include <systemc>

#include "models/accounting/stats.h"
#include "models/base/quantities.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/tracker_stream.h"
#include "models/protocol/tracking.h"
#include "models/tracking/tracker_update_function.h"

namespace starnuma::tracking {

/// Is told what a unit was given, in the order in which it happened to it.
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
    bool write;  ///< False: the entry stays as it is.
  };

  using Mode = protocol::TrackerUpdateMode;

  TrackerUpdateBase(const sc_core::sc_module_name& name, Latencies latencies, Mode mode);

 private:
  void take(protocol::TrackerRequest& request);

 public:
  kernel::Target<&TrackerUpdateBase::take> annex_side{"annex_side", *this};
  kernel::Initiator<protocol::MetadataAccess> mem_side{"mem_side"};

  /// Clock cycles of the RTL so far; a model has no clock.
  virtual std::uint64_t ticks() const { return 0; }

  const Latencies& latencies() const { return latencies_; }

  /// Names this unit's core to an observer from now on.
  void observe(TrackerObserver& observer, base::CoreId core) {
    observer_ = &observer;
    core_ = core;
  }

  /// Hand-overs come, and are worked on, in SystemC time. Before the run.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { in_time_ = &dispatcher; }
  /// Begins every update that is still queued; at the end of a run.
  void drain();

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 protected:
  /// False changes nothing: the queue is full.
  virtual bool accept(const protocol::HandOver& hand_over) = 0;
  virtual bool pending() const = 0;
  /// Of the oldest queued region's entry.
  virtual std::uint64_t address() const = 0;
  /// Takes the oldest from the queue: what to write.
  virtual Update update(std::uint64_t old_word) = 0;
  /// Takes the oldest from the queue: what to add.
  virtual std::uint64_t add() = 0;

  /// When what the functions are asked happens: a hand-over is taken, an entry is asked for, what
  /// follows from it leaves. For traces.
  struct Moment {
    base::Time taken;
    base::Time asked;
    base::Time left;
  };
  Moment moment_;

 private:
  struct Counts {
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
  void take_in_time(protocol::TrackerRequest& request);
  void work_in_time();
  void wake_when_free();
  void serve();

  Latencies latencies_;
  Mode mode_;
  base::Time free_at_;
  sc_core::sc_event wake_{"wake"};
  Counts counts_;
  TrackerObserver* observer_ = nullptr;
  base::CoreId core_{};

  kernel::QueuedDispatcher* in_time_ = nullptr;  ///< Null: immediate delivery.
  bool working_ = false;
  kernel::WaitingFibers for_room_;
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
