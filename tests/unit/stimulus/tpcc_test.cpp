// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/tpcc/tpcc.h"

#include <gtest/gtest.h>

#include <map>

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

TEST(Tpcc, AllFiveTransactionsAgreeWithOneAfterAnother) {
  for (const int scale : {8, 16}) {
    for (const int threads : {1, 2, 8, 64}) {
      for (const bool any_warehouse : {false, true}) {
        EXPECT_EQ(lines_after({scale, 5000, 0, true, any_warehouse}, 5, threads), Lines{})
            << "scale " << scale << ", " << threads << " threads, any warehouse " << any_warehouse;
      }
    }
  }
}

TEST(Tpcc, TheFullMixHasThePublicShares) {
  const TpccSizes sizes{4, 1000, 30};
  TpccStream stream(sizes, {true, 0}, 1, 2);
  std::map<TpccKind, int> counts;
  for (int i = 0; i < 100000; ++i) ++counts[stream.next().kind];
  EXPECT_NEAR(counts[TpccKind::kNewOrder], 45000, 600);
  EXPECT_NEAR(counts[TpccKind::kPayment], 43000, 600);
  EXPECT_NEAR(counts[TpccKind::kOrderStatus], 4000, 250);
  EXPECT_NEAR(counts[TpccKind::kDelivery], 4000, 250);
  EXPECT_NEAR(counts[TpccKind::kStockLevel], 4000, 250);
}

TEST(Tpcc, AWrongDeliveryAWrongLastOrderAndAWrongItemAreNamed) {
  const auto last_line_with = [](auto before, auto after) {
    base::Arena arena(1);
    Tpcc tpcc({16, 2000, 0, true}, 1);
    tpcc.build(arena);
    before(tpcc.data());
    run_natively(tpcc);
    after(tpcc.data());
    const Lines lines = tpcc.check();
    return lines.empty() ? std::string() : lines.back();
  };
  const auto none = [](const TpccData&) {};
  const auto orders = [](const TpccData& data) { return items_of(data.orders); };
  EXPECT_EQ(last_line_with(none, none), "");
  EXPECT_EQ(last_line_with(none,
                           [&](const TpccData& data) {
                             data.appended.data[orders(data)[0].second + TpccData::kOrderCarrier] =
                                 0;
                           }),
            "district 0: order 1 has a wrong carrier or date");
  EXPECT_EQ(last_line_with(
                [](const TpccData& data) {
                  for (const auto& [key, at] : items_of(data.last_orders)) {
                    ++data.appended.data[at];
                  }
                },
                [](const TpccData& data) {
                  for (const auto& [key, at] : items_of(data.orders)) {
                    data.appended.data[at] = key & 0xFFFFFFFF;
                  }
                }),
            "thread 0: order statuses found other orders");
  EXPECT_EQ(last_line_with(
                [&](const TpccData& data) {
                  for (const auto& [key, at] : orders(data)) {
                    ++data.appended.data[at + TpccData::kOrderWords];
                  }
                },
                none),
            "thread 0: stock levels found other items");
}

TEST(Tpcc, ALostDeliveryOfASharedWarehouseIsNamed) {
  base::Arena arena(4);
  Tpcc tpcc({16, 2000, 0, true, true}, 1);
  tpcc.build(arena);
  run_threaded(tpcc, 4);
  EXPECT_EQ(tpcc.check(), Lines{});
  const TpccData& data = tpcc.data();
  std::uint64_t& sum = data.rows.data[data.customer(1, 2, 3) + TpccData::kCustomerDelivered];
  sum += 5;
  EXPECT_EQ(tpcc.check(),
            Lines{"customer " + std::to_string(data.customer_key(1, 2, 3)) + ": field 4 is " +
                  std::to_string(sum) + ", expected " + std::to_string(sum - 5)});
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
