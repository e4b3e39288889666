// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/tpcc/tpcc.h"

#include <algorithm>

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {
namespace {

using D = TpccData;

std::unique_ptr<Workload> make_tpcc(const Options& options, const MachineShape&,
                                    std::uint64_t seed) {
  Tpcc::Parameters parameters;
  parameters.scale = static_cast<int>(options.number("scale"));
  parameters.transactions = static_cast<std::uint64_t>(options.number("transactions"));
  parameters.payments = static_cast<std::uint64_t>(options.number("payments"));
  return workload_of(Tpcc(parameters, seed));
}

/// Returns the table sizes. Items and customers have the benchmark's ratio of 100 000 to 3000 per
/// district. The rows of 64 warehouses are as large as a graph: 564 bytes per item, including its
/// trees.
TpccSizes sizes_for(int scale, std::uint64_t warehouses) {
  constexpr std::uint64_t kBytesPerItem = 564;
  constexpr std::uint64_t kWarehouses = 64;
  const auto bytes = static_cast<std::uint64_t>(graph_footprint(scale).size.value);
  TpccSizes sizes;
  sizes.warehouses = warehouses;
  sizes.items = std::max<std::uint64_t>(16, bytes / kWarehouses / kBytesPerItem);
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

}  // namespace

void load_tpcc_rows(const TpccData& data, std::uint64_t seed) {
  base::Random random(seed);
  for (std::uint64_t w = 0; w < data.sizes.warehouses; ++w) {
    data.rows.data[data.warehouse(w) + D::kWarehouseTax] = random.below(2001);
    for (std::uint64_t d = 0; d < D::kDistricts; ++d) {
      data.rows.data[data.district(w, d) + D::kDistrictNextOrder] = 1;
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
  data_.sizes = sizes_for(parameters_.scale, threads);
  data_.warehouse_words = whole_pages(data_.stock(0, data_.sizes.items));
  data_.thread_words =
      whole_pages((parameters_.transactions / threads + 1) * (D::kMostLines + 1) * D::kOrderWords);
  data_.rows = arena.allocate<std::uint64_t>("tpcc.rows", threads * data_.warehouse_words,
                                             base::Touch::blocked());
  data_.items = arena.allocate<std::uint64_t>("tpcc.items", data_.sizes.items * D::kItemWords);
  data_.appended = arena.allocate<std::uint64_t>("tpcc.appended", threads * data_.thread_words,
                                                 base::Touch::blocked());
  const TreeItems customers = customer_rows(data_);
  const TreeItems stocks = stock_rows(data_);
  const TreeItems items = item_rows(data_);
  const Tree memory =
      make_trees(arena, "tpcc.trees",
                 tree_nodes(customers.size(), 0) + tree_nodes(stocks.size(), 0) +
                     tree_nodes(items.size(), 0) + tree_nodes(0, parameters_.transactions));
  data_.customers = bulk_load(memory, customers, seed_);
  data_.stocks = bulk_load(memory, stocks, seed_);
  data_.item_rows = bulk_load(memory, items, seed_);
  data_.orders = bulk_load(memory, {}, seed_);
  load_tpcc_rows(data_, seed_);
}

void Tpcc::report(accounting::StatWriter& out) const {
  TpccCounts sum;
  for (const TpccCounts& counts : counts_) {
    sum.orders += counts.orders;
    sum.payments += counts.payments;
    sum.aborts += counts.aborts;
  }
  accounting::StatWriter tpcc = out.under("tpcc");
  const auto count = [&](std::string_view name, std::uint64_t value, std::string_view sentence) {
    tpcc.write(name, static_cast<double>(value), "1", sentence);
  };
  count("warehouses", data_.sizes.warehouses, "warehouses, one a thread");
  count("items", data_.sizes.items, "items, each in the stock of every warehouse");
  count("orders", sum.orders, "new orders");
  count("payments", sum.payments, "payments");
  count("aborts", sum.aborts, "transactions restarted because another thread had changed a record");
}

Definition define_tpcc() {
  return {"tpcc",
          "new orders and payments as in TPC-C on an optimistic in-memory store",
          {scale_rule(), OptionRule::number("transactions", 1 << 14, 1, 1 << 26),
           OptionRule::number("payments", 49, 0, 100)},
          make_tpcc};
}

}  // namespace starnuma::stimulus
