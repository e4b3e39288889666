// SPDX-License-Identifier: Apache-2.0
// Outstanding requests of a socket to each logical device of the pool devices, and their limits,
// which follow the devices' load (DevLoad).
//
// Contract:
// - A request waits while its logical device has as many outstanding requests as its limit allows.
//   Requests of a device continue in the order in which they began to wait.
// - A caller that has waited checks whether it still needs the request. If not, it calls pass_on().
// - Lines of other homes are not limited; without a limit no line is.
#pragma once

#include <vector>

#include "models/cache/caching_agent_place.h"
#include "models/cache/load_window.h"
#include "models/kernel/execution.h"

namespace starnuma::cache {

class DeviceWindows {
 public:
  /// `place` must outlive this object.
  DeviceWindows(const CachingAgentPlace& place, const kernel::Execution& execution);

  bool limited() const { return !devices_.empty(); }
  /// Returns true if the line's device is at its limit.
  bool full(base::LineAddress line) {
    const Device* const device = device_of(line);
    return device != nullptr && device->full();
  }
  /// Suspends the caller if the line's device is at its limit. Returns true if it waited.
  bool wait(base::LineAddress line);
  /// Resumes the request that has waited longest for the line's device, in place of the caller's.
  void pass_on(base::LineAddress line);
  /// Counts an outstanding request to the line's device while `wait` runs.
  template <class Wait>
  void count_during(base::LineAddress line, const Wait& wait) {
    if (__builtin_expect(!limited(), 1)) return wait();
    Device* const device = device_of(line);
    if (device != nullptr) ++device->requests;
    wait();
    if (device != nullptr) end(*device);
  }
  /// Adjusts the limit to the load that the line's device reports. Returns true if it lowered the
  /// limit.
  bool follow(base::LineAddress line, std::uint8_t load, base::Time now);

 private:
  struct Device {
    LoadWindow window;
    int requests = 0;
    kernel::WaitingFibers waiting;

    bool full() const { return requests >= window.size(); }
  };
  /// Returns the line's device, or null if its requests are not limited.
  Device* device_of(base::LineAddress line);
  void end(Device& device);

  const CachingAgentPlace& place_;
  kernel::Execution execution_;
  std::vector<Device> devices_;  ///< By logical device; empty if DevLoad is ignored.
};

}  // namespace starnuma::cache
