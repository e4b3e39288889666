// SPDX-License-Identifier: Apache-2.0
// How a program uses its memory: pages that it has and touches, lines that it fetches, over time;
// and what share of its misses the hottest pages take.
//
// Contract: watches only; a run with a profile has all statistics of one without, and the same. A
// page is touched by any access of the program's threads, those that hit a cache too, in the
// interval in which the core asked. Lines are LLC misses that memory served, in the interval in
// which their data arrived; walks, write-backs and the operating system's copies are not among
// them. Resident pages are all that the program takes, read-only copies too. Of the first run of a
// program that is repeated.
#pragma once

#include "models/observers/miss_timeline.h"
#include "models/observers/page_touches.h"
#include "models/protocol/access_observer.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"
#include "platforms/run/table.h"

namespace starnuma::run {

class PageProfile : public Observer,
                    private protocol::AccessObserver,
                    private kernel::MissObserver {
 public:
  /// The scope must have one program, and outlive this.
  PageProfile(base::Time interval, const Scope& scope);

  void begin(Opening opening) override;
  base::Time next() const override { return next_; }
  void sample() override;
  void report(SimulationResult& result) override;

 private:
  struct Resident {
    std::uint64_t all = 0;
    std::uint64_t in_pool = 0;
  };

  void accessed(const protocol::Access& access, base::SocketId socket) override;
  void on_miss(const kernel::Miss& miss) override;
  Resident resident() const;
  /// LLC misses on the hottest pages, the `percent` of those that the program has.
  std::uint64_t misses_to_hottest(std::uint64_t percent) const;
  void report_window(accounting::StatWriter writer) const;

  base::Time interval_;
  const Scope& scope_;
  const RunningProgram& program_;
  base::SpaceId space_;
  observers::PageTouches touches_;
  observers::MissTimeline misses_;
  std::vector<std::uint32_t> misses_on_;  ///< By page.
  std::vector<Resident> resident_;        ///< At the end of each interval.
  base::Time start_;
  base::Time next_ = kNever;
  bool open_ = false;
};

}  // namespace starnuma::run
