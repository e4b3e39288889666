// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/amg/amg.h"

#include <map>
#include <numeric>

#include "stimulus/counted.h"
#include "stimulus/grid/grid_shape.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: 2^26 points, which use about half of a node of 32 GiB.
constexpr int kAmgFullLog = 26;
/// Measured: 7 entries per row, an eighth more on the coarse levels, transfers and nine vectors.
constexpr base::Bytes kAmgFullSize((std::int64_t{1} << kAmgFullLog) * 228);

/// Returns the seven-point stencil with zero boundary values.
HostMatrix poisson(const GridShape& shape) {
  HostMatrix matrix;
  for (std::uint64_t k = 0; k < shape.nz; ++k) {
    for (std::uint64_t j = 0; j < shape.ny; ++j) {
      for (std::uint64_t i = 0; i < shape.nx; ++i) {
        const auto add = [&](bool inside, std::uint64_t at, double value) {
          if (inside) matrix.add(static_cast<std::uint32_t>(at), value);
        };
        const std::uint64_t here = shape.at(i, j, k);
        add(k > 0, here - shape.nx * shape.ny, -1);
        add(j > 0, here - shape.nx, -1);
        add(i > 0, here - 1, -1);
        add(true, here, 6);
        add(i + 1 < shape.nx, here + 1, -1);
        add(j + 1 < shape.ny, here + shape.nx, -1);
        add(k + 1 < shape.nz, here + shape.nx * shape.ny, -1);
        matrix.close_row();
      }
    }
  }
  return matrix;
}

/// Returns the aggregate of each point; an aggregate has two neighbours per direction, if present.
std::vector<std::uint32_t> aggregates(const GridShape& fine, const GridShape& coarse) {
  std::vector<std::uint32_t> all;
  for (std::uint64_t p = 0; p < fine.points(); ++p) {
    const std::uint64_t i = p % fine.nx * coarse.nx / fine.nx;
    const std::uint64_t j = p / fine.nx % fine.ny * coarse.ny / fine.ny;
    const std::uint64_t k = p / fine.nx / fine.ny * coarse.nz / fine.nz;
    all.push_back(static_cast<std::uint32_t>(coarse.at(i, j, k)));
  }
  return all;
}

HostMatrix prolongation_of(const std::vector<std::uint32_t>& aggregate) {
  HostMatrix matrix;
  for (const std::uint32_t coarse : aggregate) {
    matrix.add(coarse, 1);
    matrix.close_row();
  }
  return matrix;
}

std::vector<std::vector<std::uint32_t>> members_of(const std::vector<std::uint32_t>& aggregate,
                                                   std::uint64_t coarse) {
  std::vector<std::vector<std::uint32_t>> members(coarse);
  for (std::uint32_t p = 0; p < aggregate.size(); ++p) members[aggregate[p]].push_back(p);
  return members;
}

HostMatrix restriction_of(const std::vector<std::vector<std::uint32_t>>& members) {
  HostMatrix matrix;
  for (const auto& points : members) {
    for (const std::uint32_t p : points) matrix.add(p, 1);
    matrix.close_row();
  }
  return matrix;
}

/// Returns the coarse matrix, halved because piecewise constant functions are too stiff.
HostMatrix galerkin(const HostMatrix& fine, const std::vector<std::uint32_t>& aggregate,
                    const std::vector<std::vector<std::uint32_t>>& members) {
  constexpr double kOverCorrection = 0.5;
  HostMatrix coarse;
  for (const auto& points : members) {
    std::map<std::uint32_t, double> row;
    for (const std::uint32_t p : points) {
      for (std::uint64_t e = fine.offsets[p]; e < fine.offsets[p + 1]; ++e) {
        row[aggregate[fine.columns[e]]] += kOverCorrection * fine.values[e];
      }
    }
    for (const auto& [column, value] : row) coarse.add(column, value);
    coarse.close_row();
  }
  return coarse;
}

Vector blocked_vector(base::Arena& arena, const std::string& name, std::uint64_t size) {
  return arena.allocate<double>(name, size, base::Touch::blocked());
}

AmgLevel place_level(base::Arena& arena, const std::string& name, const HostMatrix& matrix) {
  AmgLevel level;
  level.matrix = place(arena, name + ".matrix", matrix);
  level.inverse_diagonal = blocked_vector(arena, name + ".inverse_diagonal", matrix.rows());
  level.b = blocked_vector(arena, name + ".b", matrix.rows());
  level.x = blocked_vector(arena, name + ".x", matrix.rows());
  level.r = blocked_vector(arena, name + ".r", matrix.rows());
  for (std::uint64_t i = 0; i < matrix.rows(); ++i) {
    for (std::uint64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
      if (matrix.columns[e] == i) level.inverse_diagonal.data[i] = 1 / matrix.values[e];
    }
  }
  return level;
}

using HostVector = std::vector<double>;

/// Returns a + factor * b.
HostVector sum_of(HostVector a, double factor, const HostVector& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
  return a;
}

double dot_of(const HostVector& a, const HostVector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Returns the change of x in a damped Jacobi step for this residual.
HostVector jacobi(const AmgLevel& level, HostVector r) {
  for (std::size_t i = 0; i < r.size(); ++i) {
    r[i] *= AmgData::kDamping * level.inverse_diagonal.data[i];
  }
  return r;
}

/// Performs a V-cycle from level l by recursion.
HostVector cycle_plainly(const AmgData& data, std::size_t l, const HostVector& b) {
  const AmgLevel& level = data.levels[l];
  HostVector x = jacobi(level, b);
  if (l + 1 == data.levels.size()) return x;
  const HostVector r = sum_of(b, -1, product(level.matrix, x.data()));
  const HostVector coarse = cycle_plainly(data, l + 1, product(level.restriction, r.data()));
  x = sum_of(x, 1, product(level.prolongation, coarse.data()));
  return sum_of(x, 1, jacobi(level, sum_of(b, -1, product(level.matrix, x.data()))));
}

HostVector solve_plainly(const AmgData& data, int iterations) {
  HostVector x(data.b.size, 0);
  HostVector r(data.b.begin(), data.b.end());
  HostVector z = cycle_plainly(data, 0, r);
  HostVector p = z;
  for (int step = 0; step < iterations; ++step) {
    const HostVector q = product(data.levels.front().matrix, p.data());
    const double rho = dot_of(r, z);
    const double alpha = rho / dot_of(p, q);
    x = sum_of(x, alpha, p);
    r = sum_of(r, -alpha, q);
    z = cycle_plainly(data, 0, r);
    p = sum_of(z, dot_of(r, z) / rho, p);
  }
  return x;
}

}  // namespace

base::Footprint Amg::footprint() const { return footprint_at(parameters_.scale, kAmgFullSize); }

void Amg::build(base::Arena& arena) {
  constexpr std::uint64_t kCoarsest = 8;
  GridShape shape = GridShape::of_powers(parameters_.scale + kAmgFullLog - 28);
  HostMatrix matrix = poisson(shape);
  for (int number = 0;; ++number) {
    const std::string name = "amg." + std::to_string(number);
    data_.levels.push_back(place_level(arena, name, matrix));
    if (shape.points() <= kCoarsest) break;
    const GridShape coarse{(shape.nx + 1) / 2, (shape.ny + 1) / 2, (shape.nz + 1) / 2};
    const std::vector<std::uint32_t> aggregate = aggregates(shape, coarse);
    const auto members = members_of(aggregate, coarse.points());
    data_.levels.back().prolongation = place(arena, name + ".up", prolongation_of(aggregate));
    data_.levels.back().restriction = place(arena, name + ".down", restriction_of(members));
    matrix = galerkin(matrix, aggregate, members);
    shape = coarse;
  }
  const std::uint64_t rows = data_.levels.front().matrix.rows();
  data_.b = blocked_vector(arena, "amg.b", rows);
  data_.x = blocked_vector(arena, "amg.x", rows);
  data_.r = blocked_vector(arena, "amg.r", rows);
  data_.p = blocked_vector(arena, "amg.p", rows);
  data_.q = blocked_vector(arena, "amg.q", rows);
  data_.sums = TeamSumWords::in(arena, "amg.sums");
  for (std::uint64_t i = 0; i < rows; ++i) data_.b.data[i] = random_value(i, seed_);
}

std::vector<std::string> Amg::check() const {
  constexpr double kRounding = 1e-9;
  /// Measured: a step leaves less than half of the residual's norm on average.
  constexpr double kPerStep = 0.7;
  if (residual_ < 0) return {"amg: has not run"};
  Mismatches mismatches("wrong elements of the solution");
  const HostVector expected = solve_plainly(data_, parameters_.iterations);
  for (std::uint64_t i = 0; i < expected.size(); ++i) {
    if (std::abs(data_.x.data[i] - expected[i]) <= kRounding) continue;
    mismatches.add("x[", i, "] is ", data_.x.data[i], ", expected ", expected[i]);
  }
  const HostVector b(data_.b.begin(), data_.b.end());
  const HostVector rest = sum_of(b, -1, product(data_.levels.front().matrix, data_.x.data));
  const double residual = std::sqrt(dot_of(rest, rest));
  const double all = std::sqrt(dot_of(b, b));
  const double most = all * std::pow(kPerStep, parameters_.iterations);
  if (std::abs(residual_ - residual) > kRounding * all || residual_ > most + kRounding * all) {
    mismatches.add("the residual's norm is ", residual_, ", expected ", residual, " and at most ",
                   most);
  }
  return mismatches.lines();
}

void Amg::report(accounting::StatWriter& out) const {
  accounting::StatWriter amg = out.under("amg");
  amg.write("rows", data_.b.size, "1", "rows of the finest matrix");
  amg.write("levels", data_.levels.size(), "1", "matrices, the finest to the coarsest");
  amg.write("iterations", parameters_.iterations, "1", "steps of conjugate gradients");
  amg.write("residual", residual_, "1", "norm of b - A x at the end");
}

std::string Amg::measured() const {
  return counted(parameters_.iterations, "step", "steps") + " and the residual";
}

Definition define_amg() {
  return KernelDefinition<Amg>(
             "amg", "conjugate gradients with algebraic multigrid: sparse products of falling size")
      .scale()
      .number("iterations", &AmgParameters::iterations, 1, 1000);
}

}  // namespace starnuma::stimulus
