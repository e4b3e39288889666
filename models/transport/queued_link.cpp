// SPDX-License-Identifier: Apache-2.0
#include "models/transport/queued_link.h"

#include <string>
#include <utility>

namespace starnuma::transport {

QueuedLink::QueuedLink(const sc_core::sc_module_name& name, const Config& config,
                       accounting::LinkKind kind, kernel::QueuedDispatcher& dispatcher,
                       std::shared_ptr<const CreditClasses> classes)
    : Link(name, config, kind), classes_(std::move(classes)) {
  for (const Direction direction : {kForward, kBackward}) {
    QueuedChannel::Config channel;
    channel.service = service(direction);
    for (int q = 0; q < queues(); ++q) {
      const int c = q % kCreditClasses;
      channel.inputs.push_back({1, q, false, c});
      channel.credits.push_back(config.credits_of(c, channel.service[true]));
    }
    channel.credit_latency = config.one_way();
    channel.latency = config.one_way();
    channel.wait = accounting::queue_of(kind);
    channel.wire = accounting::wire_of(kind);
    channels_[direction] = std::make_unique<QueuedChannel>(
        dispatcher, channel, [this, direction](int, kernel::Envelope& envelope) {
          count(envelope, direction);
          send_on(envelope, direction);
        });
  }
}

LaneFaults& QueuedLink::make_faulty(Direction direction, std::uint64_t seed) {
  LaneFaults& faults = Link::make_faulty(direction, seed);
  channels_[direction]->disturb_by(faults);
  return faults;
}

/// A path ends at the queues.
bool QueuedLink::add_step(kernel::Path<kernel::Envelope>& path, Direction direction) {
  using Call = kernel::Destination<kernel::Envelope>::Call;
  const std::array<Call, 2> enter{[](void* link, kernel::Envelope& envelope) {
                                    static_cast<QueuedLink*>(link)->enter(envelope, kForward);
                                  },
                                  [](void* link, kernel::Envelope& envelope) {
                                    static_cast<QueuedLink*>(link)->enter(envelope, kBackward);
                                  }};
  path.add({enter[direction], this});
  return false;
}

base::Time QueuedLink::waited(Direction direction) const {
  base::Time wait;
  for (int q = 0; q < queues(); ++q) wait += channels_[direction]->counts(q).wait;
  return wait;
}

/// Reports statistics per credit class; the sum of waits divided by the elapsed time is the mean
/// queue length.
void QueuedLink::report_queues(Direction direction, double elapsed,
                               accounting::StatWriter& out) const {
  for (int q = 0; q < queues(); ++q) {
    const QueuedChannel::QueueStats& counts = channels_[direction]->counts(q);
    const auto share = [&](base::Time time) {
      return elapsed > 0 ? static_cast<double>(time.ps()) / elapsed : 0;
    };
    const std::string network =
        q < kCreditClasses ? "" : "vn" + std::to_string(q / kCreditClasses) + ".";
    accounting::StatWriter of_class =
        out.under(network + classes_->names[static_cast<std::size_t>(q % kCreditClasses)]);
    of_class.write("mean_queue", share(counts.wait), "1",
                   "mean number of messages that wait for the link");
    of_class.write("max_queue", counts.most_waiting, "1",
                   "maximum number of messages that wait for the link");
    of_class.write("no_credit", share(counts.without_credit), "1",
                   "share of the measured time in which the link was free and had a message of the "
                   "class but no credit for it");
  }
}

void QueuedLink::reset_statistics() {
  Link::reset_statistics();
  for (auto& channel : channels_) channel->reset_statistics();
}

}  // namespace starnuma::transport
