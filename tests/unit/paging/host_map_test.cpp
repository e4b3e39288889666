// SPDX-License-Identifier: Apache-2.0
#include "models/paging/host_map.h"

#include <gtest/gtest.h>

#include "models/paging/page_map.h"

namespace starnuma::paging {
namespace {

using base::Frame;
using base::LineAddress;
using base::NodeId;
using base::SocketId;

constexpr NodeId kDevice{2};  ///< Device of socket 0 of host 0 and socket 1 of host 1.
constexpr std::uint64_t kFramesOfDevice = 100;

Frame frame(NodeId node, std::uint64_t number) {
  return {LineAddress::of(node, number * base::kLinesPerPage)};
}

HostMap two_hosts() {
  HostMap map({0, 1}, {0, 1, HostMap::kNone}, {kFramesOfDevice});
  map.add({kDevice, 0, 10, Sharing::kExclusive, 1});
  map.add({kDevice, 10, 10, Sharing::kCoherent, 3});
  map.add({kDevice, 20, 10, Sharing::kNonCoherent, 3});
  map.add({kDevice, 30, 10, Sharing::kNonCoherent, 1});
  return map;
}

bool reaches(const HostMap& map, int socket, Frame seen) {
  const auto id = static_cast<SocketId>(socket);
  const LineAddress last{seen.first_line.value + base::kLinesPerPage - 1};
  EXPECT_EQ(map.reaches(id, seen.first_line), map.reaches(id, last));
  return map.reaches(id, last);
}

TEST(HostMap, AHostReachesItsSocketsAndItsExtents) {
  const HostMap map = two_hosts();
  EXPECT_TRUE(reaches(map, 0, frame(NodeId{0}, 5)));
  EXPECT_FALSE(reaches(map, 0, frame(NodeId{1}, 5)));
  EXPECT_TRUE(reaches(map, 0, frame(kDevice, 9)));
  EXPECT_FALSE(reaches(map, 1, frame(kDevice, 9)));
  EXPECT_TRUE(reaches(map, 1, frame(kDevice, 10)));
  EXPECT_FALSE(reaches(map, 0, frame(kDevice, 40)));  // in no extent
}

TEST(HostMap, ACoherentFrameIsTheSameToAllAndAPlainOneIsNot) {
  const HostMap map = two_hosts();
  const auto seen = [&](int socket, std::uint64_t number) {
    return map.seen_by(static_cast<SocketId>(socket), frame(kDevice, number)).first_line;
  };
  EXPECT_EQ(seen(0, 15), seen(1, 15));
  EXPECT_NE(seen(0, 25), seen(1, 25));
  for (int socket = 0; socket < 2; ++socket) {
    EXPECT_EQ(map.in_memory(seen(socket, 25)), frame(kDevice, 25).first_line);
    EXPECT_EQ(map.viewer_of(seen(socket, 25)), socket);
    EXPECT_TRUE(reaches(map, socket, {seen(socket, 25)}));
    EXPECT_FALSE(reaches(map, socket, {seen(1 - socket, 25)}));  // addresses of the other host
    EXPECT_EQ(map.extent_of(seen(socket, 25))->first, 20U);
  }
}

TEST(HostMap, AReleasedExtentIsOutOfReachForAll) {
  HostMap map = two_hosts();
  EXPECT_TRUE(map.release(kDevice, 10));
  EXPECT_FALSE(reaches(map, 0, frame(kDevice, 15)));
  EXPECT_FALSE(reaches(map, 1, frame(kDevice, 15)));
  EXPECT_TRUE(reaches(map, 0, frame(kDevice, 5)));
  EXPECT_FALSE(map.release(kDevice, 10));
  map.add({kDevice, 10, 10, Sharing::kExclusive, 2});
  EXPECT_TRUE(reaches(map, 1, frame(kDevice, 15)));
}

TEST(HostMap, AHostThatHasCrashedAnswersNobodyElse) {
  HostMap map = two_hosts();
  const LineAddress there = frame(NodeId{1}, 5).first_line;
  const base::Time crash(1000);
  const auto crashed = [&](int socket, LineAddress line, std::int64_t time) {
    return map.crashed(static_cast<SocketId>(socket), line, base::Time(time));
  };
  EXPECT_FALSE(crashed(0, there, 1000));
  map.crash(1, crash);
  EXPECT_FALSE(crashed(0, there, 999));
  EXPECT_EQ(crashed(0, there, 1000), crash);
  EXPECT_FALSE(crashed(1, there, 2000));
  EXPECT_FALSE(crashed(0, frame(NodeId{0}, 5).first_line, 2000));
  EXPECT_FALSE(crashed(0, frame(kDevice, 5).first_line, 2000));
}

TEST(HostMap, EachHostOfASpaceWalksItsOwnTableToItsOwnAddresses) {
  const auto memory =
      std::make_shared<FramePool>(3, HdmDecoder{}, std::make_shared<HostMap>(two_hosts()));
  const NodeId plain = memory->add_zone(kDevice, {{20, 10}});
  SpaceLocation place;
  place.table_sockets = {{NodeId{0}}, {NodeId{1}}};
  place.table_of_socket = {0, 1};
  const PageMap map({plain, plain}, memory, place, base::SpaceId{0});
  for (int socket = 0; socket < 2; ++socket) {
    const int table = map.table_of(socket);
    EXPECT_EQ(map.entry_line(1, 0, table).node(), static_cast<NodeId>(socket));
    EXPECT_TRUE(reaches(*memory->hosts(), socket, map.translation_for(1, socket).frame));
  }
  EXPECT_NE(map.translation_for(1, 0).frame.first_line, map.translation_for(1, 1).frame.first_line);
  EXPECT_EQ(map.pages_on(kDevice), 2U);
}

TEST(HostMap, SixteenHostsSeeTheLastPageOf64TiBInRangesOfTheirOwn) {
  constexpr std::uint64_t kFramesOf64TiB =
      static_cast<std::uint64_t>(LineAddress::kMostNodeBytes) / base::kPageBytes;
  std::vector<int> hosts;
  for (int host = 0; host < kMostHosts; ++host) hosts.push_back(host);
  HostMap map(hosts, std::vector<int>(hosts.size() + 1, HostMap::kNone), {kFramesOf64TiB});
  constexpr NodeId kPool{kMostHosts};
  map.add({kPool, kFramesOf64TiB - 1, 1, Sharing::kNonCoherent, (1U << kMostHosts) - 1});
  for (const int host : hosts) {
    const Frame seen = map.seen_by(static_cast<SocketId>(host), frame(kPool, kFramesOf64TiB - 1));
    EXPECT_EQ(seen.first_line.node(), kPool);
    EXPECT_EQ(map.viewer_of(seen.first_line), host);
    EXPECT_EQ(map.in_memory(seen.first_line), frame(kPool, kFramesOf64TiB - 1).first_line);
    for (const int other : hosts) EXPECT_EQ(reaches(map, other, seen), other == host);
  }
}

}  // namespace
}  // namespace starnuma::paging
