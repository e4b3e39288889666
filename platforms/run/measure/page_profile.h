// SPDX-License-Identifier: Apache-2.0
// Memory use of a program over time: resident and touched pages, fetched lines, and the share of
// misses on the hottest pages.
//
// Contract:
// - Passive: adds statistics, but does not change the others.
// - Any access of the program's threads touches a page, including cache hits, in the interval of
//   its issue.
// - Fetched lines are LLC misses that memory served, in the interval of data arrival. Page walks,
//   write-backs and copies by the operating system do not count.
// - Resident pages include read-only copies.
// - A repeated program is profiled in its first run.
#pragma once

#include "models/observers/miss_timeline.h"
#include "models/observers/page_touches.h"
#include "models/protocol/access.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/measure/table.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class PageProfile : public Observer,
                    private protocol::AccessObserver,
                    private kernel::MissObserver {
 public:
  /// The scope must have one program and outlive this object.
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
  /// Returns the number of LLC misses on the hottest `percent` of the program's pages.
  std::uint64_t misses_to_hottest(std::uint64_t percent) const;
  void report_window(accounting::StatWriter writer) const;

  base::Time interval_;
  const Scope& scope_;
  const RunningProgram& program_;
  base::SpaceId space_;
  observers::PageTouches touches_;
  observers::MissTimeline misses_;
  std::vector<std::uint32_t> misses_on_;  ///< LLC misses by page.
  std::vector<Resident> resident_;        ///< Resident pages at the end of each interval.
  base::Time start_;
  base::Time next_ = kNever;
  bool open_ = false;
};

}  // namespace starnuma::run
