// SPDX-License-Identifier: Apache-2.0
// An event of dynamic capacity in a run, as a scenario says.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::run {

struct CapacityChange {
  enum class Kind : std::uint8_t {
    kAdd,            ///< The device offers the host an extent.
    kRelease,        ///< The host gives one back.
    kForcedRelease,  ///< The device takes one away.
  };
  Kind kind = Kind::kAdd;
  base::Time at;  ///< After the measured windows have opened.
  int host = 0;
  base::NodeId device{};
  base::Bytes size;       ///< Of an extent that is added, in the machine as it is written.
  std::uint64_t tag = 0;  ///< 0: an extent of the machine.
  int extent = 0;         ///< Which of its extents; where there is no tag.
};

}  // namespace starnuma::run
