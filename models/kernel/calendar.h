// SPDX-License-Identifier: Apache-2.0
// Event calendar: a priority queue of scheduled events that returns them in order of time.
// A ring of buckets holds the entries of the near future, one bucket per "day" of 128 ps. A heap
// holds later entries.
//
// Contract:
// - Ordering: entries leave in order of time. Entries of equal time leave in order of number.
// - The order of push() calls does not matter.
// - No SystemC.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::kernel {

template <class Entry>
class Calendar {
 public:
  struct Due {
    base::Time time;
    std::uint64_t number = 0;
    Entry entry{};
    bool before(const Due& other) const {
      return time != other.time ? time < other.time : number < other.number;
    }
  };

  Calendar() { last_.fill(kNone); }

  bool empty() const { return near_ == 0 && far_.empty(); }
  void push(Due due) {
    const std::int64_t day = std::max(day_of(due.time), today_);
    day < today_ + static_cast<std::int64_t>(kDays) ? push_near(due, day) : push_far(due);
  }
  /// Returns the earliest entry of the near future, or null. A hint for a prefetch.
  const Due* next() const { return near_ == 0 ? nullptr : &first_near(); }
  /// Returns the time of the earliest entry. Precondition: the calendar is not empty.
  base::Time first_time() const { return first_is_far() ? far_.top().time : first_near().time; }
  /// Removes the earliest entry into `due` and returns true if it is scheduled for `time` or
  /// earlier.
  bool pop(base::Time time, Due& due) {
    if (__builtin_expect(first_is_far(), 0)) {
      if (far_.empty() || far_.top().time > time) return false;
      pop_far(due);
    } else {
      if (first_near().time > time) return false;
      due = pop_near();
    }
    today_ = std::max(today_, day_of(due.time));
    return true;
  }

 private:
  /// A day of 128 ps has few entries on a large machine.
  static constexpr int kDayShift = 7;
  static constexpr std::size_t kDays = 2048;
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kWords = kDays / kWordBits;
  static constexpr int kNone = -1;

  struct Node {
    Due due;
    int next = kNone;
  };
  struct Later {
    bool operator()(const Due& a, const Due& b) const { return b.before(a); }
  };

  static std::int64_t day_of(base::Time time) { return time.ps() >> kDayShift; }
  static std::size_t bucket_of(std::int64_t day) { return static_cast<std::size_t>(day) % kDays; }
  Node& node(int i) { return nodes_[static_cast<std::size_t>(i)]; }
  const Node& node(int i) const { return nodes_[static_cast<std::size_t>(i)]; }

  const Due& first_near() const { return node(node(last_[bucket_of(first_day_)]).next).due; }
  bool first_is_far() const {
    return near_ == 0 || (!far_.empty() && far_.top().before(first_near()));
  }

  [[gnu::noinline, gnu::cold]] void push_far(Due due) { far_.push(due); }
  [[gnu::noinline, gnu::cold]] void pop_far(Due& due) {
    due = far_.top();
    far_.pop();
  }
  /// Takes `due` by value: reading words in pairs right after they were written stalls the host.
  void push_near(Due due, std::int64_t day) {
    if (free_ == kNone) {
      free_ = static_cast<int>(nodes_.size());
      nodes_.emplace_back();
    }
    const int added = free_;
    free_ = node(added).next;
    node(added).due = due;
    const std::size_t bucket = bucket_of(day);
    insert(added, last_[bucket]);
    used_[bucket / kWordBits] |= std::uint64_t{1} << bucket % kWordBits;
    first_day_ = near_ == 0 ? day : std::min(first_day_, day);
    ++near_;
  }
  /// Inserts a node into a sorted ring, given the ring's last node.
  void insert(int added, int& last) {
    if (last == kNone) {
      node(added).next = last = added;
      return;
    }
    const Due& due = node(added).due;
    int before = last;
    if (due.before(node(last).due)) {
      while (node(node(before).next).due.before(due)) before = node(before).next;
    } else {
      last = added;
    }
    node(added).next = node(before).next;
    node(before).next = added;
  }
  const Due& pop_near() {
    const std::size_t bucket = bucket_of(first_day_);
    int& last = last_[bucket];
    const int first = node(last).next;
    node(last).next = node(first).next;
    node(first).next = free_;
    free_ = first;
    --near_;
    if (first == last) {
      last = kNone;
      used_[bucket / kWordBits] &= ~(std::uint64_t{1} << bucket % kWordBits);
      if (near_ > 0) first_day_ += days_to_next(bucket);
    }
    return node(first).due;
  }
  /// Returns the distance from a bucket to the next non-empty bucket.
  std::int64_t days_to_next(std::size_t bucket) const {
    std::size_t word = bucket / kWordBits;
    std::uint64_t used = used_[word] >> bucket % kWordBits << bucket % kWordBits;
    while (used == 0) used = used_[word = (word + 1) % kWords];
    const std::size_t next = word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(used));
    return static_cast<std::int64_t>((next - bucket) % kDays);
  }

  std::int64_t today_ = 0;      ///< Day of the latest removed entry.
  std::int64_t first_day_ = 0;  ///< Day of the earliest entry in the buckets.
  std::size_t near_ = 0;
  int free_ = kNone;
  std::array<std::uint64_t, kWords> used_{};  ///< Bitmap of the non-empty buckets.
  std::array<int, kDays> last_;               ///< Last node of each bucket's sorted ring.
  std::vector<Node> nodes_;
  std::priority_queue<Due, std::vector<Due>, Later> far_;
};

}  // namespace starnuma::kernel
