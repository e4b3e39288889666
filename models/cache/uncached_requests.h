// SPDX-License-Identifier: Apache-2.0
// Outstanding uncached requests of a socket's caching agent, and their answers.
//
// Contract:
// - A request is outstanding from begin() until await() returns its answer.
// - An answer to a transaction without a request is ignored: no caller waits for backup writes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "models/kernel/execution.h"

namespace starnuma::cache {

class UncachedRequests {
 public:
  struct Answer {
    base::Time time;          ///< Arrival time at the caching agent; negative if none arrived.
    std::uint16_t count = 0;  ///< Amount by which an addition grew its entry.
  };

  explicit UncachedRequests(const kernel::Execution& execution) : execution_(execution) {}

  void begin(std::uint64_t transaction) { requests_.push_back({transaction, nullptr}); }
  /// Suspends the caller until its request is answered; ends the request.
  Answer await(std::uint64_t transaction) {
    find(transaction)->fiber = execution_.caller();
    execution_.suspend();
    const auto ended = find(transaction);
    const Answer answer = ended->answer;
    requests_.erase(ended);
    return answer;
  }
  void answer(std::uint64_t transaction, const Answer& answer) {
    const auto answered = find(transaction);
    if (answered == requests_.end()) return;
    answered->answer = answer;
    execution_.resume(answered->fiber);
  }

 private:
  struct Request {
    std::uint64_t transaction;
    kernel::Fiber* fiber;
    Answer answer{base::Time(-1), 0};
  };
  std::vector<Request>::iterator find(std::uint64_t transaction) {
    return std::find_if(requests_.begin(), requests_.end(),
                        [&](const Request& one) { return one.transaction == transaction; });
  }

  kernel::Execution execution_;
  std::vector<Request> requests_;
};

}  // namespace starnuma::cache
