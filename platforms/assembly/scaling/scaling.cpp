// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/scaling/scaling.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/base/problems.h"
#include "models/base/wide.h"
#include "platforms/assembly/scaling/count_scale.h"
#include "platforms/assembly/scaling/snoop_filters.h"

namespace starnuma::assembly {
namespace {

/// Maximum number of tag-only ways of an LLC set.
constexpr int kMostTagWays = 32;

std::int64_t l2_lines(const SocketConfig& socket) {
  return socket.private_caches.l2_size.value / base::kLineBytes * socket.cores;
}

/// Returns the number of tag-only LLC entries for private copies, over all sets.
std::int64_t private_tags(const SocketConfig& socket) {
  const auto& llc = socket.shared_cache;
  const std::int64_t lines = llc.llc_size_per_core.value * socket.cores / base::kLineBytes;
  return lines / llc.llc_ways * llc.private_tag_ways;
}

class Scaler {
 public:
  Scaler(Sizes sizes, const base::Footprint& program, std::vector<ScaledSize>& notes,
         base::Problems& problems)
      : shift_(halvings(sizes, program)),
        suffix_(shift_ == 0 ? "" : " for a program of " + share_of_full_size(program)),
        notes_(notes),
        problems_(problems) {}

  /// `name` labels the size in reports; `key` is its field.
  void cache(const std::string& name, const std::string& key, base::Bytes& size, base::Bytes floor,
             int ways) {
    size = base::Bytes(shrink(name, size.value, floor.value));
    require(size.value % (base::kLineBytes * ways) == 0, key,
            base::to_string(size) + " is not a whole number of sets of " + std::to_string(ways) +
                " ways of 64 B");
    notes_.back().size = base::to_string(size);
  }
  void tlb(const std::string& key, int& entries, int floor, int ways) {
    require(entries % ways == 0, key,
            std::to_string(entries) + " entries are not a whole number of sets of " +
                std::to_string(ways) + " ways");
    // A scaled TLB has whole sets, and at least as many as the floor requires.
    const int least = (floor + ways - 1) / ways * ways;
    const auto smaller = static_cast<int>(shrink(key, entries, least));
    entries = smaller / ways * ways;
    notes_.back().size = std::to_string(entries) + " entries";
  }
  /// Adds tags if a floor keeps the L2s large while the LLC shrinks further. Sets first get more
  /// tag-only ways, then there are more sets with fewer data ways. The target is a tag for each L2
  /// line, or the full-size number if that is smaller.
  void tags(const std::string& name, const SocketConfig& full, SocketConfig& socket) {
    auto& llc = socket.shared_cache;
    const std::int64_t kept = l2_lines(socket) * private_tags(full) / l2_lines(full);
    const std::int64_t needed = std::min(l2_lines(socket), kept);
    std::string how = "as written";
    while (shift_ != 0 && private_tags(socket) < needed) {
      if (llc.private_tag_ways < kMostTagWays) {
        llc.private_tag_ways = std::min(llc.private_tag_ways * 2, kMostTagWays);
      } else if (llc.llc_ways % 2 == 0) {
        llc.llc_ways /= 2;
      } else {
        how = "too few for the L2s";
        break;
      }
      how = "for the L2s";
    }
    notes_.push_back(
        {name, std::to_string(llc.llc_ways) + " + " + std::to_string(llc.private_tag_ways), how});
  }
  /// Scales a region and returns the remaining fraction.
  double region(const std::string& name, base::Bytes& size) {
    const auto whole = static_cast<double>(size.value);
    size = base::Bytes(shrink(name, size.value, base::kPageBytes));
    notes_.back().size = base::to_string(size);
    return static_cast<double>(size.value) / whole;
  }
  void table(const std::string& name, int& entries) {
    constexpr int kLine = 8;  // entries of 8 B
    entries = static_cast<int>(shrink(name, entries, kLine));
    notes_.back().size = std::to_string(entries) + " entries";
  }
  void filter(const std::string& path, const MachineConfig& full, const MachineConfig& scaled,
              PoolConfig& pool) {
    if (shift_ != 0) pool.device.snoop_filter_size = scaled_filter(full, scaled, pool);
    notes_.push_back({path + ".device.snoop_filter_size",
                      std::to_string(snoop_filter(scaled, pool).entries()) + " entries",
                      shift_ == 0 ? "as written" : "with the caches"});
  }
  void memory(const std::string& path, const base::Footprint& program, base::Bytes floor,
              MemoryConfig& memory) {
    const double share =
        static_cast<double>(program.size.value) / static_cast<double>(program.full_size.value);
    const auto pages = static_cast<std::int64_t>(
        share * static_cast<double>(memory.capacity_per_channel.value / base::kPageBytes));
    const base::Bytes smaller(pages * base::kPageBytes);
    const base::Bytes least = std::min(floor, memory.capacity_per_channel);
    memory.capacity_per_channel = std::max(smaller, least);
    notes_.push_back({path + ".memory (channel)", base::to_string(memory.capacity_per_channel),
                      smaller < least ? "floor" : "scaled"});
  }
  void require(bool holds, const std::string& key, const std::string& message) {
    if (!holds) problems_.add(key, message, suffix_);
  }

 private:
  std::int64_t shrink(const std::string& name, std::int64_t size, std::int64_t floor) {
    const std::int64_t smaller = size >> shift_;
    if (shift_ == 0 || size <= floor) {
      notes_.push_back({name, "", "as written"});
      return size;
    }
    notes_.push_back({name, "", smaller < floor ? "floor" : "scaled"});
    return std::max(smaller, floor);
  }

  int shift_;
  std::string suffix_;
  std::vector<ScaledSize>& notes_;
  base::Problems& problems_;
};

/// Scales the caches and TLBs of one socket. Associativity is unchanged, except for an LLC with too
/// few tags for private copies.
void scale(SocketConfig& socket, const ScalingConfig& rule, const std::string& path,
           Scaler& scaler) {
  const SocketConfig full = socket;
  auto& caches = socket.private_caches;
  auto& llc_share = socket.shared_cache.llc_size_per_core;
  auto& tlbs = socket.translation;
  const std::string l1 = path + ".private_caches.l1_size";
  const std::string l2 = path + ".private_caches.l2_size";
  const std::string stlb = path + ".translation.stlb_entries";
  scaler.cache(l1, l1, caches.l1_size, rule.l1_floor, caches.l1_ways);
  scaler.cache(l2, l2, caches.l2_size, rule.l2_floor, caches.l2_ways);
  base::Bytes llc = llc_share * socket.cores;
  scaler.cache(path + ".shared_cache.llc (all cores)", path + ".shared_cache.llc_size_per_core",
               llc, rule.llc_floor_per_core * socket.cores, socket.shared_cache.llc_ways);
  llc_share = llc / socket.cores;
  scaler.tags(path + ".shared_cache.ways, data + tags", full, socket);
  scaler.tlb(path + ".translation.dtlb_entries", tlbs.dtlb_entries, rule.dtlb_floor,
             tlbs.dtlb_ways);
  scaler.tlb(stlb, tlbs.stlb_entries, tlbs.dtlb_entries, tlbs.stlb_ways);
  scaler.require(caches.l2_size >= caches.l1_size, l2, "the L2 is smaller than the L1 it holds");
  scaler.require(tlbs.stlb_entries >= tlbs.dtlb_entries, stlb,
                 "the STLB is smaller than the DTLB it holds");
}

/// Scales the memory of all nodes of a kind.
template <class Box>
void scale_memory(base::Repeated<Box>& boxes, const std::string& path,
                  const base::Footprint& program, base::Bytes floor, Scaler& scaler) {
  if (boxes.count == 0) return;
  scaler.memory(path, program, floor, boxes.each.memory);
  for (auto& [index, own] : boxes.overrides) {
    scaler.memory(path + ".overrides." + std::to_string(index), program, floor, own.memory);
  }
}

/// Maps a byte position in a memory of size `before` to one of size `after`, in whole pages.
base::Bytes scaled_place(base::Bytes at, base::Bytes before, base::Bytes after) {
  const auto pages = [](base::Bytes size) {
    return static_cast<base::Wide>(size.value / base::kPageBytes);
  };
  const base::Wide page = pages(at) * pages(after) / pages(before);
  return base::Bytes(static_cast<std::int64_t>(page) * base::kPageBytes);
}

/// Scales the positions of extents and regions; one that ends with its memory still does.
void scale_extents(const MachineConfig& full, MachineConfig& scaled) {
  const auto scale = [&](auto& extent, base::NodeId node) {
    const auto place = [&](base::Bytes at) {
      return scaled_place(at, full.memory_at(node).capacity(), scaled.memory_at(node).capacity());
    };
    const base::Bytes end = place(extent.start + extent.size);
    extent.start = place(extent.start);
    extent.size = end - extent.start;
  };
  for (ExtentConfig& extent : scaled.extents) {
    scale(extent, full.agents().device_node(extent.device));
  }
  for (RegionConfig& region : scaled.regions) {
    scale(region, static_cast<base::NodeId>(region.socket));
  }
}

/// Scales the size of regions; the number of coarse-map entries is unchanged.
void scale_pool(const MachineConfig& full, MachineConfig& scaled) {
  if (!scaled.logical_pool) return;
  const base::Bytes before = full.socket.each.memory.capacity();
  const base::Bytes after = scaled.socket.each.memory.capacity();
  for (base::Bytes* size : {&scaled.logical_pool->region, &scaled.logical_pool->incoming_capacity,
                            &scaled.logical_pool->sizing.private_capacity}) {
    *size = scaled_place(*size, before, after);
  }
  base::Bytes& region = scaled.logical_pool->region;
  region = std::max(region, base::Bytes(base::kPageBytes));
}

}  // namespace

ScaledMachine scaled(const MachineConfig& config, const base::Footprint& program,
                     base::Problems& problems) {
  ScaledMachine result{config, {}};
  Scaler scaler(config.scaling.sizes, program, result.sizes, problems);
  base::Repeated<SocketConfig>& socket = result.config.socket;
  scale(socket.each, config.scaling, "socket", scaler);
  for (auto& [index, own] : socket.overrides) {
    scale(own, config.scaling, "socket.overrides." + std::to_string(index), scaler);
  }
  scaler.table("page table page", result.config.table_entries);
  if (result.config.logical_pool) {
    scaler.tlb("logical_pool.fine.entries", result.config.logical_pool->fine.entries,
               config.scaling.dtlb_floor, 1);
  }
  if (config.pool.count > 0) scaler.filter("pool", config, result.config, result.config.pool.each);
  for (auto& [index, own] : result.config.pool.overrides) {
    scaler.filter("pool.overrides." + std::to_string(index), config, result.config, own);
  }
  if (config.scaling.memory == Sizes::kWithWorkload && program.size < program.full_size) {
    const base::Bytes floor = config.scaling.memory_floor;
    scale_memory(socket, "socket", program, floor, scaler);
    scale_memory(result.config.memory_node, "memory_node", program, floor, scaler);
    scale_memory(result.config.pool, "pool", program, floor, scaler);
    scale_extents(config, result.config);
    scale_pool(config, result.config);
  }
  tracking::TrackingConfig& tracking = result.config.tracking;
  if (!tracking.tracks()) return result;
  tracking.region_share = scaler.region("tracking.region", tracking.region);
  if (tracking.count_width > 0) {
    const protocol::Counter counter = tracked_counter(tracking, tracking.region_share);
    const bool whole = counter.max == protocol::max_count(counter.width);
    result.sizes.push_back({"tracking.count_width (whole phases)",
                            "to " + std::to_string(counter.max), whole ? "as written" : "scaled"});
  }
  return result;
}

ScaledMachine scaled(const MachineConfig& config, const base::Footprint& program) {
  base::Problems problems;
  ScaledMachine result = scaled(config, program, problems);
  for (const base::Problem& problem : problems.list()) {
    throw base::InputError("machine.", problem.paths.front(), ": ", problem.message);
  }
  return result;
}

}  // namespace starnuma::assembly
