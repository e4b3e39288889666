// SPDX-License-Identifier: Apache-2.0
// A DRAM whose timing parameters are all as short as they can be, so that a test states only the
// one it is about. The clock is 1 GHz: a clock is a nanosecond.
#pragma once

#include "models/timing/dram_timing.h"

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

struct DramBench {
  explicit DramBench(const timing::DramTimings& timings,
                     timing::PagePolicy page = timing::PagePolicy::kClosed,
                     timing::RefreshPolicy refresh = timing::RefreshPolicy::kNone,
                     base::Time first_refresh = base::Time(0), int reorder_from = 0)
      : rules(timings, kGigahertz),
        dram(kShape, rules, {page, refresh, reorder_from}, first_refresh) {}

  /// Takes the first place from clock `from` on; the clock of its column command.
  std::int64_t serve(const timing::DramAccess& access, std::int64_t from = 0) {
    const auto slot = dram.earliest(access, kClock * from);
    dram.commit(access, slot);
    return slot.column / kClock;
  }
  /// Where an access would go, without taking the place.
  std::int64_t column(const timing::DramAccess& access, std::int64_t from) {
    return dram.earliest(access, kClock * from).column / kClock;
  }

  timing::DramRules rules;
  timing::DramTiming dram;
};

}  // namespace starnuma::memory
