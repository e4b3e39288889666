// SPDX-License-Identifier: Apache-2.0
// Optimistic transaction as in Silo (Tu et al. 2013). Rows are read without locks and their
// versions recorded. At the end the rows of the write set are locked in order, all versions are
// validated, and the writes are made. If a version has changed, the transaction aborts without
// effect.
//
// Contract: committed transactions are serializable. A row is read once, before it is written.
// Not modelled: epochs and logging.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "stimulus/costs.h"
#include "stimulus/programs/tpcc/tpcc_data.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kTpccRead{"tpcc_read", "row", 31};
inline constexpr LoopCost kTpccCommit{"tpcc_commit", "attempt", 191};
inline constexpr LoopCost kTpccLock{"tpcc_commit", "row to write", 180};
inline constexpr LoopCost kTpccValidate{"tpcc_commit", "row", 247};
inline constexpr LoopCost kTpccWrite{"tpcc_commit", "field", 72};

enum TpccBranch : std::uint32_t {
  kBranchTpccLocked = 32,
  kBranchTpccChanged,
  kBranchTpccLock,
  kBranchTpccValid
};

/// Read set and write set of a transaction.
struct TpccSet {
  struct Row {
    std::uint64_t row = 0;
    std::uint64_t version = 0;
    bool locked = false;
  };
  struct Write {
    std::uint64_t row = 0;
    std::uint64_t field = 0;
    std::uint64_t value = 0;
  };
  std::vector<Row> rows;
  std::vector<Write> writes;                                  ///< Sorted by row at the end.
  std::array<std::uint64_t, TpccData::kMostLines> amounts{};  ///< Amounts of an order's lines.

  void clear() {
    rows.clear();
    writes.clear();
  }
};

/// Reads fields 1 to `Fields` of the row at a version at which it was not locked.
template <std::size_t Fields, class Thread, class Ready>
[[gnu::noinline, gnu::flatten]] std::array<std::uint64_t, Fields + 1> tpcc_read(
    Thread& thread, const base::SimArray<std::uint64_t>& array, TpccSet& set, std::uint64_t row,
    Ready known) {
  const auto rows = array;
  std::array<std::uint64_t, Fields + 1> fields{};
  for (;; thread.synchronise()) {
    spend(thread, kTpccRead);
    const auto version = thread.load(rows, row, known);
    const bool locked = version.value % 2 != 0;
    thread.branch(kBranchTpccLocked, locked, version.ready);
    if (locked) continue;
    for (std::size_t i = 1; i <= Fields; ++i) fields[i] = thread.load(rows, row + i, known).value;
    const auto again = thread.load(rows, row, known);
    const bool changed = again.value != version.value;
    thread.branch(kBranchTpccChanged, changed, again.ready);
    if (changed) continue;
    set.rows.push_back({row, version.value, false});
    return fields;
  }
}

template <class Thread>
void tpcc_unlock(Thread& thread, const base::SimArray<std::uint64_t>& rows, const TpccSet& set,
                 std::uint64_t change) {
  for (const TpccSet::Row& row : set.rows) {
    if (row.locked) thread.store(rows, row.row, row.version + change);
  }
}

/// Returns true if the writes were made.
template <class Thread>
[[gnu::noinline, gnu::flatten]] bool tpcc_commit(Thread& thread,
                                                 const base::SimArray<std::uint64_t>& array,
                                                 TpccSet& set) {
  spend(thread, kTpccCommit);
  const auto rows = array;
  std::sort(set.rows.begin(), set.rows.end(),
            [](const TpccSet::Row& a, const TpccSet::Row& b) { return a.row < b.row; });
  std::stable_sort(set.writes.begin(), set.writes.end(),
                   [](const TpccSet::Write& a, const TpccSet::Write& b) { return a.row < b.row; });
  auto write = set.writes.begin();
  for (TpccSet::Row& row : set.rows) {
    if (write == set.writes.end() || write->row != row.row) continue;
    while (write != set.writes.end() && write->row == row.row) ++write;
    spend(thread, kTpccLock);
    row.locked = thread.compare_exchange(rows, row.row, row.version, row.version + 1);
    thread.branch(kBranchTpccLock, row.locked);
    if (row.locked) continue;
    tpcc_unlock(thread, rows, set, 0);
    return false;
  }
  for (const TpccSet::Row& row : set.rows) {
    if (row.locked) continue;
    spend(thread, kTpccValidate);
    const auto version = thread.load(rows, row.row);
    const bool valid = version.value == row.version;
    thread.branch(kBranchTpccValid, valid, version.ready);
    if (valid) continue;
    tpcc_unlock(thread, rows, set, 0);
    return false;
  }
  for (const TpccSet::Write& field : set.writes) {
    spend(thread, kTpccWrite);
    thread.store(rows, field.row + field.field, field.value);
  }
  tpcc_unlock(thread, rows, set, 2);
  return true;
}

}  // namespace starnuma::stimulus
