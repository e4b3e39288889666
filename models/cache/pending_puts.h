// SPDX-License-Identifier: Apache-2.0
// Puts that a caching agent has scheduled for a time after the current time: a put of a line leaves
// no earlier than the line arrives. A request for the line must not overtake its put.
#pragma once

#include <algorithm>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::cache {

class PendingPuts {
 public:
  /// Records a put that leaves at `time`, and drops the puts that have left by `now`.
  void schedule(base::LineAddress line, base::Time time, base::Time now) {
    const auto left = [&](const Put& put) { return put.time <= now; };
    puts_.erase(std::remove_if(puts_.begin(), puts_.end(), left), puts_.end());
    if (time > now) puts_.push_back({line, time});
  }
  /// Returns the earliest time, `time` or later, at which a request for the line may leave.
  base::Time request_time(base::LineAddress line, base::Time time) const {
    for (const Put& put : puts_) {
      if (put.line == line) time = std::max(time, put.time);
    }
    return time;
  }

 private:
  struct Put {
    base::LineAddress line;
    base::Time time;
  };
  std::vector<Put> puts_;
};

}  // namespace starnuma::cache
