// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/lu/lu.h"

#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

/// Class D: 408^3 points (NAS, "Problem sizes and parameters"), here 2^26 of 16 numbers.
constexpr int kLuFullLog = 26;
constexpr base::Bytes kLuClassD((std::int64_t{1} << kLuFullLog) * 16 * 8);

/// Executes a sweep in sequential order, down by points before and up by points after; changes `y`
/// in place.
void sweep_lu_plainly(const FiveSystem& system, std::vector<double>& y, bool down) {
  const GridShape& shape = system.shape;
  const auto& sides = down ? kFiveBefore : kFiveAfter;
  for (std::uint64_t n = 0; n < shape.points(); ++n) {
    const std::uint64_t p = down ? n : shape.points() - 1 - n;
    const std::uint64_t i = p % shape.nx;
    if (i == 0 || i + 1 == shape.nx || !system.inside(p / shape.nx)) continue;
    FiveVector sum{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::uint64_t stride = system.strides()[axis];
      const std::uint64_t from = (down ? p - stride : p + stride) * kFive;
      for (std::uint64_t r = 0; r < kFive; ++r) {
        for (std::uint64_t c = 0; c < kFive; ++c) {
          sum[r] += LuData::kOmega * sides[axis][r][c] * y[from + c];
        }
      }
    }
    for (std::uint64_t c = 0; c < kFive && down; ++c) sum[c] += y[p * kFive + c];
    five_solve(five_diagonal(system.diagonal.data[p], 1), sum);
    for (std::uint64_t c = 0; c < kFive; ++c) {
      y[p * kFive + c] = sum[c] + (down ? 0 : y[p * kFive + c]);
    }
  }
}

}  // namespace

base::Footprint Lu::footprint() const { return footprint_at(parameters_.scale, kLuClassD); }

void Lu::build(base::Arena& arena) {
  data_.system = five_system(arena, "lu", parameters_.scale + kLuFullLog - 28, seed_);
  data_.sums = TeamSumWords::in(arena, "lu.sums");
}

std::vector<std::string> Lu::check() const {
  /// Measured: an iteration leaves 0.10 to 0.17 of the residual's norm.
  constexpr double kPerIteration = 0.3;
  if (residual_ < 0) return {"lu: has not run"};
  std::vector<double> u(data_.system.u.size, 0);
  for (int iteration = 0; iteration < parameters_.iterations; ++iteration) {
    std::vector<double> y = five_rest_plainly(data_.system, u);
    sweep_lu_plainly(data_.system, y, true);
    sweep_lu_plainly(data_.system, y, false);
    for (std::size_t e = 0; e < u.size(); ++e) {
      u[e] += LuData::kOmega * (2 - LuData::kOmega) * y[e];
    }
  }
  return five_check(data_.system, u, residual_, std::pow(kPerIteration, parameters_.iterations));
}

void Lu::report(accounting::StatWriter& out) const {
  accounting::StatWriter lu = out.under("lu");
  lu.write("points", data_.system.shape.points(), "1", "points of the grid");
  lu.write("iterations", parameters_.iterations, "1", "iterations of two sweeps");
  lu.write("residual", residual_, "1", "norm of the residual at the end");
}

std::string Lu::measured() const {
  return counted(parameters_.iterations, "iteration", "iterations");
}

Definition define_lu() {
  return KernelDefinition<Lu>(
             "lu", "over-relaxation of five components on a 3D grid by hyperplanes: many barriers")
      .scale()
      .number("iterations", &LuParameters::iterations, 1, 1000);
}

}  // namespace starnuma::stimulus
