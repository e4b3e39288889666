// SPDX-License-Identifier: Apache-2.0
#include "platforms/analysis/machine_shape.h"

#include <algorithm>
#include <limits>

#include "platforms/assembly/wiring/wiring.h"

namespace starnuma::analysis {

stimulus::MachineShape shape_of(const assembly::MachineConfig& machine) {
  stimulus::MachineShape shape{machine.sockets(), machine.cores_per_socket(), machine.pool.count,
                               machine.memory_node.count};
  const assembly::Wiring wiring = assembly::wire(machine);
  shape.class_rows = wiring.classes;
  shape.caches_shrink = machine.scaling.sizes == assembly::Sizes::kWithWorkload;
  shape.misses_in_flight = std::numeric_limits<int>::max();
  for (int socket = 0; socket < shape.sockets; ++socket) {
    const assembly::SocketConfig& box = machine.socket[socket];
    shape.misses_in_flight =
        std::min({shape.misses_in_flight, box.private_caches.mshrs, box.core.load_queue});
    const base::Bytes cached =
        (box.private_caches.l2_size + box.shared_cache.llc_size_per_core) * box.cores;
    shape.cached_lines =
        std::max(shape.cached_lines, static_cast<std::uint64_t>(cached.value / base::kLineBytes));
    for (int node = 0; node < machine.nodes(); ++node) {
      const auto requester = static_cast<base::SocketId>(socket);
      const auto home = static_cast<base::NodeId>(node);
      shape.classes.push_back(wiring.reaches(requester, home) ? wiring.class_of(requester, home)
                                                              : stimulus::MachineShape::kNoAccess);
    }
  }
  return shape;
}

}  // namespace starnuma::analysis
