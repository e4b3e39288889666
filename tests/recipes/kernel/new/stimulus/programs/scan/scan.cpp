// SPDX-License-Identifier: Apache-2.0
// Parallel prefix sums: every thread sums its block, then the sums of all previous blocks, and then
// writes the sums of its block.
//
// Contract: blocks are contiguous, so numbers are streamed and block sums are exchanged. The check
// compares every sum with a sequential pass.
#include "models/base/random.h"
#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {
namespace {

class Scan {
 public:
  static constexpr std::string_view kWorkUnit = "number";
  static constexpr int kInstructionsPerUnit = 9;  ///< Approximate; for the progress display only.

  Scan(int scale, std::uint64_t seed) : scale_(scale), seed_(seed) {}

  void build(base::Arena& arena) {
    threads_ = static_cast<std::uint64_t>(arena.threads());
    const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
    numbers_ = arena.allocate<std::uint64_t>("scan.numbers", bytes / 16, base::Touch::blocked());
    sums_ = arena.allocate<std::uint64_t>("scan.sums", numbers_.size, base::Touch::blocked());
    blocks_ = arena.allocate<std::uint64_t>("scan.blocks", threads_ * kWordsPerLine);
    base::Random random(seed_);
    for (std::uint64_t& number : numbers_) number = random.below(1000);
  }

  template <class Thread>
  void run(Thread& thread) {
    thread.barrier();
    if (thread.index() == 0) thread.begin_measurement();
    thread.barrier();
    const auto self = static_cast<std::uint64_t>(thread.index());
    std::uint64_t sum = 0;
    for (std::uint64_t i = begin(self); i < begin(self + 1); ++i) {
      thread.work(kLoopWork);
      sum += thread.load(numbers_, i).value;
    }
    thread.store(blocks_, self * kWordsPerLine, sum);
    thread.barrier();
    sum = 0;
    for (std::uint64_t before = 0; before < self; ++before) {
      thread.work(kLoopWork);
      sum += thread.load(blocks_, before * kWordsPerLine).value;
    }
    for (std::uint64_t i = begin(self); i < begin(self + 1); ++i) {
      thread.work(kLoopWork);
      const auto number = thread.load(numbers_, i);
      sum += number.value;
      thread.store(sums_, i, sum, number.ready);
    }
  }

  std::vector<std::string> check() const {
    std::uint64_t expected = 0;
    for (std::uint64_t i = 0; i < numbers_.size; ++i) {
      expected += numbers_.data[i];
      if (sums_.data[i] == expected) continue;
      return {"scan: sum " + std::to_string(i) + " is " + std::to_string(sums_.data[i]) +
              ", expected " + std::to_string(expected)};
    }
    return {};
  }

  base::Footprint footprint() const { return graph_footprint(scale_); }
  void report(accounting::StatWriter& out) const {
    out.under("scan").write("numbers", numbers_.size, "1", "numbers added up");
  }
  std::uint64_t work_units() const { return numbers_.size; }

 private:
  static constexpr int kLoopWork = 3;  ///< add, compare and jump
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);

  std::uint64_t begin(std::uint64_t thread) const { return numbers_.size * thread / threads_; }

  int scale_;
  std::uint64_t seed_;
  std::uint64_t threads_ = 1;
  base::SimArray<std::uint64_t> numbers_;
  base::SimArray<std::uint64_t> sums_;
  base::SimArray<std::uint64_t> blocks_;  ///< Sums of the threads' blocks, one line each.
};

}  // namespace

Definition define_scan() {
  return {"scan",
          "prefix sums by blocks: streams, and block sums that all later threads read",
          {scale_rule()},
          [](const Options& options, const MachineShape&, std::uint64_t seed) {
            return workload_of(Scan(static_cast<int>(options.number("scale")), seed));
          }};
}

}  // namespace starnuma::stimulus
