// SPDX-License-Identifier: Apache-2.0
// Point-to-point link of any kind: flight time, and bandwidth per direction.
//
// Contract: messages pass in call order; time may decrease between calls.
// Timing:
// - The latency is configured. One BusyWindow per direction computes queueing delays: their mean is
//   exact, individual delays are not.
// - The serialization of a message is not part of its latency, since receivers use cut-through.
// - Faults increase the occupancy of a direction, see link_faults.h. Without faults they have no
//   cost.
// - In queued delivery each direction is a QueuedChannel: one queue per credit class, with credits
//   that return after the link's latency. Virtual networks multiply the queues.
#pragma once

#include <array>
#include <memory>

#include "models/accounting/stats.h"
#include "models/timing/busy_window.h"
#include "models/transport/link_config.h"
#include "models/transport/link_faults.h"
#include "models/transport/queued_channel.h"
#include "models/transport/two_port.h"

namespace starnuma::transport {

class Link : public TwoPort<Link>, public accounting::StatSource {
 public:
  using Config = LinkConfig;

  Link(const sc_core::sc_module_name& name, const Config& config, accounting::LinkKind kind);

  /// Enables faults of a direction. Precondition: no message has been sent.
  LaneFaults& make_faulty(Direction direction, std::uint64_t seed);

  static constexpr int kCreditClasses = 3;
  /// Credit classes of messages: a function that returns the number of the class, and their names.
  /// The classes of each virtual network have queues and credits of their own. The links of a
  /// machine share them.
  struct CreditClasses {
    int (*of)(const kernel::Envelope& envelope) = nullptr;
    std::array<const char*, kCreditClasses> names{};
    int networks = 1;
    /// Virtual network by source and destination agent; empty if there is one.
    std::vector<std::uint8_t> network = {};
    std::size_t agents = 0;

    /// Returns the queue of a message.
    int queue_of(const kernel::Envelope& envelope) const {
      if (network.empty()) return of(envelope);
      const auto source = static_cast<std::size_t>(envelope.source);
      const auto destination = static_cast<std::size_t>(envelope.destination);
      return kCreditClasses * network[source * agents + destination] + of(envelope);
    }
  };
  /// Selects queued delivery. Precondition: no message has been sent.
  void queue_in(kernel::QueuedDispatcher& dispatcher, std::shared_ptr<const CreditClasses> classes);
  /// Returns the number of queues of a direction: the credit classes of each virtual network.
  /// Precondition: is_queued().
  int queues() const { return kCreditClasses * classes_->networks; }

  bool is_queued() const { return queued_[kForward] != nullptr; }
  /// Reports the queues of a direction to `queues`, which has queues() entries. Precondition: the
  /// run has not started.
  void watch(Direction direction, kernel::QueueObserver& watcher,
             std::vector<std::uint32_t> queues) const {
    queued_[direction]->watch(watcher, std::move(queues));
  }

  void enter(kernel::Envelope& envelope, Direction direction) {
    if (queued_[direction] == nullptr) return TwoPort::enter(envelope, direction);
    queued_[direction]->offer(classes_->queue_of(envelope), envelope);
  }
  bool holds_messages() const { return is_queued(); }
  void pass(kernel::Envelope& envelope, Direction direction) {
    Lane& lane = lanes_[direction];
    faults_[direction] != nullptr ? lane.pass(envelope, *faults_[direction]) : lane.pass(envelope);
  }
  template <Direction direction>
  void add_to(kernel::Path<kernel::Envelope>& path) {
    Lane& lane = lanes_[direction];
    if (faults_[direction] != nullptr) return TwoPort::add_to<direction>(path);
    path.add({[](void* to, kernel::Envelope& envelope) { static_cast<Lane*>(to)->pass(envelope); },
              &lane},
             {lane.window.newest(), &lane.messages});
  }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  /// State of one direction: the fields that every message needs share one host cache line; the
  /// counters follow.
  struct alignas(64) Lane {
    void pass(kernel::Envelope& envelope);
    void pass(kernel::Envelope& envelope, LaneFaults& faults);
    void carry(kernel::Envelope& envelope, base::Time queued);
    [[gnu::noinline]] void pass_in_slot(kernel::Envelope& envelope);

    timing::BusyWindow window;
    base::Time latency;
    std::array<base::Time, 2> service;  ///< Occupancy per message, indexed by carries_data.
    accounting::LatencyKind wire;
    accounting::LatencyKind queue;
    base::Time wait;
    /// Number of messages by traffic kind, without and with data.
    alignas(64) std::array<std::array<std::int64_t, 2>, accounting::kTrafficKinds> messages{};
  };

  static void report(const LaneFaults::LaneFaultStats& counts, accounting::StatWriter& out);
  void report(const QueuedChannel& channel, double elapsed, accounting::StatWriter& out) const;

  Config config_;
  LinkRate rate_;
  std::array<Lane, 2> lanes_;  ///< State per direction.
  /// Bits on the wires of a message, by direction and by carries_data.
  std::array<std::array<double, 2>, 2> bits_;
  /// Faults per direction; null if there are none.
  std::array<std::unique_ptr<LaneFaults>, 2> faults_;
  /// Channel per direction in queued delivery.
  std::array<std::unique_ptr<QueuedChannel>, 2> queued_;
  std::shared_ptr<const CreditClasses> classes_;  ///< Null unless queued.
  base::Time window_start_;
};

}  // namespace starnuma::transport
