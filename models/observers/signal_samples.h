// SPDX-License-Identifier: Apache-2.0
// Samples of signals: values that change over time, such as an occupancy.
//
// Contract: samples arrive in call order, which differs from the order of time.
#pragma once

#include <initializer_list>

#include "models/observers/hop.h"

namespace starnuma::observers {

class SignalSamples {
 public:
  /// Adds adjacent signals; returns the index of the first one.
  std::uint32_t add(const std::vector<Signal>& signals);
  /// Samples adjacent signals, from `first`.
  void sample(base::Time time, std::uint32_t first, std::initializer_list<std::uint64_t> values);
  /// Discards samples before a time; retains the last value of each signal.
  void discard(base::Time before);

  /// Returns and removes the samples in order of time. Counts of messages are renumbered in that
  /// order, and values of a signal at the same time are one picosecond apart.
  std::vector<Sample> take();
  const std::vector<Signal>& signals() const { return signals_; }

 private:
  void sort();
  void number_messages();
  void spread();

  std::vector<Signal> signals_;
  std::vector<Sample> samples_;
};

}  // namespace starnuma::observers
