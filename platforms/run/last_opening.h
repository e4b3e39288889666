// SPDX-License-Identifier: Apache-2.0
// The opening of the measured windows from which times of a scenario count: the last one.
#pragma once

#include "platforms/run/scope.h"

namespace starnuma::run {

class LastOpening {
 public:
  /// One program alone opens its window as often as it likes; of several they open once together.
  explicit LastOpening(const Scope& whole)
      : left_(whole.programs().size() == 1
                  ? whole.programs().front()->program().workload().openings()
                  : 1) {}

  /// To be asked at each opening, once.
  bool is_now() { return --left_ == 0; }

 private:
  int left_;
};

}  // namespace starnuma::run
