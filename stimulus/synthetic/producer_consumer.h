// SPDX-License-Identifier: Apache-2.0
// Every thread writes a buffer that other threads then read, round after round: lines migrate
// between one writer and a few readers. Readers may read the current data without a copy (CXL.mem
// SnpCur), or obtain ownership.
//
// Contract: in a round a thread writes a word of each line of its own buffer. After a barrier it
// reads the buffers of the next `consumers` threads; the next round starts after another barrier.
// The check compares the values that each thread read in all rounds with the values written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/core/thread.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

class ProducerConsumer {
 public:
  enum class Reads : std::uint8_t { kCached, kCurrent, kOwned };
  struct Parameters {
    base::NodeId home{};
    int consumers = 1;  ///< Readers of each buffer; limited by the number of other threads.
    int lines = 32;     ///< Lines of each buffer.
    int rounds = 16;
    Reads reads = Reads::kCached;
    int scale = 20;
  };
  static constexpr std::string_view kWorkUnit = "line read";
  static constexpr int kInstructionsPerUnit = 6;  ///< Approximate; for the progress display only.

  explicit ProducerConsumer(const Parameters& parameters) : parameters_(parameters) {}

  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    thread.barrier();
    if (thread.index() == 0) thread.begin_measurement();
    thread.barrier();
    const auto self = static_cast<std::uint64_t>(thread.index());
    for (int round = 1; round <= parameters_.rounds; ++round) {
      for (std::uint64_t line = 0; line < lines(); ++line) {
        thread.work(kLoopWork);
        thread.store(buffers_, word_of(self, line), written(self, round));
      }
      thread.barrier();
      for (std::uint64_t c = 1; c <= consumers_; ++c) {
        const std::uint64_t producer = (self + c) % threads_;
        for (std::uint64_t line = 0; line < lines(); ++line) {
          thread.work(kLoopWork);
          sums_[self] += read(thread, word_of(producer, line));
        }
      }
      thread.barrier();
    }
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return threads_ * consumers_ * lines() * static_cast<std::uint64_t>(parameters_.rounds);
  }

 private:
  static constexpr int kLoopWork = 3;  ///< index, compare and jump
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);

  template <class Thread>
  std::uint64_t read(Thread& thread, std::uint64_t word) {
    if (parameters_.reads == Reads::kOwned)
      return thread.fetch_add(buffers_, word, std::uint64_t{0});
    const auto kind = parameters_.reads == Reads::kCurrent ? protocol::AccessKind::kCurrentLoad
                                                           : protocol::AccessKind::kLoad;
    return thread.load(buffers_, word, {}, kind).value;
  }
  std::uint64_t lines() const { return static_cast<std::uint64_t>(parameters_.lines); }
  std::uint64_t word_of(std::uint64_t thread, std::uint64_t line) const {
    return (thread * lines() + line) * kWordsPerLine;
  }
  static std::uint64_t written(std::uint64_t thread, int round) {
    return thread * 1'000'003 + static_cast<std::uint64_t>(round);
  }

  Parameters parameters_;
  std::uint64_t threads_ = 1;
  std::uint64_t consumers_ = 0;
  base::SimArray<std::uint64_t> buffers_;
  std::vector<std::uint64_t> sums_;  ///< Sum of the values that each thread has read.
};

}  // namespace starnuma::stimulus
