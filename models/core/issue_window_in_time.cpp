// SPDX-License-Identifier: Apache-2.0
// Issue window with completion tokens: stores that leave their queue behind outstanding loads and
// stores.
#include "models/core/issue_window_function.h"

#include <algorithm>

namespace starnuma::core {

/// Records the store and returns true if the time at which its entry becomes free is unknown. An
/// older load or store may be the reason.
bool IssueWindow::store_in_time(When done) {
  has_tokens_ = true;
  bool pending = done.is_token() || !unsettled_.empty();
  for (std::size_t i = head_; i != tail_ && !pending; i = next(i)) {
    pending = loads_[i].done.is_token();
  }
  if (!pending) return false;
  unsettled_.push_back({done, loads_done_, load_count_});
  store_ = store_ + 1 == stores_.size() ? 0 : store_ + 1;
  return true;
}

/// Waits until the oldest unsettled store has left the queue.
void IssueWindow::settle_oldest_store() {
  const Store oldest = unsettled_.front();
  Ticks free = std::max({last_store_free_, oldest.loads_done, known(oldest.done)});
  for (std::size_t i = head_; i != tail_ && loads_[i].load <= oldest.older_loads; i = next(i)) {
    const Ticks done = known(loads_[i].done);
    loads_[i].done = When(done);
    free = std::max(free, done);
  }
  last_store_free_ = free;
  // the ring is full of unsettled stores, so this is the oldest one's entry
  stores_[store_] = free;
  unsettled_.pop_front();
}

When IssueWindow::drained_in_time(Ticks so_far) {
  PendingTimes::Latest latest(PendingTimes::all(), so_far);
  for (std::size_t i = head_; i != tail_; i = next(i)) latest.add(loads_[i].done);
  for (Store& store : unsettled_) latest.add(store.done);
  return latest.get();
}

}  // namespace starnuma::core
