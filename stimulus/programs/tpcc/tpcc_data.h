// SPDX-License-Identifier: Apache-2.0
// Tables of a TPC-C-like store: rows in words, with the sizes of the benchmark's rows.
//
// Contract: the first word of a row is its version, which is odd while the row is locked. The rows
// of a warehouse are contiguous on its own pages; all warehouses share the items. Trees locate
// rows, except those of warehouses and districts, which are few.
#pragma once

#include <cstdint>

#include "models/base/arena.h"
#include "stimulus/store/tree.h"

namespace starnuma::stimulus {

struct TpccSizes {
  std::uint64_t warehouses = 1;
  std::uint64_t items = 100'000;
  std::uint64_t customers = 3'000;  ///< Number per district.
};

struct TpccData {
  static constexpr std::uint64_t kDistricts = 10;  ///< Number per warehouse.
  // Words of a row: the benchmark's 89, 95, 655, 306 and 82 bytes and a version, in whole lines.
  static constexpr std::uint64_t kWarehouseWords = 16;
  static constexpr std::uint64_t kDistrictWords = 16;
  static constexpr std::uint64_t kCustomerWords = 88;
  static constexpr std::uint64_t kStockWords = 40;
  static constexpr std::uint64_t kItemWords = 16;
  /// Words of an order, of an order line, and of a payment.
  static constexpr std::uint64_t kOrderWords = 8;
  static constexpr std::uint64_t kMostLines = 15;

  // Fields of rows, as words after the version.
  enum Warehouse : std::uint64_t { kWarehousePaid = 1, kWarehouseTax };
  enum District : std::uint64_t {
    kDistrictPaid = 1,
    kDistrictNextOrder,
    kDistrictTax,
    kDistrictDelivered  ///< Number of the last delivered order.
  };
  enum Customer : std::uint64_t {
    kCustomerPaid = 1,
    kCustomerPayments,
    kCustomerDiscount,
    kCustomerDelivered,  ///< Sum of the amounts of delivered orders.
    kCustomerDeliveries
  };
  enum Stock : std::uint64_t { kStockQuantity = 1, kStockSold, kStockOrders, kStockRemote };
  enum Item : std::uint64_t { kItemPrice = 1 };
  // Words of an order and of an order line in `appended`.
  enum Order : std::uint64_t { kOrderNumber, kOrderCustomer, kOrderLines, kOrderCarrier };
  enum Line : std::uint64_t { kLineItem, kLineWarehouse, kLineQuantity, kLineAmount, kLineDate };

  TpccSizes sizes;
  std::uint64_t warehouse_words = 0;  ///< Distance between the rows of two warehouses.
  std::uint64_t thread_words = 0;     ///< Words of each thread's orders and payments.
  std::uint64_t loaded_words = 0;     ///< Words of these that the loaded orders take.
  bool full = false;                  ///< All five transactions, on loaded orders.
  base::SimArray<std::uint64_t> rows;
  base::SimArray<std::uint64_t> items;
  base::SimArray<std::uint64_t> appended;  ///< Orders and payments, thread by thread.
  Tree customers;                          ///< customer_key -> word of its row
  Tree stocks;                             ///< stock_key -> word of its row
  Tree item_rows;                          ///< item -> word of its row
  Tree orders;                             ///< order_key -> word in `appended`
  Tree last_orders;  ///< customer_key -> word of the customer's last order; only if `full`

  std::uint64_t warehouse(std::uint64_t w) const { return w * warehouse_words; }
  std::uint64_t district(std::uint64_t w, std::uint64_t d) const {
    return warehouse(w) + kWarehouseWords + d * kDistrictWords;
  }
  std::uint64_t customer(std::uint64_t w, std::uint64_t d, std::uint64_t c) const {
    return district(w, kDistricts) + (d * sizes.customers + c) * kCustomerWords;
  }
  std::uint64_t stock(std::uint64_t w, std::uint64_t item) const {
    return customer(w, kDistricts, 0) + item * kStockWords;
  }
  std::uint64_t customer_key(std::uint64_t w, std::uint64_t d, std::uint64_t c) const {
    return (w * kDistricts + d) * sizes.customers + c;
  }
  std::uint64_t stock_key(std::uint64_t w, std::uint64_t item) const {
    return w * sizes.items + item;
  }
  static std::uint64_t order_key(std::uint64_t w, std::uint64_t d, std::uint64_t order) {
    return (w * kDistricts + d) << 32 | order;
  }
};

}  // namespace starnuma::stimulus
