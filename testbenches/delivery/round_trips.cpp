// SPDX-License-Identifier: Apache-2.0
#include "testbenches/delivery/round_trips.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "models/base/random.h"
#include "models/timing/busy_window.h"

namespace starnuma::delivery {

using base::Time;

namespace {

/// Next request and outstanding requests of an initiator.
class Initiator {
 public:
  Initiator(const std::vector<std::vector<Step>>& homes, const Traffic& traffic, int number)
      : homes_(&homes), traffic_(&traffic), random_(traffic.seed * 1'000'003 + number) {}

  bool done() const { return sent_ == traffic_->requests; }
  /// Returns the earliest time that the gap allows for the next request.
  Time next() const { return next_; }
  const std::vector<Step>& send(Time at) {
    ++sent_;
    next_ = at + traffic_->gap;
    return (*homes_)[random_.below(homes_->size())];
  }

 private:
  const std::vector<std::vector<Step>>* homes_;
  const Traffic* traffic_;
  base::Random random_;
  std::int64_t sent_ = 0;
  Time next_;
};

std::vector<Initiator> initiators_of(const Network& network, const Traffic& traffic) {
  std::vector<Initiator> initiators;
  for (std::size_t i = 0; i < network.round_trips.size(); ++i) {
    initiators.emplace_back(network.round_trips[i], traffic, static_cast<int>(i));
  }
  return initiators;
}

class Mean {
 public:
  void add(Time started, Time answered) {
    sum_ns_ += (answered - started).ns();
    ++count_;
    last_ = std::max(last_, answered);
  }
  Outcome outcome() const { return {sum_ns_ / static_cast<double>(count_), last_.ns() * 1e-3}; }

 private:
  double sum_ns_ = 0;
  std::int64_t count_ = 0;
  Time last_;
};

/// Arrival of a message at its next step, or an initiator that may send (`steps` is null).
struct Event {
  Time at;
  std::uint64_t sequence;
  std::size_t initiator;
  const std::vector<Step>* steps;
  std::size_t next;
  Time started;

  bool operator>(const Event& other) const {
    return std::tie(at, sequence) > std::tie(other.at, other.sequence);
  }
};

}  // namespace

Outcome deliver_queued(const Network& network, const Traffic& traffic) {
  std::vector<Initiator> initiators = initiators_of(network, traffic);
  std::vector<Time> free_at(static_cast<std::size_t>(network.resources));
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  std::uint64_t sequence = 0;
  Mean mean;
  for (std::size_t i = 0; i < initiators.size(); ++i) {
    for (int slot = 0; slot < traffic.outstanding; ++slot) {
      events.push({Time(0), sequence++, i, nullptr, 0, Time(0)});
    }
  }
  while (!events.empty()) {
    Event event = events.top();
    events.pop();
    Initiator& initiator = initiators[event.initiator];
    if (event.steps == nullptr) {
      if (initiator.done()) continue;
      if (initiator.next() > event.at) {
        event.at = initiator.next();
      } else {
        event.started = event.at;
        event.steps = &initiator.send(event.at);
      }
    } else if (event.next < event.steps->size()) {
      const Step& step = (*event.steps)[event.next++];
      Time& free = free_at[static_cast<std::size_t>(step.resource)];
      const Time start = std::max(free, event.at);
      free = start + step.service;
      event.at = start + step.latency;
    } else {
      mean.add(event.started, event.at);
      event.steps = nullptr;
      event.next = 0;
    }
    event.sequence = sequence++;
    events.push(event);
  }
  return mean.outcome();
}

Outcome deliver_ahead(const Network& network, const Traffic& traffic, Time quantum) {
  std::vector<Initiator> initiators = initiators_of(network, traffic);
  std::vector<timing::BusyWindow> windows(static_cast<std::size_t>(network.resources));
  using Slots = std::priority_queue<Time, std::vector<Time>, std::greater<>>;
  std::vector<Slots> answers(initiators.size());
  using Wake = std::pair<Time, std::size_t>;
  std::priority_queue<Wake, std::vector<Wake>, std::greater<>> wakes;
  Mean mean;
  for (std::size_t i = 0; i < initiators.size(); ++i) wakes.push({Time(0), i});
  while (!wakes.empty()) {
    const auto [kernel, i] = wakes.top();
    wakes.pop();
    Time now = kernel;
    while (!initiators[i].done() && now <= kernel + quantum) {
      now = std::max(now, initiators[i].next());
      if (answers[i].size() == static_cast<std::size_t>(traffic.outstanding)) {
        now = std::max(now, answers[i].top());
        answers[i].pop();
      }
      Time at = now;
      for (const Step& step : initiators[i].send(now)) {
        timing::BusyWindow& window = windows[static_cast<std::size_t>(step.resource)];
        at += window.book(at, step.service, kernel) + step.latency;
      }
      mean.add(now, at);
      answers[i].push(at);
    }
    if (!initiators[i].done()) wakes.push({now, i});
  }
  return mean.outcome();
}

}  // namespace starnuma::delivery
