// SPDX-License-Identifier: Apache-2.0
// Random traffic of the tracker update unit.
#include "testbenches/tracker_update/tracker_sequences.h"

#include <array>

#include "testbenches/rtl_support/counter_of_run.h"
#include "testbenches/rtl_support/reset_times.h"

namespace starnuma::testbenches {

namespace {

constexpr std::size_t kRegions = 6;

/// Returns three regions with random numbers, and the same numbers in another space.
std::array<base::PageId, kRegions> random_regions(int space_width, int region_shift,
                                                  base::Random& random) {
  const std::uint64_t spaces = std::uint64_t{1} << space_width;
  const std::uint64_t first = random.below(spaces);
  const std::uint64_t other = (first + 1 + random.below(spaces - 1)) % spaces;
  const std::uint64_t numbers = std::uint64_t{1} << (base::PageId::kNumberBits - region_shift);
  std::array<base::PageId, kRegions> regions;
  for (std::size_t i = 0; i < kRegions; i += 2) {
    const std::uint64_t number = random.below(numbers);
    regions[i] = {static_cast<base::SpaceId>(first), number};
    regions[i + 1] = {static_cast<base::SpaceId>(other), number};
  }
  return regions;
}

}  // namespace

TrackerLockstep::Function::Config config_of_run(const TrackerSet& set, int run,
                                                base::Random& random) {
  const auto mode = static_cast<protocol::TrackerUpdateMode>(run % 2);
  const protocol::Counter counter = counter_of_run(run / 2, set.count_width, random);
  tracking::MetadataBases bases;
  for (std::uint64_t& base : bases) base = random.below(1ULL << 44) << 3;
  // Small regions or a random size; each run of a seed has another one.
  const auto shift = static_cast<int>(random.below(run % 4 < 2 ? 13 : base::PageId::kNumberBits));
  const auto socket = static_cast<base::SocketId>(random.below(set.sockets));
  return {bases, shift, socket, protocol::MetadataLayout{set.sockets, counter}, set.queue_entries,
          mode};
}

void play_random(TrackerLockstep& bench, const TrackerLockstep::Function::Config& config,
                 const TrafficMode& mode, base::Random& random, int cycles) {
  const std::uint32_t max = config.layout.counter.max;
  const auto regions = random_regions(bench.space_width(), config.region_shift, random);
  // At times all traffic goes to one number in both spaces, so that hand-overs meet in the queue.
  std::size_t in_use = kRegions;
  const auto any_region = [&] { return regions[random.below(in_use)]; };
  ResetTimes resets(random, cycles, 0);
  TrackerInputs in;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    in_use = (cycle >> 9) % 3 == 0 ? 2 : kRegions;
    if (!in.offered && mode.offer(random)) {
      const base::PageId region = any_region();
      const std::uint64_t first = region.number() << config.region_shift;
      in.offered = true;
      in.hand_over = {{region.space(), first + random.below(1ULL << config.region_shift)},
                      static_cast<std::uint32_t>(max == 0 ? 0 : 1 + random.below(max))};
    }
    in.memory_ready = mode.take(random);
    in.answer = mode.take(random);
    in.credit = mode.take(random);
    in.change.reset();
    if (random.below(8) == 0) {  // other sockets count too, and the end of a phase clears the entry
      const base::PageId region = any_region();
      const auto address = config.base[static_cast<std::size_t>(region.space())] +
                           (region.number() << config.layout.entry_shift());
      const auto sharers =
          static_cast<std::uint32_t>(random.below(std::uint64_t{1} << config.layout.sockets));
      const auto count = static_cast<std::uint32_t>(random.below(max + 1));
      in.change =
          EntryChange{address, random.below(2) == 0 ? 0 : config.layout.word(sharers, count)};
    }
    in.reset = resets.reset(cycle, true);
    if (bench.step(in)) in.offered = false;
  }
  while (!bench.idle()) bench.step({});
}

void expect_bins(Bins& bins, int queue_entries) {
  const bool one = queue_entries == 1;
  for (const std::string state :
       {"read", "wait", "update", "finish", "add read", "add load", "add finish"}) {
    const bool leaves = state == "update" || state == "add load";  // the head leaves in this cycle
    const bool head = leaves || state == "wait";                   // the queue has a head
    if (!head) bins.expect("queued x " + state + " x empty");
    if (!one) {
      bins.expect("queued x " + state + " x between");
      // A queue of two entries that is not full has only the head when the head leaves.
      if (queue_entries > 2 || !leaves) bins.expect("coalesced x " + state + " x between");
    }
    if (!leaves) bins.expect("full x " + state + " x full");
    if (!one || !leaves) bins.expect("coalesced x " + state + " x full");
    if (leaves) bins.expect("queued x " + state + " x full");
  }
  bins.expect(std::string("full") + kOtherSpaceBin);
  if (!one) {
    for (const std::string outcome : {"queued", "coalesced"}) {
      bins.expect(outcome + kOtherSpaceBin);
    }
  }
}

}  // namespace starnuma::testbenches
