// SPDX-License-Identifier: Apache-2.0
#include "models/tracking/own_line_port.h"

#include "models/base/check.h"

namespace starnuma::tracking {

using protocol::MetadataAccess;
using protocol::MetadataAccessKind;
using protocol::ServedBy;

void OwnLinePort::serve(MetadataAccess& access) {
  const base::Time start = access.time;
  const protocol::MetadataLayout& layout = region_.layout();
  switch (access.kind) {
    case MetadataAccessKind::kReadAndHold:
      ++counts_.reads;
      counts_.reads_from_memory += own_line(access) == ServedBy::kMemory;
      counts_.read_time += access.time - start;
      access.word = region_.word(access.address);
      return;
    case MetadataAccessKind::kWriteAndRelease:
      ++counts_.writes;
      counts_.loads += layout.count(access.word) - layout.count(region_.word(access.address));
      region_.set_word(access.address, access.word);
      own_line(access);
      return;
    case MetadataAccessKind::kRelease:
      return;
    case MetadataAccessKind::kAdd:
      base::fail_invariant(name(), ": no home adds to lines that sockets own");
  }
}

ServedBy OwnLinePort::own_line(MetadataAccess& access) {
  protocol::Access own;
  own.line = region_.line_of(access.address);
  own.issued = own.time = access.time;
  own.core = core_;
  own.kind = protocol::AccessKind::kTracker;
  mem_side.send(own);
  access.time = own.time;
  return own.served_by;
}

void OwnLinePort::report(accounting::StatWriter& writer) const {
  const auto reads = static_cast<double>(counts_.reads);
  writer.write("reads", reads, "1", "metadata entries read");
  writer.write("reads_from_memory", counts_.reads_from_memory, "1",
               "entries whose line the socket did not own");
  writer.write("writes", counts_.writes, "1", "metadata entries written");
  writer.write("loads", counts_.loads, "1", "loads by which the counts in metadata grew");
  writer.write("mean_read", reads > 0 ? counts_.read_time.ns() / reads : 0, "ns",
               "mean time until a line was owned");
}

}  // namespace starnuma::tracking
