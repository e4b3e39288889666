// SPDX-License-Identifier: Apache-2.0
// A program of random loads, stores and atomics on a few lines that all its threads use, with
// barriers. Its result is known: each atomic adds to its counter, each store is the last of its
// thread's word.
#pragma once

#include <numeric>

#include "models/base/random.h"
#include "models/core/thread.h"
#include "stimulus/workload.h"

namespace starnuma::test {

class VersionedTraffic : public stimulus::Workload {
 public:
  VersionedTraffic(std::uint64_t seed, int threads, int steps, std::vector<base::NodeId> nodes)
      : seed_(seed), threads_(threads), steps_(steps), nodes_(std::move(nodes)) {}

  void build(base::Arena& arena) override {
    for (const base::NodeId node : nodes_) {
      const auto on = base::Touch::on_node(node);
      counters_.push_back(arena.allocate<std::uint64_t>("counters", kCounters, on));
      own_.push_back(arena.allocate<std::uint64_t>("own", words(), on));
      lines_.push_back(arena.allocate<std::uint64_t>("lines", words() * kWords, on));
      added_.emplace_back(kCounters, 0);
      written_.emplace_back(words(), 0);
    }
  }
  void run(core::Thread& thread) override {
    base::Random random(seed_ * 1000 + static_cast<std::uint64_t>(thread.index()));
    thread.barrier();
    if (thread.index() == 0) thread.begin_measurement();
    thread.barrier();
    for (int i = 0; i < steps_; ++i) {
      step(thread, random);
      if (i % 64 == 63) thread.barrier();
    }
  }
  std::vector<std::string> check() const override {
    std::vector<std::string> wrong;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      for (std::size_t i = 0; i < kCounters; ++i) {
        if (counters_[n].data[i] != added_[n][i]) wrong.push_back("counter " + std::to_string(i));
      }
      for (std::size_t i = 0; i < words(); ++i) {
        if (own_[n].data[i] != written_[n][i]) wrong.push_back("word " + std::to_string(i));
      }
    }
    return wrong;
  }
  base::Footprint footprint() const override { return stimulus::graph_footprint(8); }
  void report(accounting::StatWriter& /*out*/) const override {}
  std::uint64_t work_units() const override { return words() * static_cast<unsigned>(steps_); }
  std::string_view work_unit_name() const override { return "step"; }
  std::uint64_t expected_instructions() const override { return 10 * work_units(); }

 private:
  static constexpr std::uint64_t kCounters = 24;
  static constexpr std::uint64_t kWords = base::kLineBytes / sizeof(std::uint64_t);
  std::uint64_t words() const { return static_cast<std::uint64_t>(threads_); }

  void step(core::Thread& thread, base::Random& random) {
    const std::size_t n = random.below(nodes_.size());
    const auto self = static_cast<std::uint64_t>(thread.index());
    switch (random.below(5)) {
      case 0: {
        const std::uint64_t i = random.below(kCounters);
        thread.fetch_add(counters_[n], i, std::uint64_t{1});
        ++added_[n][i];
        break;
      }
      case 1: {
        const std::uint64_t value = random.next();
        thread.store(own_[n], self, value);
        written_[n][self] = value;
        break;
      }
      case 2:
        thread.load(own_[n], random.below(words()));
        break;
      case 3:
        thread.store_line(lines_[n].address_of(self * kWords));
        break;
      default:
        thread.load(lines_[n], random.below(words() * kWords));
        thread.work(static_cast<int>(random.below(20)));
    }
  }

  std::uint64_t seed_;
  int threads_;
  int steps_;
  std::vector<base::NodeId> nodes_;
  std::vector<base::SimArray<std::uint64_t>> counters_;
  std::vector<base::SimArray<std::uint64_t>> own_;
  std::vector<base::SimArray<std::uint64_t>> lines_;
  std::vector<std::vector<std::uint64_t>> added_;
  std::vector<std::vector<std::uint64_t>> written_;
};

}  // namespace starnuma::test
