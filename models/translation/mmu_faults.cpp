// SPDX-License-Identifier: Apache-2.0
// Faults of an MMU that the operating system handles: unmapped pages, writes to pages with copies,
// and accesses without an answer.
#include "models/base/check.h"
#include "models/translation/mmu.h"

namespace starnuma::translation {

using protocol::Access;

void Mmu::page_fault(Access& access, base::PageId page) {
  SN_CHECK(os_ != nullptr, name(), ": page ", page, " is unmapped, and no OS handles the fault");
  base::Time done;
  handle_fault([&] {
    done = os_->page_fault(page, access.core, protocol::is_write(access.kind), access.time);
  });
  ++counts_.page_faults;
  counts_.page_fault_time += done - access.time;
  access.migration_stall += done - access.time;
  access.faulted = true;
  access.time = done;
}

/// Prepares a write: marks the page dirty and takes a write fault if it has copies.
TlbEntry Mmu::make_writable(Access& access, TlbEntry entry) {
  os_->written(entry.page().space())[entry.page().number()] = 1;
  if (!entry.read_only() || waited_for_fault(access)) return entry;
  ++counts_.write_faults;
  base::Time done;
  handle_fault([&] { done = os_->write_fault(entry.page(), access.time); });
  access.migration_stall += done - access.time;
  access.time = done;
  const TlbEntry fresh = miss_dtlb(access, entry.page());
  access.line = fresh.frame().line_at(access.address.page_offset());
  return fresh;
}

bool Mmu::recover(Access& access) {
  if (os_ == nullptr) return false;
  const base::PageId page(space_, access.address.page());
  if (waited_for_fault(access)) return true;
  std::optional<base::Time> done;
  handle_fault([&] { done = os_->recover(page, access.core, access.time); });
  if (!done) return false;
  access.migration_stall += *done - access.time;
  access.faulted = true;
  access.time = *done;
  return true;
}

}  // namespace starnuma::translation
