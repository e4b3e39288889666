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
  kLinkErrors,     ///< bits on a link arrive wrong, and flits are sent again
  kLinkHalfWidth,  ///< half of a link's lanes are lost
  kHostCrash       ///< a host is gone, with its programs and the memory of its sockets
};

struct ScenarioFault {
  FaultKind kind = FaultKind::kLinkErrors;
  std::string link;
  std::string host;
  base::Time at;
  base::Time lasts;
  double bit_error_rate = 0;
  Node written;  ///< The whole entry.

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("kind", kind, "what goes wrong");
    v.field("link", link, "where: a link as results name it, cxl.socket0_pool");
    v.field("host", host, "which host crashes");
    v.field("at", at, "when it begins, after the measured windows have opened");
    v.field("lasts", lasts, "how long it lasts; 0: to the end");
    v.field("bit_error_rate", bit_error_rate,
            "of link_errors: the share of bits that arrive wrong, up to 0.0001");
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
  static constexpr std::array<std::string_view, 3> kNames{"link_errors", "link_half_width",
                                                          "host_crash"};
};
