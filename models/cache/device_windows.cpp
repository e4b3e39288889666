// SPDX-License-Identifier: Apache-2.0
#include "models/cache/device_windows.h"

namespace starnuma::cache {

DeviceWindows::DeviceWindows(const CachingAgentPlace& place, const kernel::Execution& execution)
    : place_(place), execution_(execution) {
  if (place.device_requests == 0) return;
  devices_.resize(place.logical_devices(), {LoadWindow(true, place.device_requests), 0, {}});
}

DeviceWindows::Device* DeviceWindows::device_of(base::LineAddress line) {
  if (devices_.empty() || !place_.agents.is_pool(line.node())) return nullptr;
  return &devices_[place_.logical_device_of(line)];
}

bool DeviceWindows::wait(base::LineAddress line) {
  Device* const device = device_of(line);
  if (device == nullptr || !device->full()) return false;
  execution_.wait(device->waiting);
  return true;
}

void DeviceWindows::pass_on(base::LineAddress line) {
  if (Device* const device = device_of(line)) execution_.wake_first(device->waiting);
}

void DeviceWindows::end(Device& device) {
  --device.requests;
  if (!device.full()) execution_.wake_first(device.waiting);
}

bool DeviceWindows::follow(base::LineAddress line, std::uint8_t load, base::Time now) {
  Device* const device = device_of(line);
  if (device == nullptr) return false;
  const int before = device->window.size();
  const bool lowered = device->window.follow(load, now);
  if (device->window.size() > before) execution_.wake_first(device->waiting);
  return lowered;
}

}  // namespace starnuma::cache
