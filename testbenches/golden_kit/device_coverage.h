// SPDX-License-Identifier: Apache-2.0
// Coverage model of the golden device: rows of its table by how their message is served, and
// situations of the snoop filter and of the conflict handshake.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/protocol/cxl/device_table.h"
#include "models/protocol/rows.h"

namespace starnuma::golden_kit {

enum class Service : std::uint8_t {
  kFresh,     ///< on arrival
  kReplayed,  ///< after the line was in a transient state
  kResumed    ///< after the snoop filter had no entry
};
inline constexpr std::size_t kServices = 3;

enum class Situation : std::uint8_t {
  kFilterFull,       ///< a read evicts an entry
  kVictimTransient,  ///< a read finds no entry to evict
  kEarlyConflict,    ///< the Req of the BIConflict waits in the device
  kLateConflict      ///< the Req of the BIConflict is served or has not arrived
};
inline constexpr std::size_t kSituations = 4;

class DeviceCoverage {
 public:
  /// Returns the names of the points.
  static const std::vector<std::string>& names();
  /// Returns how often a point occurred.
  std::uint64_t count(std::size_t point) const;

  void add(protocol::cxl::DeviceState state, protocol::cxl::DeviceEvent event) {
    ++rows_[static_cast<std::size_t>(state)][static_cast<std::size_t>(event)]
           [static_cast<std::size_t>(service)];
  }
  void add(Situation situation) { ++situations_[static_cast<std::size_t>(situation)]; }

  Service service = Service::kFresh;  ///< Service of the current message.

 private:
  std::array<std::array<std::array<std::uint64_t, kServices>, protocol::cxl::kDeviceEvents>,
             protocol::cxl::kDeviceStates>
      rows_{};
  std::array<std::uint64_t, kSituations> situations_{};
};

/// Rows argument of the protocol functions that counts each row.
struct CoveredRows : protocol::StandardRows {
  explicit CoveredRows(DeviceCoverage& counts) : coverage(&counts) {}
  void taken(protocol::TableId, protocol::cxl::DeviceState state,
             protocol::cxl::DeviceEvent event) const {
    coverage->add(state, event);
  }
  DeviceCoverage* coverage;
};

}  // namespace starnuma::golden_kit
