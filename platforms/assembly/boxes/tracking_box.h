// SPDX-License-Identifier: Apache-2.0
// Tracking hardware of one core, bound to its MMU: annex driver, counter annex, tracker update unit
// and metadata port (OwnLinePort or AddPort). Also creates the shared metadata region.
//
// Timing: that of the components. With `placement.costs.tracker: free`, updates change the metadata
// without consuming time or bandwidth.
#pragma once

#include <memory>

#include "models/protocol/uncached/request.h"
#include "models/tracking/counter_annex.h"
#include "models/tracking/metadata_port.h"
#include "models/tracking/metadata_region.h"
#include "models/tracking/tracker_update.h"
#include "models/translation/annex_driver.h"
#include "models/translation/mmu.h"
#include "platforms/assembly/boxes/shared.h"

namespace starnuma::assembly {

/// Returns the number of pages for the metadata of `pages` pages of one address space; 0 if
/// `config` does not track.
std::uint64_t metadata_pages(const MachineConfig& config, std::uint64_t pages);

/// Creates the metadata of these page maps' address spaces, in frames allocated in their common
/// memory; null if `config` does not track. Annexes use the same counters.
std::unique_ptr<tracking::MetadataRegion> make_metadata(
    const MachineConfig& config, protocol::Counter counter,
    const std::vector<paging::PageMap*>& page_maps);
/// Creates the metadata of a single address space.
inline std::unique_ptr<tracking::MetadataRegion> make_metadata(const MachineConfig& config,
                                                               protocol::Counter counter,
                                                               paging::PageMap& page_map) {
  return make_metadata(config, counter, std::vector{&page_map});
}

class TrackingBox : public sc_core::sc_module {
 public:
  /// Precondition: shared.metadata is not null.
  TrackingBox(const sc_core::sc_module_name& name, const Shared& shared, base::CoreId core,
              translation::Mmu& mmu);

 private:
  void at_no_cost(protocol::Access&) {}
  void add_at_no_cost(protocol::UncachedRequest& add) {
    metadata_.add(add.line, add.entry, socket_, add.count);
  }

 public:
  // Targets of metadata updates without cost.
  kernel::OptionalTarget<&TrackingBox::at_no_cost> free_side{"free_side", *this};
  kernel::OptionalTarget<&TrackingBox::add_at_no_cost> free_adds{"free_adds", *this};

  translation::AnnexDriver& driver() { return *driver_; }
  const tracking::CounterAnnexBase& annex() const { return *annex_; }
  tracking::TrackerUpdateBase& tracker() { return *tracker_; }
  const tracking::MetadataPort& metadata_port() const { return *metadata_port_; }
  /// Returns the port of additions towards the caching agent, or null.
  kernel::Initiator<protocol::UncachedRequest>* home_side() { return home_side_; }

 private:
  void make_port(const Shared& shared, base::CoreId core, translation::Mmu& mmu, bool free);

  tracking::MetadataRegion& metadata_;
  base::SocketId socket_;
  std::unique_ptr<tracking::CounterAnnexBase> annex_;
  std::unique_ptr<translation::AnnexDriver> driver_;
  std::unique_ptr<tracking::TrackerUpdateBase> tracker_;
  std::unique_ptr<tracking::MetadataPort> metadata_port_;
  kernel::Initiator<protocol::UncachedRequest>* home_side_ = nullptr;
};

}  // namespace starnuma::assembly
