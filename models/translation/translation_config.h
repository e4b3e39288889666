// SPDX-License-Identifier: Apache-2.0
// Configuration fields of a core's TLBs and page walker.
#pragma once

#include <string>

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"

namespace starnuma::translation {

/// Slots that a TLB entry can name.
inline constexpr int kMostStlbEntries = 1 << 20;

struct TranslationConfig {
  int dtlb_entries = 0;
  int dtlb_ways = 0;
  int stlb_entries = 0;
  int stlb_ways = 0;
  base::Cycles stlb_latency;
  int walk_cache_entries = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("dtlb_entries", dtlb_entries, "first-level data TLB; its look-up is hidden by the L1",
            base::between(1, 1 << 16));
    v.field("dtlb_ways", dtlb_ways, "associativity of the DTLB", base::between(1, 1 << 10));
    v.field("stlb_entries", stlb_entries, "second-level TLB, inclusive of the DTLB",
            base::between(1, kMostStlbEntries));
    v.field("stlb_ways", stlb_ways, "associativity of the STLB", base::between(1, 1 << 10));
    v.field("stlb_latency", stlb_latency, "time of an STLB look-up, after the DTLB missed");
    v.field("walk_cache_entries", walk_cache_entries,
            "entries of each paging-structure cache (one per upper level)",
            base::between(1, 1 << 12));
  }
  void check(base::Problems& problems) const {
    const auto sets = [&](const char* key, const char* ways_key, int entries, int ways) {
      if (entries % ways == 0) return;
      problems.add_misfit({key, ways_key}, entries, " entries are not a whole number of sets of ",
                          ways, " ways");
    };
    sets("dtlb_entries", "dtlb_ways", dtlb_entries, dtlb_ways);
    sets("stlb_entries", "stlb_ways", stlb_entries, stlb_ways);
    if (stlb_entries < dtlb_entries) {
      problems.add_misfit({"stlb_entries", "dtlb_entries"}, stlb_entries,
                          " is less than the DTLB that it includes, ", dtlb_entries);
    }
  }
};

}  // namespace starnuma::translation
