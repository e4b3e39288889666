// SPDX-License-Identifier: Apache-2.0
// Random updates of one large table by all threads: independent accesses to uniformly random lines.
//
// Contract: an update loads an entry, applies xor with a random number, and stores it. As in the
// HPC Challenge benchmark the update is not atomic, so concurrent updates of one entry may be lost.
// The check replays all updates and accepts at most 1 % wrong entries.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/base/random.h"
#include "stimulus/kernel_state.h"
#include "stimulus/range.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct GupsParameters {
  int scale = 20;
  std::uint64_t updates = std::uint64_t{1} << 19;  ///< total of all threads
};

/// Kernel whose data are the table.
class Gups : public KernelState<GupsParameters, base::SimArray<std::uint64_t>> {
 public:
  static constexpr std::string_view kWorkUnit = "update";
  static constexpr int kInstructionsPerUnit = 15;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    open_window(thread);
    const auto self = static_cast<std::uint64_t>(thread.index());
    base::Random random = random_of(self);
    for (std::uint64_t i = updates_of(self); i > 0; --i) {
      thread.work(kUpdateWork);
      const std::uint64_t number = random.next();
      const auto entry = thread.load(data_, index_of(number));
      thread.store(data_, index_of(number), entry.value ^ number, entry.ready);
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.updates; }
  /// Returns the number of entries that differ from the result of sequential updates.
  std::uint64_t wrong_entries() const;

 private:
  /// Random number (7), index (1), xor (1), count, compare and jump (3).
  static constexpr int kUpdateWork = 12;

  base::Random random_of(std::uint64_t thread) const;
  std::uint64_t updates_of(std::uint64_t thread) const {
    return even_share(parameters_.updates, thread, threads_);
  }
  std::uint64_t index_of(std::uint64_t number) const { return number >> index_shift_; }

  std::uint64_t threads_ = 1;
  int index_shift_ = 0;
};

}  // namespace starnuma::stimulus
