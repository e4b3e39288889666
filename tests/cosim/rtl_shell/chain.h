// SPDX-License-Identifier: Apache-2.0
// The tracking hardware of a core, as golden functions or RTL, and random events of an STLB that
// drive it.
#pragma once

#include <gtest/gtest.h>

#include "models/base/random.h"
#include "models/tracking/own_line_port.h"
#include "models/translation/annex_driver.h"
#include "rtl/tlb_annex/shell/tlb_annex.h"
#include "rtl/tracker_update/shell/tracker_update.h"
#include "tests/support/elaborate.h"
#include "tests/support/fixed_memory.h"

namespace starnuma::rtl::chain_test {

// Mutants, planted by CMakeLists.txt.
std::unique_ptr<AnnexEngine> make_annex_keeps_count();
std::unique_ptr<AnnexEngine> make_annex_silent();
std::unique_ptr<AnnexEngine> make_annex_asserts();
std::unique_ptr<TrackerEngine> make_tracker_loses_sharers(const TrackerEngine::Config& config);

using namespace base::literals;
using base::Time;
using protocol::Access;
using translation::TlbEntry;

inline constexpr int kSlots = 32;
inline constexpr std::uint64_t kSpaces = 2;
inline constexpr std::uint64_t kPages = 256;  // pages of each space
inline constexpr Time kClock = 1_ns;
inline constexpr protocol::MetadataLayout kLayout{16, 16};

/// Returns the frames of one table per space.
inline std::vector<base::Frame> frames() {
  return {{base::LineAddress::of(base::NodeId{1}, 640)},
          {base::LineAddress::of(base::NodeId{1}, 1280)}};
}

inline base::PageId any_page(base::Random& random) {
  const auto space = static_cast<base::SpaceId>(random.below(kSpaces));
  return {space, random.below(kPages)};
}

/// Driver, annex, tracker update unit, metadata port and a memory of 100 ns.
struct Chain : sc_core::sc_module {
  Chain(const sc_core::sc_module_name& name, std::unique_ptr<tracking::CounterAnnexBase> a,
        std::unique_ptr<tracking::TrackerUpdateBase> t,
        const protocol::MetadataLayout& layout = kLayout)
      : sc_module(name),
        annex(std::move(a)),
        tracker(std::move(t)),
        region(layout, {kPages, kPages}, 1, frames()) {
    driver.annex_side.bind(annex->stlb_side);
    annex->tracker_side.bind(tracker->annex_side);
    tracker->mem_side.bind(port.tracker_side);
    port.mem_side.bind(memory.cpu_side);
  }

  /// Plays random events of an STLB; returns the times of the accesses.
  std::vector<Time> play(std::uint64_t seed, int steps) {
    base::Random random(seed);
    std::vector<TlbEntry> stlb(kSlots);
    std::vector<Time> ends;
    Time now = 0_ns;
    for (int i = 0; i < steps; ++i) {
      now += base::Time(static_cast<std::int64_t>(random.below(60'000)));
      const auto slot = static_cast<std::uint32_t>(random.below(kSlots));
      TlbEntry& entry = stlb[slot];
      Access access;
      access.issued = access.time = now;
      const auto what = random.below(20);
      if (i % 1000 == 999) {
        driver.mark_all(now);
      } else if (entry.page() == TlbEntry::kEmpty || what < 3) {
        const base::PageId replaced = entry.page();
        entry = TlbEntry(any_page(random), {}, slot);
        driver.filled(entry, replaced, access);
      } else if (driver.marked(slot)) {
        driver.access(entry, access);
      } else if (what == 3) {
        driver.invalidated(entry, now);
        entry = {};
      } else {
        driver.load_missed(entry, now, now + base::Time(200'000));
      }
      ends.push_back(access.time);
    }
    driver.mark_all(now + 1000_ns);
    tracker->drain();
    return ends;
  }
  std::vector<std::uint64_t> metadata() const {
    std::vector<std::uint64_t> words;
    for (std::uint64_t s = 0; s < kSpaces; ++s) {
      const auto space = static_cast<base::SpaceId>(s);
      for (std::uint64_t r = 0; r < region.regions(space); ++r) {
        const auto entry = region.entry({space, r});
        words.push_back(kLayout.word(entry.sharers, entry.count));
      }
    }
    return words;
  }

  std::unique_ptr<tracking::CounterAnnexBase> annex;
  std::unique_ptr<tracking::TrackerUpdateBase> tracker;
  tracking::MetadataRegion region;
  translation::AnnexDriver driver{"driver", kSlots, annex->marker_words()};
  tracking::OwnLinePort port{"port", base::CoreId{13}, region};
  test::FixedMemory memory{"memory", 100_ns};
};

inline tracking::TrackerUpdateFunction::Config update_config(
    const protocol::MetadataLayout& layout) {
  return {{0, base::kPageBytes}, 1, base::SocketId{3}, layout, 4};
}
inline std::unique_ptr<tracking::TrackerUpdateBase> model_tracker(
    const char* name, const protocol::MetadataLayout& layout = kLayout) {
  return std::make_unique<tracking::TrackerUpdate>(
      name, tracking::TrackerUpdateBase::Latencies{kClock, kClock}, update_config(layout));
}
inline std::unique_ptr<tracking::TrackerUpdateBase> rtl_tracker(
    const char* name, const protocol::MetadataLayout& layout = kLayout) {
  return std::make_unique<TrackerUpdate>(name,
                                         tracking::TrackerUpdateBase::Latencies{kClock, kClock},
                                         make_tracker_engine(update_config(layout)));
}
inline std::unique_ptr<tracking::CounterAnnexBase> model_annex(const char* name,
                                                               protocol::Counter counter = 16) {
  return std::make_unique<tracking::CounterAnnex>(name, kClock, kSlots, counter);
}
inline std::unique_ptr<tracking::CounterAnnexBase> rtl_annex(const char* name,
                                                             std::unique_ptr<AnnexEngine> engine) {
  return std::make_unique<TlbAnnex>(name, kClock, std::move(engine));
}

inline constexpr int kSteps = 20'000;

}  // namespace starnuma::rtl::chain_test
