// SPDX-License-Identifier: Apache-2.0
// TPC-C-like mix of new orders and payments, or of all five transactions, on an optimistic
// in-memory store.
//
// Contract: each thread has a warehouse, whose rows are on its own pages. Tables are loaded untimed
// before the run. The effects of transactions on each row commute, so after the run every row is
// compared with a sequential execution. Orders must be numbered without gaps, and each must be
// found by its number. Queries must find the orders of that execution; if threads share warehouses,
// deliveries must agree with the delivered orders.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/tpcc/tpcc_thread.h"
#include "stimulus/range.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct TpccParameters {
  int scale = 20;
  std::uint64_t transactions = 1 << 14;  ///< Total of all threads.
  std::uint64_t payments = 49;           ///< Percentage of payments unless `full`.
  bool full = false;                     ///< All five transactions, on loaded orders.
  bool any_warehouse = false;            ///< See TpccMix.
};

class Tpcc : public KernelState<TpccParameters, TpccData> {
 public:
  static constexpr std::string_view kWorkUnit = "transaction";

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    TpccThread<Thread> mine(thread, data_, stream_of(self));
    open_window(thread);
    counts_[self] = mine.trial(transactions_of(self));
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.transactions; }
  /// Approximate; for the progress display and the length of phases.
  std::uint64_t expected_instructions() const {
    return parameters_.transactions * (parameters_.full ? 12'000 : 8'000);
  }

  const Parameters& parameters() const { return parameters_; }
  TpccStream stream_of(std::uint64_t thread) const {
    return TpccStream(data_.sizes,
                      {parameters_.full, parameters_.payments, parameters_.any_warehouse}, seed_,
                      thread);
  }
  std::uint64_t transactions_of(std::uint64_t thread) const {
    return even_share(parameters_.transactions, thread, counts_.size());
  }
  std::uint64_t threads() const { return counts_.size(); }

 private:
  void load_trees(base::Arena& arena);

  std::vector<TpccCounts> counts_;  ///< Counts by thread.
};

/// Initializes the rows and their numbers before the run.
void load_tpcc_rows(const TpccData& data, std::uint64_t seed);

/// Loaded order: each customer has one, with items of stock of its own warehouse.
struct TpccLoadedOrder {
  std::uint64_t customer = 0;
  std::vector<std::uint64_t> items;  ///< By line.
  static constexpr std::uint64_t kQuantity = 5;
};
/// Returns the loaded orders of a district in ascending order of their numbers, from 1. Their
/// numbers of lines are those of the same district of other warehouses.
std::vector<TpccLoadedOrder> loaded_tpcc_orders(const TpccData& data, std::uint64_t seed,
                                                std::uint64_t warehouse, std::uint64_t district);
/// Returns the number of loaded orders of a district that are delivered: 70 %, as in
/// clause 4.3.3.1.
constexpr std::uint64_t delivered_tpcc_orders(std::uint64_t orders) { return orders * 7 / 10; }

}  // namespace starnuma::stimulus
