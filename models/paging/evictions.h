// SPDX-License-Identifier: Apache-2.0
// Evictions from memory that a host returns: selects pages and their target nodes.
//
// Contract:
// - A function of the current state of the maps and their memory. It moves no page.
// - Pure: no time.
#pragma once

#include <optional>
#include <vector>

#include "models/base/ids.h"
#include "models/paging/page_map.h"

namespace starnuma::paging {

struct Eviction {
  base::PageId page;
  base::NodeId to{};
};

/// Returns the moves that empty a closed range of a node, map by map in ascending page order. Each
/// page goes to the first of `nodes` with a free frame, possibly the same node. Returns nothing if
/// the free frames do not suffice.
std::optional<std::vector<Eviction>> evictions(const std::vector<PageMap*>& maps, base::NodeId node,
                                               FrameRange range,
                                               const std::vector<base::NodeId>& nodes);

}  // namespace starnuma::paging
