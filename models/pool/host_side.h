// SPDX-License-Identifier: Apache-2.0
// Side of a device that faces its hosts: HostSide in immediate delivery, QueuedHostSide in queued
// delivery.
//
// Contract of queued delivery:
// - Messages wait at an ingress (home_agent/ingress.h) with a port for each QoS class.
// - Responses report the load of the host's logical device (DevLoad). Snoops report none.
// - If a head has fewer than all BITags, a snoop without a free tag waits for the BIRsp of another.
#pragma once

#include <cstdint>
#include <optional>

#include "models/accounting/stats.h"
#include "models/home_agent/ingress.h"
#include "models/kernel/dispatcher.h"
#include "models/pool/device_load.h"
#include "models/pool/device_place.h"
#include "models/pool/pool_config.h"
#include "models/pool/snoop_tags.h"
#include "models/protocol/message.h"

namespace starnuma::pool {

/// Side of a device whose messages arrive, leave and are retried at once.
class HostSide {
 public:
  HostSide(kernel::Dispatcher& dispatcher, kernel::Agent& device)
      : dispatcher_(dispatcher), device_(device) {}
  virtual ~HostSide() = default;

  /// Handles the arrival of a host's message. Returns a snoop that waited for it and leaves now, or
  /// null.
  virtual kernel::Envelope* arrived(const kernel::Envelope& /*message*/) { return nullptr; }
  /// Prepares a message to leave the device. Returns false if it waits; arrived() returns it later.
  virtual bool leaves(kernel::Envelope& /*message*/) { return true; }
  /// Handles a request again at the time of the message.
  virtual void retry(kernel::Envelope& message) { dispatcher_.deliver_again(message, device_); }
  /// Returns true if a request at `time` must be retried because its line is busy until
  /// `busy_until`. Otherwise its response is delayed.
  virtual bool must_retry(base::Time /*time*/, base::Time /*busy_until*/) const { return false; }
  /// Deallocates the entry of a request whose response leaves at `time`.
  virtual void request_done(const protocol::Message& /*request*/, base::Time /*time*/) {}
  /// Deallocates the entry of a message of channel RwD.
  virtual void write_done(base::Time /*time*/) {}
  /// Counts a request that must wait for its line or for an entry.
  virtual void count_wait() {}
  /// Counts a further look-up of such a request.
  virtual void count_retry() {}

  /// Returns true if a response to the message's host would report overload (DevLoad).
  virtual bool overloaded(const protocol::Message& /*message*/, base::Time /*now*/) {
    return false;
  }
  /// Returns the ingress for observers; null if there is none.
  virtual home_agent::QueuedIngress* queues() { return nullptr; }
  virtual void report(accounting::StatWriter& /*writer*/, base::Time /*measured*/) const {}
  virtual void reset_statistics() {}

 private:
  kernel::Dispatcher& dispatcher_;
  kernel::Agent& device_;
};

/// Slices of a device's directory: their number, the time between two look-ups of a slice, and the
/// slice of a message. Messages of a slice wait for each other.
struct DirectorySlices {
  int count = 1;
  base::Time interval;
  home_agent::QueuedIngress::SliceOf of = {};
};

class QueuedHostSide final : public HostSide {
 public:
  /// `place` may change its heads later. Precondition: delivery is queued.
  QueuedHostSide(kernel::Dispatcher& dispatcher, kernel::Agent& device, const DevicePlace& place,
                 const QueuedConfig& config, const DirectorySlices& slices);

  kernel::Envelope* arrived(const kernel::Envelope& message) override;
  bool leaves(kernel::Envelope& message) override;
  void retry(kernel::Envelope& message) override { ingress_.retry(message); }
  bool must_retry(base::Time time, base::Time busy_until) const override {
    return busy_until > time;
  }
  void request_done(const protocol::Message& request, base::Time time) override {
    ingress_.request_done(time, class_of(request.requester, request.line));
  }
  void write_done(base::Time time) override { ingress_.write_done(time); }
  void count_wait() override { ++waited_; }
  void count_retry() override { ++retried_; }

  bool overloaded(const protocol::Message& message, base::Time now) override {
    return load_.level(ingress_, class_of(message.requester, message.line), now) >
           DeviceLevel::kOptimal;
  }
  home_agent::QueuedIngress* queues() override { return &ingress_; }
  void report(accounting::StatWriter& writer, base::Time measured) const override;
  void reset_statistics() override;

 private:
  int head_of(base::AgentId host) const {
    return place_.head_of_socket[static_cast<std::size_t>(host)];
  }
  int logical_devices() const {
    return place_.hosts != nullptr ? place_.hosts->logical_devices() : 1;
  }
  /// Returns the QoS class of a host's messages for a line.
  int class_of(base::SocketId host, base::LineAddress line) const;
  home_agent::IngressShape shape(const QueuedConfig& config, const DirectorySlices& slices) const;
  void report_load(kernel::Envelope& message);

  const DevicePlace& place_;
  DeviceLoad load_;
  home_agent::QueuedIngress ingress_;
  std::optional<SnoopTags> tags_;  ///< Set if a head has fewer than all BITags.
  std::int64_t waited_ = 0;
  std::int64_t retried_ = 0;
};

}  // namespace starnuma::pool
