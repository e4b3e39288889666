// SPDX-License-Identifier: Apache-2.0
// Scheduler of a DRAM whose timing parameters are all as short as they can be, so that a test sets
// only the one that it checks. The clock is 1 GHz: a clock is a nanosecond.
#pragma once

#include <cstdint>
#include <vector>

#include "models/timing/dram_scheduler.h"

namespace starnuma::memory {

constexpr base::Frequency kGigahertz(1'000'000'000);
constexpr base::Time kClock(1000);

inline timing::DramTimings shortest_timings() {
  timing::DramTimings t;
  for (base::Cycles* one :
       {&t.t_rcd,   &t.t_cl,    &t.t_cwl,   &t.t_rp,       &t.t_ras,      &t.t_rc,    &t.t_rtp,
        &t.t_wr,    &t.t_ccd_s, &t.t_ccd_l, &t.t_ccd_s_wr, &t.t_ccd_l_wr, &t.t_wtr_s, &t.t_wtr_l,
        &t.t_rrd_s, &t.t_rrd_l, &t.t_faw,   &t.burst,      &t.t_rfc,      &t.t_rfc_sb}) {
    *one = base::Cycles(1);
  }
  t.t_refi = t.t_refi_sb = base::Cycles(10'000);
  return t;
}

/// Two ranks of four bank groups of four banks.
constexpr timing::DramShape kShape{2, 4, 4};

inline timing::DramAccess read_of(int rank, int group, int bank, std::int64_t row = 0) {
  return {(rank * kShape.bank_groups + group) * kShape.banks_per_group + bank, row, false};
}
inline timing::DramAccess write_of(int rank, int group, int bank, std::int64_t row = 0) {
  timing::DramAccess access = read_of(rank, group, bank, row);
  access.write = true;
  return access;
}

class DramBench {
 public:
  using Served = timing::DramScheduler::Served;

  /// By default a write is drained as soon as it arrives.
  explicit DramBench(const timing::DramTimings& timings,
                     const timing::DramPolicies& policies = {timing::PagePolicy::kClosed,
                                                             timing::RefreshPolicy::kNone},
                     base::Time first_refresh = base::Time(0))
      : rules_(timings, kGigahertz), dram(kShape, rules_, policies, first_refresh) {}
  DramBench(const DramBench&) = delete;
  DramBench& operator=(const DramBench&) = delete;

  /// Adds an access that arrives at clock `arrival`. Returns its tag: the number of accesses added
  /// before it.
  int add(const timing::DramAccess& access, std::int64_t arrival) {
    dram.add(access, kClock * arrival, added_);
    return added_++;
  }
  /// Issues all commands before clock `until`. Returns the accesses served, in order.
  std::vector<Served> run(base::Time until = timing::DramScheduler::kForever) {
    std::vector<Served> all;
    for (Served served; dram.next_column(until, served);) all.push_back(served);
    return all;
  }

  /// Adds an access and serves all that wait. Returns the clock of its column command.
  std::int64_t serve(const timing::DramAccess& access, std::int64_t arrival = 0) {
    return serve_on(dram, access, arrival).column / kClock;
  }
  /// Returns the result of serve() without a change of the schedule.
  Served trial(const timing::DramAccess& access, std::int64_t arrival) const {
    timing::DramScheduler copy = dram;
    return serve_on(copy, access, arrival);
  }
  std::int64_t column(const timing::DramAccess& access, std::int64_t arrival) const {
    return trial(access, arrival).column / kClock;
  }
  timing::RowOutcome row(const timing::DramAccess& access, std::int64_t arrival) const {
    return trial(access, arrival).row;
  }

 private:
  static Served serve_on(timing::DramScheduler& dram, const timing::DramAccess& access,
                         std::int64_t arrival) {
    constexpr int kTag = -1;
    dram.add(access, kClock * arrival, kTag);
    Served served{};
    Served found{};
    while (dram.next_column(timing::DramScheduler::kForever, served)) {
      if (served.tag == kTag) found = served;
    }
    return found;
  }

  timing::DramRules rules_;
  int added_ = 0;

 public:
  timing::DramScheduler dram;
};

}  // namespace starnuma::memory
