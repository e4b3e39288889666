// SPDX-License-Identifier: Apache-2.0
#include "models/memory/address_mapping.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace starnuma::memory::address_mapping_test {
namespace {

constexpr timing::DramShape kShape{2, 8, 4};
constexpr std::uint64_t kLinesPerRow = 64;
constexpr Mapping kMappings[] = {Mapping::kBankFirst, Mapping::kColumnFirst, Mapping::kFourLineRuns,
                                 Mapping::kColumnFirstHashed};

AddressMapping::Location place(Mapping mapping, std::uint64_t line) {
  return AddressMapping(mapping, 2, kShape, kLinesPerRow).of(line);
}
int group(Mapping mapping, std::uint64_t line) {
  return place(mapping, line).bank / kShape.banks_per_group;
}

/// Fills whole rows and counts the lines of each.
void expect_one_to_one(Mapping mapping, const timing::DramShape& shape, std::uint64_t per_row) {
  const AddressMapping map(mapping, 2, shape, per_row);
  const auto banks = static_cast<std::uint64_t>(shape.banks());
  constexpr std::uint64_t kRows = 5;
  std::map<std::tuple<int, int, std::int64_t>, std::uint64_t> lines;
  for (std::uint64_t line = 0; line < 2 * banks * per_row * kRows; ++line) {
    const AddressMapping::Location at = map.of(line);
    ASSERT_GE(at.bank, 0);
    ASSERT_LT(at.bank, shape.banks());
    ++lines[{at.subchannel, at.bank, at.row}];
  }
  EXPECT_EQ(lines.size(), 2 * banks * kRows);
  for (const auto& [row, count] : lines) EXPECT_EQ(count, per_row);
}

TEST(AddressMapping, FillsEveryRowOfEveryBankOnce) {
  for (const Mapping mapping : kMappings) {
    expect_one_to_one(mapping, kShape, kLinesPerRow);
    expect_one_to_one(mapping, {1, 1, 1}, 8);
  }
}

TEST(AddressMapping, NeedsNoPowersOfTwo) {
  for (const Mapping mapping : kMappings) expect_one_to_one(mapping, {3, 5, 6}, 12);
}

TEST(AddressMapping, AlternatesBetweenSubchannels) {
  for (const Mapping mapping : kMappings) {
    for (std::uint64_t line = 0; line < 100; ++line) {
      EXPECT_EQ(place(mapping, line).subchannel, static_cast<int>(line % 2));
    }
  }
}

TEST(AddressMapping, BankFirstWalksThroughAllBanksOfARankAndGroupsFirst) {
  std::set<int> banks;
  for (std::uint64_t i = 0; i < 32; ++i) {
    EXPECT_NE(group(Mapping::kBankFirst, 2 * i), group(Mapping::kBankFirst, 2 * i + 2));
    banks.insert(place(Mapping::kBankFirst, 2 * i).bank);
  }
  EXPECT_EQ(banks.size(), 32u);
  EXPECT_LT(*banks.rbegin(), 32);
}

TEST(AddressMapping, BankFirstSpreadsStridesOfPowersOfTwo) {
  for (std::uint64_t stride = 2; stride <= 1 << 14; stride *= 2) {
    std::set<int> banks;
    for (std::uint64_t i = 0; i < 64; ++i) {
      banks.insert(place(Mapping::kBankFirst, i * stride).bank);
    }
    EXPECT_GE(banks.size(), 16u) << "stride " << stride;
  }
}

TEST(AddressMapping, ColumnFirstStaysInARow) {
  const AddressMapping::Location first = place(Mapping::kColumnFirst, 0);
  for (std::uint64_t i = 0; i < kLinesPerRow; ++i) {
    EXPECT_EQ(place(Mapping::kColumnFirst, 2 * i).bank, first.bank);
    EXPECT_EQ(place(Mapping::kColumnFirst, 2 * i).row, first.row);
  }
  EXPECT_NE(place(Mapping::kColumnFirst, 2 * kLinesPerRow).bank, first.bank);
}

TEST(AddressMapping, AHashedRowOfOneBankLiesInAnother) {
  const std::uint64_t row = 2 * kLinesPerRow * static_cast<std::uint64_t>(kShape.banks());
  EXPECT_EQ(place(Mapping::kColumnFirst, 0).bank, place(Mapping::kColumnFirst, row).bank);
  EXPECT_NE(place(Mapping::kColumnFirstHashed, 0).bank,
            place(Mapping::kColumnFirstHashed, row).bank);
}

TEST(AddressMapping, FourLineRunsGoToAnotherBankAfterFourLines) {
  const auto bank = [](std::uint64_t i) { return place(Mapping::kFourLineRuns, 2 * i).bank; };
  for (std::uint64_t i = 0; i < 256; ++i) {
    EXPECT_EQ(bank(i) == bank(i + 1), i % 4 != 3) << "line " << i;
  }
}

}  // namespace
}  // namespace starnuma::memory::address_mapping_test
