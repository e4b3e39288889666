// SPDX-License-Identifier: Apache-2.0
// A core as the operating system sees it: its translations, its time, and the task that it runs.
#pragma once

#include <memory>

#include "models/base/page_id.h"
#include "models/base/quantities.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/paging/fault_handler.h"

namespace starnuma::os {

class ProgramCore {
 public:
  virtual ~ProgramCore() = default;
  /// Takes the page's translation away at `time`; says whether it was there.
  virtual bool invalidate(base::PageId page, base::Time time) = 0;
  /// In SystemC time: returns when no access with a translation of the page is under way.
  virtual void wait_until_unused(base::PageId page) = 0;
  /// Accesses that wait for a page that was held look again.
  virtual void go_on_with_pages() = 0;
  /// A task runs there, whether it has something to do or not.
  virtual bool busy() const = 0;
  /// It is one of this space.
  virtual bool runs(base::SpaceId space) const = 0;
  /// Latest time at which an access has used a translation so far.
  virtual base::Time latest_use() const = 0;
  /// The core does nothing of its own for `span`, from where it is.
  virtual void interrupt(base::Time span) = 0;
  /// The same until `time`.
  virtual void stand_until(base::Time time) = 0;
  struct Flushed {
    std::int64_t translations = 0;
    std::int64_t lines = 0;
    base::Time span;
  };
  /// Its private caches give all lines up, and its TLBs the translations of the space.
  virtual Flushed flush(base::SpaceId space, base::Time time) = 0;
  /// The task goes to a core that has none, or changes places with one of its own space, `span`
  /// after what each has under way is done.
  virtual void change_tasks(ProgramCore& other, base::Time span) = 0;
  /// In SystemC time, around change_tasks(): returns when its task starts nothing any more.
  virtual void halt(kernel::QueuedDispatcher& dispatcher) = 0;
  virtual void go_on() = 0;
  /// `os` takes the core's faults from now on; pages may have copies, or not. Before the run.
  virtual void take_faults(paging::FaultHandler& os, bool copies) = 0;
};

/// Where it is.
struct PlacedCore {
  std::unique_ptr<ProgramCore> core;
  base::Time leg;  ///< One way from the migrating core's socket.
  int socket;
  bool own = true;  ///< Of the operating system's host.
};

}  // namespace starnuma::os
