// SPDX-License-Identifier: Apache-2.0
// Where a tracker update unit's metadata accesses go: into its core's caches, or to the entries'
// homes. What both ways share.
//
// Contract: entries are real: contents are the metadata region's.
#pragma once

#include <systemc>

#include "models/accounting/stats.h"
#include "models/kernel/sockets.h"
#include "models/protocol/tracking.h"
#include "models/tracking/metadata_region.h"

namespace starnuma::tracking {

class MetadataPort : public sc_core::sc_module, public accounting::StatSource {
 public:
  MetadataPort(const sc_core::sc_module_name& name, MetadataRegion& region)
      : sc_module(name), region_(region) {}

 private:
  void take(protocol::MetadataAccess& access) { serve(access); }

 public:
  kernel::Target<&MetadataPort::take> tracker_side{"tracker_side", *this};

  /// Loads entered into metadata in the window.
  virtual std::int64_t loads() const = 0;
  /// By when everything sent has reached metadata.
  virtual base::Time settled() const { return {}; }

 protected:
  virtual void serve(protocol::MetadataAccess& access) = 0;

  MetadataRegion& region_;
};

}  // namespace starnuma::tracking
