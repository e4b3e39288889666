// SPDX-License-Identifier: Apache-2.0
// Four hosts with one socket each and two devices of dynamic capacity, a program on each host, and
// the contents of memory: a version by frame.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/paging/dynamic_capacity.h"
#include "models/paging/evictions.h"

namespace starnuma::paging {

class CapacityBench {
 public:
  static constexpr int kHosts = 4;
  static constexpr int kDevices = 2;
  static constexpr std::uint64_t kFrames =
      64;  ///< Frames of a device's region, behind 8 frames outside of it.
  static constexpr std::uint64_t kBlock = 4;
  static constexpr std::uint64_t kRegion = 8;

  explicit CapacityBench(std::uint64_t pages, std::uint64_t socket_frames)
      : pages_(pages),
        hosts_(std::make_shared<HostMap>(std::vector{0, 1, 2, 3},
                                         std::vector{0, 1, 2, 3, HostMap::kNone, HostMap::kNone},
                                         std::vector<std::uint64_t>{kRegion + kFrames})),
        memory_(std::make_shared<FramePool>(kHosts + kDevices, HdmDecoder{}, hosts_)) {
    std::vector<DynamicRegion> regions;
    for (int d = 0; d < kDevices; ++d) {
      DynamicRegion region{device(d), {kRegion, kFrames}, kBlock, {}};
      for (int h = 0; h < kHosts; ++h) {
        region.zone_of_host.push_back(memory_->add_zone(region.node, {}));
      }
      regions.push_back(std::move(region));
    }
    for (int h = 0; h < kHosts; ++h) {
      SpaceLocation place;
      place.host = h;
      place.table_sockets = {{socket(h)}};
      for (int n = 0; n < kHosts; ++n) {
        place.zones.push_back(n == h ? socket(h) : PageMap::kNoZone);
      }
      for (int d = 0; d < kDevices; ++d) {
        place.zones.push_back(regions[static_cast<std::size_t>(d)].zone_of_host[at(h)]);
      }
      maps_.emplace_back(std::vector<base::NodeId>(pages, socket(h)), memory_, place,
                         static_cast<base::SpaceId>(h));
      maps_.back().make_movable();
      expected_.emplace_back(pages, 0);
    }
    memory_->limit(std::vector<std::uint64_t>(kHosts + kDevices, socket_frames));
    capacity.emplace(*memory_, regions);
  }

  static base::NodeId device(int d) { return static_cast<base::NodeId>(kHosts + d); }
  static base::NodeId socket(int host) { return static_cast<base::NodeId>(host); }
  std::uint64_t pages() const { return pages_; }
  PageMap& map(int host) { return maps_[at(host)]; }
  FramePool& memory() { return *memory_; }
  HostMap& hosts() { return *hosts_; }

  /// Accesses a page; returns false if the host has lost it. Throws if another host can access it
  /// or if the contents are not the last write.
  bool touch(int host, std::uint64_t page, bool write) {
    if (map(host).lost(page)) return false;
    const base::Frame frame = map(host).translation_for(page, host).frame;
    for (int other = 0; other < kHosts; ++other) {
      const bool sees = hosts_->reaches(static_cast<base::SocketId>(other), frame.first_line);
      if (other == host && !sees) return false;
      if (other != host && sees) throw std::runtime_error("two hosts see a page");
    }
    std::uint64_t& found = versions_[frame.first_line.value];
    std::uint64_t& last = expected_[at(host)][page];
    if (write) found = last = ++version_;
    if (found != last) throw std::runtime_error("host " + std::to_string(host) + " lost a page");
    return true;
  }
  /// Moves a page like an operating system.
  void move(int host, std::uint64_t page, base::NodeId to) {
    const base::Frame from = map(host).frame_of(page);
    map(host).move(page, to, base::Time(0));
    versions_[map(host).frame_of(page).first_line.value] = versions_[from.first_line.value];
  }
  /// Returns the evictions from an extent, to own memory first.
  std::optional<std::vector<Eviction>> evictions_of(const Extent& extent, int host) {
    return evictions({&map(host)}, extent.node, {extent.first, extent.frames},
                     {extent.node, socket(host), device(0), device(1)});
  }
  /// Removes the host's pages of the extent and returns them.
  std::vector<std::uint64_t> lose(const Extent& extent, int host) {
    const auto gone = map(host).pages_in(extent.node, {extent.first, extent.frames});
    for (const std::uint64_t page : gone) map(host).lose(page);
    return gone;
  }

  /// Returns all state that a request may change, including the order of free frames.
  std::vector<std::uint64_t> state() const {
    std::vector<std::uint64_t> all;
    const auto add = [&](const std::vector<Extent>& extents) {
      for (const Extent& e : extents) {
        all.insert(all.end(),
                   {static_cast<std::uint64_t>(e.node), e.first, e.frames, e.hosts, e.tag});
      }
      all.push_back(~std::uint64_t{0});
    };
    add(hosts_->extents());
    add(capacity->offers());
    FramePool copy = *memory_;
    for (int z = 0; z < copy.zones(); ++z) {
      const auto zone = static_cast<base::NodeId>(copy.nodes() + z);
      all.insert(all.end(), {copy.size_of_zone(zone), copy.used_on(zone)});
      while (copy.free_on(zone) > 0) all.push_back(copy.take(zone).first_line.value);
    }
    for (const PageMap& own : maps_) {
      for (std::uint64_t page = 0; page < pages_; ++page) {
        all.push_back(own.lost(page) ? 1 : own.frame_of(page).first_line.value);
      }
    }
    return all;
  }

  std::optional<DynamicCapacity> capacity;

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  std::uint64_t pages_;
  std::shared_ptr<HostMap> hosts_;
  std::shared_ptr<FramePool> memory_;
  std::vector<PageMap> maps_;
  std::map<std::uint64_t, std::uint64_t> versions_;  ///< Contents of memory, by frame.
  std::vector<std::vector<std::uint64_t>> expected_;
  std::uint64_t version_ = 0;
};

}  // namespace starnuma::paging
