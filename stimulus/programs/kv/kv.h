// SPDX-License-Identifier: Apache-2.0
// Key-value store: all threads read, update and insert in one ordered, concurrent tree.
//
// Contract:
// - The tree is loaded before, untimed.
// - Keys are uniform or follow a Zipf distribution, as in YCSB: its workload A is
//   reads=50,keys=zipf, B reads=95, C reads=100.
// - Every read must return a value of its key. After the run the tree must hold exactly the loaded
//   and inserted keys in order, each with the last value that some thread wrote.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/kv/kv_stream.h"
#include "stimulus/range.h"
#include "stimulus/store/tree_operations.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kKvOperation{"KvThread", "operation", 60};
inline constexpr LoopCost kKvZipf{"KvThread", "key by Zipf's law", 156};

template <class Thread>
class KvThread {
 public:
  KvThread(Thread& thread, const Tree& tree, KvStream stream)
      : thread_(thread), tree_(tree), stream_(stream) {}

  /// Returns the number of reads that found no value of their key.
  [[gnu::noinline]] std::uint64_t trial(std::uint64_t operations) {
    const auto self = static_cast<std::uint64_t>(thread_.index());
    const auto threads = static_cast<std::uint64_t>(thread_.threads());
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < operations; ++i) {
      spend(thread_, kKvOperation);
      if (stream_.draws_by_zipf()) spend(thread_, kKvZipf);
      const KvOperation operation = stream_.next();
      const std::uint64_t value = kv_value(operation.key, 1 + i * threads + self);
      if (operation.kind == KvOperationKind::kRead) {
        const auto found = tree_find(thread_, tree_, operation.key);
        wrong += !found || found->value >> 32 != operation.key ? 1 : 0;
      } else if (operation.kind == KvOperationKind::kUpdate) {
        wrong += tree_update(thread_, tree_, operation.key, value) ? 0 : 1;
      } else {
        tree_insert(thread_, tree_, operation.key, value);
      }
    }
    return wrong;
  }

 private:
  Thread& thread_;
  const Tree& tree_;
  KvStream stream_;
};

/// Store that is represented: one as large as a graph, YCSB's as run by LACX, or Masstree's.
enum class KvFull : std::uint8_t { kGraph, kYcsb, kMasstree };

struct KvParameters {
  int scale = 20;
  std::uint64_t operations = 1 << 18;  ///< Total of all threads.
  std::uint64_t reads = 50;            ///< Percentage of reads.
  std::uint64_t inserts = 0;           ///< Percentage of inserts.
  bool zipf = false;
  KvFull full = KvFull::kGraph;
};

class Kv : public KernelState<KvParameters, Tree> {
 public:
  static constexpr std::string_view kWorkUnit = "operation";
  static constexpr int kInstructionsPerUnit = 400;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    KvThread<Thread> mine(thread, data_, KvStream(mix_, seed_, self));
    open_window(thread);
    wrong_[self] = mine.trial(operations_of(self));
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.operations; }

 private:
  std::uint64_t operations_of(std::uint64_t thread) const {
    return even_share(parameters_.operations, thread, wrong_.size());
  }

  LastWrites last_values() const;

  std::shared_ptr<const Zipf> zipf_;
  KvMix mix_;
  std::vector<std::uint64_t> wrong_;  ///< By thread; kNotRun before the run.
  static constexpr std::uint64_t kNotRun = ~std::uint64_t{0};
};

}  // namespace starnuma::stimulus
