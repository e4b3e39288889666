// SPDX-License-Identifier: Apache-2.0
// Memory channels of one part without a home: one controller queue for each data bus.
//
// Contract: neighbouring lines alternate between the channels. Calls come in order of time. The
// refreshes of data buses are spread over an interval as in memory::DramChannel.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "models/memory/address_mapping.h"
#include "models/memory/dram_config.h"
#include "models/memory/subchannel.h"
#include "models/timing/interleave.h"

namespace starnuma::memory_bench {

/// Position of a line: `bus` counts the data buses of all channels.
struct LinePlace {
  int bus;
  int bank;  ///< as in timing::DramAccess
  std::int64_t row;
};

/// Maps lines to data buses, banks and rows.
class LineMap {
 public:
  LineMap(const memory::DramConfig& config, int channels);
  LinePlace of(std::uint64_t line) const;

 private:
  timing::Interleave channels_;
  int subchannels_;
  memory::AddressMapping mapping_;
};

class Channels {
 public:
  /// `config` must outlive this.
  Channels(const memory::DramConfig& config, int channels);

  /// Returns the time at which the data of a read are back.
  base::Time read(std::uint64_t line, base::Time at);
  /// Returns the time at which a write is accepted.
  base::Time write(std::uint64_t line, base::Time at);
  /// Returns the share of all accesses to the arrays that found their row open.
  double row_hits() const;

 private:
  const memory::DramConfig& config_;
  timing::DramRules rules_;
  LineMap map_;
  std::vector<memory::Subchannel> buses_;
};

}  // namespace starnuma::memory_bench
