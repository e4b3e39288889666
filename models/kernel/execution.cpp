// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/execution.h"

#include <algorithm>
#include <utility>

namespace starnuma::kernel {

void Execution::spawn(Fibers::Body task) const {
  overlaps() ? dispatcher_->spawn(std::move(task)) : task();
}

base::Time Execution::side_by_side(std::uint64_t count, std::uint64_t lanes, base::Time start,
                                   const Work& work) const {
  std::vector<base::Time> done(lanes, start);
  if (!overlaps()) {
    for (std::uint64_t i = 0; i < count; ++i) done[i % lanes] = work(i, done[i % lanes]);
    return *std::max_element(done.begin(), done.end());
  }
  Fiber* const waiting = caller();
  std::uint64_t outstanding = lanes;
  for (std::uint64_t lane = 0; lane < lanes; ++lane) {
    dispatcher_->spawn([&, lane] {
      for (std::uint64_t i = lane; i < count; i += lanes) done[lane] = work(i, done[lane]);
      if (--outstanding == 0) dispatcher_->make_ready(*waiting);
    });
  }
  dispatcher_->wait();
  return *std::max_element(done.begin(), done.end());
}

}  // namespace starnuma::kernel
