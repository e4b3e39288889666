// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/producer_consumer.h"

#include <algorithm>
#include <array>

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {
namespace {

constexpr int kMaxConsumers = 64;
constexpr int kMostShared = 4096;
constexpr int kMaxRounds = 1'000'000;
/// Names of Reads.
constexpr std::array<const char*, 3> kReads{"cached", "current", "owned"};

std::unique_ptr<Workload> make_producer_consumer(const Options& options, const MachineShape& shape,
                                                 std::uint64_t) {
  ProducerConsumer::Parameters parameters;
  parameters.home = options.home("home", shape);
  parameters.consumers = static_cast<int>(options.number("consumers"));
  parameters.lines = static_cast<int>(options.number("lines"));
  parameters.rounds = static_cast<int>(options.number("rounds"));
  const auto* const reads =
      std::find(kReads.begin(), kReads.end(), std::string_view(options.text("reads")));
  parameters.reads = static_cast<ProducerConsumer::Reads>(reads - kReads.begin());
  parameters.scale = static_cast<int>(options.number("scale"));
  return workload_of(ProducerConsumer(parameters));
}

}  // namespace

void ProducerConsumer::build(base::Arena& arena) {
  threads_ = static_cast<std::uint64_t>(arena.threads());
  consumers_ = std::min(static_cast<std::uint64_t>(parameters_.consumers), threads_ - 1);
  buffers_ =
      arena.allocate<std::uint64_t>("producer_consumer.buffers", threads_ * lines() * kWordsPerLine,
                                    base::Touch::on_node(parameters_.home));
  sums_.assign(threads_, 0);
}

std::vector<std::string> ProducerConsumer::check() const {
  for (std::uint64_t self = 0; self < threads_; ++self) {
    std::uint64_t expected = 0;
    for (std::uint64_t c = 1; c <= consumers_; ++c) {
      for (int round = 1; round <= parameters_.rounds; ++round) {
        expected += lines() * written((self + c) % threads_, round);
      }
    }
    if (sums_[self] != expected) {
      return {"producer_consumer: thread " + std::to_string(self) + " read a sum of " +
              std::to_string(sums_[self]) + ", expected " + std::to_string(expected)};
    }
  }
  return {};
}

void ProducerConsumer::report(accounting::StatWriter& out) const {
  accounting::StatWriter writer = out.under("producer_consumer");
  writer.write("lines_written", threads_ * lines() * static_cast<std::uint64_t>(parameters_.rounds),
               "1", "lines written, over all threads and rounds");
  writer.write("lines_read", work_units(), "1", "lines read after another thread wrote them");
}

Definition define_producer_consumer() {
  return {"producer_consumer",
          "threads read what others wrote, round after round: lines that change hands",
          {OptionRule::home("home", "pool"), OptionRule::number("consumers", 1, 1, kMaxConsumers),
           OptionRule::number("lines", 32, 1, kMostShared),
           OptionRule::number("rounds", 16, 1, kMaxRounds),
           OptionRule::choice("reads", {kReads.begin(), kReads.end()}), scale_rule()},
          make_producer_consumer};
}

}  // namespace starnuma::stimulus
