// SPDX-License-Identifier: Apache-2.0
// One DDR5 channel: two 32-bit sub-channels, each with banks and a data bus.
//
// Contract: mem_side takes one line read or write per call, in any time order; reads answer with
// the time of their data, writes are posted (accepted at once, they occupy bank and bus all the
// same). Timing: closed-page policy (each access activates and precharges): the unloaded read is
// controller + tRCD + tCL + burst; waits come from one BusyWindow per bank (tRAS + tRP per access)
// and one per data bus.
// Not modelled: open rows, bank-group spacing (tCCD_L), tFAW, turnaround, refresh.
#pragma once

#include <systemc>
#include <vector>

#include "models/base/stats.h"
#include "models/kernel/sockets.h"
#include "models/memory/ddr5_config.h"
#include "models/protocol/memory_request.h"
#include "models/timing/busy_window.h"

namespace starnuma::memory {

class Ddr5Channel : public sc_core::sc_module, public base::StatSource {
 public:
  using Config = Ddr5Config;

  Ddr5Channel(const sc_core::sc_module_name& name, const Config& config);

 private:
  void access(protocol::MemoryRequest& request);

 public:
  kernel::Target<&Ddr5Channel::access> mem_side{"mem_side", *this};

  void report(base::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  struct Subchannel {
    std::vector<timing::BusyWindow> banks;
    timing::BusyWindow bus;
  };
  struct Counts {
    std::int64_t reads = 0;
    std::int64_t writes = 0;
    base::Time wait;
  };

  base::Time unloaded_read_;
  base::Time to_data_;  ///< From activation to the data bus.
  base::Time bank_cycle_;
  base::Time burst_;
  Subchannel subchannels_[2];
  Counts counts_;
  base::Time window_start_;
};

}  // namespace starnuma::memory
