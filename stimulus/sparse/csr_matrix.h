// SPDX-License-Identifier: Apache-2.0
// Sparse matrices in compressed rows: in host memory while they are made, then in the arena.
//
// Contract: columns of a row rise, none is there twice. Rows are dealt to threads in contiguous
// blocks, whose threads touch them first.
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

/// Entries of row i are [offsets[i], offsets[i + 1]).
struct CsrMatrix {
  base::SimArray<std::uint64_t> offsets;
  base::SimArray<std::uint32_t> columns;
  base::SimArray<double> values;

  std::uint64_t rows() const { return offsets.size - 1; }
  std::uint64_t entries() const { return values.size; }
};

CsrMatrix place(base::Arena& arena, const std::string& name, const HostMatrix& matrix);

/// Symmetric and positive definite: about `row` entries a row at random places, uniform in (-1, 1),
/// and a diagonal that is one more than the sum of the others' sizes.
HostMatrix random_symmetric(std::uint64_t rows, std::uint64_t row, std::uint64_t seed);

/// Bytes of a row with so many entries.
constexpr std::uint64_t csr_row_bytes(std::uint64_t entries) {
  return sizeof(std::uint64_t) + entries * (sizeof(std::uint32_t) + sizeof(double));
}

/// matrix * x, plainly.
std::vector<double> product(const CsrMatrix& matrix, const double* x);

}  // namespace starnuma::stimulus
