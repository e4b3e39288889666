// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/bt/bt.h"

#include <algorithm>

#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

/// Class D: 408^3 points (NAS, "Problem sizes and parameters"), here 2^26 of 16 numbers.
constexpr int kBtFullLog = 26;
constexpr base::Bytes kBtClassD((std::int64_t{1} << kBtFullLog) * 16 * 8);

/// Banded system, row by row; `band` is the number of columns on each side of the diagonal.
struct BandedRows {
  std::size_t size, band;
  std::vector<double> values = std::vector<double>(size * (2 * band + 1), 0);

  double& at(std::size_t r, std::size_t c) { return values[r * (2 * band + 1) + c + band - r]; }
};

/// Solves element by element; `x` initially holds the right-hand side.
void solve_banded(BandedRows& rows, std::vector<double>& x) {
  for (std::size_t p = 0; p < rows.size; ++p) {
    const std::size_t end = std::min(rows.size, p + rows.band + 1);
    for (std::size_t r = p + 1; r < end; ++r) {
      const double factor = rows.at(r, p) / rows.at(p, p);
      for (std::size_t c = p; c < end; ++c) rows.at(r, c) -= factor * rows.at(p, c);
      x[r] -= factor * x[p];
    }
  }
  for (std::size_t p = rows.size; p-- > 0;) {
    const std::size_t end = std::min(rows.size, p + rows.band + 1);
    for (std::size_t c = p + 1; c < end; ++c) x[p] -= rows.at(p, c) * x[c];
    x[p] /= rows.at(p, p);
  }
}

/// Computes the solution of a line's system in `changes` from the blocks of its inner points.
void solve_line_plainly(const FiveSystem& system, const BtLines& lines, std::uint64_t first,
                        std::vector<double>& changes) {
  const std::size_t points = lines.length() - 2;
  BandedRows rows{points * kFive, 2 * kFive - 1};
  std::vector<double> x(points * kFive);
  const auto place = [&](std::size_t row, std::size_t column, const FiveBlock& block, double sign) {
    for (std::size_t r = 0; r < kFive; ++r) {
      for (std::size_t c = 0; c < kFive; ++c) {
        rows.at(row * kFive + r, column * kFive + c) = sign * block[r][c];
      }
    }
  };
  for (std::size_t m = 0; m < points; ++m) {
    const std::uint64_t p = first + (m + 1) * lines.stride();
    place(m, m, bt_diagonal(system.diagonal.data[p]), 1);
    if (m > 0) place(m, m - 1, kFiveBefore[lines.axis], -BtData::kStep);
    if (m + 1 < points) place(m, m + 1, kFiveAfter[lines.axis], -BtData::kStep);
    for (std::size_t c = 0; c < kFive; ++c) x[m * kFive + c] = changes[p * kFive + c];
  }
  solve_banded(rows, x);
  for (std::size_t e = 0; e < x.size(); ++e) {
    changes[(first + (e / kFive + 1) * lines.stride()) * kFive + e % kFive] = x[e];
  }
}

}  // namespace

base::Footprint Bt::footprint() const { return footprint_at(parameters_.scale, kBtClassD); }

void Bt::build(base::Arena& arena) {
  data_.system = five_system(arena, "bt", parameters_.scale + kBtFullLog - 28, seed_);
  data_.scratch = arena.allocate<double>(
      "bt.scratch", data_.scratch_each() * static_cast<std::uint64_t>(arena.threads()),
      base::Touch::blocked());
  data_.sums = TeamSumWords::in(arena, "bt.sums");
}

std::vector<std::string> Bt::check() const {
  /// Measured: a step leaves 0.61 to 0.66 of the residual's norm.
  constexpr double kPerStep = 0.75;
  if (residual_ < 0) return {"bt: has not run"};
  const FiveSystem& system = data_.system;
  std::vector<double> u(system.u.size, 0);
  for (int step = 0; step < parameters_.steps; ++step) {
    std::vector<double> changes = five_rest_plainly(system, u);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const BtLines lines(system.shape, axis);
      for (std::uint64_t n = 0; n < lines.count(); ++n) {
        if (lines.inside(n)) solve_line_plainly(system, lines, lines.begin(n), changes);
      }
    }
    for (std::size_t e = 0; e < u.size(); ++e) u[e] += BtData::kStep * changes[e];
  }
  return five_check(system, u, residual_, std::pow(kPerStep, parameters_.steps));
}

void Bt::report(accounting::StatWriter& out) const {
  accounting::StatWriter bt = out.under("bt");
  bt.write("points", data_.system.shape.points(), "1", "points of the grid");
  bt.write("steps", parameters_.steps, "1", "steps of three directions");
  bt.write("residual", residual_, "1", "norm of the residual at the end");
}

std::string Bt::measured() const { return counted(parameters_.steps, "step", "steps"); }

Definition define_bt() {
  return KernelDefinition<Bt>(
             "bt", "block-tridiagonal solutions along all lines of a 3D grid: streams and strides")
      .scale()
      .number("steps", &BtParameters::steps, 1, 1000);
}

}  // namespace starnuma::stimulus
