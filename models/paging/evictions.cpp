// SPDX-License-Identifier: Apache-2.0
#include "models/paging/evictions.h"

#include <algorithm>
#include <map>

namespace starnuma::paging {

std::optional<std::vector<Eviction>> evictions(const std::vector<PageMap*>& maps, base::NodeId node,
                                               FrameRange range,
                                               const std::vector<base::NodeId>& nodes) {
  std::map<base::NodeId, std::uint64_t> left;  // free frames by node or zone
  std::vector<Eviction> found;
  for (const PageMap* map : maps) {
    const auto room = [&](base::NodeId to) -> std::uint64_t& {
      return left.try_emplace(map->zone_of(to), map->free_on(to)).first->second;
    };
    for (const std::uint64_t page : map->pages_in(node, range)) {
      const auto to = std::find_if(nodes.begin(), nodes.end(),
                                   [&](base::NodeId candidate) { return room(candidate) > 0; });
      if (to == nodes.end()) return std::nullopt;
      --room(*to);
      found.push_back({{map->space(), page}, *to});
    }
  }
  return found;
}

}  // namespace starnuma::paging
