// SPDX-License-Identifier: Apache-2.0
// Pages of several address spaces that migrate between frames while hosts access them. Models page
// maps, translations and the operating system's page mover on top of the lines of a System.
//
// Contract:
// - A frame is `page_lines` adjacent lines; page p starts in frame p. Spaces own equal blocks of
//   pages, and a host names a page by its number in its space.
// - A host runs a task of one space. Two hosts exchange their tasks only if neither has an
//   outstanding access; their translations remain.
// - A host accesses a line only while it holds a translation to the line's frame. Cached lines are
//   evicted at any time, translations only while they are unused.
// - start(), deliver() and take() take one step and return the result of System.
// - Without pages (`pages` is 0) hosts access lines directly.
//
// Checked:
// - An access finds the last write to its page, in any frame and of its own space.
// - No translation is used after its acknowledgement.
// - No host retains a line of a frame that a page has left.
#pragma once

#include <string>

#include "testbenches/coherence/page_mover.h"

namespace starnuma::coherence_bench {

class PagedSystem {
 public:
  PagedSystem(const SystemConfig& config, Subject subject, MoveMutant mutant);
  PagedSystem(const PagedSystem&) = delete;

  Step start(int host, int line, protocol::RequesterEvent own);
  Step deliver(int index, int victim = 0);
  Step take(const PageStep& step);

  const Large& lines() const { return lines_; }
  const SystemConfig& config() const { return lines_.config(); }
  const Tlbs& tlbs() const { return pages_.tlbs; }
  /// Returns the number of accesses to unmapped pages.
  std::uint64_t faults() const { return faults_; }
  bool moving() const { return mover_.active(); }
  /// Returns true if no message or access is outstanding and no page is migrating.
  bool idle() const { return lines_.idle() && !moving(); }
  const std::string& failure() const { return failed_.what; }

 private:
  bool uses_pages() const { return config().pages > 0; }
  bool access(int host, int line, protocol::RequesterEvent own);
  void check_translation(int host, int page, int frame, bool store) const;
  bool walk(int host, int page);
  bool forget(int host, int page);
  bool exchange(int host, int other);
  /// Processes the access that the last step of the lines completed.
  void completed();

  Large lines_;
  Pages pages_;
  PageMover mover_;
  std::uint64_t faults_ = 0;
  Broken failed_;
};

}  // namespace starnuma::coherence_bench
