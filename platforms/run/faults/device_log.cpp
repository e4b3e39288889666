// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/faults/device_log.h"

#include <algorithm>

#include "platforms/assembly/boxes/shared.h"

namespace starnuma::run {

using Kind = ras::DeviceEventKind;

void DeviceLog::began(const HardwareFault& fault, base::Time now) {
  switch (fault.kind) {
    case HardwareFaultKind::kHeadRemoved:
      return log(Kind::kHeadRemoved, fault, now);
    case HardwareFaultKind::kHeadReset:
      return log(Kind::kHeadReset, fault, now);
    case HardwareFaultKind::kFlr:
      return log(Kind::kFunctionReset, fault, now);
    case HardwareFaultKind::kCxlReset:
      return log(Kind::kCxlReset, fault, now);
    case HardwareFaultKind::kDeviceReset:
      return log(Kind::kDeviceReset, fault, now);
    case HardwareFaultKind::kDeviceViral:
      return log(Kind::kViral, fault, now);
    default:
      return;
  }
}

void DeviceLog::ended(const HardwareFault& fault, base::Time now) {
  switch (fault.kind) {
    case HardwareFaultKind::kHeadRemoved:
    case HardwareFaultKind::kHeadReset:
      return log(Kind::kHeadReturned, fault, now);
    case HardwareFaultKind::kHeadAdded:
      return log(Kind::kHeadAdded, fault, now);
    case HardwareFaultKind::kCxlReset:
      return log(Kind::kResetComplete, fault, now);
    default:
      return;
  }
}

void DeviceLog::cleared(base::NodeId device, base::Time now) {
  ras::DeviceEvent event;
  event.time = now;
  event.kind = Kind::kMemoryCleared;
  event.device = device;
  damage_.log(event);
}

void DeviceLog::log(Kind kind, const HardwareFault& fault, base::Time now) {
  ras::DeviceEvent event;
  event.time = now;
  event.kind = kind;
  event.device = fault.node;
  if (fault.of_head()) {
    event.device =
        wiring_.agents.device_node(wiring_.owner_of_edge[static_cast<std::size_t>(fault.edge)]);
    event.edge = fault.edge;
  }
  damage_.log(event);
}

/// Returns the number of the head at the edge of the event, or of its socket; -1: no head.
int DeviceLog::head_of(const ras::DeviceEvent& event) const {
  const int device = wiring_.node_of(event.device);
  int edge = event.edge;
  if (event.socket != ras::kNoSocket) {
    const int socket = wiring_.sockets[static_cast<std::size_t>(base::index_of(event.socket))];
    edge = wiring_.topology.routes_to(socket)[static_cast<std::size_t>(device)].edge;
  }
  return edge < 0 ? -1 : assembly::router_port(wiring_, device, edge, 0);
}

void DeviceLog::report(base::Time begin, SimulationResult& result) const {
  std::vector<ras::DeviceEvent> events = damage_.device_events();
  std::stable_sort(events.begin(), events.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  for (const ras::DeviceEvent& event : events) {
    DeviceEventRecord& row = result.device_events.emplace_back();
    row.time = event.time - begin;
    row.device = wiring_.object_of(event.device);
    row.head = head_of(event);
    row.kind = event.row().name;
    if (event.has_address()) row.line = event.line;
    row.severity = ras::kSeverityNames[static_cast<std::size_t>(event.row().severity)];
  }
}

}  // namespace starnuma::run
