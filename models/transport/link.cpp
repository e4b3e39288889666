// SPDX-License-Identifier: Apache-2.0
#include "models/transport/link.h"

#include "models/kernel/now.h"

namespace starnuma::transport {

Link::Link(const sc_core::sc_module_name& name, const Config& config, accounting::LinkKind kind)
    : TwoPort(name), config_(config), rate_(config.rate()) {
  for (Direction direction : {kForward, kBackward}) {
    Lane& lane = lanes_[direction];
    lane.latency = config.one_way();
    lane.wire = accounting::wire_of(kind);
    lane.queue = accounting::queue_of(kind);
    for (bool data : {false, true}) {
      lane.service[data] = rate_.service(direction, data);
      bits_[direction][data] = config.wire_bits(direction, data);
    }
  }
}

LaneFaults& Link::make_faulty(Direction direction, std::uint64_t seed) {
  if (faults_[direction] == nullptr) {
    faults_[direction] = std::make_unique<LaneFaults>(bits_[direction], seed);
  }
  return *faults_[direction];
}

bool Link::add_step(kernel::Path<kernel::Envelope>& path, Direction direction) {
  if (faults_[direction] != nullptr) {
    return direction == kForward ? TwoPort::add_to<kForward>(path)
                                 : TwoPort::add_to<kBackward>(path);
  }
  Lane& lane = lanes_[direction];
  path.add(
      {[](void* to, kernel::Envelope& envelope) { static_cast<Lane*>(to)->pass(envelope); }, &lane},
      {lane.window.newest(), &lane.messages});
  return true;
}

inline void Link::Lane::carry(kernel::Envelope& envelope, base::Time queued) {
  envelope.advance(queue, queued);
  envelope.advance(wire, latency);

  wait += queued;
  count(envelope);
}

void Link::Lane::pass(kernel::Envelope& envelope) {
  if (__builtin_expect(window.full(), 0)) return pass_in_slot(envelope);
  const base::Time queued = window.book_in_room(envelope.time, service[envelope.carries_data]);
  carry(envelope, queued);
}

void Link::Lane::pass(kernel::Envelope& envelope, LaneFaults& faults) {
  const bool data = envelope.carries_data;
  const LaneFaults::Sent sent = faults.send(envelope.time, service[data], data);
  const base::Time queued = window.book(envelope.time, sent.service, envelope.horizon) + sent.late;
  carry(envelope, queued);
}

/// Slow path of pass(), kept out of line so that pass(), the most frequent operation on messages,
/// makes no call.
void Link::Lane::pass_in_slot(kernel::Envelope& envelope) {
  window.make_room(envelope.horizon);
  pass(envelope);
}

void Link::report(accounting::StatWriter& writer) const {
  const auto elapsed = static_cast<double>((kernel::now() - window_start_).ps());
  for (Direction direction : {kForward, kBackward}) {
    const Lane& lane = lanes_[direction];
    accounting::StatWriter out = writer.under(direction == kForward ? "forward" : "backward");
    std::int64_t messages = 0;
    double bits = 0;
    base::Time busy;
    for (std::size_t k = 0; k < accounting::kTrafficKinds; ++k) {
      double bytes = 0;
      for (const std::size_t data : {0, 1}) {
        messages += lane.messages[k][data];
        bytes += static_cast<double>(lane.messages[k][data]) * rate_.bytes_of(direction, data != 0);
        busy += lane.service[data] * lane.messages[k][data];
        bits += static_cast<double>(lane.messages[k][data]) * bits_[direction][data];
      }
      out.write("bytes." + std::string(accounting::kTrafficNames[k]), bytes, "bytes",
                "bytes charged to the link for " + std::string(accounting::kTrafficNames[k]));
    }
    if (faults_[direction] != nullptr) busy += faults_[direction]->counts().extra;
    out.write("messages", messages, "1", "messages carried");
    if (config_.pj_per_bit) {
      out.write("energy", bits * *config_.pj_per_bit / 1000, "nJ",
                "energy of the bits on the wires, without replays");
    }
    out.write("utilisation", elapsed > 0 ? static_cast<double>(busy.ps()) / elapsed : 0, "1",
              "share of the measured time that the direction was busy");
    const base::Time wait = lane.wait + waited(direction);
    out.write("mean_wait", messages > 0 ? wait.ns() / static_cast<double>(messages) : 0, "ns",
              "mean wait of a message for bandwidth");
    if (faults_[direction] != nullptr) report(faults_[direction]->counts(), out);
    report_queues(direction, elapsed, out);
  }
}

void Link::report(const LaneFaults::LaneFaultStats& counts, accounting::StatWriter& out) {
  out.write("crc_errors", counts.errors, "1", "flits with wrong bits, each followed by a replay");
  out.write("replayed", counts.replayed, "1", "messages that were sent again, however often");
  out.write("retry_time", counts.late.ns(), "ns",
            "time by which replays have delayed the messages replayed");
  out.write("half_width", counts.half_width, "1", "messages carried with half of the lanes");
}

void Link::reset_statistics() {
  window_start_ = kernel::now();
  for (Lane& lane : lanes_) {
    lane.messages = {};
    lane.wait = base::Time(0);
  }
  for (auto& faults : faults_) {
    if (faults != nullptr) faults->reset_statistics();
  }
}

}  // namespace starnuma::transport
