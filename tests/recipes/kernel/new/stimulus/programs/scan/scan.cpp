// SPDX-License-Identifier: Apache-2.0
// Parallel prefix sums: every thread sums its block, then the sums of all previous blocks, and then
// writes the sums of its block.
//
// Contract: blocks are contiguous, so numbers are streamed and block sums are exchanged. The check
// compares every sum with a sequential pass.
#include "models/base/random.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/kernel_state.h"
#include "stimulus/window.h"

namespace starnuma::stimulus {
namespace {

struct ScanParameters {
  int scale = 20;
};

struct ScanData {
  base::SimArray<std::uint64_t> numbers, sums;
  base::SimArray<std::uint64_t> blocks;  ///< Sums of the threads' blocks, one line each.
};

class Scan : public KernelState<ScanParameters, ScanData> {
 public:
  static constexpr std::string_view kWorkUnit = "number";
  static constexpr int kInstructionsPerUnit = 9;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena) {
    threads_ = static_cast<std::uint64_t>(arena.threads());
    const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
    data_.numbers =
        arena.allocate<std::uint64_t>("scan.numbers", bytes / 16, base::Touch::blocked());
    data_.sums =
        arena.allocate<std::uint64_t>("scan.sums", data_.numbers.size, base::Touch::blocked());
    data_.blocks = arena.allocate<std::uint64_t>("scan.blocks", threads_ * kWordsPerLine);
    base::Random random(seed_);
    for (std::uint64_t& number : data_.numbers) number = random.below(1000);
  }

  template <class Thread>
  void run(Thread& thread) {
    open_window(thread);
    const auto self = static_cast<std::uint64_t>(thread.index());
    std::uint64_t sum = 0;
    for (std::uint64_t i = begin(self); i < begin(self + 1); ++i) {
      thread.work(kLoopWork);
      sum += thread.load(data_.numbers, i).value;
    }
    thread.store(data_.blocks, self * kWordsPerLine, sum);
    thread.barrier();
    sum = 0;
    for (std::uint64_t before = 0; before < self; ++before) {
      thread.work(kLoopWork);
      sum += thread.load(data_.blocks, before * kWordsPerLine).value;
    }
    for (std::uint64_t i = begin(self); i < begin(self + 1); ++i) {
      thread.work(kLoopWork);
      const auto number = thread.load(data_.numbers, i);
      sum += number.value;
      thread.store(data_.sums, i, sum, number.ready);
    }
  }

  std::vector<std::string> check() const {
    std::uint64_t expected = 0;
    for (std::uint64_t i = 0; i < data_.numbers.size; ++i) {
      expected += data_.numbers.data[i];
      if (data_.sums.data[i] == expected) continue;
      return {"scan: sum " + std::to_string(i) + " is " + std::to_string(data_.sums.data[i]) +
              ", expected " + std::to_string(expected)};
    }
    return {};
  }

  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const {
    out.under("scan").write("numbers", data_.numbers.size, "1", "numbers added up");
  }
  std::uint64_t work_units() const { return data_.numbers.size; }

 private:
  static constexpr int kLoopWork = 3;  ///< add, compare and jump
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);

  std::uint64_t begin(std::uint64_t thread) const { return data_.numbers.size * thread / threads_; }

  std::uint64_t threads_ = 1;
};

}  // namespace

Definition define_scan() {
  return KernelDefinition<Scan>(
             "scan", "prefix sums by blocks: streams, and block sums that all later threads read")
      .scale();
}

}  // namespace starnuma::stimulus
