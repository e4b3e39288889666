// SPDX-License-Identifier: Apache-2.0
// A lone thread that counts instructions as the simulated one would, by kernel point.
//
// Each load, store, atomic and branch counts one for the point that was passed last, beside the
// instructions that point charges. Calibration and tests read it.
#pragma once

#include <array>
#include <cstdint>

#include "stimulus/calibration/native_thread.h"
#include "stimulus/programs/bfs/bfs_costs.h"

namespace starnuma::stimulus {

class CountingThread {
 public:
  struct Tally {
    std::uint64_t passes = 0;      ///< times the point was passed
    std::uint64_t operations = 0;  ///< loads, stores, atomics and branches after it
  };
  using Ready = NativeReady;

  int index() const { return 0; }
  int threads() const { return 1; }
  const Tally& tally(BfsPoint point) const { return tallies_[static_cast<std::size_t>(point)]; }
  std::uint64_t instructions() const { return instructions_; }

  void enter(BfsPoint point) {
    at_ = static_cast<std::size_t>(point);
    ++tallies_[at_].passes;
    work(kBfsCosts[at_].instructions);
  }

  template <class T>
  NativeLoaded<T> load(const base::SimArray<T>& a, std::uint64_t i, Ready = {}) {
    count();
    return thread_.load(a, i);
  }
  template <class T>
  void store(const base::SimArray<T>& a, std::uint64_t i, T value, Ready = {}) {
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
    tallies_ = {};
    instructions_ = 0;
  }

 private:
  void count() {
    ++tallies_[at_].operations;
    ++instructions_;
  }

  NativeTeam team_{1};
  NativeThread thread_{team_};
  std::array<Tally, static_cast<std::size_t>(BfsPoint::kCount)> tallies_{};
  std::size_t at_ = 0;
  std::uint64_t instructions_ = 0;
};

/// Found before the general `spend`, which only charges.
inline void spend(CountingThread& thread, BfsPoint point) { thread.enter(point); }

}  // namespace starnuma::stimulus
