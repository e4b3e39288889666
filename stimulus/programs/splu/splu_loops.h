// SPDX-License-Identifier: Apache-2.0
// Loops of a supernodal LU factorization without pivoting, as executed by one thread. The contract
// is that of programs/bfs/bfs_loops.h.
#pragma once

#include <array>
#include <cstdint>

#include "models/base/arena.h"
#include "stimulus/costs.h"
#include "stimulus/pair.h"
#include "stimulus/programs/splu/splu_structure.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kSpluRow{"splu_eliminate", "row", 14};
inline constexpr LoopCost kSpluPivot{"splu_eliminate", "pivot", 40};
inline constexpr LoopCost kSpluPivotPair{"splu_eliminate", "pair", 9};
inline constexpr LoopCost kSpluUpperRow{"splu_forward", "row", 21};
inline constexpr LoopCost kSpluUpperPivot{"splu_forward", "pivot", 36};
inline constexpr LoopCost kSpluUpperPair{"splu_forward", "pair", 6};
inline constexpr LoopCost kSpluSource{"splu_update", "source", 55};
inline constexpr LoopCost kSpluPlace{"splu_update", "row looked for", 21};
inline constexpr LoopCost kSpluRows{"splu_update", "two rows", 64};
inline constexpr LoopCost kSpluColumns{"splu_update", "two columns", 26};
inline constexpr LoopCost kSpluBlock{"splu_block", "block of two by two", 113};
inline constexpr LoopCost kSpluStep{"splu_block", "step", 15};

enum SpluBranch : std::uint32_t { kBranchSpluFound };

struct SpluData {
  SpluStructure structure;
  base::SimArray<SpluPanel> panels;
  base::SimArray<std::uint32_t> rows;
  base::SimArray<std::uint32_t> by_level;
  base::SimArray<SpluSolve> solves;
  base::SimArray<SpluUpdate> updates;
  base::SimArray<SpluSource> sources;
  base::SimArray<Pair> lower, upper;
  base::SimArray<std::uint64_t> counters;
};

/// Row of a panel during its computation.
using SpluRowBuffer = std::array<Pair, kSpluPanel / 2>;

constexpr std::uint64_t splu_lower_row(const SpluPanel& panel, std::uint64_t row) {
  return panel.lower + row * panel.pairs();
}
/// Returns the index of a row below the panel's own columns.
constexpr std::uint64_t splu_upper_row(const SpluPanel& panel, std::uint64_t row) {
  return panel.upper + (row - panel.width) * panel.pairs();
}

/// Divides a row of L by the first `pivots` columns of U in the panel's diagonal block.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void splu_eliminate(Thread& thread, const SpluData& data,
                                                    const SpluPanel& panel, std::uint64_t row,
                                                    std::uint32_t pivots) {
  const auto lower = data.lower;
  const std::uint32_t pairs = panel.pairs();
  const std::uint64_t at = splu_lower_row(panel, row);
  spend(thread, kSpluRow);
  SpluRowBuffer x;
  decltype(thread.load(lower, 0).ready) arrived{};
  for (std::uint32_t p = 0; p < pairs; ++p) {
    const auto pair = thread.load(lower, at + p);
    x[p] = pair.value;
    arrived = latest(arrived, pair.ready);
  }
  for (std::uint32_t c = 0; c < pivots; ++c) {
    spend(thread, kSpluPivot);
    const std::uint64_t pivot_row = splu_lower_row(panel, c);
    const auto first = thread.load(lower, pivot_row + c / 2);
    arrived = latest(arrived, first.ready);
    const double factor = x[c / 2].lanes[c % 2] / first.value.lanes[c % 2];
    x[c / 2].lanes[c % 2] = factor;
    if (c % 2 == 0) x[c / 2].lanes[1] -= factor * first.value.lanes[1];
    for (std::uint32_t p = c / 2 + 1; p < pairs; ++p) {
      spend(thread, kSpluPivotPair);
      const auto pair = thread.load(lower, pivot_row + p);
      x[p].lanes -= factor * pair.value.lanes;
      arrived = latest(arrived, pair.ready);
    }
  }
  for (std::uint32_t p = 0; p < pairs; ++p) thread.store(lower, at + p, x[p], arrived);
}

/// Computes a row of the transposed U with L of the panel's diagonal block.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void splu_forward(Thread& thread, const SpluData& data,
                                                  const SpluPanel& panel, std::uint64_t row) {
  const auto lower = data.lower;
  const auto upper = data.upper;
  const std::uint32_t pairs = panel.pairs();
  const std::uint64_t at = splu_upper_row(panel, row);
  spend(thread, kSpluUpperRow);
  SpluRowBuffer y;
  decltype(thread.load(lower, 0).ready) arrived{};
  for (std::uint32_t p = 0; p < pairs; ++p) {
    const auto pair = thread.load(upper, at + p);
    y[p] = pair.value;
    arrived = latest(arrived, pair.ready);
  }
  for (std::uint32_t c = 1; c < panel.width; ++c) {
    spend(thread, kSpluUpperPivot);
    const std::uint64_t pivot_row = splu_lower_row(panel, c);
    Pair::Vector sums{};
    for (std::uint32_t p = 0; p < c / 2; ++p) {
      spend(thread, kSpluUpperPair);
      const auto pair = thread.load(lower, pivot_row + p);
      sums += pair.value.lanes * y[p].lanes;
      arrived = latest(arrived, pair.ready);
    }
    double sum = sums[0] + sums[1];
    if (c % 2 == 1) {
      const auto last = thread.load(lower, pivot_row + c / 2);
      sum += last.value.lanes[0] * y[c / 2].lanes[0];
      arrived = latest(arrived, last.ready);
    }
    y[c / 2].lanes[c % 2] -= sum;
  }
  for (std::uint32_t p = 0; p < pairs; ++p) thread.store(upper, at + p, y[p], arrived);
}

/// Location in a target of the intersection of two rows and two columns of a source: pairs and
/// lanes.
struct SpluPlaces {
  std::array<std::uint64_t, 2> row;
  std::array<std::uint32_t, 2> column;
  std::uint32_t rows = 2;
  std::uint32_t columns = 2;
};

/// Subtracts the products of two rows of `left` and two of `right`, of `pairs` pairs, from a
/// target.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void splu_block(
    Thread& thread, const base::SimArray<Pair>& left, const std::array<std::uint64_t, 2>& left_row,
    const base::SimArray<Pair>& right, const std::array<std::uint64_t, 2>& right_row,
    std::uint32_t pairs, const base::SimArray<Pair>& target, const SpluPlaces& places) {
  spend(thread, kSpluBlock);
  Pair::Vector first{}, second{}, third{}, fourth{};
  decltype(thread.load(left, 0).ready) arrived{};
  const std::uint64_t upper_row = left_row[0], lower_row = left_row[1];
  const std::uint64_t left_column = right_row[0], right_column = right_row[1];
  for (std::uint64_t p = 0; p < pairs; ++p) {
    spend(thread, kSpluStep);
    const auto a = thread.load(left, upper_row + p);
    const auto b = thread.load(left, lower_row + p);
    const auto c = thread.load(right, left_column + p);
    const auto d = thread.load(right, right_column + p);
    first += a.value.lanes * c.value.lanes;
    second += a.value.lanes * d.value.lanes;
    third += b.value.lanes * c.value.lanes;
    fourth += b.value.lanes * d.value.lanes;
    arrived = latest(arrived, latest(latest(a.ready, b.ready), latest(c.ready, d.ready)));
  }
  const auto take = [&](std::uint64_t row, std::uint32_t column, Pair::Vector sum) {
    const std::uint64_t at = row + column / 2;
    const auto pair = thread.load(target, at);
    Pair changed = pair.value;
    changed.lanes[column % 2] -= sum[0] + sum[1];
    thread.store(target, at, changed, latest(pair.ready, arrived));
  };
  take(places.row[0], places.column[0], first);
  if (places.columns == 2) take(places.row[0], places.column[1], second);
  if (places.rows == 1) return;
  take(places.row[1], places.column[0], third);
  if (places.columns == 2) take(places.row[1], places.column[1], fourth);
}

/// Subtracts the products of one source from the L or the U of a target. Rows are searched in the
/// target, which contains all of them, from the position of the previous one.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void splu_update(Thread& thread, const SpluData& data,
                                                 const SpluPanel& target, const SpluPanel& panel,
                                                 const SpluSource& source, bool to_upper) {
  const auto rows = data.rows;
  const auto target_array = to_upper ? data.upper : data.lower;
  const auto left = to_upper ? data.upper : data.lower;
  const auto right = to_upper ? data.lower : data.upper;
  const auto left_row = [&](std::uint64_t row) {
    return to_upper ? splu_upper_row(panel, row) : splu_lower_row(panel, row);
  };
  const auto right_row = [&](std::uint64_t row) {
    return to_upper ? splu_lower_row(panel, row) : splu_upper_row(panel, row);
  };
  spend(thread, kSpluSource);
  std::uint32_t place = 0;
  for (std::uint32_t i = to_upper ? source.end : source.begin; i < panel.count; i += 2) {
    spend(thread, kSpluRows);
    SpluPlaces places;
    places.rows = i + 1 < panel.count ? 2 : 1;
    for (std::uint32_t n = 0; n < places.rows; ++n) {
      const auto wanted = thread.load(rows, panel.rows + i + n);
      for (;; ++place) {
        spend(thread, kSpluPlace);
        const auto row = thread.load(rows, target.rows + place);
        const bool found = row.value == wanted.value;
        thread.branch(kBranchSpluFound, found, latest(row.ready, wanted.ready));
        if (found) break;
      }
      places.row[n] = to_upper ? splu_upper_row(target, place) : splu_lower_row(target, place);
    }
    const std::uint32_t second = i + places.rows - 1;
    for (std::uint32_t j = source.begin; j < source.end; j += 2) {
      spend(thread, kSpluColumns);
      places.columns = j + 1 < source.end ? 2 : 1;
      const std::uint32_t other = j + places.columns - 1;
      places.column[0] = thread.load(rows, panel.rows + j).value - target.first;
      places.column[1] = thread.load(rows, panel.rows + other).value - target.first;
      splu_block(thread, left, {left_row(i), left_row(second)}, right,
                 {right_row(j), right_row(other)}, panel.pairs(), target_array, places);
    }
  }
}

}  // namespace starnuma::stimulus
