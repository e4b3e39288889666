// SPDX-License-Identifier: Apache-2.0
// Dynamic-capacity event of a scenario.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::run {

enum class CapacityChangeKind : std::uint8_t {
  kAdd,            ///< The device offers the host an extent.
  kRelease,        ///< The host releases an extent.
  kForcedRelease,  ///< The device takes an extent away.
};

struct CapacityChange {
  CapacityChangeKind kind = CapacityChangeKind::kAdd;
  base::Time at;  ///< Time after the measured windows open.
  int host = 0;
  base::NodeId device{};
  base::Bytes size;       ///< Size of an added extent in the scaled machine.
  std::uint64_t tag = 0;  ///< Tag of the extent; 0: an extent of the machine's YAML.
  int extent = 0;         ///< Index of the machine's extent; valid if `tag` is 0.
};

}  // namespace starnuma::run
