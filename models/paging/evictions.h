// SPDX-License-Identifier: Apache-2.0
// Which pages have to leave memory that a host gives back, and where they go.
//
// Contract: a function of what the maps and their memory say now; no page is moved. Pure: no time.
#pragma once

#include <optional>
#include <vector>

#include "models/base/page_id.h"
#include "models/paging/page_map.h"

namespace starnuma::paging {

struct Eviction {
  base::PageId page;
  base::NodeId to{};
};

/// Moves that take all pages of these maps off a closed range of a node, map after map in rising
/// order: each to the first of `nodes` that still has room, which may be the same node. Nothing
/// where there is no room for all.
std::optional<std::vector<Eviction>> evictions(const std::vector<PageMap*>& maps, base::NodeId node,
                                               FrameRange range,
                                               const std::vector<base::NodeId>& nodes);

}  // namespace starnuma::paging
