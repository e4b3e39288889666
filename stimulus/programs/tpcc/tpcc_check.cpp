// SPDX-License-Identifier: Apache-2.0
// Sequential reference: executes the same transactions one after another.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "stimulus/mismatches.h"
#include "stimulus/programs/tpcc/tpcc.h"

namespace starnuma::stimulus {
namespace {

using D = TpccData;

/// Executes transactions sequentially. If each thread has its own warehouse, queries and deliveries
/// depend on orders of the same thread only, so the order of the threads has no influence.
/// Otherwise deliveries are those of the store, and only the customers' sums are checked.
class Reference {
 public:
  Reference(const Tpcc& tpcc, std::uint64_t seed)
      : data_(tpcc.data()),
        own_(!tpcc.parameters().any_warehouse),
        rows_(data_.rows.size),
        orders_(data_.sizes.warehouses * D::kDistricts) {
    std::vector<std::uint64_t> items(data_.items.size);
    TpccData before = data_;
    before.rows.data = rows_.data();
    before.items.data = items.data();
    load_tpcc_rows(before, seed);
    if (data_.full) load(seed);
    for (std::uint64_t thread = 0; thread < tpcc.threads(); ++thread) {
      TpccStream stream = tpcc.stream_of(thread);
      counts_.emplace_back();
      for (std::uint64_t i = tpcc.transactions_of(thread); i > 0; --i) apply(stream.next());
    }
    if (data_.full && !own_) take_deliveries();
  }

  /// Returns the rows after all transactions; versions stay zero.
  const std::vector<std::uint64_t>& rows() const { return rows_; }
  /// Returns the results of queries by thread.
  const std::vector<TpccCounts>& counts() const { return counts_; }

 private:
  struct Order {
    std::uint64_t customer = 0;
    std::uint64_t total = 0;
    std::vector<std::uint64_t> items;
  };

  void load(std::uint64_t seed) {
    for (std::uint64_t w = 0; w < data_.sizes.warehouses; ++w) {
      for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
        for (const TpccLoadedOrder& order : loaded_tpcc_orders(data_, seed, w, d)) {
          Order& mine = orders(w, d).emplace_back(Order{order.customer, 0, order.items});
          for (const std::uint64_t item : order.items) {
            mine.total += order.kQuantity * price(item);
          }
        }
      }
    }
  }
  std::uint64_t price(std::uint64_t item) const {
    return data_.items.data[item * D::kItemWords + D::kItemPrice];
  }
  std::vector<Order>& orders(std::uint64_t warehouse, std::uint64_t district) {
    return orders_[warehouse * D::kDistricts + district];
  }

  void apply(const TpccInput& input) {
    switch (input.kind) {
      case TpccKind::kNewOrder:
        order(input);
        break;
      case TpccKind::kPayment:
        pay(input);
        break;
      case TpccKind::kOrderStatus:
        counts_.back().status_orders += last_order(input);
        break;
      case TpccKind::kDelivery:
        deliver(input);
        break;
      case TpccKind::kStockLevel:
        counts_.back().level_items += last_items(input);
        break;
    }
  }
  void pay(const TpccInput& input) {
    const std::uint64_t customer =
        data_.customer(input.customer_warehouse, input.customer_district, input.customer);
    rows_[data_.warehouse(input.warehouse) + D::kWarehousePaid] += input.amount;
    rows_[data_.district(input.warehouse, input.district) + D::kDistrictPaid] += input.amount;
    rows_[customer + D::kCustomerPaid] += input.amount;
    ++rows_[customer + D::kCustomerPayments];
  }
  void order(const TpccInput& input) {
    ++rows_[data_.district(input.warehouse, input.district) + D::kDistrictNextOrder];
    Order placed{input.customer, 0, {}};
    for (std::uint64_t i = 0; i < input.lines; ++i) {
      const TpccLine& line = input.line[i];
      const std::uint64_t stock = data_.stock(line.warehouse, line.item);
      rows_[stock + D::kStockQuantity] =
          stock_after(rows_[stock + D::kStockQuantity], line.quantity);
      rows_[stock + D::kStockSold] += line.quantity;
      ++rows_[stock + D::kStockOrders];
      if (line.warehouse != input.warehouse) ++rows_[stock + D::kStockRemote];
      placed.total += line.quantity * price(line.item);
      placed.items.push_back(line.item);
    }
    if (data_.full) orders(input.warehouse, input.district).push_back(std::move(placed));
  }
  /// Adds the orders that the store says are delivered to their customers.
  void take_deliveries() {
    for (const auto& [key, at] : items_of(data_.orders)) {
      const std::uint64_t w = (key >> 32) / D::kDistricts;
      const std::uint64_t d = (key >> 32) % D::kDistricts;
      const std::uint64_t district = data_.district(w, d) + D::kDistrictDelivered;
      const std::uint64_t number = key & 0xFFFFFFFF;
      if (number <= rows_[district] || number > data_.rows.data[district]) continue;
      const std::uint64_t* words = data_.appended.data + at;
      const std::uint64_t customer = data_.customer(w, d, words[D::kOrderCustomer]);
      ++rows_[customer + D::kCustomerDeliveries];
      for (std::uint64_t i = words[D::kOrderLines]; i > 0; --i) {
        words += D::kOrderWords;
        rows_[customer + D::kCustomerDelivered] += words[D::kLineAmount];
      }
    }
    for (std::uint64_t w = 0; w < data_.sizes.warehouses; ++w) {
      for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
        const std::uint64_t district = data_.district(w, d) + D::kDistrictDelivered;
        rows_[district] = std::max(rows_[district], data_.rows.data[district]);
      }
    }
  }
  void deliver(const TpccInput& input) {
    if (!own_) return;
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      std::uint64_t& delivered = rows_[data_.district(input.warehouse, d) + D::kDistrictDelivered];
      if (delivered == orders(input.warehouse, d).size()) continue;
      const Order& order = orders(input.warehouse, d)[delivered++];
      const std::uint64_t customer = data_.customer(input.warehouse, d, order.customer);
      rows_[customer + D::kCustomerDelivered] += order.total;
      ++rows_[customer + D::kCustomerDeliveries];
    }
  }
  std::uint64_t last_order(const TpccInput& input) {
    const std::vector<Order>& all = orders(input.warehouse, input.district);
    for (std::size_t number = all.size(); number > 0; --number) {
      if (all[number - 1].customer == input.customer) return number;
    }
    return 0;
  }
  std::uint64_t last_items(const TpccInput& input) {
    const std::vector<Order>& all = orders(input.warehouse, input.district);
    std::set<std::uint64_t> items;
    for (std::size_t i = all.size() > 20 ? all.size() - 20 : 0; i < all.size(); ++i) {
      items.insert(all[i].items.begin(), all[i].items.end());
    }
    return items.size();
  }

  const TpccData& data_;
  bool own_;  ///< Each thread has its own warehouse.
  std::vector<std::uint64_t> rows_;
  std::vector<std::vector<Order>> orders_;  ///< By district of all warehouses; only if full.
  std::vector<TpccCounts> counts_;
};

class RowCheck {
 public:
  RowCheck(const TpccData& data, const std::vector<std::uint64_t>& expected, Mismatches& mismatches)
      : data_(data), expected_(expected), mismatches_(mismatches) {}

  /// Compares fields 1 to `fields`.
  void row(const char* table, std::uint64_t number, std::uint64_t row, std::uint64_t fields) {
    if (data_.rows.data[row] % 2 != 0) {
      mismatches_.add(name(table, number), " is locked");
    }
    for (std::uint64_t i = 1; i <= fields; ++i) {
      const std::uint64_t value = data_.rows.data[row + i];
      if (value == expected_[row + i]) continue;
      mismatches_.add(name(table, number), ": field ", i, " is ", value, ", expected ",
                      expected_[row + i]);
    }
  }

 private:
  static std::string name(const char* table, std::uint64_t number) {
    return table + (" " + std::to_string(number));
  }
  const TpccData& data_;
  const std::vector<std::uint64_t>& expected_;
  Mismatches& mismatches_;
};

/// Returns true if exactly delivered orders have a carrier, and all their lines a date.
bool delivery_right(const TpccData& data, std::uint64_t at, bool delivered) {
  const std::uint64_t* words = data.appended.data + at;
  bool right = (words[D::kOrderCarrier] != 0) == delivered;
  for (std::uint64_t i = words[D::kOrderLines]; i > 0; --i) {
    words += D::kOrderWords;
    right = right && (words[D::kLineDate] != 0) == delivered;
  }
  return right;
}

/// Checks that the orders of every district are numbered from 1, and that the appended orders
/// contain their number and their delivery.
void check_orders(const TpccData& data, const std::vector<std::uint64_t>& expected,
                  Mismatches& mismatches) {
  if (const std::string fault = tree_fault(data.orders); !fault.empty()) {
    mismatches.add("orders: ", fault);
    return;
  }
  const TreeItems orders = items_of(data.orders);
  auto order = orders.begin();
  for (std::uint64_t w = 0; w < data.sizes.warehouses; ++w) {
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      const std::uint64_t end = expected[data.district(w, d) + D::kDistrictNextOrder];
      const std::uint64_t delivered = expected[data.district(w, d) + D::kDistrictDelivered];
      for (std::uint64_t number = 1; number < end; ++number) {
        const bool found = order != orders.end() && order->first == D::order_key(w, d, number) &&
                           data.appended.data[order->second] == number;
        if (found && (!data.full || delivery_right(data, order->second, number <= delivered))) {
          ++order;
          continue;
        }
        mismatches.add("district ", w * D::kDistricts + d, ": order ", number,
                       (found ? " has a wrong carrier or date" : " is not found"));
        if (found) ++order;
      }
    }
  }
  if (order != orders.end()) mismatches.add("there are orders that no thread placed");
}

void check_queries(const std::vector<TpccCounts>& counts, const std::vector<TpccCounts>& expected,
                   Mismatches& mismatches) {
  for (std::size_t thread = 0; thread < counts.size(); ++thread) {
    if (counts[thread].status_orders != expected[thread].status_orders) {
      mismatches.add("thread ", thread, ": order statuses found other orders");
    }
    if (counts[thread].level_items != expected[thread].level_items) {
      mismatches.add("thread ", thread, ": stock levels found other items");
    }
  }
}

}  // namespace

std::vector<std::string> Tpcc::check() const {
  const Reference reference(*this, seed_);
  const std::vector<std::uint64_t>& expected = reference.rows();
  Mismatches mismatches("wrong fields");
  RowCheck check(data_, expected, mismatches);
  const TpccSizes& sizes = data_.sizes;
  for (std::uint64_t w = 0; w < sizes.warehouses; ++w) {
    check.row("warehouse", w, data_.warehouse(w), D::kWarehouseTax);
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      check.row("district", w * D::kDistricts + d, data_.district(w, d), D::kDistrictDelivered);
      for (std::uint64_t c = 0; c < sizes.customers; ++c) {
        check.row("customer", data_.customer_key(w, d, c), data_.customer(w, d, c),
                  D::kCustomerDeliveries);
      }
    }
    for (std::uint64_t i = 0; i < sizes.items; ++i) {
      check.row("stock", data_.stock_key(w, i), data_.stock(w, i), D::kStockRemote);
    }
  }
  check_orders(data_, expected, mismatches);
  if (!parameters_.any_warehouse) check_queries(counts_, reference.counts(), mismatches);
  return mismatches.lines();
}

}  // namespace starnuma::stimulus
