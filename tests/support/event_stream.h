// SPDX-License-Identifier: Apache-2.0
// Synthetic event streams, and the typed program that is equivalent to a source of these events.
#pragma once

#include <utility>
#include <vector>

#include "models/base/random.h"

namespace starnuma::test {

using core::Event;
using core::SourceEventKind;

/// Source of the events in a list.
class ListSource : public core::AccessSource {
 public:
  explicit ListSource(std::vector<Event> events) : events_(std::move(events)) {}
  Event next() override { return at_ < events_.size() ? events_[at_++] : Event{}; }

 private:
  std::vector<Event> events_;
  std::size_t at_ = 0;
};

inline Event event(SourceEventKind kind, base::VirtualAddress address = {},
                   std::array<std::uint8_t, 2> after = {}) {
  Event event;
  event.kind = kind;
  event.address = address;
  event.after = after;
  return event;
}

/// Returns `count` events of all kinds on the words, mostly loads, with a barrier every 50 events.
inline std::vector<Event> random_events(const base::SimArray<std::uint64_t>& words, int count,
                                        std::uint64_t seed) {
  base::Random random(seed);
  std::vector<Event> events;
  for (int i = 1; i <= count; ++i) {
    constexpr SourceEventKind kKinds[] = {SourceEventKind::kLoad,   SourceEventKind::kLoad,
                                          SourceEventKind::kLoad,   SourceEventKind::kLoad,
                                          SourceEventKind::kStore,  SourceEventKind::kStore,
                                          SourceEventKind::kAtomic, SourceEventKind::kMispredict};
    Event event;
    event.kind = i % 50 == 0 ? SourceEventKind::kBarrier : kKinds[random.below(std::size(kKinds))];
    event.address = words.address_of(random.below(words.size));
    event.work = static_cast<int>(random.below(30));
    for (std::uint8_t& distance : event.after) {
      if (random.below(2) == 0) distance = static_cast<std::uint8_t>(random.below(256));
    }
    events.push_back(event);
  }
  return events;
}

/// Executes the events as typed calls.
inline void run_typed(const std::vector<Event>& events, const base::SimArray<std::uint64_t>& words,
                      core::Thread& thread) {
  std::vector<core::Ready> loads;
  int guess = 0;  // prediction at the only site
  for (const Event& event : events) {
    const std::uint64_t i = (event.address.value - words.base.value) / sizeof(std::uint64_t);
    core::Ready after;
    for (const std::uint8_t distance : event.after) {
      if (distance > 0 && distance <= loads.size()) {
        after = latest(after, loads[loads.size() - distance]);
      }
    }
    if (event.work > 0) thread.work(event.work);
    if (event.kind == SourceEventKind::kLoad) loads.push_back(thread.load(words, i, after).ready);
    if (event.kind == SourceEventKind::kStore) thread.store(words, i, std::uint64_t{1}, after);
    if (event.kind == SourceEventKind::kAtomic) thread.fetch_add(words, i, std::uint64_t{1});
    if (event.kind == SourceEventKind::kBarrier) thread.barrier();
    if (event.kind == SourceEventKind::kMispredict) {
      const bool taken = guess < 2;
      guess += taken ? 1 : -1;
      thread.branch(0, taken, after);
    }
  }
}

}  // namespace starnuma::test
