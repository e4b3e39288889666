// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/add_port.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::tracking {

using protocol::MetadataAccess;
using protocol::MetadataAccessKind;

AddPort::AddPort(const sc_core::sc_module_name& name, int outstanding, MetadataRegion& region)
    : MetadataPort(name, region), outstanding_(static_cast<std::size_t>(outstanding)) {
  done_.reserve(outstanding_);
}

void AddPort::serve(MetadataAccess& access) {
  SN_CHECK(access.kind == MetadataAccessKind::kAdd, name(), ": metadata are uncached, only adds");
  const protocol::MetadataLayout& layout = region_.layout();
  protocol::UncachedRequest add;
  add.line = region_.line_of(access.address);
  add.entry =
      static_cast<std::uint8_t>((access.address & (base::kLineBytes - 1)) >> layout.entry_shift());
  add.count = static_cast<std::uint16_t>(layout.count(access.word));
  add.time = access.time;
  if (execution_.overlaps()) {
    ++in_flight_;
    execution_.spawn([this, add]() mutable {
      send(add);
      --in_flight_;
      execution_.wake(waiting_for_capacity_);
    });
    access.time = wait_for_capacity(access.time);
  } else {
    send(add);
    done_.push_back(add.time);
    access.time = capacity_after(access.time);
  }
}

/// Waits until one more addition can be sent; returns the time reached, at least `time`.
base::Time AddPort::wait_for_capacity(base::Time time) {
  const base::Time start = kernel::now();
  counts_.full +=
      execution_.wait_while(waiting_for_capacity_, [&] { return in_flight_ >= outstanding_; });
  counts_.full_time += kernel::now() - start;
  return std::max(time, kernel::now());
}

void AddPort::send(protocol::UncachedRequest& add) {
  execution_.wait_until(add.time);
  const base::Time start = add.time;
  home_side.send(add);
  settled_ = std::max(settled_, add.time);
  ++counts_.adds;
  counts_.loads += add.count;
  counts_.add_time += add.time - start;
}

/// Returns the earliest time from `time` on at which one more addition can be sent.
base::Time AddPort::capacity_after(base::Time time) {
  const auto forget_answered = [&] {
    done_.erase(
        std::remove_if(done_.begin(), done_.end(), [&](base::Time done) { return done <= time; }),
        done_.end());
  };
  forget_answered();
  if (done_.size() < outstanding_) return time;
  const base::Time room = *std::min_element(done_.begin(), done_.end());
  ++counts_.full;
  counts_.full_time += room - time;
  time = room;
  forget_answered();
  return room;
}

void AddPort::report(accounting::StatWriter& writer) const {
  const auto adds = static_cast<double>(counts_.adds);
  writer.write("adds", adds, "1", "additions sent to homes");
  writer.write("full", static_cast<double>(counts_.full), "1",
               "additions after which the port had no free entry");
  writer.write("full_time", counts_.full_time.ns(), "ns", "time without a free entry");
  writer.write("loads", static_cast<double>(counts_.loads), "1",
               "loads by which the counts in metadata grew");
  writer.write("mean_add", adds > 0 ? counts_.add_time.ns() / adds : 0, "ns",
               "mean time from an addition to its home's answer");
}

}  // namespace starnuma::tracking
