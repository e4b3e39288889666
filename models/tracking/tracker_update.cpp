// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/tracker_update.h"

#include <algorithm>

#include "models/kernel/now.h"

namespace starnuma::tracking {

using protocol::MetadataAccess;
using protocol::MetadataAccessKind;
using protocol::TrackerEvent;
using protocol::TrackerEventKind;

TrackerUpdateBase::TrackerUpdateBase(const sc_core::sc_module_name& name, Latencies latencies,
                                     Mode mode)
    : sc_module(name), latencies_(latencies), mode_(mode) {
  SC_HAS_PROCESS(TrackerUpdateBase);
  SC_METHOD(serve);
  sensitive << wake_;
  dont_initialize();
}

void TrackerUpdateBase::take(protocol::TrackerRequest& request) {
  ++counts_.hand_overs;
  if (execution_.overlaps()) return queue(request);
  advance(request.time);
  moment_.taken = request.time;
  while (!accept(request.hand_over)) moment_.taken = request.time = update_oldest(free_at_);
  tell({TrackerEventKind::kHandOver, request.time, request.hand_over});
  if (free_at_ <= request.time) update_oldest(request.time);
  wake_when_free();
}

/// Queues a hand-over for the unit, which works on its own fiber.
void TrackerUpdateBase::queue(protocol::TrackerRequest& request) {
  moment_.taken = request.time;
  while (!accept(request.hand_over)) {
    if (execution_.caller() == nullptr) {  // a phase ends: nothing waits for the hand-over
      return execution_.spawn([this, request]() mutable { queue(request); });
    }
    execution_.wait(waiting_for_capacity_);
    moment_.taken = request.time = std::max(request.time, kernel::now());
  }
  tell({TrackerEventKind::kHandOver, request.time, request.hand_over});
  if (working_) return;
  working_ = true;
  free_at_ = std::max(free_at_, request.time);
  execution_.spawn([this] { work(); });
}

void TrackerUpdateBase::work() {
  while (pending()) {
    execution_.wait_until(free_at_);
    update_oldest(std::max(free_at_, kernel::now()));
    execution_.wake(waiting_for_capacity_);
  }
  working_ = false;
}

/// Starts the updates that a continuously busy unit has started by `time`.
void TrackerUpdateBase::advance(base::Time time) {
  while (pending() && free_at_ <= time) update_oldest(free_at_);
}

/// Performs the oldest update; returns when its hand-over has left the queue.
base::Time TrackerUpdateBase::update_oldest(base::Time start) {
  const base::Time left = mode_ == Mode::kOwnLine ? own_and_write(start) : send_add(start);
  ++counts_.updates;
  counts_.busy += free_at_ - start;
  return left;
}

base::Time TrackerUpdateBase::own_and_write(base::Time start) {
  MetadataAccess read;
  read.kind = MetadataAccessKind::kReadAndHold;
  read.address = address();
  read.time = start + latencies_.request;
  moment_.asked = read.time;
  mem_side.send(read);

  tell({TrackerEventKind::kRead, moment_.asked, {}, read.address, read.word, read.time});
  moment_.left = read.time + latencies_.update;
  const Update result = update(read.word);
  MetadataAccess last;
  last.kind = result.write ? MetadataAccessKind::kWriteAndRelease : MetadataAccessKind::kRelease;
  last.address = read.address;
  last.word = result.word;
  last.time = read.time + latencies_.update;
  mem_side.send(last);

  counts_.writes += result.write;
  free_at_ = last.time;
  return read.time;
}

base::Time TrackerUpdateBase::send_add(base::Time start) {
  const base::Time left = start + latencies_.request;
  MetadataAccess add;
  add.kind = MetadataAccessKind::kAdd;
  add.address = address();
  add.time = moment_.left = left + latencies_.update;
  add.word = this->add();
  mem_side.send(add);
  tell({TrackerEventKind::kAdd, left, {}, add.address, 0, add.time});
  free_at_ = add.time;
  return left;
}

void TrackerUpdateBase::wake_when_free() {
  if (!pending()) return;
  wake_.notify(kernel::delay_until(std::max(free_at_, kernel::now())));
}

void TrackerUpdateBase::serve() {
  advance(kernel::now());
  wake_when_free();
}

void TrackerUpdateBase::drain() {
  if (working_) return;
  while (pending()) update_oldest(free_at_);
}

void TrackerUpdateBase::report(accounting::StatWriter& writer) const {
  const auto count = [&](const char* name, std::int64_t value, const char* sentence) {
    writer.write(name, value, "1", sentence);
  };
  count("hand_overs", counts_.hand_overs, "hand-overs received from the annex");
  if (mode_ == Mode::kOwnLine) {
    count("updates", counts_.updates, "metadata entries read, their lines held");
    count("writes", counts_.writes, "entries written back with new contents");
  } else {
    count("updates", counts_.updates, "additions sent to homes of metadata entries");
  }
  count("coalesced", counts_.hand_overs - counts_.updates,
        "hand-overs added to one of the same region in the queue");
  writer.write("busy", counts_.busy.ns(), "ns", "time spent on updates");
}

}  // namespace starnuma::tracking
