// SPDX-License-Identifier: Apache-2.0
// Base of the ports for a tracker update unit's metadata accesses: through its core's caches, or to
// the homes of the entries.
//
// Contract:
// - Entries are functional: their contents are those of the metadata region.
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

  /// Number of loads entered into metadata in the measured window.
  virtual std::int64_t loads() const = 0;
  /// Time by which all sent updates have reached the metadata.
  virtual base::Time settled() const { return {}; }

 protected:
  virtual void serve(protocol::MetadataAccess& access) = 0;

  MetadataRegion& region_;
};

}  // namespace starnuma::tracking
