// SPDX-License-Identifier: Apache-2.0
// What the operating system does for an MMU that cannot go on by itself.
//
// Contract: called by the faulting core, at its own time. A call returns when the core may go on;
// the page can then be accessed as it wanted. It throws where there is no memory for the page: the
// core's access has not happened then, and its program is to stop.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/ids.h"
#include "models/base/page_id.h"
#include "models/base/quantities.h"

namespace starnuma::paging {

class FaultHandler {
 public:
  virtual ~FaultHandler() = default;
  /// A core writes at `time` to a page that it may only read. Afterwards the page has no copies and
  /// no TLB translates it.
  virtual base::Time write_fault(base::PageId page, base::Time time) = 0;
  /// A core touches at `time` a page that is not present; it is afterwards.
  virtual base::Time page_fault(base::PageId page, base::CoreId core, bool write,
                                base::Time time) = 0;
  /// No memory has answered an access of a core's to the page at `time`: when the page has been
  /// made again elsewhere; nothing: it cannot be.
  virtual std::optional<base::Time> recover(base::PageId /*page*/, base::CoreId /*core*/,
                                            base::Time /*time*/) {
    return std::nullopt;
  }
  /// By page number in this space: not 0 once the page was written.
  virtual std::vector<std::uint8_t>& written(base::SpaceId space) = 0;
};

}  // namespace starnuma::paging
