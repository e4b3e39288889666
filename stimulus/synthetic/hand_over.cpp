// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/hand_over.h"

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {
namespace {

constexpr int kMostLines = 4096;
constexpr int kMostHandOvers = 1'000'000;

std::unique_ptr<Workload> make_hand_over(const Options& options, const MachineShape& shape,
                                         std::uint64_t) {
  const std::string& flush = options.text("flush");
  HandOver::Parameters parameters;
  parameters.home = options.home("home", shape);
  parameters.lines = static_cast<int>(options.number("lines"));
  parameters.rounds = static_cast<int>(options.number("rounds"));
  parameters.writer_flushes = flush == "both" || flush == "writer";
  parameters.reader_flushes = flush == "both" || flush == "reader";
  parameters.scale = static_cast<int>(options.number("scale"));
  return workload_of(HandOver(parameters));
}

}  // namespace

void HandOver::build(base::Arena& arena) {
  threads_ = static_cast<std::uint64_t>(arena.threads());
  blocks_ = arena.allocate<std::uint64_t>("hand_over.blocks", threads_ * lines() * kWordsPerLine,
                                          base::Touch::on_node(parameters_.home));
  sums_.assign(threads_, 0);
}

std::vector<std::string> HandOver::check() const {
  for (std::uint64_t self = 0; self < threads_; ++self) {
    std::uint64_t expected = 0;
    for (int round = 1; round <= parameters_.rounds; ++round) {
      expected += lines() * written((self + threads_ / 2) % threads_, round);
    }
    if (sums_[self] != expected) {
      return {"hand_over: thread " + std::to_string(self) + " read a sum of " +
              std::to_string(sums_[self]) + ", expected " + std::to_string(expected)};
    }
  }
  return {};
}

void HandOver::report(accounting::StatWriter& out) const {
  accounting::StatWriter writer = out.under("hand_over");
  writer.write("lines", work_units(), "1",
               "lines written by one thread and read by another, over all threads and rounds");
}

Definition define_hand_over() {
  return {"hand_over",
          "lines change hands half a machine away, flushed by software where hosts need that",
          {OptionRule::home("home", "pool"), OptionRule::number("lines", 32, 1, kMostLines),
           OptionRule::number("rounds", 16, 1, kMostHandOvers),
           OptionRule::choice("flush", {"both", "writer", "reader", "none"}), scale_rule()},
          make_hand_over};
}

}  // namespace starnuma::stimulus
