// SPDX-License-Identifier: Apache-2.0
// Sequential reference: executes the same transactions one after another.
#include <vector>

#include "stimulus/mismatches.h"
#include "stimulus/programs/tpcc/tpcc.h"

namespace starnuma::stimulus {
namespace {

using D = TpccData;

void apply(const TpccData& data, const TpccInput& input, std::vector<std::uint64_t>& rows) {
  const std::uint64_t district = data.district(input.warehouse, input.district);
  if (input.payment) {
    const std::uint64_t customer =
        data.customer(input.customer_warehouse, input.customer_district, input.customer);
    rows[data.warehouse(input.warehouse) + D::kWarehousePaid] += input.amount;
    rows[district + D::kDistrictPaid] += input.amount;
    rows[customer + D::kCustomerPaid] += input.amount;
    ++rows[customer + D::kCustomerPayments];
    return;
  }
  ++rows[district + D::kDistrictNextOrder];
  for (std::uint64_t i = 0; i < input.lines; ++i) {
    const TpccLine& line = input.line[i];
    const std::uint64_t stock = data.stock(line.warehouse, line.item);
    rows[stock + D::kStockQuantity] = stock_after(rows[stock + D::kStockQuantity], line.quantity);
    rows[stock + D::kStockSold] += line.quantity;
    ++rows[stock + D::kStockOrders];
    if (line.warehouse != input.warehouse) ++rows[stock + D::kStockRemote];
  }
}

/// Returns the rows after all transactions; versions stay zero.
std::vector<std::uint64_t> expected_rows(const Tpcc& tpcc, std::uint64_t seed) {
  std::vector<std::uint64_t> rows(tpcc.data().rows.size);
  std::vector<std::uint64_t> items(tpcc.data().items.size);
  TpccData before = tpcc.data();
  before.rows.data = rows.data();
  before.items.data = items.data();
  load_tpcc_rows(before, seed);
  for (std::uint64_t thread = 0; thread < tpcc.threads(); ++thread) {
    TpccStream stream = tpcc.stream_of(thread);
    for (std::uint64_t i = tpcc.transactions_of(thread); i > 0; --i) {
      apply(tpcc.data(), stream.next(), rows);
    }
  }
  return rows;
}

class RowCheck {
 public:
  RowCheck(const TpccData& data, const std::vector<std::uint64_t>& expected, Mismatches& mismatches)
      : data_(data), expected_(expected), mismatches_(mismatches) {}

  /// Compares fields 1 to `fields`.
  void row(const char* table, std::uint64_t number, std::uint64_t row, std::uint64_t fields) {
    if (data_.rows.data[row] % 2 != 0) {
      mismatches_.add([&] { return name(table, number) + " is locked"; });
    }
    for (std::uint64_t i = 1; i <= fields; ++i) {
      const std::uint64_t value = data_.rows.data[row + i];
      if (value == expected_[row + i]) continue;
      mismatches_.add([&] {
        return name(table, number) + ": field " + std::to_string(i) + " is " +
               std::to_string(value) + ", expected " + std::to_string(expected_[row + i]);
      });
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

/// Checks that the orders of every district are numbered from 1, and that the appended orders
/// contain their number.
void check_orders(const TpccData& data, const std::vector<std::uint64_t>& expected,
                  Mismatches& mismatches) {
  if (const std::string fault = tree_fault(data.orders); !fault.empty()) {
    mismatches.add([&] { return "orders: " + fault; });
    return;
  }
  const TreeItems orders = items_of(data.orders);
  auto order = orders.begin();
  for (std::uint64_t w = 0; w < data.sizes.warehouses; ++w) {
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      const std::uint64_t end = expected[data.district(w, d) + D::kDistrictNextOrder];
      for (std::uint64_t number = 1; number < end; ++number) {
        const bool found = order != orders.end() && order->first == D::order_key(w, d, number) &&
                           data.appended.data[order->second] == number;
        if (found) {
          ++order;
          continue;
        }
        mismatches.add([&] {
          return "district " + std::to_string(w * D::kDistricts + d) + ": order " +
                 std::to_string(number) + " is not found";
        });
      }
    }
  }
  if (order != orders.end())
    mismatches.add([] { return "there are orders that no thread placed"; });
}

}  // namespace

std::vector<std::string> Tpcc::check() const {
  const std::vector<std::uint64_t> expected = expected_rows(*this, seed_);
  Mismatches mismatches("wrong fields");
  RowCheck check(data_, expected, mismatches);
  const TpccSizes& sizes = data_.sizes;
  for (std::uint64_t w = 0; w < sizes.warehouses; ++w) {
    check.row("warehouse", w, data_.warehouse(w), D::kWarehouseTax);
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      check.row("district", w * D::kDistricts + d, data_.district(w, d), D::kDistrictTax);
      for (std::uint64_t c = 0; c < sizes.customers; ++c) {
        check.row("customer", data_.customer_key(w, d, c), data_.customer(w, d, c),
                  D::kCustomerDiscount);
      }
    }
    for (std::uint64_t i = 0; i < sizes.items; ++i) {
      check.row("stock", data_.stock_key(w, i), data_.stock(w, i), D::kStockRemote);
    }
  }
  check_orders(data_, expected, mismatches);
  return mismatches.lines();
}

}  // namespace starnuma::stimulus
