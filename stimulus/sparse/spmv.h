// SPDX-License-Identifier: Apache-2.0
// Product of a sparse matrix and a vector, as executed by one thread. The contract is that of
// programs/bfs/bfs_loops.h.
#pragma once

#include <cstdint>

#include "stimulus/costs.h"
#include "stimulus/range.h"
#include "stimulus/sparse/csr_matrix.h"
#include "stimulus/vector_loops.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kSpmvRow{"spmv", "row", 7};
inline constexpr LoopCost kSpmvEntry{"spmv", "entry", 3};

enum SparseBranch : std::uint32_t { kBranchSpmvMore };

/// Computes y = matrix * x in some rows.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void spmv(Thread& thread, const CsrMatrix& matrix,
                                          const Vector& x_array, const Vector& y_array,
                                          Range rows) {
  const auto offsets = matrix.offsets;
  const auto columns = matrix.columns;
  const auto values = matrix.values;
  const auto x = x_array;
  const auto y = y_array;
  for (std::uint64_t i = rows.begin; i < rows.end; ++i) {
    spend(thread, kSpmvRow);
    const auto first = thread.load(offsets, i);
    const auto last = thread.load(offsets, i + 1);
    double sum = 0;
    auto arrived = latest(first.ready, last.ready);
    for (std::uint64_t e = first.value;; ++e) {
      const bool more = e < last.value;
      thread.branch(kBranchSpmvMore, more, latest(first.ready, last.ready));
      if (!more) break;
      spend(thread, kSpmvEntry);
      const auto column = thread.load(columns, e, first.ready);
      const auto value = thread.load(values, e, first.ready);
      const auto factor = thread.load(x, column.value, column.ready);
      sum += value.value * factor.value;
      arrived = latest(arrived, latest(value.ready, factor.ready));
    }
    thread.store(y, i, sum, arrived);
  }
}

}  // namespace starnuma::stimulus
