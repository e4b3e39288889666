// SPDX-License-Identifier: Apache-2.0
// Fields of a multi-headed device.
#pragma once

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"

namespace starnuma::pool {

struct DeviceConfig {
  base::Time fabric_latency;
  base::Time directory_latency;
  int snoop_filter_ways = 0;
  double snoop_filter_coverage = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("fabric_latency", fabric_latency,
            "on-chip fabric and arbitration between a head and the directory, each way");
    v.field("directory_latency", directory_latency, "look-up for each message that comes in");
    v.field("snoop_filter_ways", snoop_filter_ways, "associativity of the snoop filter",
            base::between(1, 256));
    v.field("snoop_filter_coverage", snoop_filter_coverage,
            "lines the snoop filter holds, in multiples of the lines of all caches",
            base::between(0, 64));
  }
  void check(base::Problems& problems) const {
    if (snoop_filter_coverage <= 0) {
      problems.add("snoop_filter_coverage",
                   "a filter that holds no line admits none, expected "
                   "more than 0");
    }
  }
};

}  // namespace starnuma::pool
