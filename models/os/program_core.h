// SPDX-License-Identifier: Apache-2.0
// Core as the operating system sees it: its TLBs, its time and its task.
#pragma once

#include <memory>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/paging/fault_handler.h"

namespace starnuma::os {

class ProgramCore {
 public:
  virtual ~ProgramCore() = default;
  /// Invalidates the page's translation at `time`; returns true if it was present.
  virtual bool invalidate(base::PageId page, base::Time time) = 0;
  /// Returns when no access with a translation of the page is outstanding.
  virtual void wait_until_unused(base::PageId page) = 0;
  /// Makes accesses that wait for a held page retry.
  virtual void resume_with_pages() = 0;
  /// Returns true if a task is assigned to the core, whether it has work or not.
  virtual bool busy() const = 0;
  /// Returns true if the core's task belongs to the space.
  virtual bool runs(base::SpaceId space) const = 0;
  /// Latest time at which an access has used a translation.
  virtual base::Time latest_use() const = 0;
  /// Delays the core by `span` from its current time.
  virtual void interrupt(base::Time span) = 0;
  /// Stalls the core for the handling of one of its accesses, from `from` to `until`.
  virtual void stall(base::Time from, base::Time until) = 0;
  struct Flushed {
    std::int64_t translations = 0;
    std::int64_t lines = 0;
    base::Time span;
  };
  /// Flushes all lines of the private caches and invalidates the space's translations.
  virtual Flushed flush(base::SpaceId space, base::Time time) = 0;
  /// Migrates the task to an idle core, or swaps it with a task of the same space. Both continue
  /// `span` after their outstanding accesses complete.
  virtual void change_tasks(ProgramCore& other, base::Time span) = 0;
  /// Halts the task before change_tasks() if accesses overlap; returns when it issues nothing more.
  virtual void halt() = 0;
  virtual void end_halt() = 0;
  /// Registers `os` as fault handler of the core; with `copies` it also reports writes.
  /// Precondition: before the run.
  virtual void handle_faults(paging::FaultHandler& os, bool copies) = 0;
};

/// Core with its location.
struct PlacedCore {
  std::unique_ptr<ProgramCore> core;
  base::Time leg;  ///< One-way latency from the migrating core's socket.
  int socket;
  bool own = true;  ///< The core belongs to the operating system's host.
};

}  // namespace starnuma::os
