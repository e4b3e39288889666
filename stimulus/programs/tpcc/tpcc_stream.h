// SPDX-License-Identifier: Apache-2.0
// Inputs of one thread's transactions in order; the run and the check draw the same ones.
// Distributions are those of TPC-C's clauses 2.4.1 and 2.5.1: customers and items by NURand, one
// order line in a hundred from another warehouse, 15 payments in a hundred by another warehouse's
// customer.
// Not modelled: customers by last name, the one order in a hundred that is rolled back.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/random.h"
#include "stimulus/programs/tpcc/tpcc_data.h"

namespace starnuma::stimulus {

struct TpccLine {
  std::uint64_t warehouse = 0;  ///< Supplying warehouse.
  std::uint64_t item = 0;
  std::uint64_t quantity = 0;
};

struct TpccInput {
  bool payment = false;
  std::uint64_t warehouse = 0;
  std::uint64_t district = 0;
  std::uint64_t customer_warehouse = 0;
  std::uint64_t customer_district = 0;
  std::uint64_t customer = 0;
  std::uint64_t amount = 0;  ///< Amount of a payment.
  std::uint64_t lines = 0;   ///< Lines of an order; each has another stock.
  std::array<TpccLine, TpccData::kMostLines> line;
};

class TpccStream {
 public:
  /// Creates the stream of the thread's own warehouse; `payments` is a percentage.
  TpccStream(const TpccSizes& sizes, std::uint64_t payments, std::uint64_t seed,
             std::uint64_t thread)
      : sizes_(sizes),
        payments_(payments),
        home_(thread % sizes.warehouses),
        random_(base::Random(seed + thread).next()) {}

  TpccInput next() {
    TpccInput input;
    input.payment = random_.below(100) < payments_;
    input.warehouse = input.customer_warehouse = home_;
    input.district = input.customer_district = random_.below(TpccData::kDistricts);
    if (input.payment) {
      input.amount = 1 + random_.below(5000);
      if (random_.below(100) < 15) {
        input.customer_warehouse = other_warehouse();
        input.customer_district = random_.below(TpccData::kDistricts);
      }
    } else {
      const std::uint64_t lines = 5 + random_.below(11);
      for (std::uint64_t i = 0; i < lines; ++i) add_line(input);
    }
    input.customer = skewed(sizes_.customers, 11);
    return input;
  }

 private:
  std::uint64_t other_warehouse() {
    if (sizes_.warehouses == 1) return home_;
    const std::uint64_t other = random_.below(sizes_.warehouses - 1);
    return other + (other >= home_ ? 1 : 0);
  }
  void add_line(TpccInput& input) {
    const std::uint64_t warehouse = random_.below(100) == 0 ? other_warehouse() : home_;
    const std::uint64_t item = skewed(sizes_.items, 3);
    const std::uint64_t quantity = 1 + random_.below(10);
    for (std::uint64_t i = 0; i < input.lines; ++i) {
      TpccLine& line = input.line[i];
      if (line.warehouse == warehouse && line.item == item) return;
    }
    input.line[input.lines++] = {warehouse, item, quantity};
  }
  /// Returns NURand(A, 0, n - 1). A + 1 is the largest power of two up to share/32 of n: the
  /// benchmark's 8191 for 100 000 items and 1023 for 3000 customers, with the same skew for smaller
  /// tables.
  std::uint64_t skewed(std::uint64_t n, std::uint64_t share) {
    std::uint64_t a = 1;
    while (64 * a <= share * n) a *= 2;
    return ((random_.below(a) | random_.below(n)) + kConstant) % n;
  }

  static constexpr std::uint64_t kConstant = 123;  // any value is legal
  const TpccSizes& sizes_;
  std::uint64_t payments_;
  std::uint64_t home_;
  base::Random random_;
};

}  // namespace starnuma::stimulus
