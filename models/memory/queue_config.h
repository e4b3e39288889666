// SPDX-License-Identifier: Apache-2.0
// Fields of a memory controller's queues, those of one data bus.
#pragma once

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"

namespace starnuma::memory {

struct QueueConfig {
  static constexpr int kMost = 255;

  int read_buffer = 64;
  int write_buffer = 1;
  int write_high = 1;
  int write_low = 0;
  base::Time speculative_wait;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("read_buffer", read_buffer,
            "reads among which a sub-channel's controller chooses the next command",
            base::between(1, kMost));
    v.field("write_buffer", write_buffer, "writes that a sub-channel's controller holds",
            base::between(1, kMost));
    v.field("write_high", write_high, "writes held from which they are drained",
            base::between(1, kMost));
    v.field("write_low", write_low, "writes held at which draining ends", base::between(0, kMost));
    v.field("speculative_wait", speculative_wait,
            "wait beyond which a read is dropped whose data an owner may have");
  }
  void check(base::Problems& problems) const {
    if (write_low < write_high && write_high <= write_buffer) return;
    problems.add_misfit({"write_low", "write_high", "write_buffer"},
                        "expected write_low < write_high <= write_buffer");
  }
};

}  // namespace starnuma::memory
