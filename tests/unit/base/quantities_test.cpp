// SPDX-License-Identifier: Apache-2.0
#include "models/base/quantities.h"

#include <gtest/gtest.h>

#include "models/base/random.h"

namespace starnuma::base {
namespace {

using namespace literals;

TEST(Quantities, TextWithAUnitIsRead) {
  EXPECT_EQ(parse_time("80 ns"), 80_ns);
  EXPECT_EQ(parse_time("1.5 us"), 1500_ns);
  EXPECT_EQ(parse_time("12.5 ns"), 12'500_ps);
  EXPECT_EQ(parse_time("20 ps"), 20_ps);
  EXPECT_EQ(parse_time("2 s"), Time(2'000'000'000'000));
  EXPECT_EQ(parse_bytes("32 KiB"), 32_KiB);
  EXPECT_EQ(parse_bytes("0.5 KiB"), 512_B);
  EXPECT_EQ(parse_bytes("48 GiB"), Bytes(48LL << 30));
  EXPECT_EQ(parse_bandwidth("3 GB/s"), 3000_MBps);
  EXPECT_EQ(parse_bandwidth("20.8 GB/s"), 20'800_MBps);
  EXPECT_EQ(parse_frequency("2.4 GHz"), Frequency(2'400'000'000));
  EXPECT_EQ(parse_cycles("14 cycles"), Cycles(14));
  EXPECT_EQ(parse_cycles("1 cycle"), Cycles(1));
  EXPECT_EQ(parse_time("0 ns"), 0_ps);
}

TEST(Quantities, TheBlankBeforeTheUnitIsFree) {
  EXPECT_EQ(parse_time("80ns"), 80_ns);
  EXPECT_EQ(parse_time("80   ns"), 80_ns);
}

TEST(Quantities, ANumberWithoutAUnitIsRefused) {
  EXPECT_EQ(parse_time("80"), std::nullopt);
  EXPECT_EQ(parse_bytes("64"), std::nullopt);
  EXPECT_EQ(parse_bandwidth("3"), std::nullopt);
  EXPECT_EQ(parse_frequency("2400000000"), std::nullopt);
  EXPECT_EQ(parse_cycles("14"), std::nullopt);
}

TEST(Quantities, AUnitOfAnotherQuantityIsRefused) {
  EXPECT_EQ(parse_time("80 B"), std::nullopt);
  EXPECT_EQ(parse_bytes("64 ns"), std::nullopt);
  EXPECT_EQ(parse_bandwidth("3 GHz"), std::nullopt);
  EXPECT_EQ(parse_cycles("14 ns"), std::nullopt);
}

TEST(Quantities, AnUnknownUnitIsRefused) {
  EXPECT_EQ(parse_time("80 nanoseconds"), std::nullopt);
  EXPECT_EQ(parse_time("80 NS"), std::nullopt);
  EXPECT_EQ(parse_bytes("32 KB"), std::nullopt);  // ambiguous: decimal or binary
  EXPECT_EQ(parse_bandwidth("3 GiB/s"), std::nullopt);
  EXPECT_EQ(parse_time("80 ns "), std::nullopt);
}

TEST(Quantities, TextThatIsNoNumberIsRefused) {
  for (const char* text : {"", "ns", ". ns", "-80 ns", "+80 ns", " 80 ns", "8e1 ns", "1.2.3 ns"}) {
    EXPECT_EQ(parse_time(text), std::nullopt) << '"' << text << '"';
  }
}

TEST(Quantities, AFractionBelowTheGrainIsRefused) {
  EXPECT_EQ(parse_time("0.5 ps"), std::nullopt);
  EXPECT_EQ(parse_time("0.0005 ns"), std::nullopt);
  EXPECT_EQ(parse_time("0.001 ns"), 1_ps);
  EXPECT_EQ(parse_bytes("0.3 KiB"), std::nullopt);
  EXPECT_EQ(parse_cycles("1.5 cycles"), std::nullopt);
}

TEST(Quantities, AValueBeyondTheIntegerIsRefused) {
  EXPECT_EQ(parse_time("9223372 s"), Time(9'223'372'000'000'000'000));
  EXPECT_EQ(parse_time("9223373 s"), std::nullopt);
  EXPECT_EQ(parse_bytes("8388608 TiB"), std::nullopt);
  EXPECT_EQ(parse_time("99999999999999999999 ps"), std::nullopt);
}

TEST(Quantities, TextIsInTheLargestUnitThatStaysExact) {
  EXPECT_EQ(to_string(80_ns), "80 ns");
  EXPECT_EQ(to_string(12'500_ps), "12.5 ns");
  EXPECT_EQ(to_string(1500_ns), "1.5 us");
  EXPECT_EQ(to_string(Time(1'000'001)), "1000.001 ns");
  EXPECT_EQ(to_string(0_ps), "0 ps");
  EXPECT_EQ(to_string(64_B), "64 B");
  EXPECT_EQ(to_string(32_KiB), "32 KiB");
  EXPECT_EQ(to_string(1025_B), "1025 B");
  EXPECT_EQ(to_string(3000_MBps), "3 GB/s");
  EXPECT_EQ(to_string(20'800_MBps), "20.8 GB/s");
  EXPECT_EQ(to_string(Frequency(2'400'000'000)), "2.4 GHz");
  EXPECT_EQ(to_string(Cycles(1)), "1 cycle");
  EXPECT_EQ(to_string(Cycles(14)), "14 cycles");
}

TEST(Quantities, PrintedTextIsReadBackAsTheSameValue) {
  constexpr std::uint64_t kSeed = 1;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  for (int i = 0; i < 10'000; ++i) {
    // Values up to 2^46, the limit of the parser's digits, and round values.
    auto value = static_cast<std::int64_t>(random.below(std::uint64_t{1} << random.below(47)));
    if (i % 2 == 0) value = value / 1000 * 1000;
    EXPECT_EQ(parse_time(to_string(Time(value))), Time(value));
    EXPECT_EQ(parse_bytes(to_string(Bytes(value))), Bytes(value));
    EXPECT_EQ(parse_bandwidth(to_string(Bandwidth(value))), Bandwidth(value));
    EXPECT_EQ(parse_frequency(to_string(Frequency(value))), Frequency(value));
    EXPECT_EQ(parse_cycles(to_string(Cycles(value))), Cycles(value));
  }
}

TEST(Bandwidth, TimeForASizeIsRoundedUpToAPicosecond) {
  EXPECT_EQ(Bandwidth(1'000'000'000'000).time_for(64_B), 64_ps);
  EXPECT_EQ(Bandwidth(19'200'000'000).time_for(64_B), 3334_ps);  // 3333.3
  EXPECT_EQ(Bandwidth(20'800'000'000).time_for(8_B), 385_ps);    // 384.6
  EXPECT_EQ(Bandwidth(3'000'000'000).time_for(64_B), 21'334_ps);
  EXPECT_EQ(Bandwidth(40'000'000'000).time_for(64_B), 1600_ps);
  EXPECT_EQ(Bandwidth(1).time_for(0_B), 0_ps);
}

TEST(Quantities, DividingUnlikeByLikeCounts) {
  EXPECT_EQ(100_ns / 30_ns, 3);
  EXPECT_EQ(100_ns / 8, 12'500_ps);
  EXPECT_EQ(3 * 5_ns + 10_ns * 2 - 1_ns, 34_ns);
}

}  // namespace
}  // namespace starnuma::base
