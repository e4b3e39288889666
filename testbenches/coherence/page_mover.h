// SPDX-License-Identifier: Apache-2.0
// The operating system's work on a page: migration, unmapping, creation and removal of copies.
//
// Contract:
// - Work on one page is in progress at a time, as in the platform.
// - Migration: unmap the entry; hosts in the TLB directory acknowledge after their accesses through
//   the old translation; acquire each line with ownership and write it to the new frame; write the
//   new entry.
// - Unmapping: the same without a copy. The next walk faults and maps the page.
// - Read-only copy for a host: invalidate all translations, then allow only reads. Copy the lines,
//   then invalidate that host's translation. A write first invalidates all translations and the
//   copies.
// - A function returns false if the current state does not permit the step, and throws Broken.
#pragma once

#include <optional>

#include "testbenches/coherence/page_accesses.h"
#include "testbenches/coherence/page_copy.h"
#include "testbenches/coherence/tlbs.h"

namespace starnuma::coherence_bench {

/// Pages of all spaces and their use by hosts.
struct Pages {
  PageTable table;
  Tlbs tlbs;
  PageAccesses accesses;
};

class PageMover {
 public:
  PageMover(Large& lines, Pages& pages, MoveMutant mutant)
      : lines_(lines), pages_(pages), mutant_(mutant) {}

  bool begin(const PageStep& step);
  /// Acknowledges the invalidation of the host's translation.
  bool acknowledge(int host);
  /// Takes the next step of the copy of a line.
  bool copy(int offset);
  /// Returns true if the completed access was the mover's.
  bool completed(const Completed& access);

  bool active() const { return work_.page != kNoPage; }
  bool awaits(int host) const { return active() && (work_.awaited >> host & 1) != 0; }
  int page() const { return work_.page; }
  /// Returns true if the host may not walk to the page now.
  bool blocks_walk(int host, int page) const {
    return work_.page == page && !(is_readable() && !awaits(host));
  }
  /// Returns true if the host has acknowledged and may not use the page until the work is done.
  bool has_taken(int host, int page) const {
    return work_.page == page && !awaits(host) && !is_readable();
  }

 private:
  struct Work {
    int page = kNoPage;
    PageEvent event = PageEvent::kMove;
    int to = kNoFrame;             ///< kMove, kReplicate: the new frame.
    int reader = 0;                ///< kReplicate: host that owns the copy.
    bool protect = false;          ///< kReplicate: the page is read-only.
    bool copied = false;           ///< kReplicate: the lines are copied, the reader is notified.
    std::uint32_t awaited = 0;     ///< Hosts that have not acknowledged.
    std::optional<PageCopy> copy;  ///< kMove, kReplicate.
  };

  const SystemConfig& config() const { return lines_.config(); }
  bool broken(MoveMutant m) const { return m == mutant_; }
  bool is_readable() const { return work_.event == PageEvent::kReplicate && work_.protect; }
  bool may_begin(const PageStep& step) const;
  /// Checks the conditions for the end of the work on the page.
  void settle();
  void settle_copy(PageEntry& entry);
  void settle_move(PageEntry& entry);

  Large& lines_;
  Pages& pages_;
  MoveMutant mutant_;
  Work work_;
};

}  // namespace starnuma::coherence_bench
