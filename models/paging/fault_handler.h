// SPDX-License-Identifier: Apache-2.0
// Interface of the operating system's fault handling for MMUs.
//
// Contract:
// - Called by the faulting core at its own time.
// - Returns the time at which the core may resume. The access is then permitted.
// - Errors: throws AccessError if there is no memory for the page. The access has no effect, and
//   the program stops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::paging {

class FaultHandler {
 public:
  virtual ~FaultHandler() = default;
  /// Handles a write at `time` to a read-only page. Afterwards the page has no copies and no TLB
  /// translates it.
  virtual base::Time write_fault(base::PageId page, base::Time time) = 0;
  /// Handles an access at `time` to an absent page. The page is present afterwards.
  virtual base::Time page_fault(base::PageId page, base::CoreId core, bool write,
                                base::Time time) = 0;
  /// Handles an unanswered access at `time`. Returns when the page has been recovered elsewhere, or
  /// nothing if it cannot be.
  virtual std::optional<base::Time> recover(base::PageId /*page*/, base::CoreId /*core*/,
                                            base::Time /*time*/) {
    return std::nullopt;
  }
  /// Dirty flag of each page in this space.
  virtual std::vector<std::uint8_t>& written(base::SpaceId space) = 0;
};

}  // namespace starnuma::paging
