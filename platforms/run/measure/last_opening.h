// SPDX-License-Identifier: Apache-2.0
// Detector of the last opening of the measured windows, from which times of a scenario count.
#pragma once

#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class LastOpening {
 public:
  /// A single program opens its window as often as its workload requests; several programs share
  /// one opening.
  explicit LastOpening(const Scope& whole)
      : left_(whole.programs().size() == 1
                  ? whole.programs().front()->program().workload().openings()
                  : 1) {}

  /// Returns true at the last opening; must be called exactly once at each opening.
  bool is_now() { return --left_ == 0; }

 private:
  int left_;
};

}  // namespace starnuma::run
