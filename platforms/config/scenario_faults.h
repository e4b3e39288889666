// SPDX-License-Identifier: Apache-2.0
// The faults of a `kind: scenario` file, as written.
//
// Contract: what is left out has the value that it has here. Which links there are is not known
// here; whoever knows says where a wrong one stands by origin_of().
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
  kLinkErrors,         ///< bits on a link arrive wrong, and flits are sent again
  kLinkHalfWidth,      ///< half of a link's lanes are lost
  kLinkDown,           ///< a link carries nothing
  kHostCrash,          ///< a host is gone, with its programs and the memory of its sockets
  kHeadRemoved,        ///< a head of a pool device is gone
  kDeviceReset,        ///< a pool device loses its contents
  kDeviceSilent,       ///< a pool device answers nobody any more
  kDeviceViral,        ///< a pool device answers with poison, and takes nothing in
  kMemoryCorrected,    ///< bits in memory go wrong, which it corrects
  kMemoryUncorrected,  ///< lines in memory go wrong beyond that
  kMemoryScrub         ///< memory is read line after line, to find what is wrong
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
  Node written;  ///< The whole entry.

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("kind", kind, "what goes wrong");
    v.field("link", link, "where: a link as results name it, cxl.socket0_pool");
    v.field("host", host, "which host crashes");
    v.field("device", device, "which pool device");
    v.field("memory", memory, "whose memory: a socket, a pool device or a memory node");
    v.field("at", at, "when it begins, after the measured windows have opened");
    v.field("lasts", lasts, "how long it lasts; 0: to the end");
    v.field("bit_error_rate", bit_error_rate,
            "of link_errors: the share of bits that arrive wrong, up to 0.0001");
    v.field("rate", rate, "of errors in memory: how often they come; 0: once", base::at_least(0));
    v.field("correction", correction,
            "of memory_corrected: what a read takes longer that corrects a line (assumed)",
            base::at_least(0));
    v.field("completion_timeout", completion_timeout,
            "of link_down and device_silent: how long the first access waits for an answer",
            base::at_least(1));
    v.field("period", period, "of memory_scrub: in which all lines in use are read");
  }

  /// Where the value of a key is written, or else the entry.
  const Origin& origin_of(std::string_view key) const;
};

/// Reads `faults` of a scenario's file; none where it has none.
std::vector<ScenarioFault> faults_of(const Node& file, Diagnostics& diagnostics);
/// The `faults:` of a scenario's file; empty where there are none.
std::string yaml_of(const std::vector<ScenarioFault>& faults);

}  // namespace starnuma::config

template <>
struct starnuma::base::EnumNames<starnuma::config::FaultKind> {
  static constexpr std::array<std::string_view, 11> kNames{
      "link_errors",      "link_half_width",    "link_down",     "host_crash",
      "head_removed",     "device_reset",       "device_silent", "device_viral",
      "memory_corrected", "memory_uncorrected", "memory_scrub"};
};
