// SPDX-License-Identifier: Apache-2.0
// Thread of the TPC-C-like mix: transactions of its own warehouse, one after another, each repeated
// until it commits.
//
// Contract: the records of an order are appended after its transaction has committed, which has
// assigned its number.
#pragma once

#include <cstdint>
#include <vector>

#include "stimulus/programs/tpcc/tpcc_queries.h"
#include "stimulus/programs/tpcc/tpcc_stream.h"
#include "stimulus/programs/tpcc/tpcc_transaction.h"
#include "stimulus/store/tree_operations.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kTpccInput{"TpccThread", "transaction", 30};
inline constexpr LoopCost kTpccNewOrder{"tpcc_new_order", "attempt", 98};
inline constexpr LoopCost kTpccLine{"tpcc_new_order", "line", 63};
inline constexpr LoopCost kTpccAppendOrder{"tpcc_append_order", "order", 27};
inline constexpr LoopCost kTpccAppendLine{"tpcc_append_order", "line", 8};
inline constexpr LoopCost kTpccPayment{"tpcc_payment", "attempt", 99};

struct TpccCounts {
  std::uint64_t orders = 0;
  std::uint64_t payments = 0;
  std::uint64_t statuses = 0;
  std::uint64_t deliveries = 0;
  std::uint64_t levels = 0;
  std::uint64_t aborts = 0;
  std::uint64_t low_items = 0;  ///< Items below the threshold of their stock level.
  // Sums over the results of queries, which do not depend on other threads.
  std::uint64_t status_orders = 0;  ///< Numbers of the customers' last orders.
  std::uint64_t level_items = 0;    ///< Items of the last orders.
};

/// Returns a stock's quantity after `sold` units were ordered: it is refilled by 91 below 10.
constexpr std::uint64_t stock_after(std::uint64_t quantity, std::uint64_t sold) {
  return quantity >= sold + 10 ? quantity - sold : quantity + 91 - sold;
}

/// Executes one attempt; returns the order's number, or 0 if it did not commit.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint64_t tpcc_new_order(Thread& thread, const TpccData& data,
                                                             const TpccInput& input, TpccSet& set) {
  using D = TpccData;
  spend(thread, kTpccNewOrder);
  set.clear();
  const auto now = decltype(thread.load(data.rows, 0).ready){};
  const std::uint64_t district = data.district(input.warehouse, input.district);
  tpcc_read<D::kWarehouseTax>(thread, data.rows, set, data.warehouse(input.warehouse), now);
  const auto in_district = tpcc_read<D::kDistrictTax>(thread, data.rows, set, district, now);
  const std::uint64_t order = in_district[D::kDistrictNextOrder];
  set.writes.push_back({district, D::kDistrictNextOrder, order + 1});
  const auto customer = tree_find(
      thread, data.customers, data.customer_key(input.warehouse, input.district, input.customer));
  tpcc_read<D::kCustomerDiscount>(thread, data.rows, set, customer->value, customer->ready);
  for (std::uint64_t i = 0; i < input.lines; ++i) {
    spend(thread, kTpccLine);
    const TpccLine& line = input.line[i];
    const auto item = tree_find(thread, data.item_rows, line.item);
    const auto price = thread.load(data.items, item->value + D::kItemPrice, item->ready);
    set.amounts[i] = line.quantity * price.value;
    const auto stock = tree_find(thread, data.stocks, data.stock_key(line.warehouse, line.item));
    const auto fields =
        tpcc_read<D::kStockRemote>(thread, data.rows, set, stock->value, stock->ready);
    const std::uint64_t remote = line.warehouse != input.warehouse ? 1 : 0;
    set.writes.push_back(
        {stock->value, D::kStockQuantity, stock_after(fields[D::kStockQuantity], line.quantity)});
    set.writes.push_back({stock->value, D::kStockSold, fields[D::kStockSold] + line.quantity});
    set.writes.push_back({stock->value, D::kStockOrders, fields[D::kStockOrders] + 1});
    if (remote != 0) {
      set.writes.push_back({stock->value, D::kStockRemote, fields[D::kStockRemote] + remote});
    }
  }
  return tpcc_commit(thread, data.rows, set) ? order : 0;
}

/// Writes an order and its lines at `at`, and inserts it into the index; returns the number of
/// words.
template <class Thread>
[[gnu::noinline, gnu::flatten]] std::uint64_t tpcc_append_order(
    Thread& thread, const TpccData& data, const TpccInput& input, const TpccSet& set,
    std::uint64_t order, std::uint64_t at) {
  using D = TpccData;
  constexpr std::uint64_t kWords = D::kOrderWords;
  spend(thread, kTpccAppendOrder);
  thread.store(data.appended, at + D::kOrderNumber, order);
  thread.store(data.appended, at + D::kOrderCustomer, input.customer);
  thread.store(data.appended, at + D::kOrderLines, input.lines);
  for (std::uint64_t i = 0; i < input.lines; ++i) {
    spend(thread, kTpccAppendLine);
    const std::uint64_t line = at + (i + 1) * kWords;
    thread.store(data.appended, line + D::kLineItem, input.line[i].item);
    thread.store(data.appended, line + D::kLineWarehouse, input.line[i].warehouse);
    thread.store(data.appended, line + D::kLineQuantity, input.line[i].quantity);
    if (data.full) thread.store(data.appended, line + D::kLineAmount, set.amounts[i]);
  }
  tree_insert(thread, data.orders, D::order_key(input.warehouse, input.district, order), at);
  if (data.full) {
    tree_insert(thread, data.last_orders,
                data.customer_key(input.warehouse, input.district, input.customer), at);
  }
  return (input.lines + 1) * kWords;
}

/// Executes one attempt; returns true if it committed.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool tpcc_payment(Thread& thread, const TpccData& data,
                                                  const TpccInput& input, TpccSet& set) {
  using D = TpccData;
  spend(thread, kTpccPayment);
  set.clear();
  const auto now = decltype(thread.load(data.rows, 0).ready){};
  const std::uint64_t warehouse = data.warehouse(input.warehouse);
  const std::uint64_t district = data.district(input.warehouse, input.district);
  const auto in_warehouse = tpcc_read<D::kWarehousePaid>(thread, data.rows, set, warehouse, now);
  const auto in_district = tpcc_read<D::kDistrictPaid>(thread, data.rows, set, district, now);
  const auto customer = tree_find(
      thread, data.customers,
      data.customer_key(input.customer_warehouse, input.customer_district, input.customer));
  const auto fields =
      tpcc_read<D::kCustomerPayments>(thread, data.rows, set, customer->value, customer->ready);
  set.writes.push_back(
      {warehouse, D::kWarehousePaid, in_warehouse[D::kWarehousePaid] + input.amount});
  set.writes.push_back({district, D::kDistrictPaid, in_district[D::kDistrictPaid] + input.amount});
  set.writes.push_back(
      {customer->value, D::kCustomerPaid, fields[D::kCustomerPaid] + input.amount});
  set.writes.push_back({customer->value, D::kCustomerPayments, fields[D::kCustomerPayments] + 1});
  return tpcc_commit(thread, data.rows, set);
}

template <class Thread>
class TpccThread {
 public:
  TpccThread(Thread& thread, const TpccData& data, TpccStream stream)
      : thread_(thread),
        data_(data),
        stream_(stream),
        at_(static_cast<std::uint64_t>(thread.index()) * data.thread_words + data.loaded_words) {}

  [[gnu::noinline]] TpccCounts trial(std::uint64_t transactions) {
    counts_ = {};
    for (std::uint64_t i = 0; i < transactions; ++i) {
      spend(thread_, kTpccInput);
      const TpccInput input = stream_.next();
      switch (input.kind) {
        case TpccKind::kNewOrder:
          order(input);
          break;
        case TpccKind::kPayment:
          pay(input);
          break;
        case TpccKind::kOrderStatus:
          status(input);
          break;
        case TpccKind::kDelivery:
          deliver(input);
          break;
        case TpccKind::kStockLevel:
          level(input);
          break;
      }
    }
    return counts_;
  }

 private:
  /// Repeats a transaction until it commits.
  template <class Attempt>
  void commit(Attempt attempt) {
    while (!attempt()) {
      ++counts_.aborts;
      thread_.synchronise();
    }
  }
  void order(const TpccInput& input) {
    std::uint64_t number = 0;
    commit([&] { return (number = tpcc_new_order(thread_, data_, input, set_)) != 0; });
    at_ += tpcc_append_order(thread_, data_, input, set_, number, at_);
    ++counts_.orders;
  }
  void pay(const TpccInput& input) {
    commit([&] { return tpcc_payment(thread_, data_, input, set_); });
    thread_.store(data_.appended, at_, input.customer);
    thread_.store(data_.appended, at_ + 1, input.amount);
    at_ += TpccData::kOrderWords;
    ++counts_.payments;
  }
  void status(const TpccInput& input) {
    std::uint64_t number = 0;
    commit([&] { return tpcc_order_status(thread_, data_, input, set_, number); });
    counts_.status_orders += number;
    ++counts_.statuses;
  }
  void deliver(const TpccInput& input) {
    commit([&] { return tpcc_delivery(thread_, data_, input, set_, found_); });
    tpcc_mark_delivered(thread_, data_, input, found_);
    ++counts_.deliveries;
  }
  void level(const TpccInput& input) {
    std::uint64_t low = 0;
    commit([&] { return tpcc_stock_level(thread_, data_, input, set_, found_, low); });
    counts_.level_items += found_.size();
    counts_.low_items += low;
    ++counts_.levels;
  }

  Thread& thread_;
  const TpccData& data_;
  TpccStream stream_;
  TpccSet set_;
  std::vector<std::uint64_t> found_;  ///< Orders of a delivery, items of a stock level.
  TpccCounts counts_;
  std::uint64_t at_;  ///< Next position at which the thread appends.
};

}  // namespace starnuma::stimulus
