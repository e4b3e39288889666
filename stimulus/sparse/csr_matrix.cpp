// SPDX-License-Identifier: Apache-2.0
#include "stimulus/sparse/csr_matrix.h"

#include <algorithm>
#include <cmath>

#include "models/base/random.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Returns the sorted off-diagonal positions of entries, each with the row above 32 bits of column.
std::vector<std::uint64_t> random_places(std::uint64_t rows, std::uint64_t row,
                                         std::uint64_t seed) {
  base::Random random(seed);
  std::vector<std::uint64_t> places;
  places.reserve(rows * row);
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t n = 0; n < (row - 1) / 2; ++n) {
      const std::uint64_t j = random.below(rows);
      if (j == i) continue;
      places.push_back(i << 32 | j);
      places.push_back(j << 32 | i);
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

double symmetric_value(std::uint32_t i, std::uint32_t j, std::uint64_t seed) {
  const auto [low, high] = std::minmax(i, j);
  return random_value(std::uint64_t{low} << 32 | high, seed);
}

}  // namespace

CsrMatrix place(base::Arena& arena, const std::string& name, const HostMatrix& matrix) {
  constexpr base::Touch kBlocked = base::Touch::blocked();
  CsrMatrix placed;
  placed.offsets =
      arena.allocate<std::uint64_t>(name + ".offsets", matrix.offsets.size(), kBlocked);
  placed.columns =
      arena.allocate<std::uint32_t>(name + ".columns", matrix.columns.size(), kBlocked);
  placed.values = arena.allocate<double>(name + ".values", matrix.values.size(), kBlocked);
  std::copy(matrix.offsets.begin(), matrix.offsets.end(), placed.offsets.data);
  std::copy(matrix.columns.begin(), matrix.columns.end(), placed.columns.data);
  std::copy(matrix.values.begin(), matrix.values.end(), placed.values.data);
  return placed;
}

HostMatrix random_symmetric(std::uint64_t rows, std::uint64_t row, std::uint64_t seed) {
  const std::vector<std::uint64_t> places = random_places(rows, row, seed);
  HostMatrix matrix;
  auto place = places.begin();
  for (std::uint32_t i = 0; i < rows; ++i) {
    std::size_t diagonal = 0;
    double sum = 1;
    bool diagonal_added = false;
    const auto add_diagonal = [&] {
      diagonal = matrix.values.size();
      diagonal_added = true;
      matrix.add(i, 0);
    };
    for (; place != places.end() && *place >> 32 == i; ++place) {
      const auto j = static_cast<std::uint32_t>(*place);
      if (j > i && !diagonal_added) add_diagonal();
      const double value = symmetric_value(i, j, seed);
      matrix.add(j, value);
      sum += std::abs(value);
    }
    if (!diagonal_added) add_diagonal();
    matrix.values[diagonal] = sum;
    matrix.close_row();
  }
  return matrix;
}

std::vector<double> product(const CsrMatrix& matrix, const double* x) {
  std::vector<double> y(matrix.rows(), 0);
  for (std::uint64_t i = 0; i < y.size(); ++i) {
    for (std::uint64_t e = matrix.offsets.data[i]; e < matrix.offsets.data[i + 1]; ++e) {
      y[i] += matrix.values.data[e] * x[matrix.columns.data[e]];
    }
  }
  return y;
}

}  // namespace starnuma::stimulus
