// SPDX-License-Identifier: Apache-2.0
#include "models/transport/link.h"

#include "models/kernel/now.h"

namespace starnuma::transport {
Link::Link(const sc_core::sc_module_name& name, const Config& config, LinkKinds kinds)
    : TwoPort(name), kinds_(kinds), latency_(config.latency) {
  for (bool data : {false, true}) {
    const base::Bytes bytes = timing::message_bytes(config.bandwidth_is, data);
    charge_[data] = {bytes, config.bandwidth.time_for(bytes)};
  }
}

void Link::pass(kernel::Envelope& envelope, Direction direction) {
  Lane& lane = lanes_[direction];
  const Charge& charge = charge_[envelope.carries_data];
  const base::Time wait = lane.window.book(envelope.time, charge.service, envelope.horizon);
  envelope.advance(kinds_.queue, wait);
  envelope.advance(kinds_.wire, latency_);

  lane.bytes[static_cast<std::size_t>(envelope.traffic)] += charge.bytes.value;
  ++lane.messages;
  lane.busy += charge.service;
  lane.wait += wait;
}

void Link::report(base::StatWriter& writer) const {
  const base::Time elapsed = kernel::now() - window_start_;
  for (Direction direction : {kForward, kBackward}) {
    const Lane& lane = lanes_[direction];
    base::StatWriter out = writer.under(direction == kForward ? "forward" : "backward");
    for (int k = 0; k < base::kTrafficKinds; ++k) {
      out.write("bytes." + std::string(base::kTrafficNames[k]), static_cast<double>(lane.bytes[k]),
                "bytes", "bytes charged to the link for " + std::string(base::kTrafficNames[k]));
    }
    out.write("messages", static_cast<double>(lane.messages), "1", "messages carried");
    const double span = static_cast<double>(elapsed.ps());
    out.write("utilisation", span > 0 ? static_cast<double>(lane.busy.ps()) / span : 0, "1",
              "share of the measured time that the direction was busy");
    const double messages = static_cast<double>(lane.messages);
    out.write("mean_wait", messages > 0 ? lane.wait.ns() / messages : 0, "ns",
              "mean wait of a message for bandwidth");
  }
}

void Link::reset_statistics() {
  window_start_ = kernel::now();
  for (Lane& lane : lanes_) {
    lane.bytes = {};
    lane.messages = 0;
    lane.busy = lane.wait = base::Time(0);
  }
}

}  // namespace starnuma::transport
