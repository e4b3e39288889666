// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/tracking_box.h"

#include "models/tracking/add_port.h"
#include "models/tracking/own_line_port.h"
#include "platforms/assembly/boxes/rtl_parts.h"

namespace starnuma::assembly {

using tracking::MetadataHome;
using tracking::MetadataRegion;
using tracking::TrackingConfig;

namespace {

base::NodeId home_of_metadata(const MachineConfig& config, std::uint64_t page) {
  switch (config.tracking.metadata_home) {
    case MetadataHome::kPool:
      return config.agents().device_node(0);
    case MetadataHome::kSocket0:
      return base::NodeId{0};
    case MetadataHome::kDealt:
      break;
  }
  return static_cast<base::NodeId>(page % static_cast<std::uint64_t>(config.sockets()));
}

tracking::TrackerUpdateFunction::Config update_config(const TrackingConfig& tracking,
                                                      const MetadataRegion& metadata,
                                                      base::SocketId socket) {
  tracking::TrackerUpdateFunction::Config config;
  config.base = metadata.bases();
  config.region_shift = metadata.region_shift();
  config.socket = socket;
  config.layout = metadata.layout();
  config.queue_entries = tracking.queue_entries;
  config.mode = tracking.update;
  return config;
}

/// Returns the factories of RTL; null if the tracking hardware is a model.
const ComponentParts* rtl_of(const Shared& shared) {
  const TrackingConfig& config = shared.config.tracking;
  if (!config.has_rtl()) return nullptr;
  return &shared.rtl(config.impl == tracking::TrackingImpl::kBoth, "tracking.impl");
}

/// Creates the model's annex, or that of RTL.
std::unique_ptr<tracking::CounterAnnexBase> make_annex(const Shared& shared, base::Time latency,
                                                       int entries, protocol::Counter counter) {
  if (const ComponentParts* rtl = rtl_of(shared)) {
    return rtl->annex("annex", latency, entries, counter);
  }
  return std::make_unique<tracking::CounterAnnex>("annex", latency, entries, counter);
}

std::unique_ptr<tracking::TrackerUpdateBase> make_tracker(
    const Shared& shared, tracking::TrackerUpdateBase::Latencies latencies,
    const tracking::TrackerUpdateFunction::Config& config) {
  constexpr const char* kName = "tracker_update";
  if (const ComponentParts* rtl = rtl_of(shared)) return rtl->tracker(kName, latencies, config);
  return std::make_unique<tracking::TrackerUpdate>(kName, latencies, config);
}

}  // namespace

std::uint64_t metadata_pages(const MachineConfig& config, std::uint64_t pages) {
  if (!config.tracking.tracks()) return 0;
  const protocol::MetadataLayout layout{config.sockets(), {config.tracking.count_width, 1}};
  return MetadataRegion::pages_for(layout, pages, config.tracking.region_shift());
}

std::unique_ptr<MetadataRegion> make_metadata(const MachineConfig& config,
                                              protocol::Counter counter,
                                              const std::vector<paging::PageMap*>& page_maps) {
  if (!config.tracking.tracks()) return nullptr;
  const protocol::MetadataLayout layout{config.sockets(), counter};
  const int shift = config.tracking.region_shift();
  std::vector<base::Frame> frames;
  std::vector<std::uint64_t> pages;
  for (paging::PageMap* map : page_maps) {
    const std::uint64_t needed = MetadataRegion::pages_for(layout, map->pages(), shift);
    for (std::uint64_t page = 0; page < needed; ++page) {
      frames.push_back(map->reserve(home_of_metadata(config, page)));
    }
    pages.resize(static_cast<std::size_t>(map->space()) + 1, 0);
    pages.back() = map->pages();
  }
  return std::make_unique<MetadataRegion>(layout, pages, shift, std::move(frames),
                                          page_maps.front()->decoder());
}

TrackingBox::TrackingBox(const sc_core::sc_module_name& name, const Shared& shared,
                         base::CoreId core, translation::Mmu& mmu)
    : sc_module(name),
      metadata_(*shared.metadata),
      socket_(
          static_cast<base::SocketId>(base::index_of(core) / shared.config.cores_per_socket())) {
  const TrackingConfig& tracking = shared.config.tracking;
  const SocketConfig& socket = shared.config.socket[base::index_of(socket_)];
  const base::ClockRatio clock(socket.core.frequency);
  const bool free = shared.config.placement.costs.tracker == placement::Cost::kFree;
  const auto time_of = [&](base::Cycles cycles) {
    return free ? base::Time(0) : clock.time_of(cycles.value);
  };
  const int entries = socket.translation.stlb_entries;

  annex_ = make_annex(shared, clock.time_of(tracking.hand_over_latency.value), entries,
                      metadata_.layout().counter);
  driver_ = std::make_unique<translation::AnnexDriver>("stlb", entries, annex_->marker_words());
  tracker_ =
      make_tracker(shared, {time_of(tracking.request_latency), time_of(tracking.update_latency)},
                   update_config(tracking, metadata_, socket_));
  make_port(shared, core, mmu, free);
  driver_->deliver_in(shared.dispatcher);
  tracker_->deliver_in(shared.dispatcher);

  mmu.attach(*driver_);
  driver_->annex_side.bind(annex_->stlb_side);
  annex_->tracker_side.bind(tracker_->annex_side);
  tracker_->mem_side.bind(metadata_port_->tracker_side);
}

void TrackingBox::make_port(const Shared& shared, base::CoreId core, translation::Mmu& mmu,
                            bool free) {
  const TrackingConfig& tracking = shared.config.tracking;
  if (tracking.adds_at_home()) {
    auto port =
        std::make_unique<tracking::AddPort>("metadata_port", tracking.outstanding_adds, metadata_);
    port->deliver_in(shared.dispatcher);
    if (free) {
      port->home_side.bind(free_adds);
    } else {
      home_side_ = &port->home_side;
    }
    metadata_port_ = std::move(port);
  } else {
    auto port = std::make_unique<tracking::OwnLinePort>("metadata_port", core, metadata_);
    if (free) {
      port->mem_side.bind(free_side);
    } else {
      port->mem_side.bind(mmu.walker_side);
    }
    metadata_port_ = std::move(port);
  }
}

}  // namespace starnuma::assembly
