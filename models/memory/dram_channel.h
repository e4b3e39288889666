// SPDX-License-Identifier: Apache-2.0
// One DRAM channel: sub-channels, each with ranks, bank groups, banks and a data bus.
//
// Contract: mem_side takes one line read or write per call, in any time order; reads answer with
// the time of their data, or that they were dropped, writes with the time at which the write buffer
// accepts them. A write of a part of a line reads the line first, unless the memory masks it.
// Timing: an idle closed bank answers after controller + tRCD + tCL + burst, all of it DRAM array
// time. A hit of an open row takes no tRCD; a line in the write buffer takes only the controller's
// time. DRAM queue time is the delay that the rules of timing::DramBanks, refresh, earlier accesses
// and a full write buffer add (see Subchannel).
// Not modelled: the command bus, power-down, ECC.
#pragma once

#include <optional>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/accounting/traffic.h"
#include "models/kernel/sockets.h"
#include "models/memory/address_mapping.h"
#include "models/memory/dram_config.h"
#include "models/memory/subchannel.h"
#include "models/protocol/memory_request.h"

namespace starnuma::memory {

class DramChannel : public sc_core::sc_module, public accounting::StatSource {
 public:
  using Config = DramConfig;

  DramChannel(const sc_core::sc_module_name& name, const Config& config);

 private:
  void access(protocol::MemoryRequest& request);

 public:
  kernel::Target<&DramChannel::access> mem_side{"mem_side", *this};

  /// Prefetches the state that a request such as this one needs into the host's cache.
  void prefetch(const protocol::MemoryRequest& like) const {
    prefetched_line_ = like.line_in_node;
    prefetched_location_ = mapping_.of(prefetched_line_);
    subchannel_at(prefetched_location_).prefetch(prefetched_location_.bank);
  }

  /// Returns the lines transferred since the last reset of statistics.
  accounting::MemoryTraffic traffic() const;
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  struct Waits {
    std::int64_t count = 0;
    base::Time sum;
    void add(base::Time wait) {
      ++count;
      sum += wait;
    }
    double mean_ns() const { return count > 0 ? sum.ns() / static_cast<double>(count) : 0; }
  };
  struct RequestCounts {
    Waits reads;  ///< Reads that are not speculative.
    Waits speculative;
    Waits writes;
    std::int64_t dropped = 0;
    std::int64_t from_buffer = 0;
    std::int64_t partial = 0;
  };

  void read(protocol::MemoryRequest& request, const AddressMapping::Location& location);
  void write(protocol::MemoryRequest& request, const AddressMapping::Location& location);
  /// Returns the sums over the sub-channels up to the current time.
  Subchannel::ArrayCounts array_counts() const;
  void report_energy(const Subchannel::ArrayCounts& array, accounting::StatWriter& writer) const;
  Subchannel& subchannel_at(const AddressMapping::Location& location) {
    return subchannels_[static_cast<std::size_t>(location.subchannel)];
  }
  const Subchannel& subchannel_at(const AddressMapping::Location& location) const {
    return subchannels_[static_cast<std::size_t>(location.subchannel)];
  }

  base::Time unloaded_[2];  ///< A read's array time; [1] on a hit.
  base::Time buffer_read_;
  base::Time burst_;
  AddressMapping mapping_;
  // Line of the last prefetch and its location, for its access.
  mutable std::uint64_t prefetched_line_ = ~std::uint64_t{0};
  mutable AddressMapping::Location prefetched_location_{};
  timing::DramRules rules_;
  std::optional<DramEnergy> energy_;
  bool masks_;  ///< Writes of a part of a line need no read.
  std::vector<Subchannel> subchannels_;
  RequestCounts counts_;
  Subchannel::ArrayCounts before_window_;
  base::Time window_start_;
};

}  // namespace starnuma::memory
