// SPDX-License-Identifier: Apache-2.0
// Point-to-point link of any kind: flight time, and bandwidth per direction.
//
// Contract: messages pass in call order; time may decrease between calls.
// Timing of immediate delivery (queued_link.h has that of queued delivery):
// - The latency is configured. One BusyWindow per direction computes queueing delays: their mean is
//   exact, individual delays are not.
// - The serialization of a message is not part of its latency, since receivers use cut-through.
// - Faults increase the occupancy of a direction, see link_faults.h. Without faults they have no
//   cost.
#pragma once

#include <array>
#include <memory>

#include "models/accounting/stats.h"
#include "models/timing/busy_window.h"
#include "models/transport/link_config.h"
#include "models/transport/link_faults.h"
#include "models/transport/two_port.h"

namespace starnuma::transport {

class Link : public TwoPort<Link>, public accounting::StatSource {
 public:
  using Config = LinkConfig;

  Link(const sc_core::sc_module_name& name, const Config& config, accounting::LinkKind kind);

  /// Enables faults of a direction. Precondition: no message has been sent.
  virtual LaneFaults& make_faulty(Direction direction, std::uint64_t seed);

  /// Accepts a message at one side.
  virtual void enter(kernel::Envelope& envelope, Direction direction) {
    TwoPort::enter(envelope, direction);
  }
  void pass(kernel::Envelope& envelope, Direction direction) {
    Lane& lane = lanes_[direction];
    faults_[direction] != nullptr ? lane.pass(envelope, *faults_[direction]) : lane.pass(envelope);
  }
  template <Direction direction>
  bool add_to(kernel::Path<kernel::Envelope>& path) {
    return add_step(path, direction);
  }

  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override;

 protected:
  const std::array<base::Time, 2>& service(Direction direction) const {
    return lanes_[direction].service;
  }
  void count(const kernel::Envelope& envelope, Direction direction) {
    lanes_[direction].count(envelope);
  }

 private:
  /// Implements add_to().
  virtual bool add_step(kernel::Path<kernel::Envelope>& path, Direction direction);
  /// Returns the time that messages have waited in queues.
  virtual base::Time waited(Direction /*direction*/) const { return {}; }
  virtual void report_queues(Direction /*direction*/, double /*elapsed*/,
                             accounting::StatWriter& /*out*/) const {}

  /// State of one direction: the fields that every message needs share one host cache line; the
  /// counters follow.
  struct alignas(64) Lane {
    void pass(kernel::Envelope& envelope);
    void pass(kernel::Envelope& envelope, LaneFaults& faults);
    void count(const kernel::Envelope& envelope) {
      ++messages[static_cast<std::size_t>(envelope.traffic)][envelope.carries_data];
    }
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

  Config config_;
  LinkRate rate_;
  std::array<Lane, 2> lanes_;  ///< State per direction.
  /// Bits on the wires of a message, by direction and by carries_data.
  std::array<std::array<double, 2>, 2> bits_;
  /// Faults per direction; null if there are none.
  std::array<std::unique_ptr<LaneFaults>, 2> faults_;
  base::Time window_start_;
};

}  // namespace starnuma::transport
