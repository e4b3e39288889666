// SPDX-License-Identifier: Apache-2.0
#include "models/transport/queued_channel.h"

#include <algorithm>

#include "models/kernel/now.h"

namespace starnuma::transport {

using base::Time;
using kernel::Envelope;

namespace {

constexpr int kServerFree = -1;

std::vector<int> weights_of(const std::vector<QueuedChannel::Input>& inputs) {
  std::vector<int> weights;
  for (const QueuedChannel::Input& input : inputs) weights.push_back(input.weight);
  return weights;
}

}  // namespace

QueuedChannel::QueuedChannel(kernel::QueuedDispatcher& dispatcher, const Config& config,
                             Deliver deliver)
    : dispatcher_(dispatcher),
      config_(config),
      deliver_(std::move(deliver)),
      arbiter_(config.arbitration, weights_of(config.inputs)),
      random_(config.seed),
      queues_(config.inputs.size()),
      first_(config.inputs.size()),
      last_arrival_(config.inputs.size()),
      counts_(config.inputs.size()) {}

void QueuedChannel::offer(int input, Envelope& envelope) {
  dispatcher_.call_at(envelope.time, *this, input, &envelope);
}

void QueuedChannel::give_credit(int input) {
  const auto i = static_cast<std::size_t>(input);
  ++config_.inputs[i].credits;
  update(i);
  serve();
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
    update(i);
  }
  serve();
}

void QueuedChannel::update(std::size_t input) {
  const bool may_go = !queues_[input].empty() && config_.inputs[input].credits != 0;
  first_[input] = may_go ? service_of(*queues_[input].front()) : Time(0);
}

void QueuedChannel::serve() {
  if (busy_) return;
  const int chosen = arbiter_.pick(first_);
  if (chosen < 0) return;
  const auto input = static_cast<std::size_t>(chosen);
  Envelope& message = *queues_[input].front();
  queues_[input].pop_front();
  if (config_.inputs[input].credits > 0) --config_.inputs[input].credits;
  update(input);
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
  message.advance(config_.queue, wait);
  message.advance(config_.wire, config_.latency);
  const auto delays = static_cast<std::uint64_t>(config_.longest_delay.ps()) + 1;
  Time delay(static_cast<std::int64_t>(random_.below(delays)));
  if (!config_.inputs[input].may_overtake) {
    delay = std::max(delay, last_arrival_[input] - message.time);
  }
  message.advance(config_.queue, delay);
  last_arrival_[input] = message.time;
  dispatcher_.call_at(message.time, *this, static_cast<int>(queues_.size() + input), &message);
}

void QueuedChannel::report(base::StatWriter& writer) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const Counts& counts = counts_[i];
    base::StatWriter out = writer.under("input" + std::to_string(i));
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
