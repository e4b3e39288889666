// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/cg/cg.h"

#include <algorithm>
#include <numeric>

#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Class D: 1.5 million rows of up to (21 + 1)^2 entries of 12 bytes (NAS, "Problem sizes and
/// parameters"; the entries follow from the benchmark's source).
constexpr base::Bytes kCgClassD(std::int64_t{1500000} * 484 * 12);

double plain_dot(const std::vector<double>& x, const std::vector<double>& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

std::vector<double> solve_plainly(const CgData& data, int iterations) {
  const std::uint64_t rows = data.matrix.rows();
  std::vector<double> x(rows, 0);
  std::vector<double> r(data.b.begin(), data.b.end());
  std::vector<double> p = r;
  double rho = plain_dot(r, r);
  for (int step = 0; step < iterations; ++step) {
    const std::vector<double> q = product(data.matrix, p.data());
    const double alpha = rho / plain_dot(p, q);
    for (std::uint64_t i = 0; i < rows; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    const double next = plain_dot(r, r);
    for (std::uint64_t i = 0; i < rows; ++i) p[i] = r[i] + next / rho * p[i];
    rho = next;
  }
  return x;
}

}  // namespace

base::Footprint Cg::footprint() const { return footprint_at(parameters_.scale, kCgClassD); }

void Cg::build(base::Arena& arena) {
  constexpr std::uint64_t kVectors = 5;
  const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
  const std::uint64_t of_row = csr_row_bytes(parameters_.row) + kVectors * sizeof(double);
  const std::uint64_t rows = std::max<std::uint64_t>(64, bytes / of_row);
  const std::uint64_t row = std::min(parameters_.row, rows / 2);
  data_.matrix = place(arena, "cg.matrix", random_symmetric(rows, row, seed_));
  const auto vector = [&](std::string_view name) {
    return arena.allocate<double>(name, rows, base::Touch::blocked());
  };
  data_.b = vector("cg.b");
  data_.x = vector("cg.x");
  data_.r = vector("cg.r");
  data_.p = vector("cg.p");
  data_.q = vector("cg.q");
  data_.sums = TeamSumWords::in(arena, "cg.sums");
  for (std::uint64_t i = 0; i < rows; ++i) data_.b.data[i] = random_value(i, seed_);
}

std::vector<std::string> Cg::check() const {
  constexpr double kRounding = 1e-10;
  if (residual_ < 0) return {"cg: has not run"};
  Mismatches mismatches("wrong elements of the solution");
  const std::vector<double> expected = solve_plainly(data_, parameters_.iterations);
  for (std::uint64_t i = 0; i < expected.size(); ++i) {
    if (std::abs(data_.x.data[i] - expected[i]) <= kRounding) continue;
    mismatches.add("x[", i, "] is ", data_.x.data[i], ", expected ", expected[i]);
  }
  std::vector<double> rest = product(data_.matrix, data_.x.data);
  for (std::uint64_t i = 0; i < rest.size(); ++i) rest[i] = data_.b.data[i] - rest[i];
  const double residual = std::sqrt(plain_dot(rest, rest));
  if (std::abs(residual - residual_) > kRounding) {
    mismatches.add("the residual is ", residual_, ", expected ", residual);
  }
  return mismatches.lines();
}

void Cg::report(accounting::StatWriter& out) const {
  accounting::StatWriter cg = out.under("cg");
  cg.write("rows", data_.matrix.rows(), "1", "rows of the matrix");
  cg.write("entries", data_.matrix.entries(), "1", "entries of the matrix that are stored");
  cg.write("iterations", parameters_.iterations, "1", "steps of conjugate gradients");
  cg.write("residual", residual_, "1", "norm of b - A x at the end");
}

std::string Cg::measured() const {
  return counted(parameters_.iterations, "step", "steps") + " and the residual";
}

Definition define_cg() {
  return KernelDefinition<Cg>(
             "cg", "conjugate gradients on a random sparse matrix: streams, and a gathered vector")
      .scale()
      .number("iterations", &CgParameters::iterations, 1, 1000)
      .number("row", &CgParameters::row, 8, 512);
}

}  // namespace starnuma::stimulus
