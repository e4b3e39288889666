// SPDX-License-Identifier: Apache-2.0
// Threads pass lines to threads half a machine away, round after round. They flush the lines, as
// software must if the caches of two hosts are not coherent.
//
// Contract:
// - In a round a thread writes a word of each line of its own block, and flushes the lines.
// - After a barrier it invalidates its copies of another thread's block by flushes, half of all
//   threads further on, and reads the block. The next round starts after another barrier.
// - Either flush can be disabled.
// - The check compares the values read in all rounds with the values written. The simulator always
//   returns the last written value, so the consequences of a missing flush are reported by
//   observers of the memory.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/kernel_state.h"
#include "stimulus/synthetic/thread_blocks.h"
#include "stimulus/window.h"

namespace starnuma::stimulus {
namespace {

enum class Flushes : std::uint8_t { kBoth, kWriter, kReader, kNone };

struct HandOverParameters : ThreadBlocks::Shape {
  Flushes flushes = Flushes::kBoth;
  int scale = 20;

  bool flushed_by(Flushes who) const { return flushes == Flushes::kBoth || flushes == who; }
};

class HandOver : public KernelState<HandOverParameters, ThreadBlocks> {
 public:
  static constexpr std::string_view kWorkUnit = "line read";
  static constexpr int kInstructionsPerUnit = 10;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena) { data_.build(arena, "hand_over.blocks", parameters_); }

  template <class Thread>
  void run(Thread& thread) {
    open_window(thread);
    const auto self = static_cast<std::uint64_t>(thread.index());
    const std::uint64_t writer = (self + data_.threads() / 2) % data_.threads();
    for (int round = 1; round <= parameters_.rounds; ++round) {
      data_.write(thread, round);
      if (parameters_.flushed_by(Flushes::kWriter)) flush(thread, self);
      thread.barrier();
      if (parameters_.flushed_by(Flushes::kReader)) flush(thread, writer);
      data_.read(thread, writer,
                 [&](std::uint64_t word) { return thread.load(data_.words(), word).value; });
      thread.barrier();
    }
  }

  std::vector<std::string> check() const {
    return data_.check("hand_over", data_.threads() / 2, 1);
  }
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const {
    out.under("hand_over")
        .write("lines", work_units(), "1",
               "lines written by one thread and read by another, over all threads and rounds");
  }
  std::uint64_t work_units() const { return data_.lines_written(); }

 private:
  template <class Thread>
  void flush(Thread& thread, std::uint64_t block) const {
    data_.for_lines(thread, block, [&](std::uint64_t word) { thread.flush(data_.words(), word); });
    thread.fence();
  }
};

}  // namespace

Definition define_hand_over() {
  return KernelDefinition<HandOver>(
             "hand_over",
             "lines change hands half a machine away, flushed by software where hosts need that")
      .home("home", &HandOverParameters::home, "pool")
      .number("lines", &HandOverParameters::lines, 1, 4096)
      .number("rounds", &HandOverParameters::rounds, 1, 1'000'000)
      .choice("flush", &HandOverParameters::flushes, {"both", "writer", "reader", "none"})
      .scale();
}

}  // namespace starnuma::stimulus
