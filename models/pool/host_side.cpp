// SPDX-License-Identifier: Apache-2.0
#include "models/pool/host_side.h"

namespace starnuma::pool {

using kernel::Envelope;
using protocol::Message;
using protocol::Role;

QueuedHostSide::QueuedHostSide(kernel::Dispatcher& dispatcher, kernel::Agent& device,
                               const DevicePlace& place, const QueuedConfig& config,
                               const DirectorySlices& slices)
    : HostSide(dispatcher, device),
      place_(place),
      load_(config,
            QosClasses::of(config.qos.value_or(QosConfig{}), place.heads, logical_devices(),
                           place.peak),
            place.egress),
      ingress_(
          *dispatcher.queued(), place.agents.home_of(place.node), device, shape(config, slices),
          [this](const Envelope& envelope) {
            const auto host = static_cast<base::SocketId>(envelope.source);
            return class_of(host, envelope.open<Message>().line);
          },
          slices.of) {
  if (config.snoop_tags < QueuedConfig::kSnoopTags) tags_.emplace(place.heads, config.snoop_tags);
}

home_agent::IngressShape QueuedHostSide::shape(const QueuedConfig& config,
                                               const DirectorySlices& slices) const {
  const QosClasses& classes = load_.classes();
  return {classes.count(), classes.weights,        config.arbitration,   slices.interval,
          slices.count,    config.request_entries, config.write_entries, classes.spacing};
}

int QueuedHostSide::class_of(base::SocketId host, base::LineAddress line) const {
  const int logical_device = place_.hosts != nullptr ? place_.hosts->logical_device_of(line) : 0;
  return load_.classes().class_of(head_of(static_cast<base::AgentId>(host)), logical_device);
}

Envelope* QueuedHostSide::arrived(const Envelope& message) {
  if (!tags_ || role_of(message.open<Message>()) != Role::kSnoopAnswer) return nullptr;
  Envelope* const snoop = tags_->release(head_of(message.source), message);
  if (snoop != nullptr) report_load(*snoop);
  return snoop;
}

bool QueuedHostSide::leaves(Envelope& message) {
  const bool waits = tags_ && role_of(message.open<Message>()) == Role::kSnoop &&
                     !tags_->allocate(head_of(message.destination), message);
  if (!waits) report_load(message);
  return !waits;
}

/// Adds the load (DevLoad) of the host's logical device to a response.
void QueuedHostSide::report_load(Envelope& envelope) {
  auto message = envelope.open<Message>();
  const int of = class_of(static_cast<base::SocketId>(envelope.destination), message.line);
  if (role_of(message) == Role::kSnoop) {
    return load_.sent(of, envelope.carries_data, envelope.time);
  }
  message.dev_load =
      static_cast<std::uint8_t>(load_.answer(ingress_, of, envelope.carries_data, envelope.time));
  envelope.seal(envelope.source, envelope.destination, message);
}

void QueuedHostSide::report(accounting::StatWriter& writer, base::Time measured) const {
  writer.write("requests.waited", waited_, "1",
               "requests that found their line, or every entry of its set, in a transient state or "
               "with a grant that had not left");
  writer.write("requests.retried", retried_, "1", "further look-ups of requests that waited");
  load_.report(writer);
  if (tags_) tags_->report(writer);
  accounting::StatWriter ingress = writer.under("ingress");
  ingress_.report(ingress, measured);
}

void QueuedHostSide::reset_statistics() {
  waited_ = 0;
  retried_ = 0;
  load_.reset_statistics();
  if (tags_) tags_->reset_statistics();
  ingress_.reset_statistics();
}

}  // namespace starnuma::pool
