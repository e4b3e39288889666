// SPDX-License-Identifier: Apache-2.0
#include "models/translation/faults.h"

#include <optional>

#include "models/protocol/access.h"

namespace starnuma::translation {

using base::Time;
using protocol::Access;

/// Returns true if the access has waited for another fault.
bool Faults::waited(Access& access) {
  return waits_.wait_while(access, for_fault_, [&] { return faulting_; });
}

template <class Handle>
void Faults::handle(const Handle& handle) {
  faulting_ = true;
  protocol::then_leave(handle, [&] {
    faulting_ = false;
    execution_.wake(for_fault_);
  });
}

/// Delays an access until its fault is handled; returns the delay.
Time Faults::stall(Access& access, Time done) {
  const Time span = done - access.time;
  access.migration_stall += span;
  access.time = done;
  return span;
}

void Faults::page_fault(Access& access, base::PageId page) {
  if (waited(access)) return;
  Time done;
  handle([&] {
    done = os_->page_fault(page, access.core, protocol::is_write(access.kind), access.time);
  });
  ++counts_.page_faults;
  counts_.page_fault_time += stall(access, done);
  access.faulted = true;
}

bool Faults::write_fault(Access& access, base::PageId page) {
  if (waited(access)) return false;
  ++counts_.write_faults;
  Time done;
  handle([&] { done = os_->write_fault(page, access.time); });
  stall(access, done);
  return true;
}

bool Faults::recover(Access& access, base::PageId page) {
  if (os_ == nullptr) return false;
  if (waited(access)) return true;
  std::optional<Time> done;
  handle([&] { done = os_->recover(page, access.core, access.time); });
  if (!done) return false;
  stall(access, *done);
  access.faulted = true;
  return true;
}

void Faults::report(accounting::StatWriter& writer, bool unmaps) const {
  if (unmaps) {
    writer.write("page_faults", counts_.page_faults, "1", "accesses to unmapped pages");
    writer.write("page_fault_time", counts_.page_fault_time.ns(), "ns",
                 "time of accesses to unmapped pages in the fault handler");
  }
  if (!copies_) return;
  writer.write("write_faults", counts_.write_faults, "1", "writes to pages with read-only copies");
}

}  // namespace starnuma::translation
