// SPDX-License-Identifier: Apache-2.0
// Three rare transactions of TPC-C: order status, delivery and stock level (clauses 2.6 to 2.8).
//
// Contract: each function executes one attempt and returns true if it committed. Orders and their
// lines are read outside the transaction: they do not change until their delivery. An attempt fails
// if an order is committed but not yet appended.
// Not modelled: the table of new orders, for which a district counts its delivered orders; range
// scans, for which each order is looked up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "stimulus/programs/tpcc/tpcc_stream.h"
#include "stimulus/programs/tpcc/tpcc_transaction.h"
#include "stimulus/store/tree_operations.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kTpccStatus{"tpcc_order_status", "attempt", 47};
inline constexpr LoopCost kTpccStatusLine{"tpcc_order_status", "line", 2};
inline constexpr LoopCost kTpccDelivery{"tpcc_delivery", "attempt", 41};
inline constexpr LoopCost kTpccDistrict{"tpcc_delivery", "district", 88};
inline constexpr LoopCost kTpccDeliveryLine{"tpcc_delivery", "line", 2};
inline constexpr LoopCost kTpccMark{"tpcc_mark_delivered", "order", 13};
inline constexpr LoopCost kTpccMarkLine{"tpcc_mark_delivered", "line", 2};
inline constexpr LoopCost kTpccLevel{"tpcc_stock_level", "attempt", 315};
inline constexpr LoopCost kTpccLevelOrder{"tpcc_stock_level", "order", 14};
inline constexpr LoopCost kTpccLevelLine{"tpcc_stock_level", "line", 44};
inline constexpr LoopCost kTpccLevelItem{"tpcc_stock_level", "item", 73};

enum TpccQueryBranch : std::uint32_t { kBranchTpccMoreLines = 60, kBranchTpccNoOrder };

/// Calls `line(word of the line, ready)` for each line of the order at `at`.
template <class Thread, class Ready, class Line>
void tpcc_for_lines(Thread& thread, const TpccData& data, std::uint64_t at, Ready known,
                    const LoopCost& cost, Line line) {
  const auto lines = thread.load(data.appended, at + TpccData::kOrderLines, known);
  for (std::uint64_t i = 1; i <= lines.value; ++i) {
    thread.branch(kBranchTpccMoreLines, i < lines.value, lines.ready);
    spend(thread, cost);
    line(at + i * TpccData::kOrderWords, known);
  }
}

/// Reads a customer and its last order, whose number it returns in `number`.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool tpcc_order_status(Thread& thread, const TpccData& data,
                                                       const TpccInput& input, TpccSet& set,
                                                       std::uint64_t& number) {
  using D = TpccData;
  spend(thread, kTpccStatus);
  set.clear();
  const std::uint64_t key = data.customer_key(input.warehouse, input.district, input.customer);
  const auto customer = tree_find(thread, data.customers, key);
  tpcc_read<D::kCustomerDeliveries>(thread, data.rows, set, customer->value, customer->ready);
  const auto order = tree_find(thread, data.last_orders, key);
  number = thread.load(data.appended, order->value + D::kOrderNumber, order->ready).value;
  thread.load(data.appended, order->value + D::kOrderCarrier, order->ready);
  tpcc_for_lines(thread, data, order->value, order->ready, kTpccStatusLine,
                 [&](std::uint64_t line, auto known) {
                   for (std::uint64_t i = D::kLineItem; i <= D::kLineDate; ++i) {
                     thread.load(data.appended, line + i, known);
                   }
                 });
  return tpcc_commit(thread, data.rows, set);
}

/// Delivers the oldest order of each district that has one; returns their words in `orders`.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool tpcc_delivery(Thread& thread, const TpccData& data,
                                                   const TpccInput& input, TpccSet& set,
                                                   std::vector<std::uint64_t>& orders) {
  using D = TpccData;
  spend(thread, kTpccDelivery);
  set.clear();
  orders.clear();
  const auto now = decltype(thread.load(data.rows, 0).ready){};
  for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
    spend(thread, kTpccDistrict);
    const std::uint64_t district = data.district(input.warehouse, d);
    const auto fields = tpcc_read<D::kDistrictDelivered>(thread, data.rows, set, district, now);
    const std::uint64_t number = fields[D::kDistrictDelivered] + 1;
    const bool none = number >= fields[D::kDistrictNextOrder];
    thread.branch(kBranchTpccNoOrder, none);
    if (none) continue;
    set.writes.push_back({district, D::kDistrictDelivered, number});
    const auto order = tree_find(thread, data.orders, D::order_key(input.warehouse, d, number));
    if (!order) return false;
    const auto buyer = thread.load(data.appended, order->value + D::kOrderCustomer, order->ready);
    std::uint64_t total = 0;
    tpcc_for_lines(thread, data, order->value, order->ready, kTpccDeliveryLine,
                   [&](std::uint64_t line, auto known) {
                     total += thread.load(data.appended, line + D::kLineAmount, known).value;
                   });
    const auto customer =
        tree_find(thread, data.customers, data.customer_key(input.warehouse, d, buyer.value));
    const auto before =
        tpcc_read<D::kCustomerDeliveries>(thread, data.rows, set, customer->value, customer->ready);
    set.writes.push_back(
        {customer->value, D::kCustomerDelivered, before[D::kCustomerDelivered] + total});
    set.writes.push_back(
        {customer->value, D::kCustomerDeliveries, before[D::kCustomerDeliveries] + 1});
    orders.push_back(order->value);
  }
  return tpcc_commit(thread, data.rows, set);
}

/// Writes the carrier and the date of delivered orders.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void tpcc_mark_delivered(Thread& thread, const TpccData& data,
                                                         const TpccInput& input,
                                                         const std::vector<std::uint64_t>& orders) {
  const auto now = decltype(thread.load(data.rows, 0).ready){};
  for (const std::uint64_t at : orders) {
    spend(thread, kTpccMark);
    thread.store(data.appended, at + TpccData::kOrderCarrier, input.carrier);
    tpcc_for_lines(thread, data, at, now, kTpccMarkLine, [&](std::uint64_t line, auto) {
      thread.store(data.appended, line + TpccData::kLineDate, std::uint64_t{1});
    });
  }
}

/// Reads the stock of the items of the district's last 20 orders. Returns these items in `items`,
/// and the number of those below the threshold in `low`.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool tpcc_stock_level(Thread& thread, const TpccData& data,
                                                      const TpccInput& input, TpccSet& set,
                                                      std::vector<std::uint64_t>& items,
                                                      std::uint64_t& low) {
  using D = TpccData;
  constexpr std::uint64_t kOrders = 20;
  spend(thread, kTpccLevel);
  set.clear();
  items.clear();
  const auto now = decltype(thread.load(data.rows, 0).ready){};
  const std::uint64_t next = tpcc_read<D::kDistrictDelivered>(
      thread, data.rows, set, data.district(input.warehouse, input.district),
      now)[D::kDistrictNextOrder];
  for (std::uint64_t number = next > kOrders ? next - kOrders : 1; number < next; ++number) {
    spend(thread, kTpccLevelOrder);
    const auto order =
        tree_find(thread, data.orders, D::order_key(input.warehouse, input.district, number));
    if (!order) return false;
    tpcc_for_lines(thread, data, order->value, order->ready, kTpccLevelLine,
                   [&](std::uint64_t line, auto known) {
                     items.push_back(thread.load(data.appended, line + D::kLineItem, known).value);
                   });
  }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  low = 0;
  for (const std::uint64_t item : items) {
    spend(thread, kTpccLevelItem);
    const auto stock = tree_find(thread, data.stocks, data.stock_key(input.warehouse, item));
    const auto fields =
        tpcc_read<D::kStockQuantity>(thread, data.rows, set, stock->value, stock->ready);
    low += fields[D::kStockQuantity] < input.threshold ? 1 : 0;
  }
  return tpcc_commit(thread, data.rows, set);
}

}  // namespace starnuma::stimulus
