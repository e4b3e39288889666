// SPDX-License-Identifier: Apache-2.0
// Every thread writes a buffer that other threads then read, round after round: lines migrate
// between one writer and a few readers. Readers may read the current data without a copy (CXL.mem
// SnpCur), or obtain ownership.
//
// Contract: in a round a thread writes a word of each line of its own buffer. After a barrier it
// reads the buffers of the next `consumers` threads; the next round starts after another barrier.
// The check compares the values that each thread read in all rounds with the values written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/core/thread.h"
#include "stimulus/kernel_state.h"
#include "stimulus/synthetic/thread_blocks.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct ProducerConsumerParameters : ThreadBlocks::Shape {
  enum class Reads : std::uint8_t { kCached, kCurrent, kOwned };

  int consumers = 1;  ///< Readers of each buffer; limited by the number of other threads.
  Reads reads = Reads::kCached;
  int scale = 20;
};

class ProducerConsumer : public KernelState<ProducerConsumerParameters, ThreadBlocks> {
 public:
  static constexpr std::string_view kWorkUnit = "line read";
  static constexpr int kInstructionsPerUnit = 6;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena) { data_.build(arena, "producer_consumer.buffers", parameters_); }

  template <class Thread>
  void run(Thread& thread) {
    open_window(thread);
    const auto self = static_cast<std::uint64_t>(thread.index());
    for (int round = 1; round <= parameters_.rounds; ++round) {
      data_.write(thread, round);
      thread.barrier();
      for (std::uint64_t c = 1; c <= consumers(); ++c) {
        data_.read(thread, (self + c) % data_.threads(),
                   [&](std::uint64_t word) { return value_of(thread, word); });
      }
      thread.barrier();
    }
  }

  std::vector<std::string> check() const {
    return data_.check("producer_consumer", 1, consumers());
  }
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return consumers() * data_.lines_written(); }

 private:
  using Reads = Parameters::Reads;

  template <class Thread>
  std::uint64_t value_of(Thread& thread, std::uint64_t word) const {
    if (parameters_.reads == Reads::kOwned) {
      return thread.fetch_add(data_.words(), word, std::uint64_t{0});
    }
    const auto kind = parameters_.reads == Reads::kCurrent ? protocol::AccessKind::kCurrentLoad
                                                           : protocol::AccessKind::kLoad;
    return thread.load(data_.words(), word, {}, kind).value;
  }
  std::uint64_t consumers() const {
    return std::min(static_cast<std::uint64_t>(parameters_.consumers), data_.threads() - 1);
  }
};

}  // namespace starnuma::stimulus
