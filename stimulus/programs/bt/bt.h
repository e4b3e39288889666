// SPDX-License-Identifier: Apache-2.0
// Alternating-direction implicit steps of a system with five components per point, based on the NAS
// parallel benchmark BT.
//
// Contract:
// - The measurement window starts from u = 0 and performs `steps` steps, and computes the residual
//   and its norm.
// - A step computes the residual, solves block-tridiagonal systems along all lines in x, then y,
//   then z, and adds the solution to u.
// - After the run, untimed, u is compared with the same steps by elimination of each line element
//   by element. The residual is recomputed from memory and must have decreased.
//
// Access pattern of BT: lines in x are streams. Lines in y and z access the same array with strides
// of a line and of a plane. Blocks of 5 x 5 are in the thread's own scratch memory, forward and
// backward.
// NPB counts 3478.8 floating-point operations per point and step (the rate that bt.f of NPB 3
// prints); here there are about 2500.
// Not modelled: see grid/five_components.h.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/grid/five_components.h"
#include "stimulus/kernel_state.h"
#include "stimulus/team_sum.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kBtLine{"bt_line", "line", 219};
inline constexpr LoopCost kBtForward{"bt_line", "point forward", 4049};
inline constexpr LoopCost kBtBack{"bt_line", "point back", 199};

struct BtData {
  /// Step size: assumed, in the range in which the residual decreases quickly.
  static constexpr double kStep = 0.4;
  static constexpr std::uint64_t kBlockSize = kFive * kFive;
  FiveSystem system;
  Vector scratch;  ///< One block per point of the longest line, thread by thread.
  TeamSumWords sums;

  std::uint64_t scratch_each() const { return system.shape.nx * kBlockSize; }
};

/// All lines along an axis; line n starts at point `begin(n)`.
struct BtLines {
  BtLines(const GridShape& grid, std::size_t along) : shape(grid), axis(along) {}

  GridShape shape;
  std::size_t axis;

  std::uint64_t count() const { return shape.points() / length(); }
  std::uint64_t length() const { return axis == 0 ? shape.nx : axis == 1 ? shape.ny : shape.nz; }
  std::uint64_t stride() const {
    return axis == 0 ? 1 : axis == 1 ? shape.nx : shape.nx * shape.ny;
  }
  std::uint64_t begin(std::uint64_t n) const {
    if (axis == 0) return n * shape.nx;
    return axis == 1 ? shape.at(n % shape.nx, 0, n / shape.nx)
                     : shape.at(n % shape.nx, n / shape.nx, 0);
  }
  /// Returns true if the line has inner points.
  bool inside(std::uint64_t n) const {
    const std::uint64_t side = axis == 0 ? shape.ny : shape.nx;
    const std::uint64_t sides = axis == 2 ? shape.ny : shape.nz;
    const std::uint64_t low = n % side;
    const std::uint64_t high = n / side;
    return low > 0 && low + 1 < side && high > 0 && high + 1 < sides;
  }
};

/// Returns I + step * (the axis's third of D).
constexpr FiveBlock bt_diagonal(double d) {
  return five_diagonal(1 + BtData::kStep * d / 3, BtData::kStep / 3);
}

/// Solves block * [x, y] = [side, right] by elimination without pivoting, in place.
constexpr void bt_eliminate(FiveBlock block, FiveBlock& side, FiveVector& right) {
  for (std::size_t p = 0; p < kFive; ++p) {
    const double inverse = 1 / block[p][p];
    for (std::size_t c = p + 1; c < kFive; ++c) block[p][c] *= inverse;
    for (double& value : side[p]) value *= inverse;
    right[p] *= inverse;
    for (std::size_t r = 0; r < kFive; ++r) {
      if (r == p) continue;
      const double factor = block[r][p];
      for (std::size_t c = p + 1; c < kFive; ++c) block[r][c] -= factor * block[p][c];
      for (std::size_t c = 0; c < kFive; ++c) side[r][c] -= factor * side[p][c];
      right[r] -= factor * right[p];
    }
  }
}

/// Solves one line in place of rest. The forward pass stores the blocks after each point in the
/// scratch memory, and the backward pass reads them.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void bt_line(Thread& thread, const BtData& data,
                                             const BtLines& lines, std::uint64_t first,
                                             std::uint64_t scratch_begin) {
  const Vector diagonal = data.system.diagonal;
  const Vector rest = data.system.rest;
  const Vector scratch = data.scratch;
  const FiveBlock before = kFiveBefore[lines.axis];
  const FiveBlock after = kFiveAfter[lines.axis];
  const std::uint64_t stride = lines.stride();
  const std::uint64_t length = lines.length();
  spend(thread, kBtLine);
  FiveBlock side{};
  auto last = five_load(thread, rest, first);
  for (std::uint64_t m = 1; m + 1 < length; ++m) {
    spend(thread, kBtForward);
    const auto d = thread.load(diagonal, first + m * stride);
    auto here = five_load(thread, rest, first + m * stride);
    FiveBlock block = bt_diagonal(d.value);
    for (std::size_t r = 0; r < kFive; ++r) {
      for (std::size_t c = 0; c < kFive; ++c) {
        double sum = 0;
        for (std::size_t k = 0; k < kFive; ++k) sum += before[r][k] * side[k][c];
        block[r][c] += BtData::kStep * sum;
      }
    }
    five_multiply(here.value, before, last.value, BtData::kStep);
    for (std::size_t r = 0; r < kFive; ++r) {
      for (std::size_t c = 0; c < kFive; ++c) side[r][c] = -BtData::kStep * after[r][c];
    }
    bt_eliminate(block, side, here.value);
    const auto ready = latest(d.ready, latest(here.ready, last.ready));
    for (std::size_t e = 0; e < BtData::kBlockSize; ++e) {
      thread.store(scratch, scratch_begin + m * BtData::kBlockSize + e, side[e / kFive][e % kFive],
                   ready);
    }
    five_store(thread, rest, first + m * stride, here.value, ready);
    last = {here.value, ready};
  }
  for (std::uint64_t m = length - 2; m-- > 1;) {
    spend(thread, kBtBack);
    auto here = five_load(thread, rest, first + m * stride);
    auto ready = latest(here.ready, last.ready);
    for (std::size_t r = 0; r < kFive; ++r) {
      for (std::size_t c = 0; c < kFive; ++c) {
        const auto factor =
            thread.load(scratch, scratch_begin + m * BtData::kBlockSize + r * kFive + c);
        here.value[r] -= factor.value * last.value[c];
        ready = latest(ready, factor.ready);
      }
    }
    five_store(thread, rest, first + m * stride, here.value, ready);
    last = {here.value, ready};
  }
}

template <class Thread>
class BtThread {
 public:
  BtThread(Thread& thread, const BtData& data) : thread_(thread), data_(data) {}

  /// Returns the norm of the residual, which is stored in rest.
  [[gnu::noinline]] double trial(int steps) {
    const FiveSystem& system = data_.system;
    const Range lines = share(system.shape.lines());
    const std::uint64_t line = system.shape.nx * kFive;
    const Range elements{lines.begin * line, lines.end * line};
    for (int step = 0; step < steps; ++step) {
      five_rest(thread_, system, lines);
      thread_.barrier();
      for (std::size_t axis = 0; axis < 3; ++axis) solve(BtLines(system.shape, axis));
      vector_add(thread_, system.u, BtData::kStep, system.rest, elements);
      thread_.barrier();
    }
    five_rest(thread_, system, lines);
    return std::sqrt(
        team_sum(thread_, data_.sums, vector_dot(thread_, system.rest, system.rest, elements)));
  }

 private:
  Range share(std::uint64_t count) const {
    return Range{0, count}.share(thread_.index(), thread_.threads(), 1);
  }
  void solve(const BtLines& lines) {
    const Range own = share(lines.count());
    const std::uint64_t scratch =
        static_cast<std::uint64_t>(thread_.index()) * data_.scratch_each();
    for (std::uint64_t n = own.begin; n < own.end; ++n) {
      if (lines.inside(n)) bt_line(thread_, data_, lines, lines.begin(n), scratch);
    }
    thread_.barrier();
  }

  Thread& thread_;
  const BtData& data_;
};

struct BtParameters {
  int scale = 20;
  int steps = 1;
};

class Bt : public KernelState<BtParameters, BtData> {
 public:
  static constexpr std::string_view kWorkUnit = "grid point and step";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 8000;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    BtThread<Thread> mine(thread, data_);
    open_window(thread);
    const double residual = mine.trial(parameters_.steps);
    if (thread.index() == 0) residual_ = residual;
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.system.shape.points() * static_cast<std::uint64_t>(parameters_.steps);
  }
  std::string measured() const;

 private:
  double residual_ = -1;  ///< Negative before the run.
};

}  // namespace starnuma::stimulus
