// SPDX-License-Identifier: Apache-2.0
#include "models/transport/queued_channel.h"

#include <algorithm>

namespace starnuma::transport {

using base::Time;
using kernel::Envelope;

namespace {

constexpr int kServe = -1;
constexpr Time kNever{-1};

int classes_of(const std::vector<QueuedChannel::Input>& inputs) {
  int most = 0;
  for (const QueuedChannel::Input& input : inputs) most = std::max(most, input.message_class);
  return most + 1;
}

}  // namespace

QueuedChannel::QueuedChannel(kernel::QueuedDispatcher& dispatcher, const Config& config,
                             Deliver deliver)
    : dispatcher_(dispatcher),
      queues_(config.inputs.size()),
      called_for_(kNever),
      class_arbiter_(timing::Arbitration::kRoundRobin,
                     std::vector<int>(static_cast<std::size_t>(classes_of(config.inputs)), 1)),
      deliver_(std::move(deliver)),
      config_(config),
      class_first_(static_cast<std::size_t>(classes_of(config.inputs))),
      random_(config.seed) {
  for (const int credits : config.credits) groups_.emplace_back(*this, credits);
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    queues_[i].stalled_since = kNever;
    const int group = config.inputs[i].credits;
    if (group != kUnlimited) queues_[i].group = &groups_[static_cast<std::size_t>(group)];
  }
  for (int c = 0; c < classes_of(config.inputs); ++c) {
    std::vector<std::size_t> members;
    std::vector<int> weights;
    for (std::size_t i = 0; i < config.inputs.size(); ++i) {
      if (config.inputs[i].message_class != c) continue;
      if (config.arbitration == timing::Arbitration::kRoundRobin) {
        queues_[i].place = static_cast<int>(members.size());
      }
      members.push_back(i);
      weights.push_back(config.inputs[i].weight);
    }
    const std::vector<Time> none(members.size());
    classes_.push_back({members, timing::Arbiter(config.arbitration, weights), none, 0});
  }
}

void QueuedChannel::observe(kernel::PassObserver& observer, std::vector<std::uint32_t> places) {
  observer_ = &observer;
  places_ = std::move(places);
}

void QueuedChannel::watch(kernel::QueueObserver& watcher, std::vector<std::uint32_t> queues) {
  watcher_ = &watcher;
  watched_ = std::move(queues);
}

void QueuedChannel::show(std::size_t input) const {
  const Queue& queue = queues_[input];
  if (queue.group != nullptr) queue.group->collect(kernel::now());
  watcher_->changed(watched_[input], kernel::now(), queue.queue.size(),
                    queue.group != nullptr ? queue.group->left : kernel::QueueObserver::kNeedsNone);
}

void QueuedChannel::offer(int input, Envelope& envelope) {
  if (kernel::kWaves && observer_ != nullptr) {
    observer_->entered(places_[static_cast<std::size_t>(input)], envelope);
  }
  const auto i = static_cast<std::size_t>(input);
  Queue& queue = queues_[i];
  // A message that was announced for the current time precedes this one.
  if (envelope.time <= kernel::now() && queue.announced == 0) return join(i, envelope);
  ++queue.announced;
  dispatcher_.call_at(envelope.time, *this, input, &envelope);
}

void QueuedChannel::join(std::size_t input, Envelope& message) {
  Queue& queue = queues_[input];
  queue.queue.push_back(&message);
  queue.counts.most_waiting = std::max(queue.counts.most_waiting, queue.queue.size());
  ++waiting_;
  ++class_of(input).waiting;
  notify_watcher(input);
  const Time now = kernel::now();
  const bool alone = waiting_ == 1 && free_at_ <= now && queue.place >= 0;
  if (!alone || (queue.group != nullptr && !queue.group->has_one(now))) return serve();
  class_arbiter_.pick_alone(static_cast<std::size_t>(config_.inputs[input].message_class));
  class_of(input).arbiter.pick_alone(static_cast<std::size_t>(queue.place));
  send(input);
}

void QueuedChannel::Group::return_credit() {
  return_credit_at(kernel::now() + channel.config_.credit_latency);
}

void QueuedChannel::Group::return_credit_at(Time time) {
  coming.push_back(time);
  // credits are returned in order of time but for those without a message
  std::size_t at = coming.size() - 1;
  for (; at > 0 && coming[at - 1] > time; --at) coming[at] = coming[at - 1];
  coming[at] = time;
  if (missed) channel.serve_at(std::max(kernel::now(), coming.front()));
}

void QueuedChannel::Group::collect(Time now) {
  while (!coming.empty() && coming.front() <= now) {
    coming.pop_front();
    ++left;
  }
}

bool QueuedChannel::Group::has_one(Time now) {
  if (left == 0) collect(now);
  missed = left == 0;
  return !missed;
}

/// Handles a scheduled event: a message joins its queue (tag: the input), or a scheduled serve().
void QueuedChannel::due(int tag, Envelope* message) {
  if (tag != kServe) {
    const auto i = static_cast<std::size_t>(tag);
    --queues_[i].announced;
    return join(i, *message);
  }
  if (kernel::now() != called_for_) return;  // a call was scheduled for an earlier time since
  called_for_ = kNever;
  serve();
}

void QueuedChannel::serve_at(Time time) {
  if (called_for_ != kNever && called_for_ <= time) return;
  called_for_ = time;
  dispatcher_.call_at(time, *this, kServe);
}

/// Returns the service time of the first message of an input; zero if none may be sent.
Time QueuedChannel::first_service(Queue& input) {
  if (input.queue.empty()) return Time(0);
  const Time now = kernel::now();
  if (input.group == nullptr || input.group->has_one(now)) {
    return service_of(*input.queue.front());
  }
  if (input.stalled_since == kNever) {
    input.stalled_since = now;
    input.served_before_stall = served_;
  }
  if (!input.group->coming.empty()) serve_at(input.group->coming.front());
  return Time(0);
}

/// Returns the input to serve, or -1. Selects the class first, then one of its inputs.
int QueuedChannel::pick() {
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    Class& members = classes_[c];
    class_first_[c] = Time(0);
    for (std::size_t m = 0; m < members.inputs.size(); ++m) {
      members.first[m] = first_service(queues_[members.inputs[m]]);
      class_first_[c] = std::max(class_first_[c], members.first[m]);
    }
  }
  const int chosen = class_arbiter_.pick(class_first_);
  if (chosen < 0) return -1;
  Class& members = classes_[static_cast<std::size_t>(chosen)];
  return static_cast<int>(
      members.inputs[static_cast<std::size_t>(members.arbiter.pick(members.first))]);
}

void QueuedChannel::serve() {
  if (waiting_ == 0) return;
  if (free_at_ > kernel::now()) return serve_at(free_at_);
  const int chosen = pick();
  if (chosen < 0) return;
  send(static_cast<std::size_t>(chosen));
  if (waiting_ > 0) serve_at(free_at_);
}

void QueuedChannel::send(std::size_t input) {
  Queue& queue = queues_[input];
  Envelope& message = *queue.queue.front();
  queue.queue.pop_front();
  --waiting_;
  --class_of(input).waiting;
  message.leave_buffer();
  if (queue.group != nullptr) {
    --queue.group->left;
    message.credit = queue.group;
  }
  notify_watcher(input);
  const Time now = kernel::now();
  LaneFaults::Sent sent{service_of(message), Time(0)};
  if (faults_ != nullptr) sent = faults_->send(now, sent.service, message.carries_data);
  free_at_ = now + sent.service;
  QueueStats& counts = queue.counts;
  const Time wait = now - message.time;
  counts.served += sent.service;
  counts.wait += wait;
  if (queue.stalled_since != kNever) {
    counts.without_credit += now - queue.stalled_since - (served_ - queue.served_before_stall);
    queue.stalled_since = kNever;
  }
  served_ += sent.service;
  message.advance(config_.wait, wait + sent.late);
  message.advance(config_.wire, config_.latency);
  if (config_.longest_delay > Time(0)) {
    const auto delays = static_cast<std::uint64_t>(config_.longest_delay.ps()) + 1;
    Time delay(static_cast<std::int64_t>(random_.below(delays)));
    if (!config_.inputs[input].may_overtake) {
      delay = std::max(delay, queue.last_arrival - message.time);
    }
    message.advance(config_.wait, delay);
    queue.last_arrival = message.time;
  }
  deliver_(static_cast<int>(input), message);
}

void QueuedChannel::reset_statistics() {
  for (Queue& queue : queues_) {
    queue.counts = {};
    if (queue.stalled_since == kNever) continue;
    queue.stalled_since = std::max(kernel::now(), free_at_);
    queue.served_before_stall = served_;
  }
}

}  // namespace starnuma::transport
