// SPDX-License-Identifier: Apache-2.0
// Interface of an object that observes a run or acts in it at certain times.
//
// Contract:
// - Observers are created before the run and called in list order.
// - At an opening of the measured window: prepare() of all, reset of statistics, begin() of all.
//   The end of a warm-up opens the window again, with the same calls.
// - Simulated time does not pass next() before sample() has been called.
// - At the program's end: report() of all. If a broken invariant ends the run: on_error() instead.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::run {

struct SimulationResult;

enum class Opening : std::uint8_t { kFirst, kAgain };

class Observer {
 public:
  static constexpr base::Time kNever{std::numeric_limits<std::int64_t>::max()};

  virtual ~Observer() = default;
  /// Called at an opening before the reset of statistics.
  virtual void prepare(Opening /*opening*/) {}
  virtual void begin(Opening /*opening*/) {}
  /// Returns the latest time for which the next sample() is scheduled. An observer that moves it
  /// earlier calls sc_pause().
  virtual base::Time next() const { return kNever; }
  /// Returns true if accesses wait for a later sample().
  virtual bool holds_accesses() const { return false; }
  /// Called after simulated time has advanced, possibly not as far as next().
  virtual void sample() {}
  virtual void report(SimulationResult& /*result*/) {}
  /// Reports the current statistics, at the end of a phase; may be called several times.
  virtual void report_so_far(SimulationResult& /*result*/) {}
  virtual void on_error() {}
};

using Observers = std::vector<std::unique_ptr<Observer>>;

template <class Some, class... Parts>
Some& add(Observers& observers, Parts&&... parts) {
  auto made = std::make_unique<Some>(std::forward<Parts>(parts)...);
  Some& some = *made;
  observers.push_back(std::move(made));
  return some;
}

}  // namespace starnuma::run
