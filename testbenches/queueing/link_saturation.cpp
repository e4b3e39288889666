// SPDX-License-Identifier: Apache-2.0
#include "testbenches/queueing/link_saturation.h"

#include <algorithm>
#include <systemc>

#include "models/transport/link.h"

namespace starnuma::queueing {

using base::Time;
using kernel::Envelope;

namespace {

/// One end of the link: sends a burst and records the arrival times of the other end's messages.
class End : public sc_core::sc_module {
 public:
  explicit End(const sc_core::sc_module_name& name) : sc_module(name) {}

 private:
  void receive(Envelope& envelope) { last_ = std::max(last_, envelope.time); }

 public:
  kernel::Initiator<Envelope> out{"out"};
  kernel::Target<&End::receive> in{"in", *this};

  /// Sends a message every `gap`; every second one carries data.
  void send(int messages, Time gap) {
    for (int i = 0; i < messages; ++i) {
      Envelope envelope;
      envelope.time = gap * i;
      envelope.horizon = envelope.time;
      envelope.carries_data = i % 2 != 0;
      out.send(envelope);
    }
  }
  Time last_arrival() const { return last_; }

 private:
  Time last_;
};

}  // namespace

std::array<double, 2> saturated_throughput(const transport::LinkConfig& config, int messages) {
  transport::Link link("link", config, accounting::LinkKind{});
  End a("a");
  End b("b");
  a.out.bind(link.a_in);
  link.b_out.bind(b.in);
  b.out.bind(link.b_in);
  link.a_out.bind(a.in);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);

  const transport::LinkRate link_rate = config.rate();
  const auto service = [&](int direction, bool data) { return link_rate.service(direction, data); };
  a.send(messages, service(transport::kForward, false));
  b.send(messages, service(transport::kBackward, false));
  const auto rate = [&](const End& end, int direction) {
    const double bytes =
        static_cast<double>(messages / 2) * link_rate.bytes_of(direction, true) +
        static_cast<double>((messages + 1) / 2) * link_rate.bytes_of(direction, false);
    // The last message arrives before its own service ends, which is not part of its latency.
    const Time tail = service(direction, messages % 2 == 0);
    return bytes / ((end.last_arrival() - config.latency + tail).ns() * 1e-9);
  };
  return {rate(b, transport::kForward), rate(a, transport::kBackward)};
}

}  // namespace starnuma::queueing
