// SPDX-License-Identifier: Apache-2.0
// Faults of a core that the operating system handles: unmapped pages, writes to pages with
// read-only copies, and accesses without an answer.
//
// Contract:
// - A core takes one fault at a time. An access that waits for another fault must then check again
//   whether it still faults.
#pragma once

#include <cstdint>

#include "models/accounting/stats.h"
#include "models/kernel/execution.h"
#include "models/paging/fault_handler.h"
#include "models/protocol/access.h"
#include "models/translation/page_waits.h"

namespace starnuma::translation {

class Faults {
 public:
  /// `waits` records waits for other faults.
  Faults(const kernel::Execution& execution, PageWaits& waits)
      : execution_(execution), waits_(waits) {}

  /// Registers the handler. `copies`: pages may have read-only copies.
  void handle_with(paging::FaultHandler& os, bool copies) {
    os_ = &os;
    copies_ = copies;
  }
  bool handled() const { return os_ != nullptr; }
  bool copies() const { return copies_; }
  /// Marks a page as dirty. Precondition: handled().
  void written(base::PageId page) { os_->written(page.space())[page.number()] = 1; }

  /// Handles an access to an unmapped page, or waits for another fault. Precondition: handled().
  void page_fault(protocol::Access& access, base::PageId page);
  /// Handles a write to a page with copies. Returns false if it has waited for another fault
  /// instead. Precondition: handled().
  bool write_fault(protocol::Access& access, base::PageId page);
  /// Handles an unanswered access. Returns true if it must be repeated.
  bool recover(protocol::Access& access, base::PageId page);

  /// `unmaps`: pages may be unmapped.
  void report(accounting::StatWriter& writer, bool unmaps) const;
  void reset_statistics() { counts_ = {}; }

 private:
  struct FaultStats {
    std::int64_t write_faults = 0;
    std::int64_t page_faults = 0;
    base::Time page_fault_time;
  };

  bool waited(protocol::Access& access);
  template <class Handle>
  void handle(const Handle& handle);
  static base::Time stall(protocol::Access& access, base::Time done);

  const kernel::Execution& execution_;
  PageWaits& waits_;
  paging::FaultHandler* os_ = nullptr;  ///< Null if pages do not move.
  bool copies_ = false;
  bool faulting_ = false;            ///< A fault is in progress.
  kernel::WaitingFibers for_fault_;  ///< Accesses that wait for it.
  FaultStats counts_;
};

}  // namespace starnuma::translation
