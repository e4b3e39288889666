// SPDX-License-Identifier: Apache-2.0
// Port that turns a tracker update unit's reads and writes of metadata into accesses of its core's
// caches.
//
// Contract:
// - A read obtains the line in M (access kind kTracker). The following write therefore hits the L1,
//   and other sockets fetch the line from here.
// - Tracker accesses are not demand accesses.
// - Timing: that of mem_side. A release takes no time.
#pragma once

#include "models/protocol/access.h"
#include "models/tracking/metadata_port.h"

namespace starnuma::tracking {

class OwnLinePort : public MetadataPort {
 public:
  OwnLinePort(const sc_core::sc_module_name& name, base::CoreId core, MetadataRegion& region)
      : MetadataPort(name, region), core_(core) {}

  kernel::Initiator<protocol::Access> mem_side{"mem_side"};

  std::int64_t loads() const override { return counts_.loads; }
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct OwnLinePortStats {
    std::int64_t reads = 0;
    std::int64_t reads_from_memory = 0;
    std::int64_t writes = 0;
    std::int64_t loads = 0;
    base::Time read_time;
  };

  void serve(protocol::MetadataAccess& access) override;
  protocol::ServedBy own_line(protocol::MetadataAccess& access);

  base::CoreId core_;
  OwnLinePortStats counts_;
};

}  // namespace starnuma::tracking
