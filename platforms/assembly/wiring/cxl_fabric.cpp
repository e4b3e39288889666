// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/wiring/cxl_fabric.h"

#include <string>

#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {
namespace {

std::string key_of(const char* key) { return std::string("cxl_fabric.") + key; }

/// Number of switches to which sockets and devices may be dealt.
int leaves(const CxlFabricConfig& fabric) { return fabric.switches - fabric.spines.value_or(0); }

void check_set(const CxlFabricConfig& fabric, const char* key, const base::IndexSet& set,
               base::Problems& problems) {
  const int last = set.of(leaves(fabric)).back();
  if (last < leaves(fabric)) return;
  const std::string what = last < fabric.switches ? "switch " + std::to_string(last) + " is a spine"
                                                  : "there is no switch " + std::to_string(last);
  problems.add_misfit({key_of(key), key_of("switches"), key_of("spines")}, what,
                      ", expected at most ", leaves(fabric) - 1);
}

void check_shape(const CxlFabricConfig& fabric, base::Problems& problems) {
  const bool spine_leaf = fabric.topology == FabricTopology::kSpineLeaf;
  if (spine_leaf != fabric.spines.has_value()) {
    problems.add_misfit({key_of("spines"), key_of("topology")},
                        spine_leaf ? "spine_leaf needs the number of spines"
                                   : "spines are of topology spine_leaf alone, expected none");
  } else if (spine_leaf && leaves(fabric) < 1) {
    problems.add_misfit({key_of("spines"), key_of("switches")}, "leaves no leaf, expected at most ",
                        fabric.switches - 1);
  } else if (fabric.topology == FabricTopology::kRing && fabric.switches < 3) {
    problems.add_misfit({key_of("switches"), key_of("topology")},
                        "a ring has at least 3 switches; expected chain");
  } else {
    check_set(fabric, "host_switches", fabric.host_switches, problems);
    check_set(fabric, "device_switches", fabric.device_switches, problems);
  }
}

void check_device(const MachineConfig& config, int device, base::Problems& problems) {
  const PoolConfig& pool = config.pool[device];
  const std::string own = config.pool.path_of("pool", device);
  if (pool.cxl_switch) {
    problems.add_misfit({own + "switch", "cxl_fabric"},
                        "the device is on the fabric's switches, expected none");
  }
  if (static_cast<int>(pool.attached.of(config.sockets()).size()) != config.sockets()) {
    problems.add_misfit({own + "attached", "cxl_fabric"},
                        "every socket has a link to the fabric, expected all");
  }
}

}  // namespace

std::vector<std::pair<int, int>> switch_pairs(const CxlFabricConfig& fabric) {
  std::vector<std::pair<int, int>> pairs;
  const auto linked = [&](int a, int b) {
    switch (fabric.topology) {
      case FabricTopology::kChain:
        return b == a + 1;
      case FabricTopology::kRing:
        return b == a + 1 || (a == 0 && b == fabric.switches - 1);
      case FabricTopology::kTree:
        return a == (b - 1) / 2;
      case FabricTopology::kSpineLeaf:
        return a < leaves(fabric) && b >= leaves(fabric);
      case FabricTopology::kFull:
        return true;
      case FabricTopology::kListed:
        break;
    }
    return false;
  };
  for (int a = 0; a < fabric.switches; ++a) {
    for (int b = a + 1; b < fabric.switches; ++b) {
      if (linked(a, b)) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

int switch_of(const CxlFabricConfig& fabric, const base::IndexSet& switches, int i, int count) {
  const std::vector<int> all = switches.of(leaves(fabric));
  return all[static_cast<std::size_t>(i) * all.size() / static_cast<std::size_t>(count)];
}

void check_cxl_fabric(const MachineConfig& config, base::Problems& problems) {
  if (!config.cxl_fabric) return;
  if (config.pool.count == 0) {
    problems.add_misfit({"cxl_fabric", "pool.count"},
                        "leads to pool devices, and the machine has none");
    return;
  }
  check_shape(*config.cxl_fabric, problems);
  for (int d = 0; d < config.pool.count; ++d) {
    const std::size_t before = problems.list().size();
    check_device(config, d, problems);
    if (problems.list().size() != before) return;
  }
}

}  // namespace starnuma::assembly
