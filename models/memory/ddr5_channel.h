// SPDX-License-Identifier: Apache-2.0
// One DDR5 channel: two 32-bit sub-channels, each with ranks, bank groups, banks and a data bus.
//
// Contract: mem_side takes one line read or write per call, in any time order; reads answer with
// the time of their data, writes are posted (accepted at once, they occupy bank and bus all the
// same). Timing: an idle closed bank answers after controller + tRCD + tCL + burst, all of it DRAM
// array time; a hit of an open row does without tRCD. What the rules of timing::DramTiming,
// refresh and earlier accesses add (see Subchannel) is DRAM queue time.
// Not modelled: reordering, a write buffer, the command bus, power-down, ECC.
#pragma once

#include <systemc>

#include "models/accounting/stats.h"
#include "models/kernel/sockets.h"
#include "models/memory/address_mapping.h"
#include "models/memory/ddr5_config.h"
#include "models/memory/subchannel.h"
#include "models/protocol/memory_request.h"

namespace starnuma::memory {

class Ddr5Channel : public sc_core::sc_module, public accounting::StatSource {
 public:
  using Config = Ddr5Config;

  Ddr5Channel(const sc_core::sc_module_name& name, const Config& config);

 private:
  void access(protocol::MemoryRequest& request);

 public:
  kernel::Target<&Ddr5Channel::access> mem_side{"mem_side", *this};

  /// A request like this one will come: fetches what it needs into the host's cache.
  void prefetch(const protocol::MemoryRequest& like) const {
    prefetched_line_ = like.line_in_node;
    prefetched_place_ = mapping_.of(prefetched_line_);
    subchannels_[prefetched_place_.subchannel].prefetch(prefetched_place_.bank);
  }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  struct Counts {
    std::int64_t reads = 0;
    std::int64_t writes = 0;
    std::int64_t row_hits = 0;
    std::int64_t row_conflicts = 0;
    base::Time wait;
  };

  base::Time unloaded_[2];  ///< A read's array time; [1] on a hit.
  base::Time burst_;
  AddressMapping mapping_;
  // The line last prefetched and where it lies, for its access.
  mutable std::uint64_t prefetched_line_ = ~std::uint64_t{0};
  mutable AddressMapping::Place prefetched_place_{};
  timing::DramRules rules_;
  Subchannel subchannels_[2];
  Counts counts_;
  base::Time window_start_;
};

}  // namespace starnuma::memory
