// SPDX-License-Identifier: Apache-2.0
// Socket of the machine: cores with translation and private caches, shared cache with caching
// agent, home agent, memory channels and on-die fabric, instantiated and bound.
#pragma once

#include "models/cache/caching_agent.h"
#include "models/cache/private_caches.h"
#include "models/translation/mmu.h"
#include "platforms/assembly/boxes/pooled_memory.h"
#include "platforms/assembly/boxes/shared.h"
#include "platforms/assembly/boxes/tracking_box.h"

namespace starnuma::assembly {

/// Router ports of a socket's on-die fabric; links follow in the order of the topology's edges.
enum SocketPort : int { kCachingAgentPort = 0, kHomePort = 1, kFirstLinkPort = 2 };

class SocketBox : public sc_core::sc_module {
 public:
  SocketBox(const sc_core::sc_module_name& name, const Shared& shared, base::SocketId id);

  transport::Router& fabric() { return *fabric_; }
  cache::CachingAgent& caching_agent() { return *caching_agent_; }
  /// Returns null if there are no maps.
  translation::CoarseLookup* coarse_map() { return maps_ ? &maps_->coarse : nullptr; }
  home::SocketHome& home() { return home_->home(); }
  const DramChannels& channels() const { return home_->channels(); }
  const std::vector<std::unique_ptr<core::CoreBase>>& cores() const { return cores_; }
  const std::vector<std::unique_ptr<translation::Mmu>>& mmus() const { return mmus_; }
  const std::vector<std::unique_ptr<cache::PrivateCaches>>& private_caches() const {
    return private_caches_;
  }
  /// Returns the tracking hardware of each core; empty if the machine does not track.
  const std::vector<std::unique_ptr<TrackingBox>>& tracking() const { return tracking_; }

 private:
  void make_cores(const Shared& shared, base::SocketId id);
  void join_fabric(const Shared& shared, base::SocketId id);

  std::unique_ptr<transport::Router> fabric_;
  std::unique_ptr<cache::CachingAgent> caching_agent_;
  std::vector<std::unique_ptr<core::CoreBase>> cores_;
  std::vector<std::unique_ptr<translation::Mmu>> mmus_;
  std::vector<std::unique_ptr<TrackingBox>> tracking_;
  std::vector<std::unique_ptr<cache::PrivateCaches>> private_caches_;
  std::unique_ptr<HomeParts> home_;
  std::unique_ptr<MapBoxes> maps_;
};

}  // namespace starnuma::assembly
