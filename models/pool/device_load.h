// SPDX-License-Identifier: Apache-2.0
// DevLoad of the messages of a device: the QoS telemetry of CXL.mem for each head and logical
// device.
//
// Contract:
// - The device has a level by its requests: optimal, moderate and severe from the shares of
//   `request_entries` in the configuration on.
// - Under overload, a logical device reports optimal load while its own requests are below its
//   share of the number at which the overload begins: other logical devices cause the overload.
// - A logical device whose lines wait for its bandwidth limit reports at least moderate overload.
// - A head whose link is congested reports at least moderate or severe overload.
// - Weights default to equal ones. The class of a request is the number of its port at the ingress.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/accounting/stats.h"
#include "models/home_agent/ingress.h"
#include "models/pool/egress_meter.h"
#include "models/pool/pool_config.h"

namespace starnuma::pool {

/// DevLoad as reported by the device.
enum class DeviceLevel : std::uint8_t { kLight, kOptimal, kModerate, kSevere };

/// Weights and limits of the classes of a device: each logical device of each head.
struct QosClasses {
  int heads = 1;
  int logical_devices = 1;
  std::vector<int> weights;         ///< Weight of each class; empty: equal.
  std::vector<base::Time> spacing;  ///< Least time between lines of each class; empty: no limits.

  /// Limits are percentages of `peak`, the peak bandwidth of the device's memory.
  static QosClasses of(const QosConfig& config, int heads, int logical_devices,
                       base::Bandwidth peak);
  int count() const { return heads * logical_devices; }
  int class_of(int head, int logical_device) const {
    return head * logical_devices + logical_device;
  }
  int head_of(int of) const { return of / logical_devices; }
  /// Returns the share of a class in the sum of all weights.
  double share(int of) const;
};

class DeviceLoad {
 public:
  /// `service` has the times for which a message without and with data occupies a head's link.
  DeviceLoad(const QueuedConfig& config, QosClasses classes, std::array<base::Time, 2> service);

  /// Returns the level of a class.
  DeviceLevel level(home_agent::QueuedIngress& ingress, int of, base::Time now);
  /// Returns the level of a response to a class, and counts it. `data`: the response carries a
  /// line.
  DeviceLevel answer(home_agent::QueuedIngress& ingress, int of, bool data, base::Time now);
  /// Notes a message to a head that reports no level.
  void sent(int of, bool data, base::Time now);

  const QosClasses& classes() const { return classes_; }
  void report(accounting::StatWriter& writer) const;
  void reset_statistics();

 private:
  DeviceLevel level_of(double load) const;
  DeviceLevel by_share(home_agent::QueuedIngress& ingress, int of) const;
  DeviceLevel by_egress(int of, base::Time now);

  QueuedConfig config_;
  QosClasses classes_;
  std::array<base::Time, 2> service_;
  std::vector<EgressMeter> egress_;                   ///< By head; empty if not reported.
  std::vector<double> begin_;                         ///< Requests of each class at its share.
  std::vector<std::array<std::int64_t, 4>> answers_;  ///< Responses by class and level.
};

}  // namespace starnuma::pool
