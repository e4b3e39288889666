// SPDX-License-Identifier: Apache-2.0
// From a tracker update unit's metadata accesses to accesses of its core's caches.
//
// Contract: reads and writes of entries are real: contents are the metadata region's. A read takes
// the line in M (an access of kind kTracker), so the write that follows hits the L1 and other
// sockets have to fetch the line from here. Tracker accesses are no demand accesses.
// Timing: what lies behind mem_side. A release costs nothing.
#pragma once

#include <systemc>

#include "models/base/stats.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"
#include "models/protocol/tracking.h"
#include "models/translation/metadata_region.h"

namespace starnuma::translation {

class MetadataPort : public sc_core::sc_module, public base::StatSource {
 public:
  MetadataPort(const sc_core::sc_module_name& name, base::CoreId core, MetadataRegion& region)
      : sc_module(name), core_(core), region_(region) {}

 private:
  void access(protocol::MetadataAccess& access);

 public:
  kernel::Target<&MetadataPort::access> tracker_side{"tracker_side", *this};
  kernel::Initiator<protocol::Access> mem_side{"mem_side"};

  /// Loads entered into metadata in the window.
  std::int64_t loads() const { return counts_.loads; }

  void report(base::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts {
    std::int64_t reads = 0;
    std::int64_t reads_from_memory = 0;
    std::int64_t writes = 0;
    std::int64_t loads = 0;
    base::Time read_time;
  };

  protocol::ServedBy own_line(protocol::MetadataAccess& access);

  base::CoreId core_;
  MetadataRegion& region_;
  Counts counts_;
};

}  // namespace starnuma::translation
