// SPDX-License-Identifier: Apache-2.0
// Linear system of five coupled components per point of a 3D grid, as in each step of implicit flow
// solvers (the NAS parallel benchmarks LU and BT).
//
// Contract:
// - At an inner point p, A u = D(p) u(p) - sum over axes of (I + M) u(before) and (I - M) u(after).
//   M couples the components along the axis, and D(p) = d(p) I + K. u is 0 on the faces of the
//   grid.
// - d exceeds the sum of the magnitudes of the other coefficients, so sweeps converge.
// - The components of a point are adjacent; lines along x are divided among the team.
//
// Not modelled: NPB derives its blocks from the flow at each point. Here all couplings except d are
// constant, so a point needs less arithmetic.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "stimulus/grid/grid_shape.h"
#include "stimulus/vector_loops.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kFiveRestLine{"five_rest", "line", 58};
inline constexpr LoopCost kFiveRest{"five_rest", "point", 1717};

inline constexpr std::uint64_t kFive = 5;
using FiveVector = std::array<double, kFive>;
using FiveBlock = std::array<FiveVector, kFive>;  ///< Row-major block.

/// Returns M along x, y or z; each couples every component with two others.
constexpr FiveBlock five_coupling(std::size_t axis) {
  FiveBlock block{};
  for (std::size_t r = 0; r < kFive; ++r) {
    block[r][r] = axis == 1 ? -0.1 : 0.1;
    block[r][(r + 1 + axis) % kFive] = 0.05;
    block[r][(r + 4 - axis) % kFive] = -0.05;
  }
  return block;
}

/// Returns I + sign * M.
constexpr FiveBlock five_side(std::size_t axis, double sign) {
  FiveBlock block = five_coupling(axis);
  for (std::size_t r = 0; r < kFive; ++r) {
    for (double& value : block[r]) value *= sign;
    block[r][r] += 1;
  }
  return block;
}

/// Coefficients of the points before and after, by axis.
inline constexpr std::array<FiveBlock, 3> kFiveBefore{five_side(0, 1), five_side(1, 1),
                                                      five_side(2, 1)};
inline constexpr std::array<FiveBlock, 3> kFiveAfter{five_side(0, -1), five_side(1, -1),
                                                     five_side(2, -1)};

/// Returns `own` I + `share` K; K couples all components.
constexpr FiveBlock five_diagonal(double own, double share) {
  FiveBlock block{};
  for (std::size_t r = 0; r < kFive; ++r) {
    for (std::size_t c = 0; c < kFive; ++c) block[r][c] = share * (r < c ? 0.05 : -0.05);
    block[r][r] = own;
  }
  return block;
}

/// Computes to += sign * block * from.
constexpr void five_multiply(FiveVector& to, const FiveBlock& block, const FiveVector& from,
                             double sign) {
  for (std::size_t r = 0; r < kFive; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < kFive; ++c) sum += block[r][c] * from[c];
    to[r] += sign * sum;
  }
}

/// Solves block * x = right by elimination without pivoting; `right` becomes x.
constexpr void five_solve(FiveBlock block, FiveVector& right) {
  for (std::size_t p = 0; p < kFive; ++p) {
    const double inverse = 1 / block[p][p];
    for (std::size_t r = p + 1; r < kFive; ++r) {
      const double factor = block[r][p] * inverse;
      for (std::size_t c = p + 1; c < kFive; ++c) block[r][c] -= factor * block[p][c];
      right[r] -= factor * right[p];
    }
  }
  for (std::size_t r = kFive; r-- > 0;) {
    for (std::size_t c = r + 1; c < kFive; ++c) right[r] -= block[r][c] * right[c];
    right[r] /= block[r][r];
  }
}

struct FiveSystem {
  GridShape shape;
  Vector diagonal;  ///< d of each point.
  Vector u, right,
      rest;  ///< Five values per point: solution, right-hand side, and residual or its changes.

  /// Returns true if a line along x has inner points.
  bool inside(std::uint64_t line) const {
    const std::uint64_t j = line % shape.ny;
    const std::uint64_t k = line / shape.ny;
    return j > 0 && j + 1 < shape.ny && k > 0 && k + 1 < shape.nz;
  }
  std::array<std::uint64_t, 3> strides() const { return {1, shape.nx, shape.nx * shape.ny}; }
};

/// Five components of a point and their arrival time.
template <class Ready>
struct FiveLoaded {
  FiveVector value;
  Ready ready;
};

template <class Thread>
auto five_load(Thread& thread, const Vector& from, std::uint64_t point) {
  const auto c0 = thread.load(from, point * kFive);
  const auto c1 = thread.load(from, point * kFive + 1);
  const auto c2 = thread.load(from, point * kFive + 2);
  const auto c3 = thread.load(from, point * kFive + 3);
  const auto c4 = thread.load(from, point * kFive + 4);
  const auto ready =
      latest(latest(latest(c0.ready, c1.ready), latest(c2.ready, c3.ready)), c4.ready);
  return FiveLoaded<std::decay_t<decltype(ready)>>{
      {c0.value, c1.value, c2.value, c3.value, c4.value}, ready};
}

template <class Thread, class Ready>
void five_store(Thread& thread, const Vector& to, std::uint64_t point, const FiveVector& value,
                Ready ready) {
  for (std::uint64_t c = 0; c < kFive; ++c) thread.store(to, point * kFive + c, value[c], ready);
}

/// Computes rest = right - A u at the inner points of some lines.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void five_rest(Thread& thread, const FiveSystem& system,
                                               Range lines) {
  const FiveSystem own = system;
  const std::array<std::uint64_t, 3> strides = own.strides();
  for (std::uint64_t line = lines.begin; line < lines.end; ++line) {
    if (!own.inside(line)) continue;
    spend(thread, kFiveRestLine);
    for (std::uint64_t p = line * own.shape.nx + 1; p + 1 < (line + 1) * own.shape.nx; ++p) {
      spend(thread, kFiveRest);
      auto rest = five_load(thread, own.right, p);
      const auto d = thread.load(own.diagonal, p);
      const auto here = five_load(thread, own.u, p);
      five_multiply(rest.value, five_diagonal(d.value, 1), here.value, -1);
      rest.ready = latest(rest.ready, latest(d.ready, here.ready));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto before = five_load(thread, own.u, p - strides[axis]);
        const auto after = five_load(thread, own.u, p + strides[axis]);
        five_multiply(rest.value, kFiveBefore[axis], before.value, 1);
        five_multiply(rest.value, kFiveAfter[axis], after.value, 1);
        rest.ready = latest(rest.ready, latest(before.ready, after.ready));
      }
      five_store(thread, own.rest, p, rest.value, rest.ready);
    }
  }
}

/// Allocates and initializes a system of 2^log points: u is 0, the right-hand side and d are
/// random.
FiveSystem five_system(base::Arena& arena, const std::string& name, int log, std::uint64_t seed);

/// Returns right - A u, computed by plain loops over the elements of the blocks.
std::vector<double> five_rest_plainly(const FiveSystem& system, const std::vector<double>& u);

/// Checks the result of a run that reports a residual of this norm: u against `expected`, the
/// residual in `rest`, and the norm, which must not exceed `most` times the norm for u = 0.
std::vector<std::string> five_check(const FiveSystem& system, const std::vector<double>& expected,
                                    double norm, double most);

}  // namespace starnuma::stimulus
