// SPDX-License-Identifier: Apache-2.0
#include "models/transport/queued_channel.h"

#include <algorithm>

#include "models/kernel/now.h"
#include "models/kernel/tap.h"

namespace starnuma::transport {

using base::Time;
using kernel::Envelope;

namespace {

constexpr int kServerFree = -1;

int classes_of(const std::vector<QueuedChannel::Input>& inputs) {
  int most = 0;
  for (const QueuedChannel::Input& input : inputs) most = std::max(most, input.message_class);
  return most + 1;
}

}  // namespace

QueuedChannel::QueuedChannel(kernel::QueuedDispatcher& dispatcher, const Config& config,
                             Deliver deliver)
    : dispatcher_(dispatcher),
      config_(config),
      deliver_(std::move(deliver)),
      class_arbiter_(timing::Arbitration::kRoundRobin,
                     std::vector<int>(static_cast<std::size_t>(classes_of(config.inputs)), 1)),
      random_(config.seed),
      queues_(config.inputs.size()),
      last_arrival_(config.inputs.size()),
      counts_(config.inputs.size()) {
  for (int c = 0; c < classes_of(config.inputs); ++c) {
    std::vector<std::size_t> members;
    std::vector<int> weights;
    for (std::size_t i = 0; i < config.inputs.size(); ++i) {
      if (config.inputs[i].message_class != c) continue;
      members.push_back(i);
      weights.push_back(config.inputs[i].weight);
    }
    const std::vector<Time> none(members.size());
    classes_.push_back({members, timing::Arbiter(config.arbitration, weights), none});
  }
}

void QueuedChannel::observe(kernel::PassObserver& observer, std::vector<std::uint32_t> places) {
  observer_ = &observer;
  places_ = std::move(places);
}

void QueuedChannel::offer(int input, Envelope& envelope) {
  if (kernel::kWaves && observer_ != nullptr) {
    observer_->entered(places_[static_cast<std::size_t>(input)], envelope);
  }
  dispatcher_.call_at(envelope.time, *this, input, &envelope);
}

void QueuedChannel::give_credit(int group) {
  ++config_.credits[static_cast<std::size_t>(group)];
  serve();
}

/// The credits that an input spends from; nothing where it needs none.
int* QueuedChannel::credits_of(std::size_t input) {
  const int group = config_.inputs[input].credits;
  return group == kUnlimited ? nullptr : &config_.credits[static_cast<std::size_t>(group)];
}

/// A message joins its queue (tag: the input), arrives (tag: inputs + input), or service is over.
void QueuedChannel::due(int tag, Envelope* message) {
  const int inputs = static_cast<int>(queues_.size());
  if (tag >= inputs) return deliver_(tag - inputs, *message);
  if (tag == kServerFree) {
    busy_ = false;
  } else {
    const auto i = static_cast<std::size_t>(tag);
    queues_[i].push_back(message);
    counts_[i].most_waiting = std::max(counts_[i].most_waiting, queues_[i].size());
  }
  serve();
}

/// What an input's first message takes; zero where none may go.
Time QueuedChannel::first_service(std::size_t input) {
  const int* credits = credits_of(input);
  const bool may_go = !queues_[input].empty() && (credits == nullptr || *credits > 0);
  return may_go ? service_of(*queues_[input].front()) : Time(0);
}

/// The input to serve, or -1: first the class, then one of its inputs.
int QueuedChannel::pick() {
  std::vector<Time> waits(classes_.size());
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    Class& members = classes_[c];
    for (std::size_t m = 0; m < members.inputs.size(); ++m) {
      members.first[m] = first_service(members.inputs[m]);
      waits[c] = std::max(waits[c], members.first[m]);
    }
  }
  const int chosen = class_arbiter_.pick(waits);
  if (chosen < 0) return -1;
  Class& members = classes_[static_cast<std::size_t>(chosen)];
  return static_cast<int>(
      members.inputs[static_cast<std::size_t>(members.arbiter.pick(members.first))]);
}

void QueuedChannel::serve() {
  if (busy_) return;
  const int chosen = pick();
  if (chosen < 0) return;
  const auto input = static_cast<std::size_t>(chosen);
  Envelope& message = *queues_[input].front();
  queues_[input].pop_front();
  if (int* credits = credits_of(input)) --*credits;
  busy_ = true;
  dispatcher_.call_at(kernel::now() + service_of(message), *this, kServerFree);
  send(input, message);
}

void QueuedChannel::send(std::size_t input, Envelope& message) {
  Counts& counts = counts_[input];
  const Time wait = kernel::now() - message.time;
  ++counts.messages;
  counts.served += service_of(message);
  counts.wait += wait;
  message.advance(accounting::queue_of(config_.kind), wait);
  message.advance(accounting::wire_of(config_.kind), config_.latency);
  const auto delays = static_cast<std::uint64_t>(config_.longest_delay.ps()) + 1;
  Time delay(static_cast<std::int64_t>(random_.below(delays)));
  if (!config_.inputs[input].may_overtake) {
    delay = std::max(delay, last_arrival_[input] - message.time);
  }
  message.advance(accounting::queue_of(config_.kind), delay);
  last_arrival_[input] = message.time;
  dispatcher_.call_at(message.time, *this, static_cast<int>(queues_.size() + input), &message);
}

void QueuedChannel::report(accounting::StatWriter& writer) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const Counts& counts = counts_[i];
    accounting::StatWriter out = writer.under("input" + std::to_string(i));
    out.write("messages", static_cast<double>(counts.messages), "1", "messages carried");
    out.write("mean_wait",
              counts.messages > 0 ? counts.wait.ns() / static_cast<double>(counts.messages) : 0,
              "ns", "mean wait for the resource");
    out.write("served", counts.served.ns(), "ns", "time that its messages occupied the resource");
    out.write("most_waiting", static_cast<double>(counts.most_waiting), "1",
              "longest queue of the measured window");
  }
}

void QueuedChannel::reset_statistics() { std::fill(counts_.begin(), counts_.end(), Counts{}); }

}  // namespace starnuma::transport
