// SPDX-License-Identifier: Apache-2.0
// A histogram by all threads: each reads its block of numbers and adds to bins that all share.
//
// Contract: numbers are dealt in blocks; a bin is counted up by a locked add. The check counts
// again, one number after the other.
#include <algorithm>

#include "models/base/random.h"
#include "stimulus/own_workload.h"
#include "stimulus/window.h"

namespace {

namespace base = starnuma::base;
namespace stimulus = starnuma::stimulus;

class Histogram {
 public:
  static constexpr std::string_view kWorkUnit = "number";
  static constexpr int kInstructionsPerUnit = 6;  ///< About; for the progress display only.

  Histogram(int scale, std::uint64_t bins, std::uint64_t seed)
      : scale_(scale), bins_wanted_(bins), seed_(seed) {}

  /// Before the run, untimed: says what lies in simulated memory.
  void build(base::Arena& arena) {
    threads_ = static_cast<std::uint64_t>(arena.threads());
    const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
    numbers_ =
        arena.allocate<std::uint64_t>("histogram.numbers", bytes / 8, base::Touch::blocked());
    bins_ = arena.allocate<std::uint64_t>("histogram.bins", bins_wanted_);
    base::Random random(seed_);
    for (std::uint64_t& number : numbers_) number = random.below(bins_.size);
  }

  /// Each thread of the simulated program: every load, store and instruction is stated.
  template <class Thread>
  void run(Thread& thread) {
    stimulus::open_window(thread);
    const auto self = static_cast<std::uint64_t>(thread.index());
    for (std::uint64_t i = begin(self); i < begin(self + 1); ++i) {
      thread.work(kLoopWork);
      const auto number = thread.load(numbers_, i);
      thread.fetch_add(bins_, number.value, std::uint64_t{1});
    }
    thread.barrier();
  }

  std::vector<std::string> check() const {
    std::vector<std::uint64_t> expected(bins_.size);
    for (const std::uint64_t number : numbers_) ++expected[number];
    for (std::uint64_t bin = 0; bin < bins_.size; ++bin) {
      if (bins_.data[bin] == expected[bin]) continue;
      return {"histogram: bin " + std::to_string(bin) + " has " + std::to_string(bins_.data[bin]) +
              ", expected " + std::to_string(expected[bin])};
    }
    return {};
  }

  base::Footprint footprint() const { return stimulus::graph_footprint(scale_); }
  void report(starnuma::accounting::StatWriter& out) const {
    out.under("histogram").write("numbers", numbers_.size, "1", "numbers counted");
  }
  std::uint64_t work_units() const { return numbers_.size; }

 private:
  static constexpr int kLoopWork = 4;  ///< address of the bin, count, compare and jump

  std::uint64_t begin(std::uint64_t thread) const { return numbers_.size * thread / threads_; }

  int scale_;
  std::uint64_t bins_wanted_;
  std::uint64_t seed_;
  std::uint64_t threads_ = 1;
  base::SimArray<std::uint64_t> numbers_;
  base::SimArray<std::uint64_t> bins_;
};

stimulus::Definition define_histogram() {
  using stimulus::OptionRule;
  return {"histogram",
          "counts numbers into bins that all threads add to",
          {stimulus::scale_rule(), OptionRule::number("bins", 4096, 1, 1 << 20)},
          [](const stimulus::Options& options, const stimulus::MachineShape&, std::uint64_t seed) {
            return stimulus::workload_of(
                Histogram(static_cast<int>(options.number("scale")),
                          static_cast<std::uint64_t>(options.number("bins")), seed));
          }};
}

}  // namespace

STARNUMA_WORKLOAD(define_histogram)
