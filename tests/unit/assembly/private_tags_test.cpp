// SPDX-License-Identifier: Apache-2.0
// Ways of a scaled LLC that track private copies.
#include <gtest/gtest.h>

#include "tests/support/scaled_machine.h"

namespace starnuma::assembly {
namespace {

using test::note;
using test::scaled_machine;

constexpr const char* kWays = "socket.shared_cache.ways, data + tags";

/// Returns the number of tags that only track private copies, per line of the L2s.
double tags_per_line(const MachineConfig& machine) {
  const SocketConfig& socket = machine.socket.each;
  const auto llc = static_cast<double>(socket.shared_cache.llc_size_per_core.value);
  const auto l2 = static_cast<double>(socket.private_caches.l2_size.value);
  return llc / l2 * socket.shared_cache.private_tag_ways / socket.shared_cache.llc_ways;
}

TEST(PrivateTags, AtScale19ATagForEachLineOfTheL2sIsEnough) {
  EXPECT_EQ(note(scaled_machine(20), kWays), "16 + 16, as written");
  EXPECT_EQ(note(scaled_machine(19), kWays), "16 + 16, as written");
  EXPECT_EQ(tags_per_line(scaled_machine(20).config), 2);
  EXPECT_EQ(tags_per_line(scaled_machine(19).config), 1);
}

TEST(PrivateTags, AtScale18SetsGetTwiceTheTags) {
  const ScaledMachine machine = scaled_machine(18);
  EXPECT_EQ(note(machine, kWays), "16 + 32, for the L2s");
  EXPECT_EQ(tags_per_line(machine.config), 1);
}

TEST(PrivateTags, BelowScale18AnLlcOfTheSameSizeHasMoreSets) {
  for (const int scale : {17, 16, 8}) {
    const ScaledMachine machine = scaled_machine(scale);
    EXPECT_EQ(note(machine, kWays), "8 + 32, for the L2s") << scale;
    EXPECT_EQ(note(machine, "socket.shared_cache.llc (all cores)"),
              scale == 17 ? "4 KiB, scaled" : "4 KiB, floor");
    EXPECT_EQ(tags_per_line(machine.config), 1) << scale;
  }
}

TEST(PrivateTags, FewerTagsThanLinesAtFullSizeAreKeptInThatRatio) {
  const std::vector<std::string> half{"socket.shared_cache.private_tag_ways=4"};
  EXPECT_EQ(note(scaled_machine(19, half), kWays), "16 + 8, for the L2s");
  EXPECT_EQ(note(scaled_machine(17, half), kWays), "16 + 32, for the L2s");
  EXPECT_EQ(tags_per_line(scaled_machine(17, half).config), 0.5);
}

TEST(PrivateTags, LargerFloorsOfTheL2sTakeMoreTags) {
  const ScaledMachine machine =
      scaled_machine(17, {"scaling.l1_floor=32 KiB", "scaling.l2_floor=32 KiB"});
  EXPECT_EQ(note(machine, kWays), "1 + 32, for the L2s");
  EXPECT_EQ(tags_per_line(machine.config), 1);
  EXPECT_EQ(note(scaled_machine(17, {"scaling.l2_floor=64 KiB"}), kWays),
            "1 + 32, too few for the L2s");
}

TEST(PrivateTags, TagWaysThatAreNoPowerOfTwoStopAt32) {
  const std::vector<std::string> written{"socket.shared_cache.private_tag_ways=12"};
  EXPECT_EQ(note(scaled_machine(18, written), kWays), "16 + 32, for the L2s");
}

TEST(PrivateTags, EachKindOfSocketHasTheTagsThatItsL2sTake) {
  MachineConfig config = test::shipped<MachineConfig>("starnuma16");
  SocketConfig own = config.socket.each;
  own.shared_cache.private_tag_ways = 4;
  config.socket.overrides.emplace(3, own);
  const ScaledMachine machine = scaled(config, stimulus::graph_footprint(17));
  EXPECT_EQ(note(machine, kWays), "8 + 32, for the L2s");
  EXPECT_EQ(note(machine, "socket.overrides.3.shared_cache.ways, data + tags"),
            "16 + 32, for the L2s");
}

}  // namespace
}  // namespace starnuma::assembly
