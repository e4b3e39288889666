// SPDX-License-Identifier: Apache-2.0
// What the operating system does for an MMU where pages have read-only copies.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/page_id.h"
#include "models/base/quantities.h"

namespace starnuma::paging {

class WriteFault {
 public:
  virtual ~WriteFault() = default;
  /// A core writes at `time` to a page that it may only read. Afterwards the page has no copies and
  /// no TLB translates it. Returns when the core may go on.
  virtual base::Time write_fault(base::PageId page, base::Time time) = 0;
  /// By page number in this space: not 0 once the page was written.
  virtual std::vector<std::uint8_t>& written(base::SpaceId space) = 0;
};

}  // namespace starnuma::paging
