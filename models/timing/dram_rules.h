// SPDX-License-Identifier: Apache-2.0
// The timing rules of a DRAM as data: its parameters as fields, and the least distances between
// commands.
//
// Contract: parameters are in clocks of the command bus. Distances are in picoseconds; each is
// rounded up once from its whole number of clocks, so that a sum of distances is never shorter than
// its clocks. A distance between column commands (READ, WRITE) covers the data bus, tCCD, tWTR and
// the turnaround from read to write.
// Not modelled: the command bus (two-clock commands, tPPD), power-down.
#pragma once

#include <cstdint>

#include "models/base/fields.h"
#include "models/base/quantities.h"

namespace starnuma::timing {

struct DramTimings {
  base::Cycles t_rcd;
  base::Cycles t_cl;
  base::Cycles t_cwl;
  base::Cycles t_rp;
  base::Cycles t_ras;
  base::Cycles t_rc;
  base::Cycles t_rtp;
  base::Cycles t_wr;
  base::Cycles t_ccd_s;
  base::Cycles t_ccd_l;
  base::Cycles t_ccd_s_wr;
  base::Cycles t_ccd_l_wr;
  base::Cycles t_wtr_s;
  base::Cycles t_wtr_l;
  base::Cycles t_rrd_s;
  base::Cycles t_rrd_l;
  base::Cycles t_faw;
  base::Cycles burst;
  base::Cycles read_to_write_gap;
  base::Cycles rank_gap;
  base::Cycles t_refi;
  base::Cycles t_refi_sb;
  base::Cycles t_rfc;
  base::Cycles t_rfc_sb;

  template <class Visitor>
  void visit(Visitor& v) {
    const base::Range some = base::between(1, 1'000'000);
    const base::Range gap = base::between(0, 1'000);
    v.field("t_rcd", t_rcd, "activate to read or write", some);
    v.field("t_cl", t_cl, "read to first data", some);
    v.field("t_cwl", t_cwl, "write to first data", some);
    v.field("t_rp", t_rp, "precharge to activate", some);
    v.field("t_ras", t_ras, "activate to precharge", some);
    v.field("t_rc", t_rc, "activate to activate of one bank", some);
    v.field("t_rtp", t_rtp, "read to precharge", some);
    v.field("t_wr", t_wr, "last written data to precharge", some);
    v.field("t_ccd_s", t_ccd_s, "read to read in another bank group", some);
    v.field("t_ccd_l", t_ccd_l, "read to read in the same bank group", some);
    v.field("t_ccd_s_wr", t_ccd_s_wr, "write to write in another bank group", some);
    v.field("t_ccd_l_wr", t_ccd_l_wr, "write to write in the same bank group", some);
    v.field("t_wtr_s", t_wtr_s, "last written data to read in another bank group", some);
    v.field("t_wtr_l", t_wtr_l, "last written data to read in the same bank group", some);
    v.field("t_rrd_s", t_rrd_s, "activate to activate in another bank group", some);
    v.field("t_rrd_l", t_rrd_l, "activate to activate in the same bank group", some);
    v.field("t_faw", t_faw, "window of at most four activates of a rank", some);
    v.field("burst", burst, "64 bytes on the data bus", some);
    v.field("read_to_write_gap", read_to_write_gap,
            "idle clocks of the data bus between read and written data", gap);
    v.field("rank_gap", rank_gap, "idle clocks of the data bus between two ranks", gap);
    v.field("t_refi", t_refi, "all-bank refresh to all-bank refresh of a rank", some);
    v.field("t_refi_sb", t_refi_sb, "same-bank or per-bank refresh of a bank to its next", some);
    v.field("t_rfc", t_rfc, "length of an all-bank refresh", some);
    v.field("t_rfc_sb", t_rfc_sb, "length of a same-bank or per-bank refresh", some);
  }
};

/// Relation of two accesses on one data bus.
enum class DramRelation : std::uint8_t { kSameGroup, kSameRank, kOtherRank };

class DramRules {
 public:
  DramRules(const DramTimings& timings, base::Frequency clock);

  /// Returns the least distance from the column command of an access to a later one.
  base::Time column_gap(DramRelation relation, bool first_write, bool second_write) const {
    return gaps_[static_cast<unsigned>(relation)][first_write][second_write];
  }
  /// Returns the distances to a later READ and to a later WRITE.
  const base::Time (&column_gaps(DramRelation relation, bool first_write) const)[2] {
    return gaps_[static_cast<unsigned>(relation)][first_write];
  }
  /// Longest of these distances.
  base::Time longest_column_gap() const { return longest_column_gap_; }
  /// Returns the least distance from a column command to the PRECHARGE of its bank.
  base::Time column_to_precharge(bool write) const { return to_precharge_[write]; }
  /// Returns the least distance from an ACTIVATE to the next one of the same bank if the row closes
  /// after one access.
  base::Time bank_cycle(bool write) const { return cycle_[write]; }

  base::Time rcd, rp, ras, rc, rrd_s, rrd_l, faw;
  base::Time refi, refi_sb, rfc, rfc_sb;

 private:
  base::Time gaps_[3][2][2];  ///< [relation][first is a write][second is a write]
  base::Time longest_column_gap_;
  base::Time to_precharge_[2];
  base::Time cycle_[2];
};

}  // namespace starnuma::timing
