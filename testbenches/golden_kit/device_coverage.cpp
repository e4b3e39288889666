// SPDX-License-Identifier: Apache-2.0
#include "testbenches/golden_kit/device_coverage.h"

#include "models/protocol/names.h"

namespace starnuma::golden_kit {

using protocol::name_of;
using protocol::cxl::DeviceEvent;
using protocol::cxl::DeviceRow;
using protocol::cxl::DeviceState;

namespace {

constexpr std::array<const char*, kServices> kServiceNames{"fresh", "replayed", "resumed"};
constexpr std::array<const char*, kSituations> kSituationNames{
    "filter full", "filter full of transient lines", "early conflict", "late conflict"};

/// Returns true if a message can be served in this way. Only Req wait. A host with a Req that waits
/// is not the line's owner when it is served: a snoop has taken the line. A resumed read or MemInv
/// finds no host that holds the line.
bool is_possible(const DeviceRow& row, Service service) {
  const bool read = row.event == DeviceEvent::kMemRdShared || row.event == DeviceEvent::kMemRdOwn ||
                    row.event == DeviceEvent::kMemInv;
  const bool waits = read || row.event == DeviceEvent::kMemRdCurrent ||
                     row.event == DeviceEvent::kMemRdOwnOthersShare ||
                     row.event == DeviceEvent::kMemInvOthersShare ||
                     row.event == DeviceEvent::kStaleMemClnEvct;
  if (service == Service::kFresh) return true;
  return service == Service::kReplayed ? waits : read && row.state == DeviceState::kInvalid;
}

struct RowPoint {
  DeviceState state;
  DeviceEvent event;
  Service service;
};

const std::vector<RowPoint>& row_points() {
  static const std::vector<RowPoint> points = [] {
    std::vector<RowPoint> all;
    for (const DeviceRow& row : protocol::cxl::kDeviceRows) {
      for (std::size_t s = 0; s < kServices; ++s) {
        const auto service = static_cast<Service>(s);
        if (is_possible(row, service)) all.push_back({row.state, row.event, service});
      }
    }
    return all;
  }();
  return points;
}

}  // namespace

const std::vector<std::string>& DeviceCoverage::names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const RowPoint& point : row_points()) {
      all.push_back(std::string(name_of(point.state)) + " x " + std::string(name_of(point.event)) +
                    ", " + kServiceNames[static_cast<std::size_t>(point.service)]);
    }
    all.insert(all.end(), kSituationNames.begin(), kSituationNames.end());
    return all;
  }();
  return names;
}

std::uint64_t DeviceCoverage::count(std::size_t point) const {
  const std::vector<RowPoint>& points = row_points();
  if (point >= points.size()) return situations_[point - points.size()];
  return rows_[static_cast<std::size_t>(points[point].state)][static_cast<std::size_t>(
      points[point].event)][static_cast<std::size_t>(points[point].service)];
}

}  // namespace starnuma::golden_kit
