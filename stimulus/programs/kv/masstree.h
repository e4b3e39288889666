// SPDX-License-Identifier: Apache-2.0
// Store and requests of the public Masstree program, `kv:full=masstree`.
//
// Contract: the store is loaded before, untimed. Each GET must find its key exactly if it was
// loaded. After the run the tree must hold the loaded and put keys, each with a row that some
// thread wrote last, and every other row must be in exactly one list of dead rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/mismatches.h"
#include "stimulus/programs/kv/masstree_thread.h"
#include "stimulus/range.h"
#include "stimulus/window.h"

namespace starnuma::stimulus {

struct MasstreeParameters {
  int scale = 20;
  std::uint64_t operations = 1 << 18;  ///< Total of all threads.
};

class Masstree : public KernelState<MasstreeParameters, MasstreeData> {
 public:
  static constexpr std::string_view kWorkUnit = "operation";
  static constexpr int kInstructionsPerUnit = 550;  ///< Approximate; for the length of phases too.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    MasstreeThread<Thread> mine(thread, data_);
    open_window(thread);
    wrong_[self] = mine.trial(operations_of(self));
    dead_[self] = mine.dead();
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return MasstreeData::footprint_at(parameters_.scale); }
  base::Bytes host_bytes() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.operations; }

 private:
  std::uint64_t operations_of(std::uint64_t thread) const {
    return even_share(parameters_.operations, thread, wrong_.size());
  }
  LastWrites last_writers() const;
  std::uint64_t word(std::uint64_t row) const {
    return row < data_.loaded.size ? data_.loaded.data[row]
                                   : data_.rows.data[row - data_.loaded.size];
  }
  bool right_row(std::uint64_t key, std::uint64_t row,
                 const std::vector<std::uint64_t>& writers) const;
  void check_dead_rows(const TreeItems& items, Mismatches& mismatches) const;

  std::vector<std::uint64_t> wrong_;  ///< By thread; kNotRun before the run.
  std::vector<std::uint64_t> dead_;   ///< Number of dead rows by thread.
  static constexpr std::uint64_t kNotRun = ~std::uint64_t{0};
};

}  // namespace starnuma::stimulus
