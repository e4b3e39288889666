// SPDX-License-Identifier: Apache-2.0
// What watches one run, or takes part in it at certain times.
//
// Contract: made before the run, in a list that is asked in its order. When the measured window
// opens: prepare() of all, statistics become zero, begin() of all; a warm-up's end opens it again,
// with all of this once more. Simulated time does not pass next() before sample() has been called.
// When the program has ended: report() of all. If a broken invariant ends it instead: on_error().
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
  /// Statistics still hold what was before the window.
  virtual void prepare(Opening /*opening*/) {}
  virtual void begin(Opening /*opening*/) {}
  /// The latest time for the next sample(). Who sets an earlier one calls sc_pause().
  virtual base::Time next() const { return kNever; }
  /// Simulated time has moved, perhaps not that far.
  virtual void sample() {}
  virtual void report(SimulationResult& /*result*/) {}
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
