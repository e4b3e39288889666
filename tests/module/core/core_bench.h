// SPDX-License-Identifier: Apache-2.0
// Cores that execute a test's own code, each over a memory with constant latency.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/core/core.h"
#include "tests/support/core_config.h"
#include "tests/support/fixed_memory.h"

namespace starnuma::core {

inline base::Time kernel_time() {
  return base::Time(static_cast<std::int64_t>(sc_core::sc_time_stamp().value()));
}

class CoreBench : public Program {
 public:
  using Body = std::function<void(Thread&)>;

  CoreBench(int cores, base::Time memory_delay, base::Time quantum,
            const CoreConfig& config = test::core_config())
      : arena_(cores), team_(cores, arena_.allocate<std::uint64_t>("team", Team::kWords)) {
    for (int i = 0; i < cores; ++i) {
      const std::string number = std::to_string(i);
      cores_.push_back(std::make_unique<Core>(("core" + number).c_str(), config, quantum,
                                              static_cast<base::CoreId>(i), i, team_, *this));
      memories_.push_back(
          std::make_unique<test::FixedMemory>(("memory" + number).c_str(), memory_delay));
      cores_.back()->mem_side.bind(memories_.back()->cpu_side);
    }
  }

  /// Allocates an array of `words` words; index 8 i is in line i.
  base::SimArray<std::uint64_t> allocate(std::uint64_t words) {
    return arena_.allocate<std::uint64_t>("data", words);
  }

  base::Arena& arena() { return arena_; }

  /// Opens the window of all cores, then calls `also`.
  void on_begin_measurement(std::function<void()> also) {
    team_.on_begin_measurement = [this, also = std::move(also)] {
      for (auto& core : cores_) core->reset_statistics();
      also();
    };
  }
  /// Selects queued delivery; call before the run.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) {
    for (auto& core : cores_) core->deliver_in(dispatcher);
  }
  /// Runs `body` on every core until all are done.
  void run(Body body) {
    body_ = std::move(body);
    sc_core::sc_start();
  }

  /// Reason of a thread's failure.
  std::string why_failed;
  const Core& core(int i = 0) const { return *cores_[static_cast<std::size_t>(i)]; }
  test::FixedMemory& memory(int i = 0) { return *memories_[static_cast<std::size_t>(i)]; }
  /// Returns a statistic by the name under which core `i` reports it.
  double statistic(const std::string& name, int i = 0) const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    core(i).report(writer);
    for (const accounting::Stat& stat : stats) {
      if (stat.path == name) return stat.value;
    }
    throw std::runtime_error("no statistic " + name);
  }
  /// Returns the issue times of core `i`'s accesses, in program order.
  std::vector<base::Time> issued(int i = 0) {
    std::vector<base::Time> times;
    for (const protocol::Access& access : memory(i).seen) times.push_back(access.issued);
    return times;
  }

 private:
  void run(Thread& thread) override { body_(thread); }
  void failed(const std::string& why) override { why_failed = why; }

  base::Arena arena_;
  Team team_;
  Body body_;
  std::vector<std::unique_ptr<Core>> cores_;
  std::vector<std::unique_ptr<test::FixedMemory>> memories_;
};

}  // namespace starnuma::core
