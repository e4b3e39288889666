// SPDX-License-Identifier: Apache-2.0
// The timing rules of a DRAM as data: its parameters as fields, and from them the least distance
// between any two commands.
//
// Contract: parameters are in clocks of the command bus; distances are in picoseconds, each rounded
// up once from its whole number of clocks. A distance between column commands (READ, WRITE) holds
// the data bus, the column rules (tCCD, tWTR, read to write) and, where both accesses activate a
// row, the activate rules (tRRD): an ACTIVATE is always tRCD before its column command, so both
// have the same distance. Not modelled: the command bus itself (two-clock commands, tPPD),
// power-down.
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

/// What two accesses on one data bus have in common.
enum class DramRelation : std::uint8_t { kSameGroup, kSameRank, kOtherRank };

/// Kind of an access: bits, so that pairs of kinds index a table.
inline constexpr unsigned kWrites = 1;     ///< WRITE, not READ
inline constexpr unsigned kActivates = 2;  ///< opens its row first: miss or conflict

class DramRules {
 public:
  DramRules(const DramTimings& timings, base::Frequency clock);

  /// Least distance from the column command of one access to that of a later one.
  base::Time column_gap(DramRelation relation, unsigned first, unsigned second) const {
    return base::Time(gaps_[(static_cast<unsigned>(relation) << 4) | (first << 2) | second]);
  }
  /// No column command matters to another that is this much later.
  base::Time longest_gap() const { return longest_gap_; }

  base::Time rcd, rp, ras, rc, faw;
  base::Time refi, refi_sb, rfc, rfc_sb;
  /// Column command to precharge.
  base::Time column_to_precharge(bool write) const { return to_precharge_[write]; }
  /// Column command of an access of this kind to when its bank may be closed again, and to the next
  /// activate when it is closed at once.
  base::Time column_to_closed(unsigned kind) const { return to_closed_[kind]; }
  base::Time column_to_activate(unsigned kind) const { return to_activate_[kind]; }
  /// From an activate to the next of the same bank, when the access closes its row at once.
  base::Time bank_cycle(bool write) const {
    return rcd + to_activate_[kActivates | (write ? kWrites : 0u)];
  }
  /// Whether tFAW asks for more than tRRD_S and the data bus do.
  bool faw_binds() const { return faw_binds_; }

 private:
  void fill_gaps(const DramTimings& timings, const base::ClockRatio& clock);

  std::int64_t gaps_[3 * 16] = {};  ///< [relation][first kind][second kind], picoseconds
  base::Time longest_gap_;
  base::Time to_precharge_[2];
  base::Time to_closed_[4];
  base::Time to_activate_[4];
  bool faw_binds_ = false;
};

}  // namespace starnuma::timing
