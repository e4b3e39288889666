// SPDX-License-Identifier: Apache-2.0
// Single thread that counts instructions per point of the loops, as the simulated thread does.
//
// Each load, store, atomic and branch counts for the most recent point, in addition to the
// instructions that the point charges. Calibration and tests read the counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "stimulus/calibration/native_thread.h"
#include "stimulus/costs.h"

namespace starnuma::stimulus {

class CountingThread {
 public:
  struct Tally {
    const LoopCost* cost = nullptr;
    std::uint64_t passes = 0;  ///< number of passes of the point
    /// Number of loads, stores, atomics and branches after the point.
    std::uint64_t operations = 0;
  };
  using Ready = NativeReady;

  int index() const { return 0; }
  int threads() const { return 1; }
  /// Returns the points in the order of their first pass.
  const std::vector<Tally>& tallies() const { return tallies_; }
  std::uint64_t passes(const LoopCost& cost) const {
    const auto found = find(cost);
    return found == tallies_.end() ? 0 : found->passes;
  }
  std::uint64_t instructions() const { return instructions_; }

  void enter(const LoopCost& cost) {
    auto found = find(cost);
    if (found == tallies_.end()) found = tallies_.insert(found, {&cost, 0, 0});
    at_ = static_cast<std::size_t>(found - tallies_.begin());
    ++tallies_[at_].passes;
    work(cost.instructions);
  }

  template <class T>
  NativeLoaded<T> load(const base::SimArray<T>& a, std::uint64_t i, Ready = {}) {
    count();
    return thread_.load(a, i);
  }
  template <class T>
  void store(const base::SimArray<T>& a, std::uint64_t i, T value, Ready = {}, bool = false) {
    count();
    thread_.store(a, i, value);
  }
  template <class T>
  T fetch_add(const base::SimArray<T>& a, std::uint64_t i, T delta) {
    count();
    return thread_.fetch_add(a, i, delta);
  }
  template <class T>
  T fetch_or(const base::SimArray<T>& a, std::uint64_t i, T bits) {
    count();
    return thread_.fetch_or(a, i, bits);
  }
  template <class T>
  bool compare_exchange(const base::SimArray<T>& a, std::uint64_t i, T expected, T desired) {
    count();
    return thread_.compare_exchange(a, i, expected, desired);
  }
  void work(int instructions) { instructions_ += static_cast<std::uint64_t>(instructions); }
  void branch(std::uint32_t, bool, Ready = {}) { count(); }
  void synchronise() {}
  void barrier() {}
  void begin_measurement() {
    tallies_.clear();
    instructions_ = 0;
  }

 private:
  std::vector<Tally>::iterator find(const LoopCost& cost) {
    return std::find_if(tallies_.begin(), tallies_.end(),
                        [&](const Tally& tally) { return tally.cost == &cost; });
  }
  std::vector<Tally>::const_iterator find(const LoopCost& cost) const {
    return std::find_if(tallies_.begin(), tallies_.end(),
                        [&](const Tally& tally) { return tally.cost == &cost; });
  }
  void count() {
    if (!tallies_.empty()) ++tallies_[at_].operations;
    ++instructions_;
  }

  NativeTeam team_{1};
  NativeThread thread_{team_};
  std::vector<Tally> tallies_;
  std::size_t at_ = 0;
  std::uint64_t instructions_ = 0;
};

/// Preferred over the general `spend`, which only charges.
inline void spend(CountingThread& thread, const LoopCost& cost) { thread.enter(cost); }

}  // namespace starnuma::stimulus
