// SPDX-License-Identifier: Apache-2.0
#include "testbenches/modules/channels.h"

#include <algorithm>
#include <array>

#include "models/protocol/channel.h"

namespace starnuma::modules_bench {

using base::Time;
using kernel::Envelope;
using protocol::Message;
using transport::QueuedChannel;

namespace {

constexpr Time kService{500};      ///< Service time of a message on its channel; assumed.
constexpr Time kWire{10'000};      ///< Assumed.
constexpr Time kLatePut{800'000};  ///< Delay of a put by ModuleMutant::kPutBehindGet.
constexpr int kFree = 0;           ///< Input of unordered messages.

/// By op: true if an ordering rule involves messages of this op.
template <class Op, std::size_t ops>
constexpr std::array<bool, ops> ordered_ops() {
  std::array<bool, ops> ordered{};
  for (std::size_t later = 0; later < ops; ++later) {
    for (std::size_t earlier = 0; earlier < ops; ++earlier) {
      if (may_pass(static_cast<Op>(later), static_cast<Op>(earlier))) continue;
      ordered[later] = ordered[earlier] = true;
    }
  }
  return ordered;
}
constexpr auto kSocketOrdered = ordered_ops<protocol::coherence::Op, protocol::coherence::kOps>();
constexpr auto kCxlOrdered = ordered_ops<protocol::cxl::Op, protocol::cxl::kOps>();

}  // namespace

Channels::Channels(const sc_core::sc_module_name& name, const Shape& shape, std::uint64_t seed,
                   ModuleMutant fault, kernel::QueuedDispatcher& dispatcher)
    : sc_module(name),
      from("from", static_cast<std::size_t>(3 * shape.sockets),
           [this](const char* port, std::size_t index) {
             return new From(port, *this, static_cast<int>(index));  // owned by the sc_vector
           }),
      to("to", static_cast<std::size_t>(3 * shape.sockets)),
      shape_(shape),
      seed_(seed),
      fault_(fault),
      dispatcher_(dispatcher),
      lines_(std::max(shape.lines_of_home, shape.lines_of_device)),
      channels_(from.size() * from.size()) {}

int Channels::destination_port(const Envelope& envelope) const {
  const int agent = base::index_of(envelope.destination);
  // Ports of homes follow those of caching agents; the device's heads follow those of the homes.
  return agent < 2 * shape_.sockets ? agent : port_of_head(base::index_of(envelope.source));
}

QueuedChannel& Channels::between(int source, int destination) {
  auto& channel = channels_[static_cast<std::size_t>(source) * from.size() +
                            static_cast<std::size_t>(destination)];
  if (channel != nullptr) return *channel;
  QueuedChannel::Config config;
  config.inputs.resize(static_cast<std::size_t>(1 + lines_));
  config.inputs[kFree].may_overtake = true;
  if (fault_ == ModuleMutant::kEverythingOvertakes) {
    for (QueuedChannel::Input& input : config.inputs) input.may_overtake = true;
  }
  config.service = {kService, kService};
  config.latency = kWire;
  config.longest_delay = shape_.longest_delay;
  config.seed = seed_ * 1'000 + static_cast<std::uint64_t>(source) * 50 +
                static_cast<std::uint64_t>(destination);
  channel = std::make_unique<QueuedChannel>(
      dispatcher_, config, [this, destination](int, Envelope& envelope) {
        ++delivered_;
        to[static_cast<std::size_t>(destination)].send(envelope);
      });
  return *channel;
}

int Channels::input_of(const Message& message) const {
  const bool ordered = message.protocol == Message::Class::kCxl
                           ? kCxlOrdered[static_cast<std::size_t>(message.cxl)]
                           : kSocketOrdered[static_cast<std::size_t>(message.coherence)];
  return ordered ? 1 + static_cast<int>(message.line.in_node()) : kFree;
}

void Channels::carry(Envelope& envelope, int port) {
  const auto message = envelope.open<Message>();
  ++messages_;
  const bool clean_put = message.protocol == Message::Class::kCoherence &&
                         message.coherence == protocol::coherence::Op::kPutE;
  if (fault_ == ModuleMutant::kPutBehindGet && clean_put) {
    envelope.advance(accounting::LatencyKind::kLineQueue, kLatePut);
  }
  between(port, destination_port(envelope)).offer(input_of(message), envelope);
}

}  // namespace starnuma::modules_bench
