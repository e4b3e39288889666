// SPDX-License-Identifier: Apache-2.0
// Random traffic and the cross bins.
#include "testbenches/tlb_annex/annex_sequences.h"

#include "models/base/random.h"
#include "testbenches/rtl_support/pages.h"
#include "testbenches/rtl_support/reset_times.h"

namespace starnuma::testbenches {

namespace {

/// Traffic of an STLB with random contents.
class RandomStlb {
 public:
  RandomStlb(int entries, int spaces, const TrafficMode& mode, base::Random& random)
      : spaces_(spaces), mode_(mode), random_(random), pages_(static_cast<std::size_t>(entries)) {}

  /// Returns the inputs of the next cycle; `slots` of them get traffic.
  AnnexInputs& offer(std::uint64_t slots) {
    if (!in_.inc_valid && mode_.offer(random_)) {
      in_.inc_valid = true;
      in_.inc_orphan = random_.below(8) == 0;
      in_.inc_slot = static_cast<std::uint32_t>(random_.below(slots));
      in_.inc_page = in_.inc_orphan ? any_page(random_, spaces_) : pages_[in_.inc_slot];
    }
    if (!in_.event_valid && random_.below(4) != 0 && mode_.offer(random_)) {
      in_.event_valid = true;
      in_.event_kind = static_cast<SlotEvent>(random_.below(3));
      in_.event_slot = static_cast<std::uint32_t>(random_.below(slots));
      in_.event_page = pages_[in_.event_slot];
    }
    in_.mark_all = random_.below(40) == 0;
    in_.take = mode_.take(random_);
    return in_;
  }
  void accepted(AnnexAccepted accepted) {
    if (accepted.inc) in_.inc_valid = false;
    if (!accepted.event) return;
    if (in_.event_kind != SlotEvent::kAccess) {
      pages_[in_.event_slot] = any_page(random_, spaces_);
    }
    in_.event_valid = false;
  }

 private:
  int spaces_;
  const TrafficMode& mode_;
  base::Random& random_;
  std::vector<base::PageId> pages_;  ///< Pages in the STLB.
  AnnexInputs in_;
};

}  // namespace

void play_random(AnnexLockstep& bench, const TrafficMode& mode, std::uint64_t seed, int cycles) {
  base::Random random(seed);
  const int entries = bench.golden().entries();
  RandomStlb stlb(entries, bench.spaces(), mode, random);
  ResetTimes resets(random, cycles, entries);
  for (int cycle = 0; cycle < cycles; cycle += bench.cleared() ? 1 : 0) {
    // At times all traffic goes to few slots, so that counters saturate and events coincide with
    // them.
    const auto all = static_cast<std::uint64_t>(entries);
    AnnexInputs& in = stlb.offer((cycle >> 9) % 3 == 0 ? 1 + all / 16 : all);
    in.reset = resets.reset(cycle, bench.cleared());
    stlb.accepted(bench.step(in));
  }
}

void drain(AnnexLockstep& bench) {
  while (bench.pending() > 0) bench.step({});
}

void wait_until_cleared(AnnexLockstep& bench) {
  while (!bench.cleared()) bench.step({});
}

void play(AnnexLockstep& bench, const CrossBin& bin) {
  // All pages have one number, so that a confusion of spaces is detected.
  const auto page_of = [&](std::size_t i) {
    const auto spaces = static_cast<std::size_t>(bench.spaces());
    return base::PageId(static_cast<base::SpaceId>((5 + i) % spaces), 0x5A5A5A5A5);
  };
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
    in.inc_page = page_of(i + 1);
    in.take = false;
    bench.step(in);
  }
  in = {};
  in.inc_valid = bin.increment != 0;
  in.inc_slot = bin.increment == 1 ? slot : (slot + 1) % entries;
  in.event_valid = true;
  in.event_kind = bin.kind;
  in.event_slot = slot;
  in.event_page = page_of(0);
  in.take = false;
  if (!bench.step(in).event) {  // it waits for the increment
    in.inc_valid = false;
    bench.step(in);
  }
  in = {};
  in.take = false;
  bench.step(in);
  drain(bench);
}

void play_cross_bins(AnnexLockstep& bench, std::uint32_t max_count, bool full) {
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

void expect_cross_bins(Bins& bins, std::uint32_t max_count, int entries) {
  std::vector<std::string> levels{"no counter"};
  if (max_count > 0) {
    levels = {"zero"};
    if (max_count > 1) levels.push_back("between");
    levels.push_back("full");
  }
  bins.expect(kOtherSpaceBin);
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
