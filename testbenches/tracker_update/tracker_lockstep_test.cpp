// SPDX-License-Identifier: Apache-2.0
// Tracker update RTL against its golden function; environment as in lockstep_options.h.
#include <Vtracker_c0_q1.h>
#include <Vtracker_c16_q4.h>
#include <Vtracker_c3_q2.h>
#include <gtest/gtest.h>

#include <array>

#include "testbenches/rtl_support/counter_of_run.h"
#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/rtl_support/traffic_mode.h"
#include "testbenches/tracker_update/tracker_lockstep.h"

namespace starnuma::testbenches {
namespace {

template <class Top_, int sockets, int count_width, int queue_entries>
struct Set {
  using Top = Top_;
  static constexpr int kCountWidth = count_width;
  static constexpr int kQueueEntries = queue_entries;
  /// Base, region size, socket and counter of one run.
  static tracking::TrackerUpdateFunction::Config config(base::Random& random, int run) {
    const auto mode = static_cast<protocol::TrackerUpdateMode>(run % 2);
    const protocol::Counter counter = counter_of_run(run / 2, count_width, random);
    const auto base = random.below(1ULL << 46) << 3;
    const auto shift = static_cast<int>(random.below(13));
    const auto socket = static_cast<base::SocketId>(random.below(sockets));
    return {base % (1ULL << 47), shift, socket, protocol::MetadataLayout{sockets, counter},
            queue_entries,       mode};
  }
};

template <class Set>
class TrackerLockstepTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kRegions = 6;

  static std::string set_name() {
    return "tracker_c" + std::to_string(Set::kCountWidth) + "_q" +
           std::to_string(Set::kQueueEntries);
  }

  template <class Bench>
  void play(Bench& bench, const tracking::TrackerUpdateFunction::Config& config,
            const TrafficMode& mode, base::Random& random, int cycles) {
    const std::uint32_t max = config.layout.counter.max;
    std::array<std::uint64_t, kRegions> regions;
    for (auto& region : regions) region = random.below(1ULL << (36 - config.region_shift));
    const auto any_region = [&] { return regions[random.below(kRegions)]; };
    TrackerInputs in;
    for (int cycle = 0; cycle < cycles; ++cycle) {
      if (!in.hand_over && mode.offer(random)) {
        const auto count = max == 0 ? 0 : 1 + random.below(max);
        const auto page = any_region() << config.region_shift;
        in.hand_over = {page + random.below(1ULL << config.region_shift),
                        static_cast<std::uint32_t>(count)};
      }
      in.memory_ready = mode.take(random);
      in.answer = mode.take(random);
      in.credit = mode.take(random);
      if (random.below(8) == 0) {  // other sockets count too, and a phase's end clears the entry
        const auto address = config.base + (any_region() << config.layout.entry_shift());
        const auto sharers = static_cast<std::uint32_t>(random.below(1 << config.layout.sockets));
        const auto count = static_cast<std::uint32_t>(random.below(max + 1));
        bench.change_elsewhere(address,
                               random.below(2) == 0 ? 0 : config.layout.word(sharers, count));
      }
      if (bench.step(in)) in.hand_over.reset();
    }
    while (!bench.idle()) bench.step({});
  }

  void expect_bins() {
    const bool one = Set::kQueueEntries == 1;
    for (const std::string state :
         {"read", "wait", "update", "finish", "add read", "add load", "add finish"}) {
      const bool leaves = state == "update" || state == "add load";  // the head, in this cycle
      const bool head = leaves || state == "wait";                   // there is one
      if (!head) bins_.expect("queued x " + state + " x empty");
      if (!one) {
        bins_.expect("queued x " + state + " x between");
        // With two entries, none but the head is there when it leaves a queue that is not full.
        if (Set::kQueueEntries > 2 || !leaves) bins_.expect("coalesced x " + state + " x between");
      }
      if (!leaves) bins_.expect("full x " + state + " x full");
      if (!one || !leaves) bins_.expect("coalesced x " + state + " x full");
      if (leaves) bins_.expect("queued x " + state + " x full");
    }
  }

  Bins bins_;
};

using Sets = ::testing::Types<Set<Vtracker_c16_q4, 16, 16, 4>, Set<Vtracker_c3_q2, 4, 3, 2>,
                              Set<Vtracker_c0_q1, 16, 0, 1>>;

struct SetNames {
  template <class Set>
  static std::string GetName(int) {
    return std::to_string(Set::kQueueEntries) + "Entries" + std::to_string(Set::kCountWidth) +
           "Bits";
  }
};

TYPED_TEST_SUITE(TrackerLockstepTest, Sets, SetNames);

TYPED_TEST(TrackerLockstepTest, RandomTrafficInFourModes) {
  const LockstepOptions options;
  this->expect_bins();
  base::Random random(options.seed());
  constexpr int kConfigurations = 2 * kCounterRuns;
  for (const TrafficMode& mode : kTrafficModes) {
    SCOPED_TRACE(options.describe(mode.name));
    for (int i = 0; i < kConfigurations; ++i) {
      const auto config = TypeParam::config(random, i);
      SCOPED_TRACE("counts to " + std::to_string(config.layout.counter.max));
      TrackerLockstep<typename TypeParam::Top> bench(config, this->bins_, options.waves(mode.name));
      ASSERT_NO_THROW(this->play(bench, config, mode, random, options.cycles() / kConfigurations));
      options.save(bench.context(), this->bins_,
                   this->set_name() + "_" + mode.name + std::to_string(i));
    }
  }
  EXPECT_EQ(this->bins_.missed(), std::vector<std::string>{});
}

}  // namespace
}  // namespace starnuma::testbenches
