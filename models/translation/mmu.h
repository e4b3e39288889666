// SPDX-License-Identifier: Apache-2.0
// A core's address translation: DTLB, STLB and page walker, between the core and its caches.
//
// Contract: cpu_side takes accesses by virtual address; each leaves mem_side with its line filled
// in and its time moved on by the translation. Walks read page-table entries through the same
// caches as data (accesses of kind kWalk).
// Timing: a DTLB hit is hidden by the L1; an STLB hit adds `stlb_latency`; a miss adds the walk,
// one dependent read per level below the deepest paging-structure cache that hits. Not modelled:
// several walks at once in one walker, instruction TLB, page faults.
#pragma once

#include <array>
#include <systemc>

#include "models/base/stats.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"
#include "models/translation/page_map.h"
#include "models/translation/tlb_function.h"
#include "models/translation/translation_config.h"

namespace starnuma::translation {

class Mmu : public sc_core::sc_module, public base::StatSource {
 public:
  using Config = TranslationConfig;

  Mmu(const sc_core::sc_module_name& name, const Config& config, base::Frequency frequency,
      const PageMap& page_map);

 private:
  void access(protocol::Access& access);

 public:
  kernel::Target<&Mmu::access> cpu_side{"cpu_side", *this};
  kernel::Initiator<protocol::Access> mem_side{"mem_side"};

  /// Takes a page's translation away (a shootdown); says whether there was one.
  bool invalidate(std::uint64_t page);
  /// Latest time at which an access that has gone through here began: no translation taken away
  /// afterwards is in use any later.
  base::Time latest_use() const { return latest_use_; }

  void report(base::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  struct Counts {
    std::int64_t dtlb_hits = 0;
    std::int64_t stlb_hits = 0;
    std::int64_t walks = 0;
    std::int64_t walk_reads = 0;
    base::Time walk_time;
    std::int64_t stalls = 0;
    base::Time stall_time;
  };

  base::Frame miss_dtlb(protocol::Access& access, std::uint64_t page);
  void walk(protocol::Access& access, std::uint64_t page);
  void wait_for_move(protocol::Access& access, std::uint64_t page);

  const PageMap& page_map_;
  TlbArray dtlb_;
  TlbArray stlb_;
  std::array<TlbArray, PageMap::kLevels - 1> walk_caches_;  ///< [l] holds entries of level l + 1.
  base::Time stlb_latency_;
  base::Time latest_use_;
  Counts counts_;
};

}  // namespace starnuma::translation
