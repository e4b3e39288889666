// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/scaling.h"

#include <algorithm>

#include "models/base/check.h"

namespace starnuma::assembly {
namespace {

class Scaler {
 public:
  Scaler(Sizes sizes, int workload_scale, std::vector<ScaledSize>& notes)
      : shift_(sizes == Sizes::kFull ? 0 : std::max(0, kFullScale - workload_scale)),
        notes_(notes) {}

  void cache(const std::string& name, base::Bytes& size, base::Bytes floor, int ways) {
    size = base::Bytes(shrink(name, size.value, floor.value));
    require(size.value % (base::kLineBytes * ways) == 0, name + ": " + base::to_string(size) +
                                                             " is not a whole number of sets of " +
                                                             std::to_string(ways) + " ways");
    notes_.back().size = base::to_string(size);
  }
  void tlb(const std::string& name, int& entries, int floor, int ways) {
    require(entries % ways == 0, name + ": " + std::to_string(entries) +
                                     " entries are not a whole number of sets of " +
                                     std::to_string(ways) + " ways");
    // A shrunken TLB keeps whole sets, and at least as many as the floor needs.
    const int least = (floor + ways - 1) / ways * ways;
    const auto smaller = static_cast<int>(shrink(name, entries, least));
    entries = smaller / ways * ways;
    notes_.back().size = std::to_string(entries) + " entries";
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
  static void require(bool holds, const std::string& message) {
    if (!holds) throw base::InputError("machine." + message);
  }

  int shift_;
  std::vector<ScaledSize>& notes_;
};

/// Shrinks the caches and TLBs of one socket.
void scale(SocketConfig& socket, const ScalingConfig& rule, const std::string& path,
           Scaler& scaler) {
  scaler.cache(path + ".private_caches.l1_size", socket.private_caches.l1_size, rule.l1_floor,
               socket.private_caches.l1_ways);
  scaler.cache(path + ".private_caches.l2_size", socket.private_caches.l2_size, rule.l2_floor,
               socket.private_caches.l2_ways);
  base::Bytes llc = socket.shared_cache.llc_size_per_core * socket.cores;
  scaler.cache(path + ".shared_cache.llc (all cores)", llc, rule.llc_floor_per_core * socket.cores,
               socket.shared_cache.llc_ways);
  socket.shared_cache.llc_size_per_core = llc / socket.cores;
  scaler.tlb(path + ".translation.dtlb_entries", socket.translation.dtlb_entries, rule.dtlb_floor,
             socket.translation.dtlb_ways);
  scaler.tlb(path + ".translation.stlb_entries", socket.translation.stlb_entries,
             socket.translation.dtlb_entries, socket.translation.stlb_ways);
  if (socket.private_caches.l2_size < socket.private_caches.l1_size) {
    throw base::InputError("machine." + path +
                           ".private_caches: the L2 is smaller than the L1 it holds");
  }
  if (socket.translation.stlb_entries < socket.translation.dtlb_entries) {
    throw base::InputError("machine." + path +
                           ".translation: the STLB is smaller than the DTLB it holds");
  }
}

}  // namespace

ScaledMachine scaled(const MachineConfig& config, int workload_scale) {
  ScaledMachine result{config, {}};
  Scaler scaler(config.scaling.sizes, workload_scale, result.sizes);
  base::Repeated<SocketConfig>& socket = result.config.socket;
  scale(socket.each, config.scaling, "socket", scaler);
  for (auto& [index, own] : socket.overrides) {
    scale(own, config.scaling, "socket.overrides." + std::to_string(index), scaler);
  }
  return result;
}

}  // namespace starnuma::assembly
