// SPDX-License-Identifier: Apache-2.0
#include "models/timing/interleave.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace starnuma::timing {
namespace {

using base::Bytes;

TEST(Interleave, BlocksGoRoundTheChannels) {
  const Interleave spread(3, Bytes(256));  // four lines a block
  for (std::uint64_t line = 0; line < 24; ++line) {
    EXPECT_EQ(spread.place_of(line).channel, static_cast<int>(line / 4 % 3)) << line;
  }
}

TEST(Interleave, LinesOfAChannelAreNumberedWithoutHoles) {
  const Interleave spread(3, Bytes(256));
  EXPECT_EQ(spread.place_of(3).line_in_channel, 3u);
  EXPECT_EQ(spread.place_of(4).line_in_channel, 0u);   // first of channel 1
  EXPECT_EQ(spread.place_of(12).line_in_channel, 4u);  // second block of channel 0
  EXPECT_EQ(spread.place_of(23).line_in_channel, 7u);
}

TEST(Interleave, NoTwoLinesShareAPlaceAndNoPlaceIsLeftOut) {
  for (const int channels : {1, 2, 6, 16}) {
    for (const int block : {64, 256, 4096}) {
      const Interleave spread(channels, Bytes(block));
      const auto lines = static_cast<std::uint64_t>(channels * block / 64 * 5);
      std::set<std::pair<int, std::uint64_t>> places;
      for (std::uint64_t line = 0; line < lines; ++line) {
        const auto place = spread.place_of(line);
        EXPECT_LT(place.channel, channels);
        EXPECT_LT(place.line_in_channel, lines / static_cast<std::uint64_t>(channels));
        places.insert({place.channel, place.line_in_channel});
      }
      EXPECT_EQ(places.size(), lines) << channels << " channels, " << block << " B";
    }
  }
}

TEST(Interleave, OneChannelHoldsEverythingAsItIs) {
  const Interleave spread(1, Bytes(256));
  for (const std::uint64_t line : {0, 1, 255, 100'000}) {
    EXPECT_EQ(spread.place_of(line).channel, 0);
    EXPECT_EQ(spread.place_of(line).line_in_channel, line);
  }
}

}  // namespace
}  // namespace starnuma::timing
