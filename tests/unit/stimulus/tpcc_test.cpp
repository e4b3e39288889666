// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/tpcc/tpcc.h"

#include <gtest/gtest.h>

#include "stimulus/calibration/native_thread.h"

namespace starnuma::stimulus {
namespace {

using Lines = std::vector<std::string>;

Lines lines_after(const Tpcc::Parameters& parameters, std::uint64_t seed, int threads) {
  base::Arena arena(threads);
  Tpcc tpcc(parameters, seed);
  tpcc.build(arena);
  run_threaded(tpcc, threads);
  return tpcc.check();
}

TEST(Tpcc, AgreesWithOneTransactionAfterAnother) {
  for (const int scale : {8, 12}) {
    for (const std::uint64_t payments : {0u, 49u, 100u}) {
      for (const int threads : {1, 2, 8, 64}) {
        EXPECT_EQ(lines_after({scale, 5000, payments}, 5, threads), Lines{})
            << "scale " << scale << ", " << payments << " % payments, " << threads << " threads";
      }
    }
  }
}

TEST(Tpcc, WhatDidNotRunIsNamed) {
  base::Arena arena(1);
  Tpcc tpcc({8, 100, 49}, 1);
  tpcc.build(arena);
  const Lines lines = tpcc.check();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0].rfind("warehouse 0: field 1 is 0, expected ", 0), 0u) << lines[0];
}

TEST(Tpcc, ALostUpdateALockedRowAndALostOrderAreNamed) {
  base::Arena arena(1);
  Tpcc tpcc({8, 100, 49}, 1);
  tpcc.build(arena);
  run_natively(tpcc);
  const TpccData& data = tpcc.data();
  EXPECT_EQ(tpcc.check(), Lines{});
  std::uint64_t& paid = data.rows.data[data.district(0, 3) + TpccData::kDistrictPaid];
  ++paid;
  EXPECT_EQ(tpcc.check(), Lines{"district 3: field 1 is " + std::to_string(paid) + ", expected " +
                                std::to_string(paid - 1)});
  --paid;
  std::uint64_t& version = data.rows.data[data.stock(0, 2)];
  ++version;
  EXPECT_EQ(tpcc.check(), Lines{"stock 2 is locked"});
  --version;
  std::uint64_t& number = data.appended.data[items_of(data.orders)[0].second];
  ++number;
  EXPECT_EQ(tpcc.check()[0], "district 0: order 1 is not found");
}

TEST(Tpcc, QuantitiesStayBetweenTenAndAHundred) {
  for (std::uint64_t quantity = 10; quantity <= 100; ++quantity) {
    for (std::uint64_t sold = 1; sold <= 10; ++sold) {
      const std::uint64_t after = stock_after(quantity, sold);
      EXPECT_GE(after, 10u);
      EXPECT_LE(after, 100u);
      EXPECT_EQ((after + sold) % 91, quantity % 91);
    }
  }
}

}  // namespace
}  // namespace starnuma::stimulus
