// SPDX-License-Identifier: Apache-2.0
// Pages that an operating system holds for exclusive operations, and the waits for them.
//
// Contract:
// - A held page is accessible again when its map sets the time from which it is (page_map.h).
//   The operation then calls release().
// - isolate() holds a page, writes its entry (unmapped), invalidates its translations and waits
//   for outstanding accesses with a translation.
// - In immediate delivery no page is held, because each operation completes within its call.
#pragma once

#include <cstdint>

#include "models/os/port.h"
#include "models/os/shootdown.h"

namespace starnuma::os {

class HeldPages {
 public:
  /// Precondition: the arguments outlive this object.
  HeldPages(const kernel::Execution& execution, Port& port, Shootdowns& shootdowns)
      : execution_(execution), port_(port), shootdowns_(shootdowns) {}

  /// Holds a page if the caller runs on a fiber, so that other agents run during its operation.
  void hold(paging::PageMap& map, std::uint64_t page) const {
    if (execution_.caller() != nullptr) map.hold(page);
  }
  /// Isolates a page; no agent uses it from the returned time on. The entry is written through the
  /// port of `socket`.
  base::Time isolate(paging::PageMap& map, std::uint64_t page, base::Time start, int socket = 0);
  /// Waits for outstanding accesses with a translation of the page.
  void wait_until_unused(base::PageId page) const;
  /// Waits while another operation holds the page; returns true if it waited.
  bool wait_while_held(const paging::PageMap& map, std::uint64_t page) {
    return wait_while([&] { return map.held(page); });
  }
  /// Waits while `blocked()`; each release() checks again. Returns true if it waited.
  template <class Blocked>
  bool wait_while(const Blocked& blocked) {
    return execution_.wait_while(waiting_, blocked);
  }
  /// Wakes accesses and operations that wait for a held page, so that they retry.
  void release();

 private:
  const kernel::Execution& execution_;
  Port& port_;
  Shootdowns& shootdowns_;
  kernel::WaitingFibers waiting_;
};

/// Parts that all operations on pages use. They outlive their users.
struct PageParts {
  const PageMaps& maps;
  const kernel::Execution& execution;
  Port& port;
  Shootdowns& shootdowns;
  HeldPages& held;
};

}  // namespace starnuma::os
