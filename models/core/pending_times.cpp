// SPDX-License-Identifier: Apache-2.0
#include "models/core/pending_times.h"

#include <algorithm>
#include <utility>

#include "models/base/check.h"
#include "models/base/prefetch.h"

namespace starnuma::core {

namespace {

/// Number of allocations after which a prefetched entry is used.
constexpr std::uint64_t kEntriesAhead = 8;

}  // namespace

PendingTimes PendingTimes::all_;

When PendingTimes::allocate() {
  Entry& entry = enter();
  entry.missing = 1;
  return entry.token;
}

PendingTimes::Entry& PendingTimes::enter() {
  while (entry_at(next_).missing != 0) grow();
  Entry& entry = entry_at(next_);
  entry.token = When::token(next_++);
  base::prefetch_to_write(&entry_at(next_ + kEntriesAhead));
  entry.done = 0;
  ++pending_;
  return entry;
}

/// Doubles the ring if the oldest unresolved entry occupies the next position.
void PendingTimes::grow() {
  std::vector<Entry> larger(2 * ring_.size());
  for (const Entry& entry : ring_) {
    if (entry.token.is_token()) larger[entry.token.number() & (larger.size() - 1)] = entry;
  }
  ring_ = std::move(larger);
}

PendingTimes::Entry& PendingTimes::pending_entry(When token) {
  const Entry* const found = find(token);
  SN_CHECK(found != nullptr && found->missing != 0, "pending times: one is known already");
  return entry_at(token.number());
}

void PendingTimes::link(Entry& part, Entry& whole) {
  if (free_link_ < 0) {
    free_link_ = static_cast<int>(links_.size());
    links_.push_back({0, -1});
  }
  const int added = free_link_;
  Link& link = links_[static_cast<std::size_t>(added)];
  free_link_ = link.next;
  link = {whole.token.number(), added};
  if (part.part_of >= 0) std::swap(link.next, links_[static_cast<std::size_t>(part.part_of)].next);
  part.part_of = added;
  ++whole.missing;
}

void PendingTimes::Latest::add_token(When& token) {
  const Entry* const part = times_.find(token);
  if (part == nullptr || part->missing == 0) {
    token = When(times_.at(token));
    return add_known(token.ticks());
  }
  if (whole_ == kNone) whole_ = times_.enter().token.number();  // may move the entries
  times_.link(times_.entry_at(token.number()), times_.entry_at(whole_));
}

When PendingTimes::Latest::get() const {
  if (whole_ == kNone) return When(known_);
  Entry& whole = times_.entry_at(whole_);
  whole.done = known_;
  return whole.token;
}

When PendingTimes::max(When a, When b) {
  if (a == b && !resolved(a)) return a;
  Latest latest(*this, 0);
  latest.add(a);
  latest.add(b);
  return latest.get();
}

bool PendingTimes::is_part(When part, When whole) const {
  const Entry* const own = find(part);
  if (own == nullptr || own->part_of < 0) return false;
  int i = own->part_of;
  do {
    const Link& link = links_[static_cast<std::size_t>(i)];
    const When token = ring_[link.whole & (ring_.size() - 1)].token;
    if (token == whole || is_part(token, whole)) return true;
    i = link.next;
  } while (i != own->part_of);
  return false;
}

void PendingTimes::complete(When token, Ticks done) {
  Entry& own = pending_entry(token);
  own.done = done;
  ending_.push_back(token.number());
  for (std::size_t next = 0; next < ending_.size(); ++next) {
    Entry& entry = entry_at(ending_[next]);
    entry.missing = 0;
    --pending_;
    if (entry.part_of < 0) continue;
    const auto last = static_cast<std::size_t>(std::exchange(entry.part_of, -1));
    for (int i = std::exchange(links_[last].next, -1); i >= 0;) {
      Link& link = links_[static_cast<std::size_t>(i)];
      Entry& whole = entry_at(link.whole);
      whole.done = std::max(whole.done, entry.done);
      if (whole.missing == 1) ending_.push_back(link.whole);
      whole.missing -= whole.missing > 1;
      const int following = link.next;
      link.next = std::exchange(free_link_, i);
      i = following;
    }
  }
  // Listeners run last, because they may begin tokens that reuse the entries.
  std::vector<Notification> resolved;
  std::swap(resolved, notifications_);
  for (const std::uint64_t number : ending_) {
    Entry& entry = entry_at(number);
    if (entry.listeners == nullptr) continue;
    Listener* one = std::exchange(entry.listeners->next_, nullptr);
    entry.listeners = nullptr;
    for (; one != nullptr; one = std::exchange(one->next_, nullptr)) {
      resolved.push_back({one, entry.token});
    }
  }
  ending_.clear();
  for (const Notification& one : resolved) one.listener->on_resolved(one.token);
  resolved.clear();
  std::swap(resolved, notifications_);
}

void PendingTimes::subscribe(When token, Listener& listener) {
  Entry& entry = pending_entry(token);
  listener.next_ = &listener;
  if (entry.listeners != nullptr) std::swap(listener.next_, entry.listeners->next_);
  entry.listeners = &listener;
}

}  // namespace starnuma::core
