// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/tpcc/tpcc.h"

#include <algorithm>

#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

using D = TpccData;

/// Returns the table sizes. Items and customers have the benchmark's ratio of 100 000 to 3000 per
/// district. The rows of 64 warehouses are as large as a graph: 564 bytes per item, including its
/// trees, and 790 with a loaded order of ten lines per customer.
TpccSizes sizes_for(int scale, std::uint64_t warehouses, bool full) {
  const std::uint64_t bytes_per_item = full ? 790 : 564;
  constexpr std::uint64_t kWarehouses = 64;
  const auto bytes = static_cast<std::uint64_t>(graph_footprint(scale).size.value);
  TpccSizes sizes;
  sizes.warehouses = warehouses;
  sizes.items = std::max<std::uint64_t>(16, bytes / kWarehouses / bytes_per_item);
  sizes.customers = std::max<std::uint64_t>(1, 3 * sizes.items / 100);
  return sizes;
}

std::uint64_t whole_pages(std::uint64_t words) {
  constexpr std::uint64_t kPageWords = base::kPageBytes / sizeof(std::uint64_t);
  return (words + kPageWords - 1) / kPageWords * kPageWords;
}

TreeItems customer_rows(const TpccData& data) {
  TreeItems rows;
  for (std::uint64_t w = 0; w < data.sizes.warehouses; ++w) {
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      for (std::uint64_t c = 0; c < data.sizes.customers; ++c) {
        rows.emplace_back(data.customer_key(w, d, c), data.customer(w, d, c));
      }
    }
  }
  return rows;
}

TreeItems stock_rows(const TpccData& data) {
  TreeItems rows;
  for (std::uint64_t w = 0; w < data.sizes.warehouses; ++w) {
    for (std::uint64_t i = 0; i < data.sizes.items; ++i) {
      rows.emplace_back(data.stock_key(w, i), data.stock(w, i));
    }
  }
  return rows;
}

TreeItems item_rows(const TpccData& data) {
  TreeItems rows;
  for (std::uint64_t i = 0; i < data.sizes.items; ++i) rows.emplace_back(i, i * D::kItemWords);
  return rows;
}

std::uint64_t loaded_lines(std::uint64_t seed, std::uint64_t district, std::uint64_t number) {
  return 5 + base::Random(seed + district * 0x1'0000'0000 + number).below(11);
}

/// Returns the words of the loaded orders of a warehouse.
std::uint64_t loaded_words(const TpccSizes& sizes, std::uint64_t seed) {
  std::uint64_t records = 0;
  for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
    for (std::uint64_t n = 1; n <= sizes.customers; ++n) records += 1 + loaded_lines(seed, d, n);
  }
  return records * D::kOrderWords;
}

/// Writes the loaded orders; adds their words to both lists by key.
void load_orders(const TpccData& data, std::uint64_t seed, TreeItems& orders, TreeItems& last) {
  const std::uint64_t delivered = delivered_tpcc_orders(data.sizes.customers);
  for (std::uint64_t w = 0; w < data.sizes.warehouses; ++w) {
    std::uint64_t at = w * data.thread_words;
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      std::uint64_t number = 0;
      for (const TpccLoadedOrder& order : loaded_tpcc_orders(data, seed, w, d)) {
        ++number;
        std::uint64_t* words = data.appended.data + at;
        words[D::kOrderNumber] = number;
        words[D::kOrderCustomer] = order.customer;
        words[D::kOrderLines] = order.items.size();
        words[D::kOrderCarrier] = number <= delivered ? 1 : 0;
        orders.emplace_back(D::order_key(w, d, number), at);
        last.emplace_back(data.customer_key(w, d, order.customer), at);
        for (const std::uint64_t item : order.items) {
          words += D::kOrderWords;
          words[D::kLineItem] = item;
          words[D::kLineWarehouse] = w;
          words[D::kLineQuantity] = order.kQuantity;
          words[D::kLineAmount] =
              order.kQuantity * data.items.data[item * D::kItemWords + D::kItemPrice];
          words[D::kLineDate] = number <= delivered ? 1 : 0;
        }
        at += (1 + order.items.size()) * D::kOrderWords;
      }
    }
  }
  std::sort(last.begin(), last.end());
}

}  // namespace

std::vector<TpccLoadedOrder> loaded_tpcc_orders(const TpccData& data, std::uint64_t seed,
                                                std::uint64_t warehouse, std::uint64_t district) {
  std::vector<TpccLoadedOrder> orders(data.sizes.customers);
  base::Random random(base::Random(seed + data.district(warehouse, district)).next());
  for (std::uint64_t i = 0; i < orders.size(); ++i) {
    orders[i].customer = i;
    orders[i].items.resize(loaded_lines(seed, district, i + 1));
    for (std::uint64_t& item : orders[i].items) item = random.below(data.sizes.items);
  }
  for (std::uint64_t i = orders.size() - 1; i > 0; --i) {
    std::swap(orders[i].customer, orders[random.below(i + 1)].customer);
  }
  return orders;
}

void load_tpcc_rows(const TpccData& data, std::uint64_t seed) {
  base::Random random(seed);
  for (std::uint64_t w = 0; w < data.sizes.warehouses; ++w) {
    data.rows.data[data.warehouse(w) + D::kWarehouseTax] = random.below(2001);
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      const std::uint64_t loaded = data.full ? data.sizes.customers : 0;
      data.rows.data[data.district(w, d) + D::kDistrictNextOrder] = 1 + loaded;
      data.rows.data[data.district(w, d) + D::kDistrictDelivered] = delivered_tpcc_orders(loaded);
      data.rows.data[data.district(w, d) + D::kDistrictTax] = random.below(2001);
    }
    for (std::uint64_t i = 0; i < data.sizes.items; ++i) {
      data.rows.data[data.stock(w, i) + D::kStockQuantity] = 10 + random.below(91);
    }
  }
  for (std::uint64_t i = 0; i < data.sizes.items; ++i) {
    data.items.data[i * D::kItemWords + D::kItemPrice] = 100 + random.below(9901);
  }
}

void Tpcc::build(base::Arena& arena) {
  const auto threads = static_cast<std::uint64_t>(arena.threads());
  counts_.assign(threads, {});
  data_.full = parameters_.full;
  data_.sizes = sizes_for(parameters_.scale, threads, data_.full);
  data_.warehouse_words = whole_pages(data_.stock(0, data_.sizes.items));
  data_.loaded_words = data_.full ? loaded_words(data_.sizes, seed_) : 0;
  data_.thread_words = whole_pages(data_.loaded_words + (parameters_.transactions / threads + 1) *
                                                            (D::kMostLines + 1) * D::kOrderWords);
  data_.rows = arena.allocate<std::uint64_t>("tpcc.rows", threads * data_.warehouse_words,
                                             base::Touch::blocked());
  data_.items = arena.allocate<std::uint64_t>("tpcc.items", data_.sizes.items * D::kItemWords);
  data_.appended = arena.allocate<std::uint64_t>("tpcc.appended", threads * data_.thread_words,
                                                 base::Touch::blocked());
  load_tpcc_rows(data_, seed_);
  load_trees(arena);
}

void Tpcc::load_trees(base::Arena& arena) {
  const TreeItems customers = customer_rows(data_);
  const TreeItems stocks = stock_rows(data_);
  const TreeItems items = item_rows(data_);
  TreeItems orders;
  TreeItems last_orders;
  if (data_.full) load_orders(data_, seed_, orders, last_orders);
  std::uint64_t nodes = tree_nodes(customers.size(), 0) + tree_nodes(stocks.size(), 0) +
                        tree_nodes(items.size(), 0) +
                        tree_nodes(orders.size(), parameters_.transactions);
  if (data_.full) nodes += tree_nodes(last_orders.size(), parameters_.transactions);
  const Tree memory = make_trees(arena, "tpcc.trees", nodes);
  data_.customers = bulk_load(memory, customers, seed_);
  data_.stocks = bulk_load(memory, stocks, seed_);
  data_.item_rows = bulk_load(memory, items, seed_);
  data_.orders = bulk_load(memory, orders, seed_);
  if (data_.full) data_.last_orders = bulk_load(memory, last_orders, seed_);
}

void Tpcc::report(accounting::StatWriter& out) const {
  TpccCounts sum;
  for (const TpccCounts& counts : counts_) {
    sum.orders += counts.orders;
    sum.payments += counts.payments;
    sum.statuses += counts.statuses;
    sum.deliveries += counts.deliveries;
    sum.levels += counts.levels;
    sum.low_items += counts.low_items;
    sum.aborts += counts.aborts;
  }
  accounting::StatWriter tpcc = out.under("tpcc");
  const auto count = [&](std::string_view name, std::uint64_t value, std::string_view sentence) {
    tpcc.write(name, value, "1", sentence);
  };
  count("warehouses", data_.sizes.warehouses, "warehouses, one a thread");
  count("items", data_.sizes.items, "items, each in the stock of every warehouse");
  count("orders", sum.orders, "new orders");
  count("payments", sum.payments, "payments");
  if (data_.full) {
    count("order_statuses", sum.statuses, "order statuses of mix=full");
    count("deliveries", sum.deliveries, "deliveries of mix=full, of up to ten orders each");
    count("stock_levels", sum.levels, "stock levels of mix=full");
    count("low_items", sum.low_items, "items that stock levels found below their threshold");
  }
  count("aborts", sum.aborts, "transactions restarted because another thread had changed a record");
}

Definition define_tpcc() {
  return KernelDefinition<Tpcc>("tpcc", "transactions as in TPC-C on an optimistic in-memory store")
      .scale()
      .number("transactions", &TpccParameters::transactions, 1, 1 << 26)
      .number("payments", &TpccParameters::payments, 0, 100)
      .choice("mix", &TpccParameters::full, {"orders", "full"})
      .choice("warehouse", &TpccParameters::any_warehouse, {"own", "any"});
}

}  // namespace starnuma::stimulus
