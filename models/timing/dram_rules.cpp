// SPDX-License-Identifier: Apache-2.0
#include "models/timing/dram_rules.h"

#include <algorithm>

namespace starnuma::timing {
namespace {

std::int64_t clocks_between(const DramTimings& t, DramRelation relation, bool from_write,
                            bool to_write) {
  const bool other_rank = relation == DramRelation::kOtherRank;
  const bool same_group = relation == DramRelation::kSameGroup;
  const auto pick = [&](base::Cycles l, base::Cycles s) { return (same_group ? l : s).value; };

  const std::int64_t to_data = (from_write ? t.t_cwl : t.t_cl).value;
  const std::int64_t from_data = (to_write ? t.t_cwl : t.t_cl).value;
  std::int64_t idle = other_rank ? t.rank_gap.value : 0;
  if (!from_write && to_write) idle = std::max(idle, t.read_to_write_gap.value);
  std::int64_t clocks = to_data + t.burst.value + idle - from_data;
  if (!other_rank) {
    if (from_write && !to_write) {
      clocks = t.t_cwl.value + t.burst.value + pick(t.t_wtr_l, t.t_wtr_s);
    }
    if (from_write && to_write) clocks = std::max(clocks, pick(t.t_ccd_l_wr, t.t_ccd_s_wr));
    if (!from_write) clocks = std::max(clocks, pick(t.t_ccd_l, t.t_ccd_s));
  }
  return std::max<std::int64_t>(clocks, 1);
}

}  // namespace

DramRules::DramRules(const DramTimings& t, base::Frequency frequency) {
  const base::ClockRatio clock(frequency);
  const auto time_of = [&](std::int64_t clocks) {
    const std::int64_t per_ps = clock.ticks_per_ps();
    return base::Time((clocks * clock.ticks_per_step() + per_ps - 1) / per_ps);
  };
  rcd = time_of(t.t_rcd.value);
  rp = time_of(t.t_rp.value);
  ras = time_of(t.t_ras.value);
  rc = time_of(t.t_rc.value);
  rrd_s = time_of(t.t_rrd_s.value);
  rrd_l = time_of(t.t_rrd_l.value);
  faw = time_of(t.t_faw.value);
  refi = time_of(t.t_refi.value);
  refi_sb = time_of(t.t_refi_sb.value);
  rfc = time_of(t.t_rfc.value);
  rfc_sb = time_of(t.t_rfc_sb.value);
  for (const bool write : {false, true}) {
    to_precharge_[write] =
        time_of(write ? t.t_cwl.value + t.burst.value + t.t_wr.value : t.t_rtp.value);
    cycle_[write] = std::max(std::max(ras, rcd + to_precharge_[write]) + rp, rc);
  }
  for (const auto relation :
       {DramRelation::kSameGroup, DramRelation::kSameRank, DramRelation::kOtherRank}) {
    for (const bool first : {false, true}) {
      for (const bool second : {false, true}) {
        const base::Time gap = time_of(clocks_between(t, relation, first, second));
        gaps_[static_cast<unsigned>(relation)][first][second] = gap;
        longest_column_gap_ = std::max(longest_column_gap_, gap);
      }
    }
  }
}

}  // namespace starnuma::timing
