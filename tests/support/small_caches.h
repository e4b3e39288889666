// SPDX-License-Identifier: Apache-2.0
// Overrides that cause frequent evictions of lines and translations in a program of a few pages.
#pragma once

#include <string>
#include <vector>

namespace starnuma::test {

/// Returns overrides for two cores per socket with small caches and TLBs, and `more` overrides.
inline std::vector<std::string> small_caches(const std::vector<std::string>& more) {
  std::vector<std::string> sets{"socket.cores=2",
                                "scaling.sizes=full",
                                "socket.private_caches.l1_size=512 B",
                                "socket.private_caches.l1_ways=2",
                                "socket.private_caches.l2_size=1 KiB",
                                "socket.private_caches.l2_ways=4",
                                "socket.shared_cache.llc_size_per_core=4 KiB",
                                "socket.shared_cache.llc_ways=4",
                                "socket.translation.dtlb_entries=4",
                                "socket.translation.stlb_entries=16"};
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

}  // namespace starnuma::test
