// SPDX-License-Identifier: Apache-2.0
// Fields of a DDR5 channel.
#pragma once

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"

namespace starnuma::memory {

struct Ddr5Config {
  base::Frequency clock;
  base::Bandwidth subchannel_bandwidth;
  int banks_per_subchannel = 0;
  base::Cycles controller;
  base::Cycles t_rcd;
  base::Cycles t_cl;
  base::Cycles t_rp;
  base::Cycles t_ras;
  base::Cycles burst;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("clock", clock, "clock of the command bus, half the data rate", base::at_least(1));
    v.field("subchannel_bandwidth", subchannel_bandwidth,
            "data bus of one of the two 32-bit sub-channels", base::at_least(1));
    v.field("banks_per_subchannel", banks_per_subchannel, "bank groups times banks in a group",
            base::between(1, 256));
    v.field("controller", controller, "memory controller and PHY, both ways, in memory clocks");
    v.field("t_rcd", t_rcd, "activate to read");
    v.field("t_cl", t_cl, "read to first data");
    v.field("t_rp", t_rp, "precharge");
    v.field("t_ras", t_ras, "activate to precharge");
    v.field("burst", burst, "64 bytes on the data bus");
  }
  void check(base::Problems& problems) const {
    if (t_ras < t_rcd) {
      problems.add_misfit({"t_ras", "t_rcd"}, base::to_string(t_ras) + " is less than t_rcd, " +
                                                  base::to_string(t_rcd) +
                                                  ": a row closes after it was read");
    }
  }

  /// A read of a closed idle bank: the unloaded latency of the channel.
  base::Time unloaded_read() const {
    return base::ClockRatio(clock).time_of(controller.value + t_rcd.value + t_cl.value +
                                           burst.value);
  }
  /// How long one access keeps its bank: activate to activate.
  base::Time bank_cycle() const {
    return base::ClockRatio(clock).time_of(t_ras.value + t_rp.value);
  }
};

}  // namespace starnuma::memory
