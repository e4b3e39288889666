// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/mg/mg.h"

#include <algorithm>
#include <cmath>

#include "models/base/random.h"
#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

/// Class D: 1024^3 points (NAS, "Problem sizes and parameters") of 8 bytes in v, and in u and r on
/// all levels.
constexpr base::Bytes kMgClassD((std::int64_t{1} << 30) * 8 * (7 + 8 + 8) / 7);
/// log2 of the points at scale 28.
constexpr int kMgClassDLog = 30;
/// Number of charges of each sign in the right-hand side.
constexpr int kCharges = 10;

/// Returns the levels, finest last; the coarsest has two points in z.
std::vector<MgLevel> levels_of(base::Arena& arena, GridShape finest) {
  std::vector<MgLevel> levels;
  for (GridShape shape = finest; shape.nz >= 2; shape = shape.halved()) {
    const std::string name = "mg." + std::to_string(shape.nx);
    levels.push_back({shape,
                      arena.allocate<double>(name + ".u", shape.points(), base::Touch::blocked()),
                      arena.allocate<double>(name + ".r", shape.points(), base::Touch::blocked())});
  }
  std::reverse(levels.begin(), levels.end());
  return levels;
}

/// Returns v - A u at a point, by the definition.
double residual_at(const MgData& data, std::uint64_t i, std::uint64_t j, std::uint64_t k) {
  const GridShape& shape = data.finest().shape;
  double sum = data.v.data[shape.at(i, j, k)];
  for (std::uint64_t dk = 0; dk < 3; ++dk) {
    for (std::uint64_t dj = 0; dj < 3; ++dj) {
      for (std::uint64_t di = 0; di < 3; ++di) {
        const std::size_t distance = (di != 1 ? 1 : 0) + (dj != 1 ? 1 : 0) + (dk != 1 ? 1 : 0);
        const std::uint64_t at =
            shape.at((i + di + shape.nx - 1) % shape.nx, (j + dj + shape.ny - 1) % shape.ny,
                     (k + dk + shape.nz - 1) % shape.nz);
        sum += kMgMinusA[distance] * data.finest().u.data[at];
      }
    }
  }
  return sum;
}

}  // namespace

base::Footprint Mg::footprint() const { return footprint_at(parameters_.scale, kMgClassD); }

void Mg::build(base::Arena& arena) {
  const GridShape shape = GridShape::of_powers(parameters_.scale + kMgClassDLog - 28);
  data_.levels = levels_of(arena, shape);
  data_.v = arena.allocate<double>("mg.v", shape.points(), base::Touch::blocked());
  data_.sums = TeamSumWords::in(arena, "mg.sums");
  base::Random random(seed_);
  for (int charges = 0; charges < 2 * kCharges;) {
    double& v = data_.v.data[random.below(data_.v.size)];
    if (v != 0) continue;
    v = charges++ < kCharges ? 1 : -1;
  }
}

std::vector<std::string> Mg::check() const {
  constexpr double kRounding = 1e-12;
  /// Measured: eight cycles leave 0.3 to their power of the residual's norm, fewer cycles leave
  /// less.
  constexpr double kPerCycle = 0.4;
  if (residual_ < 0) return {"mg: has not run"};
  Mismatches mismatches("wrong residuals");
  const GridShape& shape = data_.finest().shape;
  double squares = 0;
  for (std::uint64_t p = 0; p < shape.points(); ++p) {
    const double expected =
        residual_at(data_, p % shape.nx, p / shape.nx % shape.ny, p / shape.nx / shape.ny);
    squares += expected * expected;
    const double residual = data_.finest().r.data[p];
    if (std::abs(residual - expected) <= kRounding) continue;
    mismatches.add("the residual at point ", p, " is ", residual, ", expected ", expected);
  }
  if (std::abs(residual_ - std::sqrt(squares)) > kRounding * std::sqrt(2.0 * kCharges)) {
    mismatches.add("the residual's norm is ", residual_, ", expected ", std::sqrt(squares));
  }
  const double most = std::sqrt(2.0 * kCharges) * std::pow(kPerCycle, parameters_.cycles);
  if (residual_ > most + kRounding) {
    mismatches.add("the residual's norm is ", residual_, " after ", measured(), ", at most ", most,
                   " is expected");
  }
  return mismatches.lines();
}

void Mg::report(accounting::StatWriter& out) const {
  accounting::StatWriter mg = out.under("mg");
  mg.write("points", data_.v.size, "1", "points of the finest grid");
  mg.write("levels", data_.levels.size(), "1", "grids, the finest to the coarsest");
  mg.write("cycles", parameters_.cycles, "1", "V-cycles");
  mg.write("residual", residual_, "1", "norm of the residual at the end");
}

std::string Mg::measured() const { return counted(parameters_.cycles, "V-cycle", "V-cycles"); }

Definition define_mg() {
  return KernelDefinition<Mg>(
             "mg", "multigrid V-cycles on a periodic 3D grid: streams of neighbouring lines")
      .scale()
      .number("cycles", &MgParameters::cycles, 1, 100);
}

}  // namespace starnuma::stimulus
