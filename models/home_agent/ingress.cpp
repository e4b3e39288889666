// SPDX-License-Identifier: Apache-2.0
#include "models/home_agent/ingress.h"

#include <algorithm>
#include <array>
#include <utility>

namespace starnuma::home_agent {

using protocol::CreditClass;
using transport::QueuedChannel;

QueuedChannel::Config QueuedIngress::channel(const IngressShape& shape) {
  QueuedChannel::Config config;
  for (int c = 0; c < kClasses; ++c) {
    for (int p = 0; p < shape.ports; ++p) {
      QueuedChannel::Input input;
      input.weight = shape.weights.empty() ? 1 : shape.weights[static_cast<std::size_t>(p)];
      input.message_class = c;
      const auto credit_class = static_cast<CreditClass>(c);
      if (credit_class == CreditClass::kRequest) input.credits = kRequestEntries;
      if (credit_class == CreditClass::kForward) input.credits = kWriteEntries;
      config.inputs.push_back(input);
    }
  }
  config.credits = {shape.request_entries, shape.write_entries};
  config.arbitration = shape.arbitration;
  const base::Time service(std::max<std::int64_t>(1, shape.interval.ps() / shape.slices));
  config.service = {service, service};
  config.wait = accounting::LatencyKind::kLineQueue;
  return config;
}

QueuedIngress::QueuedIngress(kernel::QueuedDispatcher& dispatcher, base::AgentId agent,
                             kernel::Agent& home, const IngressShape& shape, PortOf port_of,
                             SliceOf slice_of)
    : shape_(shape),
      port_of_(std::move(port_of)),
      slice_of_(std::move(slice_of)),
      ports_(static_cast<std::size_t>(shape.ports)),
      slice_free_(static_cast<std::size_t>(shape.slices)),
      channel_(dispatcher, channel(shape),
               [this, &dispatcher, &home](int input, kernel::Envelope& message) {
                 message.credit = nullptr;  // the home deallocates its entry itself
                 const int of_requests = input - this->input(kRequests, 0);
                 if (of_requests >= 0 && of_requests < shape_.ports) {
                   ++ports_[static_cast<std::size_t>(of_requests)].in_table;
                 }
                 if (shape_.slices > 1) wait_for_slice(message);
                 dispatcher.deliver_admitted(message, home);
               }) {
  dispatcher.install_gate(agent, *this);
}

void QueuedIngress::wait_for_slice(kernel::Envelope& message) {
  base::Time& free = slice_free_[slice_of_(message)];
  if (free > message.time) {
    message.advance(accounting::LatencyKind::kLineQueue, free - message.time);
  }
  free = message.time + shape_.interval;
}

void QueuedIngress::admit(kernel::Envelope& message) {
  const CreditClass credit_class = protocol::credit_class_of(message.open<protocol::Message>());
  const int port = port_of_(message);
  if (!shape_.spacing.empty()) space(port, message);
  channel_.offer(input(static_cast<int>(credit_class), port), message);
}

/// Delays a request for a line until the spacing of its port has passed. A line that is written
/// back counts, but never waits: the snoop of another host may depend on it.
void QueuedIngress::space(int port, kernel::Envelope& message) {
  const base::Time spacing = shape_.spacing[static_cast<std::size_t>(port)];
  if (spacing == base::Time(0)) return;
  base::Time& next = ports_[static_cast<std::size_t>(port)].next_line;
  const auto content = message.open<protocol::Message>();
  const protocol::Role role = protocol::role_of(content);
  if (role == protocol::Role::kRequest) {
    if (next > message.time) {
      message.advance(accounting::LatencyKind::kLineQueue, next - message.time);
    }
    next = message.time + spacing;
  } else if (role == protocol::Role::kGiveBack && content.carries_data()) {
    next = std::max(next, message.time) + spacing;
  }
}

void QueuedIngress::handled(const protocol::Message& message, bool was_transient, bool is_transient,
                            base::Time time) {
  const protocol::Role role = protocol::role_of(message);
  const bool has_entry = role == protocol::Role::kRequest || role == protocol::Role::kGiveBack;
  const bool stays = !was_transient && is_transient;
  if (has_entry && !stays) request_done(time);
  if (was_transient && !is_transient) request_done(time);
}

int QueuedIngress::requests_of(int port) {
  Port& of = ports_[static_cast<std::size_t>(port)];
  while (!of.done.empty() && of.done.top() <= kernel::now()) {
    of.done.pop();
    --of.in_table;
  }
  return of.in_table + static_cast<int>(channel_.waiting(input(kRequests, port)));
}

bool QueuedIngress::limited(int port) const {
  const auto p = static_cast<std::size_t>(port);
  return !shape_.spacing.empty() && ports_[p].next_line > kernel::now() + shape_.spacing[p];
}

double QueuedIngress::load() {
  const int requests = shape_.request_entries - channel_.credits(kRequestEntries) +
                       channel_.waiting_of_class(static_cast<int>(CreditClass::kRequest));
  return static_cast<double>(requests) / shape_.request_entries;
}

void QueuedIngress::observe(kernel::PassObserver& observer,
                            const std::vector<std::uint32_t>& places) {
  std::vector<std::uint32_t> by_input;
  for (int c = 0; c < kClasses; ++c) {
    by_input.insert(by_input.end(), places.begin(), places.end());
  }
  channel_.observe(observer, std::move(by_input));
}

void QueuedIngress::watch(kernel::QueueObserver& watcher,
                          const std::vector<std::uint32_t>& queues) {
  std::vector<std::uint32_t> by_input(
      static_cast<std::size_t>(input(static_cast<int>(CreditClass::kRequest), 0)),
      kernel::QueueObserver::kNobody);
  by_input.insert(by_input.end(), queues.begin(), queues.end());
  by_input.resize(static_cast<std::size_t>(input(kClasses, 0)), kernel::QueueObserver::kNobody);
  channel_.watch(watcher, std::move(by_input));
}

void QueuedIngress::report(accounting::StatWriter& writer, base::Time measured) const {
  constexpr std::array<const char*, protocol::kCreditClasses> kNames{"responses", "writes",
                                                                     "requests"};
  for (int c = 0; c < protocol::kCreditClasses; ++c) {
    const auto credit_class = static_cast<CreditClass>(c);
    if (credit_class == CreditClass::kForward && shape_.write_entries == 0) continue;
    QueuedChannel::QueueStats all;
    for (int p = 0; p < shape_.ports; ++p) {
      const QueuedChannel::QueueStats& counts = channel_.counts(input(c, p));
      all.wait += counts.wait;
      all.without_credit += counts.without_credit;
      all.most_waiting = std::max(all.most_waiting, counts.most_waiting);
    }
    accounting::StatWriter out = writer.under(kNames[static_cast<std::size_t>(c)]);
    const auto share = [&](base::Time time) {
      return measured > base::Time(0) ? time.ns() / measured.ns() : 0;
    };
    out.write("mean_queue", share(all.wait), "1", "mean number of messages that wait at the ports");
    out.write("max_queue", all.most_waiting, "1",
              "maximum number of messages that wait at one port");
    if (credit_class == CreditClass::kResponse) continue;
    out.write("no_entry", share(all.without_credit) / shape_.ports, "1",
              "share of the measured time in which a port had a message of the class but the home "
              "had no free entry");
  }
}

}  // namespace starnuma::home_agent
