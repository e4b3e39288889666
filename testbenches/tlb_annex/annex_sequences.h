// SPDX-License-Identifier: Apache-2.0
// What the annex bench plays: random traffic of an STLB, and each cross bin on purpose.
#pragma once

#include <vector>

#include "models/base/random.h"
#include "testbenches/rtl_support/traffic_mode.h"
#include "testbenches/tlb_annex/annex_lockstep.h"

namespace starnuma::testbenches {

/// Random increments, orphans, events and mark-alls; inputs stay until they are accepted.
template <class Top>
void play_random(AnnexLockstep<Top>& bench, const TrafficMode& mode, std::uint64_t seed,
                 int cycles) {
  base::Random random(seed);
  const auto entries = static_cast<std::uint64_t>(bench.golden().entries());
  std::vector<std::uint64_t> pages(entries);  // what the STLB holds
  AnnexInputs in;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    // Now and then all traffic goes to few slots, so that counters fill up and events meet them.
    const std::uint64_t slots = (cycle >> 9) % 3 == 0 ? 1 + entries / 16 : entries;
    if (!in.inc_valid && mode.offer(random)) {
      in.inc_valid = true;
      in.inc_orphan = random.below(8) == 0;
      in.inc_slot = static_cast<std::uint32_t>(random.below(slots));
      in.inc_page = in.inc_orphan ? random.below(1ULL << 36) : pages[in.inc_slot];
    }
    if (!in.event_valid && random.below(4) != 0 && mode.offer(random)) {
      in.event_valid = true;
      in.event_kind = static_cast<SlotEvent>(random.below(3));
      in.event_slot = static_cast<std::uint32_t>(random.below(slots));
      in.event_page = pages[in.event_slot];
    }
    in.mark_all = random.below(40) == 0;
    in.take = mode.take(random);
    const AnnexAccepted accepted = bench.step(in);
    if (accepted.inc) in.inc_valid = false;
    if (accepted.event) {
      if (in.event_kind != SlotEvent::kAccess) {
        pages[in.event_slot] = random.below(1ULL << 36);
      }
      in.event_valid = false;
    }
  }
}

/// Lets everything out that waits.
template <class Top>
void drain(AnnexLockstep<Top>& bench) {
  while (bench.pending() > 0) bench.step({});
}

struct CrossBin {
  SlotEvent kind;
  int increment;  ///< 0: none, 1: same slot, 2: other slot
  std::uint32_t count;
  std::size_t waiting;
};

/// Brings the annex to the bin's state, then plays its event.
template <class Top>
void play(AnnexLockstep<Top>& bench, const CrossBin& bin) {
  constexpr std::uint64_t kPage = 0x5A5A5A5A5ULL;
  const auto entries = static_cast<std::uint32_t>(bench.golden().entries());
  const std::uint32_t slot = entries / 2;
  AnnexInputs in;
  in.event_valid = true;
  in.event_kind = SlotEvent::kEvict;
  in.event_slot = slot;
  bench.step(in);
  drain(bench);
  for (std::uint32_t i = 0; i < bin.count; ++i) {
    in = {};
    in.inc_valid = true;
    in.inc_slot = slot;
    bench.step(in);
  }
  in = {};
  in.mark_all = true;
  bench.step(in);
  for (std::size_t i = 0; i < bin.waiting; ++i) {
    in = {};
    in.inc_valid = in.inc_orphan = true;
    in.inc_page = kPage + i;
    in.take = false;
    bench.step(in);
  }
  in = {};
  in.inc_valid = bin.increment != 0;
  in.inc_slot = bin.increment == 1 ? slot : (slot + 1) % entries;
  in.event_valid = true;
  in.event_kind = bin.kind;
  in.event_slot = slot;
  in.event_page = kPage;
  in.take = false;
  bench.step(in);
  drain(bench);
}

/// Every cross bin; `full` for full counters as well, each of which takes 2**width cycles.
template <class Top>
void play_cross_bins(AnnexLockstep<Top>& bench, std::uint32_t max_count, bool full) {
  std::vector<std::uint32_t> counts{0};
  if (max_count > 1) counts.push_back(max_count > 3 ? 3 : 1);
  if (max_count > 0 && full) counts.push_back(max_count);
  const int increments = bench.golden().entries() > 1 ? 3 : 2;
  for (int kind = 0; kind < 3; ++kind) {
    for (int increment = 0; increment < increments; ++increment) {
      for (const std::uint32_t count : counts) {
        for (const std::size_t waiting : {0, 1}) {
          play(bench, {static_cast<SlotEvent>(kind), increment, count, waiting});
        }
      }
    }
  }
  if (max_count > 1 && full) play(bench, {SlotEvent::kEvict, 1, max_count - 1, 0});
}

/// Names of the bins that play_cross_bins() hits with full counters.
inline void expect_cross_bins(Bins& bins, std::uint32_t max_count, int entries) {
  std::vector<std::string> levels{"no counter"};
  if (max_count > 0) {
    levels = {"zero"};
    if (max_count > 1) levels.push_back("between");
    levels.push_back("full");
  }
  for (const char* kind : {"access", "evict", "invalidate"}) {
    for (const char* increment : {"no increment", "same slot", "other slot"}) {
      if (entries == 1 && increment[0] == 'o') continue;
      for (const std::string& level : levels) {
        for (const char* waiting : {"0 waiting", "1 waiting"}) {
          bins.expect(std::string(kind) + " x " + increment + " x " + level + " x " + waiting);
        }
      }
    }
  }
}

}  // namespace starnuma::testbenches
