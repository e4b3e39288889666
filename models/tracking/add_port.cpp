// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/add_port.h"

#include <algorithm>

#include "models/base/check.h"

namespace starnuma::tracking {

using protocol::MetadataAccess;
using protocol::MetadataAccessKind;

AddPort::AddPort(const sc_core::sc_module_name& name, int outstanding, MetadataRegion& region)
    : MetadataPort(name, region), posted_(static_cast<std::size_t>(outstanding)) {}

void AddPort::serve(MetadataAccess& access) {
  SN_CHECK(access.kind == MetadataAccessKind::kAdd, name(), ": metadata are uncached, only adds");
  const protocol::MetadataLayout& layout = region_.layout();
  protocol::UncachedRequest add;
  add.line = region_.line_of(access.address);
  add.entry =
      static_cast<std::uint8_t>((access.address & (base::kLineBytes - 1)) >> layout.entry_shift());
  add.count = static_cast<std::uint16_t>(layout.count(access.word));
  add.time = access.time;
  const kernel::PostedCalls::Capacity next =
      posted_.post(execution_, access.time, [this, add]() mutable { return send(add); });
  counts_.full += next.full;
  counts_.full_time += next.waited;
  access.time = next.time;
}

/// Sends an addition at its time; returns when it is answered.
base::Time AddPort::send(protocol::UncachedRequest& add) {
  execution_.wait_until(add.time);
  const base::Time start = add.time;
  home_side.send(add);
  settled_ = std::max(settled_, add.time);
  ++counts_.adds;
  counts_.loads += add.count;
  counts_.add_time += add.time - start;
  return add.time;
}

void AddPort::report(accounting::StatWriter& writer) const {
  const auto adds = static_cast<double>(counts_.adds);
  writer.write("adds", adds, "1", "additions sent to homes");
  writer.write("full", counts_.full, "1", "additions after which the port had no free entry");
  writer.write("full_time", counts_.full_time.ns(), "ns", "time without a free entry");
  writer.write("loads", counts_.loads, "1", "loads by which the counts in metadata grew");
  writer.write("mean_add", adds > 0 ? counts_.add_time.ns() / adds : 0, "ns",
               "mean time from an addition to its home's answer");
}

}  // namespace starnuma::tracking
