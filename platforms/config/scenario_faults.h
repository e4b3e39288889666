// SPDX-License-Identifier: Apache-2.0
// Faults of a `kind: scenario` file, as written.
//
// Contract: omitted keys have the default values below. Links are not checked here; the caller that
// checks them locates an error by origin_of().
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/quantities.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

enum class FaultKind : std::uint8_t {
  kLinkErrors,         ///< bits on a link arrive wrong, and flits are replayed
  kLinkHalfWidth,      ///< half of a link's lanes are lost
  kLinkDown,           ///< a link fails
  kHostCrash,          ///< a host is lost, with its programs and the memory of its sockets
  kHeadRemoved,        ///< a head of a pool device is removed
  kHeadReset,          ///< a head of a pool device is reset and returns to service
  kHeadAdded,          ///< a head of a pool device joins during the run
  kFlr,                ///< a head's function is reset, without effect on memory
  kCxlReset,           ///< a pool device or a head of it has a CXL Reset
  kDeviceReset,        ///< a pool device loses its contents
  kDeviceSilent,       ///< a pool device stops responding
  kDeviceViral,        ///< a pool device answers reads with poison and drops writes
  kMemoryCorrected,    ///< memory bits flip, and reads correct them
  kMemoryUncorrected,  ///< memory lines have uncorrectable errors
  kMemoryScrub         ///< memory is read line after line to find errors
};

/// Memory after a CXL Reset (CXL Reset Mem Clr Enable).
enum class ResetContents : std::uint8_t { kKept, kCleared };
/// Modified lines of hosts at a CXL Reset.
enum class HostCaches : std::uint8_t {
  kFlushed,  ///< written back before the reset
  kDropped   ///< lost
};

struct ScenarioFault {
  FaultKind kind = FaultKind::kLinkErrors;
  std::string link;
  std::string host;
  std::string device;
  std::string memory;
  base::Time at;
  base::Time lasts;
  double bit_error_rate = 0;
  base::Frequency rate;
  base::Time correction{100'000};
  base::Time completion_timeout{50'000'000};
  base::Time period;
  ResetContents contents = ResetContents::kKept;
  HostCaches host_caches = HostCaches::kFlushed;
  Node written;  ///< Complete YAML entry.

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("kind", kind, "kind of fault");
    v.field("link", link, "faulty link as results name it, cxl.socket0_pool");
    v.field("host", host, "host that crashes");
    v.field("device", device, "faulty pool device");
    v.field("memory", memory,
            "owner of the faulty memory: a socket, a pool device or a memory node");
    v.field("at", at, "start after the measured windows open");
    v.field("lasts", lasts, "duration; if omitted: to the end", base::at_least(1));
    v.field("bit_error_rate", bit_error_rate,
            "share of bits that arrive wrong, up to 0.0001 (link_errors)");
    v.field("rate", rate, "rate of memory errors; if omitted: a single error",
            base::between(0, 10'000'000'000));
    v.field("correction", correction,
            "additional time of a read that corrects a line (memory_corrected; assumed)",
            base::at_least(0));
    v.field("completion_timeout", completion_timeout,
            "waiting time of the first access (link_down, device_silent)", base::at_least(100'000));
    // With a shorter period, a scrubber reads more than the programs do.
    v.field("period", period, "time in which all used lines are read once (memory_scrub)",
            base::at_least(10'000'000));
    v.field("contents", contents, "memory after a reset: kept, or cleared to zero (cxl_reset)");
    v.field("host_caches", host_caches,
            "modified lines at a reset: flushed before it, or dropped (cxl_reset)");
  }

  /// Returns the location of the key's value, or of the entry.
  const Origin& origin_of(std::string_view key) const;
};

/// Reads `faults` of a scenario's file; empty if absent.
std::vector<ScenarioFault> faults_of(const Node& file, Diagnostics& diagnostics);
/// Returns the `faults:` of a scenario's file; empty if there are none.
std::string yaml_of(const std::vector<ScenarioFault>& faults);

}  // namespace starnuma::config

template <>
struct starnuma::base::EnumNames<starnuma::config::FaultKind> {
  static constexpr std::array<std::string_view, 15> kNames{
      "link_errors",      "link_half_width",    "link_down",     "host_crash",
      "head_removed",     "head_reset",         "head_added",    "flr",
      "cxl_reset",        "device_reset",       "device_silent", "device_viral",
      "memory_corrected", "memory_uncorrected", "memory_scrub"};
};

template <>
struct starnuma::base::EnumNames<starnuma::config::ResetContents> {
  static constexpr std::array<std::string_view, 2> kNames{"kept", "cleared"};
};

template <>
struct starnuma::base::EnumNames<starnuma::config::HostCaches> {
  static constexpr std::array<std::string_view, 2> kNames{"flushed", "dropped"};
};
