// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/lanes.h"

#include <gtest/gtest.h>

namespace starnuma::wave {
namespace {

using base::Time;
using observers::Hop;
using observers::HopClass;
using observers::HopKind;
using observers::HopLog;

HopLog one_link() {
  HopLog log;
  log.tracks = {{"machine.upi.socket0_socket1", "forward", HopKind::kPass}};
  return log;
}

void add(HopLog& log, std::int64_t begin, std::int64_t end, std::uint64_t transaction,
         HopClass hop_class = HopClass::kData, std::int64_t wait = 0) {
  Hop hop;
  hop.begin = Time(begin);
  hop.end = Time(end);
  hop.wait = Time(wait);
  hop.transaction = transaction;
  hop.name = "GetS";
  hop.hop_class = hop_class;
  log.hops.push_back(hop);
}

TEST(Lanes, ConcurrentHopsOfALinkGetLanesOfTheirOwn) {
  HopLog log = one_link();
  add(log, 0, 10, 1);
  add(log, 5, 15, 2);
  add(log, 10, 20, 3);  // starts at the end of the first, so its lane is free
  const Layout layout = lay_out(log);
  ASSERT_EQ(layout.lanes.size(), 2u);
  EXPECT_EQ(layout.lanes[0].scope, "machine.upi.socket0_socket1.forward");
  EXPECT_EQ(layout.lanes[0].name, "data0");
  EXPECT_EQ(layout.lanes[0].hops, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(layout.lanes[1].name, "data1");
  EXPECT_EQ(layout.lanes[1].hops, std::vector<std::uint32_t>{1});
}

TEST(Lanes, ClassesLieApart) {
  HopLog log = one_link();
  add(log, 0, 10, 1, HopClass::kData);
  add(log, 20, 30, 2, HopClass::kControl);
  const Layout layout = lay_out(log);
  ASSERT_EQ(layout.lanes.size(), 2u);
  EXPECT_EQ(layout.lanes[0].name, "data0");
  EXPECT_EQ(layout.lanes[1].name, "control0");
}

TEST(Lanes, AHopOfNoDurationIsShownForAPicosecond) {
  HopLog log = one_link();
  add(log, 7, 7, 1);
  add(log, 7, 7, 2);
  EXPECT_EQ(shown_end(log.hops[0]), Time(8));
  EXPECT_EQ(lay_out(log).lanes.size(), 2u);
}

TEST(Lanes, DepthCountsWhatIsThereAndWhatWaits) {
  HopLog log = one_link();
  add(log, 0, 10, 1);
  add(log, 4, 20, 2, HopClass::kData, 6);
  const Layout layout = lay_out(log);
  ASSERT_EQ(layout.depths.size(), 1u);
  std::vector<std::array<std::int64_t, 3>> seen;
  for (const auto& change : layout.depths[0].changes) {
    seen.push_back({change.time.ps(), change.in_box, change.waiting});
  }
  EXPECT_EQ(seen, (std::vector<std::array<std::int64_t, 3>>{
                      {0, 1, 0}, {4, 2, 1}, {10, 1, 0}, {20, 0, 0}}));
}

TEST(Lanes, PathsAreOrderedByNumber) {
  EXPECT_TRUE(path_before("machine.socket2.core1", "machine.socket10.core0"));
  EXPECT_FALSE(path_before("machine.socket10", "machine.socket2"));
  EXPECT_TRUE(path_before("machine.socket2", "machine.socket2.core0"));
  EXPECT_FALSE(path_before("machine.socket2", "machine.socket2"));
}

TEST(Lanes, ALabelNamesTransactionMessageAndLine) {
  HopLog log = one_link();
  add(log, 0, 10, 42);
  log.hops[0].line = base::LineAddress::of(base::NodeId{4}, 0x69);
  EXPECT_EQ(label(log.hops[0], {}), "#42 GetS 0x40000001a40");
  log.hops[0].kind = HopKind::kMessage;
  EXPECT_EQ(label(log.hops[0], {"machine.pool.device"}), "#42 GetS 0x40000001a40 to pool.device");
}

}  // namespace
}  // namespace starnuma::wave
