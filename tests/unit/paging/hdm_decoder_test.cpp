// SPDX-License-Identifier: Apache-2.0
// The socket's decoder selects a device, the device computes its own address; together they are one
// to one.
#include "models/paging/hdm_decoder_function.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "models/paging/page_map.h"

namespace starnuma::paging {
namespace {

using base::Bytes;
using base::Frame;
using base::LineAddress;
using base::NodeId;

constexpr NodeId kFirst{16};
constexpr std::uint64_t kFrames = 192;  // three blocks of 16 KiB on each of 16 devices

Frame frame(std::uint64_t number) {
  return {LineAddress::of(kFirst, number * base::kLinesPerPage)};
}

class DecodersOfASet : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  const int devices = std::get<0>(GetParam());
  const Bytes block{std::get<1>(GetParam())};
  const HdmDecoder decoder{kFirst, devices, block};
  const timing::Interleave device_side{devices, block};

  LineAddress line(std::uint64_t n) const {
    const std::uint64_t offset = n % base::kLinesPerPage * base::kLineBytes;
    return decoder.line_at(frame(n / base::kLinesPerPage), offset);
  }
};

TEST_P(DecodersOfASet, GiveEachLineOnePlaceAndNoTwoTheSame) {
  std::set<std::pair<int, std::uint64_t>> places;
  std::uint64_t most = 0;
  for (std::uint64_t n = 0; n < kFrames * base::kLinesPerPage; ++n) {
    const auto place = device_side.place_of(line(n).in_node());
    EXPECT_EQ(base::index_of(line(n).node()), base::index_of(kFirst) + place.channel);
    EXPECT_TRUE(places.emplace(place.channel, place.line_in_channel).second) << n;
    most = std::max(most, place.line_in_channel);
  }
  const std::uint64_t blocks = kFrames * base::kPageBytes / static_cast<std::uint64_t>(block.value);
  const std::uint64_t on_one = (blocks + devices - 1) / devices;
  EXPECT_LT(most, on_one * static_cast<std::uint64_t>(block.value) / base::kLineBytes);  // no holes
}

TEST_P(DecodersOfASet, ComeBackToTheLine) {
  const auto lines = static_cast<std::uint64_t>(block.value) / base::kLineBytes;
  for (std::uint64_t n = 0; n < kFrames * base::kLinesPerPage; ++n) {
    const auto place = device_side.place_of(line(n).in_node());
    const std::uint64_t block_of_device = place.line_in_channel / lines;
    const std::uint64_t block_of_set = block_of_device * static_cast<std::uint64_t>(devices) +
                                       static_cast<std::uint64_t>(place.channel);
    EXPECT_EQ(block_of_set * lines + place.line_in_channel % lines, n);
  }
}

/// DPA of an offset in the set, by bits as in CXL 3.1, 8.2.4.20.13: ways are 2^n or 3 * 2^n.
std::uint64_t specified_dpa(std::uint64_t hpa, int ways, std::int64_t granularity) {
  int granule = 0;  // bits below the granule: IG + 8
  while (std::int64_t{1} << granule < granularity) ++granule;
  const int third = ways % 3 == 0 ? 3 : 1;
  int doublings = 0;
  while (third << doublings < ways) ++doublings;
  const std::uint64_t high = (hpa >> (granule + doublings)) / static_cast<std::uint64_t>(third);
  return high << granule | (hpa & ((std::uint64_t{1} << granule) - 1));
}

TEST_P(DecodersOfASet, GiveTheSpecifiedAddressOfTheDevice) {
  for (std::uint64_t n = 0; n < kFrames * base::kLinesPerPage; ++n) {
    EXPECT_EQ(device_side.place_of(line(n).in_node()).line_in_channel * base::kLineBytes,
              specified_dpa(n * base::kLineBytes, devices, block.value))
        << n;
  }
}

TEST_P(DecodersOfASet, DealConsecutiveBlocksOverConsecutiveDevices) {
  const auto lines = static_cast<std::uint64_t>(block.value) / base::kLineBytes;
  for (std::uint64_t n = 0; n + lines < kFrames * base::kLinesPerPage; ++n) {
    const int device = base::index_of(line(n).node()) - base::index_of(kFirst);
    const int next = base::index_of(line(n + lines).node()) - base::index_of(kFirst);
    EXPECT_EQ(next, (device + 1) % devices) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, DecodersOfASet,
                         testing::Combine(testing::Values(1, 2, 3, 4, 6, 8, 12, 16),
                                          testing::Values(256, 512, 1024, 2048, 4096, 8192,
                                                          16384)));

TEST(HdmDecoder, LeavesOtherHomesAlone) {
  const HdmDecoder decoder(kFirst, 2, Bytes(256));
  for (const int node : {0, 15, 18}) {
    const Frame other{LineAddress::of(static_cast<NodeId>(node), 640)};
    EXPECT_EQ(decoder.line_at(other, 300), other.line_at(300));
    EXPECT_EQ(decoder.range_of(static_cast<NodeId>(node)), static_cast<NodeId>(node));
  }
  EXPECT_EQ(decoder.range_of(NodeId{17}), kFirst);
}

TEST(HdmDecoder, OfNoSetChangesNothing) {
  const HdmDecoder decoder;
  EXPECT_FALSE(decoder.interleaves());
  EXPECT_EQ(decoder.line_at(frame(3), 300), frame(3).line_at(300));
  EXPECT_EQ(decoder.range_of(NodeId{0}), NodeId{0});
}

TEST(HdmDecoder, PagesOfAllDevicesOfASetShareOneRangeOfFrames) {
  PageMap map({NodeId{3}, NodeId{4}, NodeId{0}}, 5, 3, HdmDecoder(NodeId{3}, 2, Bytes(256)));
  EXPECT_EQ(map.home_of(0), NodeId{3});
  EXPECT_EQ(map.home_of(1), NodeId{3});
  EXPECT_NE(map.frame_of(0).first_line, map.frame_of(1).first_line);
  EXPECT_EQ(map.line_at(map.frame_of(1), 0).node(), NodeId{3});
  EXPECT_EQ(map.line_at(map.frame_of(1), 256).node(), NodeId{4});
  map.make_movable({10, 10, 10, 4, 0});
  EXPECT_EQ(map.free_on(NodeId{3}), 2u);
  EXPECT_EQ(map.free_on(NodeId{4}), 0u);
  map.move(2, NodeId{4}, base::Time(0));
  EXPECT_EQ(map.home_of(2), NodeId{3});
  EXPECT_EQ(map.free_on(NodeId{3}), 1u);
}

}  // namespace
}  // namespace starnuma::paging
