// SPDX-License-Identifier: Apache-2.0
// Thread of the TPC-C-like mix: new orders and payments of its own warehouse, one after another,
// each repeated until it commits.
//
// Contract: the records of an order are appended after its transaction has committed, which has
// assigned its number.
// Not modelled: TPC-C's other three transactions.
#pragma once

#include <cstdint>

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
  std::uint64_t aborts = 0;
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
    thread.load(data.items, item->value + D::kItemPrice, item->ready);
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
[[gnu::noinline, gnu::flatten]] std::uint64_t tpcc_append_order(Thread& thread,
                                                                const TpccData& data,
                                                                const TpccInput& input,
                                                                std::uint64_t order,
                                                                std::uint64_t at) {
  constexpr std::uint64_t kWords = TpccData::kOrderWords;
  spend(thread, kTpccAppendOrder);
  thread.store(data.appended, at, order);
  thread.store(data.appended, at + 1, input.customer);
  thread.store(data.appended, at + 2, input.lines);
  for (std::uint64_t i = 0; i < input.lines; ++i) {
    spend(thread, kTpccAppendLine);
    const std::uint64_t line = at + (i + 1) * kWords;
    thread.store(data.appended, line, input.line[i].item);
    thread.store(data.appended, line + 1, input.line[i].warehouse);
    thread.store(data.appended, line + 2, input.line[i].quantity);
  }
  tree_insert(thread, data.orders, TpccData::order_key(input.warehouse, input.district, order), at);
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
        at_(static_cast<std::uint64_t>(thread.index()) * data.thread_words) {}

  [[gnu::noinline]] TpccCounts trial(std::uint64_t transactions) {
    TpccCounts counts;
    for (std::uint64_t i = 0; i < transactions; ++i) {
      spend(thread_, kTpccInput);
      const TpccInput input = stream_.next();
      counts.aborts += input.payment ? pay(input) : order(input);
      ++(input.payment ? counts.payments : counts.orders);
    }
    return counts;
  }

 private:
  /// Both functions return the number of aborts.
  std::uint64_t order(const TpccInput& input) {
    std::uint64_t aborts = 0;
    std::uint64_t number = tpcc_new_order(thread_, data_, input, set_);
    for (; number == 0; number = tpcc_new_order(thread_, data_, input, set_)) {
      ++aborts;
      thread_.synchronise();
    }
    at_ += tpcc_append_order(thread_, data_, input, number, at_);
    return aborts;
  }
  std::uint64_t pay(const TpccInput& input) {
    std::uint64_t aborts = 0;
    for (; !tpcc_payment(thread_, data_, input, set_); ++aborts) thread_.synchronise();
    thread_.store(data_.appended, at_, input.customer);
    thread_.store(data_.appended, at_ + 1, input.amount);
    at_ += TpccData::kOrderWords;
    return aborts;
  }

  Thread& thread_;
  const TpccData& data_;
  TpccStream stream_;
  TpccSet set_;
  std::uint64_t at_;  ///< Next position at which the thread appends.
};

}  // namespace starnuma::stimulus
