// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/scaling/scaling.h"

#include <gtest/gtest.h>

#include "models/base/check.h"
#include "platforms/assembly/scaling/snoop_filters.h"
#include "stimulus/workload.h"
#include "tests/support/scaled_machine.h"
#include "tests/support/shipped.h"

namespace starnuma::assembly {
namespace {

using namespace base::literals;
using test::note;
using test::scaled_machine;

std::string refusal(const std::vector<std::string>& sets, int scale = 20) {
  try {
    scaled_machine(scale, sets);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Scaling, AtScale20CachesAreA256thDownToTheirFloors) {
  const ScaledMachine machine = scaled_machine(20);
  const SocketConfig& socket = machine.config.socket.each;
  EXPECT_EQ(socket.private_caches.l1_size, 4_KiB);
  EXPECT_EQ(socket.private_caches.l2_size, 4_KiB);
  EXPECT_EQ(socket.shared_cache.llc_size_per_core, 8_KiB);
  EXPECT_EQ(socket.translation.dtlb_entries, 16);
  EXPECT_EQ(socket.translation.stlb_entries, 16);
}

TEST(Scaling, AtScale20EachSizeSaysWhatBecameOfIt) {
  const ScaledMachine machine = scaled_machine(20);
  EXPECT_EQ(note(machine, "socket.private_caches.l1_size"), "4 KiB, floor");
  EXPECT_EQ(note(machine, "socket.private_caches.l2_size"), "4 KiB, scaled");
  EXPECT_EQ(note(machine, "socket.shared_cache.llc (all cores)"), "32 KiB, scaled");
  EXPECT_EQ(note(machine, "socket.translation.dtlb_entries"), "16 entries, floor");
  EXPECT_EQ(note(machine, "socket.translation.stlb_entries"), "16 entries, scaled");
  EXPECT_EQ(note(machine, "page table page"), "8 entries, floor");
}

TEST(Scaling, PageTablesShrinkToALine) {
  for (const auto& [scale, entries] : {std::pair{28, 512}, {24, 32}, {22, 8}, {16, 8}}) {
    EXPECT_EQ(scaled_machine(scale).config.table_entries, entries);
  }
}

TEST(Scaling, MemoryShrinksByTheExactShareIfWanted) {
  const std::vector<std::string> wanted{"scaling.memory=with_workload"};
  EXPECT_EQ(scaled_machine(20).config.socket.each.memory.capacity_per_channel,
            base::Bytes(std::int64_t{32} << 30));
  const ScaledMachine machine = scaled_machine(20, wanted);
  EXPECT_EQ(machine.config.socket.each.memory.capacity_per_channel, base::Bytes(128 << 20));
  EXPECT_EQ(machine.config.pool.each.memory.capacity_per_channel,
            scaled_machine(20).config.pool.each.memory.capacity_per_channel / 256);
  EXPECT_EQ(note(machine, "socket.memory (channel)"), "128 MiB, scaled");

  const ScaledMachine least = scaled_machine(8, wanted);
  EXPECT_EQ(note(least, "socket.memory (channel)"), "128 KiB, floor");

  const base::Footprint third{base::Bytes(std::int64_t{3} << 30),
                              base::Bytes(std::int64_t{9} << 30)};
  const auto config = test::shipped<MachineConfig>("starnuma16", {}, wanted);
  EXPECT_EQ(scaled(config, third).config.socket.each.memory.capacity_per_channel.value,
            (base::Bytes(std::int64_t{32} << 30)).value / 3 / base::kPageBytes * base::kPageBytes);
}

TEST(Scaling, ExtentsOf64TiBKeepTheirPlacesInMemoryThatShrinks) {
  constexpr std::int64_t kTiB = std::int64_t{1} << 40;
  const base::Footprint half{base::Bytes(1 << 20), base::Bytes(2 << 20)};
  const auto config =
      test::shipped<MachineConfig>("two_hosts_pool", {},
                                   {"scaling.memory=with_workload", "pool.memory.channels=16",
                                    "pool.memory.capacity_per_channel=4 TiB",
                                    "extents.3.start=32 TiB", "extents.3.size=32 TiB"});
  const ExtentConfig last = scaled(config, half).config.extents[3];
  EXPECT_EQ(last.start, base::Bytes(16 * kTiB));
  EXPECT_EQ(last.size, base::Bytes(16 * kTiB));
}

TEST(Scaling, RegionsAndExtentsKeepTheirPlacesInMemoryThatShrinks) {
  const base::Footprint third{base::Bytes(1 << 20), base::Bytes(3'000'000)};
  for (const char* name : {"lmp_logical", "lmp_physical"}) {
    const MachineConfig machine = scaled(test::shipped<MachineConfig>(name), third).config;
    for (const SharedMemory& memory : machine.shared_memory()) {
      const base::Bytes capacity = machine.memory_at(memory.node).capacity();
      EXPECT_EQ(memory.start + memory.size, capacity) << memory.name;
      EXPECT_EQ(memory.start.value % base::kPageBytes, 0) << memory.name;
      const bool on_socket = base::index_of(memory.node) < machine.sockets();
      EXPECT_NEAR(static_cast<double>(memory.start.value),
                  static_cast<double>(capacity.value) * (on_socket ? 0.75 / 24.75 : 0), 4096);
    }
  }
}

TEST(Scaling, AtScale16EverythingIsAtItsFloor) {
  const ScaledMachine machine = scaled_machine(16);
  EXPECT_EQ(note(machine, "socket.private_caches.l1_size"), "4 KiB, floor");
  EXPECT_EQ(note(machine, "socket.private_caches.l2_size"), "4 KiB, floor");
  EXPECT_EQ(note(machine, "socket.shared_cache.llc (all cores)"), "4 KiB, floor");
  EXPECT_EQ(note(machine, "socket.translation.dtlb_entries"), "16 entries, floor");
  EXPECT_EQ(note(machine, "socket.translation.stlb_entries"), "16 entries, floor");
  EXPECT_EQ(machine.config.socket.each.shared_cache.llc_size_per_core, 1_KiB);
}

TEST(Scaling, AtFullScaleAndAboveNothingChanges) {
  for (const int scale : {28, 30}) {
    const ScaledMachine machine = scaled_machine(scale);
    EXPECT_EQ(note(machine, "socket.private_caches.l1_size"), "32 KiB, as written");
    EXPECT_EQ(note(machine, "socket.private_caches.l2_size"), "1 MiB, as written");
    EXPECT_EQ(note(machine, "socket.shared_cache.llc (all cores)"), "8 MiB, as written");
    EXPECT_EQ(note(machine, "socket.translation.dtlb_entries"), "72 entries, as written");
    EXPECT_EQ(note(machine, "socket.translation.stlb_entries"), "4096 entries, as written");
    EXPECT_EQ(note(machine, "socket.shared_cache.ways, data + tags"), "16 + 16, as written");
  }
}

TEST(Scaling, AFullMachineKeepsItsSizesForAnyWorkload) {
  const ScaledMachine machine = scaled_machine(16, {}, "starnuma16_full");
  EXPECT_EQ(machine.config.socket.each.private_caches.l1_size, 32_KiB);
  EXPECT_EQ(machine.config.socket.each.shared_cache.llc_size_per_core, 2048_KiB);
  EXPECT_EQ(note(machine, "socket.shared_cache.llc (all cores)"), "56 MiB, as written");
  EXPECT_EQ(note(machine, "socket.shared_cache.ways, data + tags"), "16 + 16, as written");
}

TEST(Scaling, TheSnoopFilterKeepsTheShareOfTheCachesLinesThatItHolds) {
  for (const int scale : {28, 24, 20, 16}) {
    const ScaledMachine machine =
        scaled_machine(scale, {"pool.device.snoop_filter_size=786432 entries"});
    // A quarter of the lines of 16 sockets of 4 cores.
    const auto entries = snoop_filter(machine.config, machine.config.pool[0]).entries();
    EXPECT_EQ(entries * 4, cached_lines(machine.config)) << scale;
  }
  EXPECT_EQ(note(scaled_machine(20, {"pool.device.snoop_filter_size=786432 entries"}),
                 "pool.device.snoop_filter_size"),
            "3072 entries, with the caches");
}

TEST(Scaling, TheSramOfASnoopFilterIsThatOfTheMachineAtFullSize) {
  const MachineConfig config =
      test::shipped<MachineConfig>("starnuma16", {}, {"pool.device.snoop_filter_size=4 MiB"});
  const auto full = snoop_filter(config, config.pool[0]);
  EXPECT_LE(full.sram(), 4096_KiB);
  EXPECT_GT(full.sram(), 4090_KiB);
  const MachineConfig small = scaled(config, stimulus::graph_footprint(20)).config;
  const double share =
      static_cast<double>(full.entries()) / static_cast<double>(cached_lines(config));
  EXPECT_NEAR(static_cast<double>(snoop_filter(small, small.pool[0]).entries()) /
                  static_cast<double>(cached_lines(small)),
              share, 0.002);
}

TEST(Scaling, OneStepOfTheWorkloadHalvesTheCaches) {
  EXPECT_EQ(note(scaled_machine(27), "socket.private_caches.l2_size"), "512 KiB, scaled");
  EXPECT_EQ(note(scaled_machine(25), "socket.private_caches.l2_size"), "128 KiB, scaled");
  EXPECT_EQ(note(scaled_machine(27), "socket.translation.dtlb_entries"), "36 entries, scaled");
}

TEST(Scaling, AShareThatIsNoPowerOfTwoIsTakenAsTheNearestOne) {
  const auto l2 = [](std::int64_t size, std::int64_t full_size) {
    const base::Footprint program{base::Bytes(size), base::Bytes(full_size)};
    return scaled(test::shipped<MachineConfig>("starnuma16"), program)
        .config.socket.each.private_caches.l2_size;
  };
  EXPECT_EQ(l2(1000, 4000), 256_KiB);
  EXPECT_EQ(l2(1000, 5600), 256_KiB);
  EXPECT_EQ(l2(1000, 5700), 128_KiB) << "beyond four times the root of two";
  EXPECT_EQ(l2(4000, 1000), 1024_KiB) << "larger than at full size";
}

TEST(Scaling, WhatDoesNotDivideSaysForWhichProgram) {
  EXPECT_NE(refusal({"scaling.l1_floor=4160 B"})
                .find("ways of 64 B for a program of 1/256 of its full size"),
            std::string::npos);
}

TEST(Scaling, TheShippedMachinesFitAWorkloadOfAnyScale) {
  for (const char* machine : {"baseline16", "starnuma16", "starnuma16_full"}) {
    for (int scale = 4; scale <= 32; ++scale) {
      EXPECT_NO_THROW(scaled_machine(scale, {}, machine)) << machine << " at scale " << scale;
    }
  }
}

TEST(Scaling, ASizeWrittenBelowItsFloorStaysAsWritten) {
  const ScaledMachine machine = scaled_machine(20, {"socket.private_caches.l1_size=2 KiB"});
  EXPECT_EQ(note(machine, "socket.private_caches.l1_size"), "2 KiB, as written");
}

TEST(Scaling, CountersStopWhereTheyStandForTheFullSizeOnes) {
  const auto counter = [](int scale, const std::string& set = "tracking.impl=model") {
    return note(scaled_machine(scale, {"tracking.impl=model", set}),
                "tracking.count_width (whole phases)");
  };
  EXPECT_EQ(counter(28), "to 65535, as written");
  EXPECT_EQ(counter(27), "to 32768, scaled");
  EXPECT_EQ(counter(20), "to 512, scaled");
  EXPECT_EQ(counter(16), "to 512, scaled") << "regions are one page in both";
  EXPECT_EQ(counter(20, "tracking.count_width=8"), "to 2, scaled");
  EXPECT_EQ(counter(20, "tracking.count_scale=as_is"), "to 65535, as written");
  EXPECT_EQ(counter(20, "tracking.count_width=0"), "no note");
  EXPECT_EQ(counter(20, "tracking.impl=none"), "no note");
}

TEST(Scaling, LatenciesWaysOfPrivateCachesAndBandwidthsDoNotShrink) {
  const MachineConfig before = test::shipped<MachineConfig>("starnuma16");
  const MachineConfig after = scaled(before, stimulus::graph_footprint(16)).config;
  EXPECT_EQ(after.upi.bandwidth, before.upi.bandwidth);
  EXPECT_EQ(after.pool[0].link.bandwidth, before.pool[0].link.bandwidth);
  EXPECT_EQ(after.socket.each.private_caches.l2_ways, before.socket.each.private_caches.l2_ways);
  EXPECT_EQ(after.socket.each.shared_cache.llc_latency,
            before.socket.each.shared_cache.llc_latency);
  EXPECT_EQ(after.socket.each.memory.channels, before.socket.each.memory.channels);
  EXPECT_EQ(after.socket.each.cores, before.socket.each.cores);
}

TEST(Scaling, SizesThatAreNoWholeNumberOfSetsAreRefused) {
  for (const char* ways : {"socket.private_caches.l1_ways=7", "socket.private_caches.l2_ways=24",
                           "socket.shared_cache.llc_ways=15", "socket.translation.dtlb_ways=5",
                           "socket.translation.stlb_ways=24"}) {
    EXPECT_NE(refusal({ways}).find("not a whole number of sets of"), std::string::npos) << ways;
  }
}

TEST(Scaling, ACacheSmallerThanWhatItHoldsIsRefused) {
  EXPECT_NE(refusal({"scaling.l1_floor=8 KiB"}).find("the L2 is smaller than the L1"),
            std::string::npos);
  EXPECT_NE(refusal({"socket.translation.stlb_entries=64"}, 28).find("64 is less than the DTLB"),
            std::string::npos);
}

}  // namespace
}  // namespace starnuma::assembly
