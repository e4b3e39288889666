// SPDX-License-Identifier: Apache-2.0
// Threads that randomly read and write blocks of one shared segment, based on SHM-bench.
//
// Contract: an operation reads or writes all lines of a random block. Every line holds its last
// writer and its own number. Each read must find the line's number. After the run every line must
// hold its initial value or the last value written by some thread. `own` percent of the operations
// access the thread's own part of the segment.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/base/random.h"
#include "stimulus/costs.h"
#include "stimulus/kernel_state.h"
#include "stimulus/range.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kShmOperation{"ShmThread", "operation", 82};
inline constexpr LoopCost kShmRead{"ShmThread", "line read", 8};
inline constexpr LoopCost kShmWrite{"ShmThread", "line written", 6};

enum ShmBranch : std::uint32_t { kBranchShmRead };

struct ShmMix {
  static constexpr std::uint64_t kLineWords = base::kLineBytes / sizeof(std::uint64_t);
  std::uint64_t reads = 50;  ///< Percentage of reads; the rest are writes.
  std::uint64_t own = 0;     ///< Percentage of operations in the thread's own part.
  std::uint64_t block = 4;   ///< Block size in lines.
};

/// Returns the first word of line i: i above 32 bits of the last writer, 0 if there is none. The
/// other words are unused, since one instruction accesses a whole line, as with 512-bit vectors.
inline std::uint64_t shm_word(std::uint64_t line, std::uint64_t writer) {
  return line << 32 | writer;
}

struct ShmOperation {
  bool read;
  std::uint64_t first;  ///< First line.
};

/// Operations of one thread in order; the run and the check draw the same ones.
class ShmStream {
 public:
  ShmStream(const ShmMix& mix, std::uint64_t lines, std::uint64_t seed, std::uint64_t thread,
            std::uint64_t threads)
      : mix_(mix),
        all_{0, lines / mix.block},
        own_(all_.share(static_cast<int>(thread), static_cast<int>(threads), 1)),
        random_(base::Random(seed + thread).next()) {}

  ShmOperation next() {
    const bool read = random_.below(100) < mix_.reads;
    const bool stays = random_.below(100) < mix_.own && own_.size() > 0;
    const Range blocks = stays ? own_ : all_;
    return {read, (blocks.begin + random_.below(blocks.size())) * mix_.block};
  }

 private:
  ShmMix mix_;
  Range all_;  ///< All blocks.
  Range own_;
  base::Random random_;
};

template <class Thread>
class ShmThread {
 public:
  ShmThread(Thread& thread, const base::SimArray<std::uint64_t>& segment, const ShmMix& mix,
            ShmStream stream)
      : thread_(thread), segment_(segment), block_(mix.block), stream_(stream) {}

  /// Returns the number of lines read that did not have their own number.
  [[gnu::noinline, gnu::flatten]] std::uint64_t trial(std::uint64_t operations) {
    const auto segment = segment_;
    const auto self = static_cast<std::uint64_t>(thread_.index());
    const auto threads = static_cast<std::uint64_t>(thread_.threads());
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < operations; ++i) {
      spend(thread_, kShmOperation);
      const ShmOperation operation = stream_.next();
      thread_.branch(kBranchShmRead, operation.read);
      for (std::uint64_t line = operation.first; line < operation.first + block_; ++line) {
        if (operation.read) {
          spend(thread_, kShmRead);
          wrong += thread_.load(segment, line * ShmMix::kLineWords).value >> 32 != line ? 1 : 0;
        } else {
          spend(thread_, kShmWrite);
          thread_.store(segment, line * ShmMix::kLineWords, shm_word(line, 1 + i * threads + self));
        }
      }
    }
    return wrong;
  }

 private:
  Thread& thread_;
  base::SimArray<std::uint64_t> segment_;
  std::uint64_t block_;
  ShmStream stream_;
};

struct ShmParameters : ShmMix {
  int scale = 20;
  std::uint64_t operations = 1 << 17;  ///< Total of all threads.
};

/// Kernel whose data are the segment.
class Shm : public KernelState<ShmParameters, base::SimArray<std::uint64_t>> {
 public:
  static constexpr std::string_view kWorkUnit = "operation";
  static constexpr int kInstructionsPerUnit = 70;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    ShmThread<Thread> mine(thread, data_, parameters_, stream_of(self));
    open_window(thread);
    wrong_[self] = mine.trial(operations_of(self));
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.operations; }

 private:
  std::uint64_t lines() const { return data_.size / ShmMix::kLineWords; }
  ShmStream stream_of(std::uint64_t thread) const {
    return {parameters_, lines(), seed_, thread, wrong_.size()};
  }
  std::uint64_t operations_of(std::uint64_t thread) const {
    return even_share(parameters_.operations, thread, wrong_.size());
  }

  std::vector<std::uint64_t> wrong_;  ///< By thread; kNotRun before the run.
  static constexpr std::uint64_t kNotRun = ~std::uint64_t{0};
};

}  // namespace starnuma::stimulus
