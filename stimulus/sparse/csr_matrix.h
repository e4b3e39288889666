// SPDX-License-Identifier: Apache-2.0
// Sparse matrices in compressed sparse row format: in host memory during construction, then in the
// arena.
//
// Contract: the columns of a row are in ascending order without duplicates. Rows are divided among
// threads in contiguous blocks; each thread touches its block first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

struct HostMatrix {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> columns;
  std::vector<double> values;

  std::uint64_t rows() const { return offsets.size() - 1; }
  void add(std::uint32_t column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void close_row() { offsets.push_back(columns.size()); }
};

/// Matrix in the arena; the entries of row i are [offsets[i], offsets[i + 1]).
struct CsrMatrix {
  base::SimArray<std::uint64_t> offsets;
  base::SimArray<std::uint32_t> columns;
  base::SimArray<double> values;

  std::uint64_t rows() const { return offsets.size - 1; }
  std::uint64_t entries() const { return values.size; }
};

CsrMatrix place(base::Arena& arena, const std::string& name, const HostMatrix& matrix);

/// Returns a symmetric positive definite matrix with about `row` entries per row at random
/// positions, uniform in (-1, 1). A diagonal element is one more than the sum of the magnitudes of
/// the others.
HostMatrix random_symmetric(std::uint64_t rows, std::uint64_t row, std::uint64_t seed);

/// Returns the size in bytes of a row with `entries` entries.
constexpr std::uint64_t csr_row_bytes(std::uint64_t entries) {
  return sizeof(std::uint64_t) + entries * (sizeof(std::uint32_t) + sizeof(double));
}

/// Returns matrix * x, computed sequentially.
std::vector<double> product(const CsrMatrix& matrix, const double* x);

}  // namespace starnuma::stimulus
