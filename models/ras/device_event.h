// SPDX-License-Identifier: Apache-2.0
// Event record of a pool device, as in the event log of a CXL device (CXL 3.1, section 8.2.9.2).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::ras {

/// Consequence of a fault, as listed in results.
enum class What : std::uint8_t {
  kLost,         ///< data written by a socket were lost
  kPoisoned,     ///< memory no longer has valid data of the line
  kFound,        ///< the scrubber has found a poisoned line
  kConsumed,     ///< a core requested the line and received poison
  kOverwritten,  ///< a core has overwritten a whole poisoned line
  kRestored,     ///< memory has received valid data for a poisoned line
  kTimedOut,     ///< an access reached the completion timeout; its socket isolates the path
  kRefused,      ///< an access to a home that is isolated from the socket
  kHeld,         ///< an access that waits until a head returns to service
  kFlushed,      ///< a socket has written a modified line back before a reset
  kCleared       ///< a reset has set the line to zero
};
inline constexpr std::array<std::string_view, 11> kWhatNames{
    "lost",      "poisoned", "found", "consumed", "overwritten", "restored",
    "timed_out", "refused",  "held",  "flushed",  "cleared"};

inline constexpr int kNoFault = -1;
inline constexpr base::SocketId kNoSocket{0xFFFF};

struct Event {
  base::Time time;
  int fault = kNoFault;  ///< Fault that caused the event.
  What what{};
  base::LineAddress line;
  base::SocketId socket = kNoSocket;
};

enum class Severity : std::uint8_t { kInformational, kWarning, kFailure, kFatal };
inline constexpr std::array<std::string_view, 4> kSeverityNames{"informational", "warning",
                                                                "failure", "fatal"};

enum class DeviceEventKind : std::uint8_t {
  // Events with an address.
  kCorrected,       ///< a read or the scrubber has corrected a line
  kPoisoned,        ///< memory no longer has valid data of the line
  kPoisonFound,     ///< the scrubber has found a poisoned line
  kPoisonReceived,  ///< a host has written poison
  kRestored,        ///< valid data have replaced poison
  // Events of heads and of the device.
  kHeadRemoved,
  kHeadReset,
  kHeadReturned,
  kHeadAdded,
  kFunctionReset,
  kCxlReset,
  kMemoryCleared,
  kResetComplete,
  kDeviceReset,
  kViral
};

struct DeviceEventRow {
  std::string_view name;
  Severity severity;
};
inline constexpr std::array<DeviceEventRow, 15> kDeviceEventRows{
    {{"corrected", Severity::kInformational},
     {"poisoned", Severity::kFailure},
     {"poison_found", Severity::kFailure},
     {"poison_received", Severity::kWarning},
     {"restored", Severity::kInformational},
     {"head_removed", Severity::kWarning},
     {"head_reset", Severity::kInformational},
     {"head_returned", Severity::kInformational},
     {"head_added", Severity::kInformational},
     {"flr", Severity::kInformational},
     {"cxl_reset", Severity::kInformational},
     {"memory_cleared", Severity::kWarning},
     {"reset_complete", Severity::kInformational},
     {"device_reset", Severity::kWarning},
     {"viral", Severity::kFatal}}};

struct DeviceEvent {
  static constexpr int kNoEdge = -1;

  base::Time time;
  DeviceEventKind kind{};
  base::NodeId device{};
  base::LineAddress line{};           ///< Address; only if has_address().
  base::SocketId socket = kNoSocket;  ///< Socket that caused the event.
  int edge = kNoEdge;                 ///< Edge of the wiring that ends in the head of the event.

  bool has_address() const { return kind < DeviceEventKind::kHeadRemoved; }
  const DeviceEventRow& row() const { return kDeviceEventRows[static_cast<std::size_t>(kind)]; }
};

}  // namespace starnuma::ras
