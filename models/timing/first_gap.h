// SPDX-License-Identifier: Apache-2.0
// A resource that schedules each booking in the first gap that is long enough.
//
// Contract: book(at, service, horizon) schedules `service` from `at` on, or from the first later
// time at which the resource is free for that long, and returns the wait. Bookings may come out of
// time order; `horizon` is a time before which none can arrive (the current kernel time), what ends
// by then is dropped. Against BusyWindow: no booking ever pays for another one's, so waits stay
// fair and bounded where a closed loop saturates the resource; below saturation the mean wait is
// some ten per cent too long (decision 0008).
#pragma once

#include <vector>

#include "models/base/quantities.h"

namespace starnuma::timing {

class FirstGap {
 public:
  base::Time book(base::Time at, base::Time service, base::Time horizon);

 private:
  struct Period {
    base::Time begin;
    base::Time end;
  };

  void reserve(std::size_t next, base::Time begin, base::Time end);

  std::vector<Period> busy_;  ///< In order; no two touch.
};

}  // namespace starnuma::timing
