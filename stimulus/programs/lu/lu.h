// SPDX-License-Identifier: Apache-2.0
// Symmetric successive over-relaxation of a system with five components per point, based on the NAS
// parallel benchmark LU.
//
// Contract:
// - The measurement window starts from u = 0 and executes `iterations` iterations, and computes the
//   residual and its norm.
// - An iteration computes the residual, sweeps down and up through the grid, and adds the result to
//   u. A sweep solves a block of five at every point from the points that it has just solved.
// - After the run, untimed, u is compared with the same sweeps in sequential order. The residual is
//   recomputed from memory and must have decreased.
//
// Access pattern: sweeps follow hyperplanes i + j + k with a barrier after each, as NPB's LU-HP
// does. A thread processes the points of its own lines, and therefore one point of each line at a
// time. Strides are those of a line and of a plane, first with few and then with many points at
// once.
// NPB counts 1984.77 floating-point operations per point and iteration (the rate that lu.f of NPB 3
// prints); here there are about 1000.
// Not modelled: see grid/five_components.h; the pipeline with flags of NPB's other version.
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
inline constexpr LoopCost kLuLine{"lu_plane", "line and hyperplane", 18};
inline constexpr LoopCost kLuPoint{"lu_plane", "point", 1532};

struct LuData {
  /// Over-relaxation factor: omega_default in applu.incl of NPB.
  static constexpr double kOmega = 1.2;
  FiveSystem system;
  TeamSumWords sums;

  /// First hyperplane with inner points; the end follows.
  static constexpr std::uint64_t kFirstPlane = 3;
  std::uint64_t end_plane() const {
    return system.shape.nx + system.shape.ny + system.shape.nz - 5;
  }
};

/// Processes the points of a hyperplane in some lines. Down: y = D^-1 (rest + w * sum of the
/// previous y). Up: z = y + w D^-1 * sum of the following z. Both replace rest.
template <bool kDown, class Thread>
[[gnu::noinline, gnu::flatten]] void lu_plane(Thread& thread, const LuData& data, Range lines,
                                              std::uint64_t plane) {
  const FiveSystem own = data.system;
  const std::array<std::uint64_t, 3> strides = own.strides();
  for (std::uint64_t line = lines.begin; line < lines.end; ++line) {
    spend(thread, kLuLine);
    const std::uint64_t i = plane - line % own.shape.ny - line / own.shape.ny;
    if (i - 1 >= own.shape.nx - 2 || !own.inside(line)) continue;
    spend(thread, kLuPoint);
    const std::uint64_t p = line * own.shape.nx + i;
    FiveVector sum{};
    const auto d = thread.load(own.diagonal, p);
    const auto here = five_load(thread, own.rest, p);
    auto ready = latest(d.ready, here.ready);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto other = five_load(thread, own.rest, kDown ? p - strides[axis] : p + strides[axis]);
      five_multiply(sum, kDown ? kFiveBefore[axis] : kFiveAfter[axis], other.value, LuData::kOmega);
      ready = latest(ready, other.ready);
    }
    if constexpr (kDown) {
      for (std::size_t c = 0; c < kFive; ++c) sum[c] += here.value[c];
    }
    five_solve(five_diagonal(d.value, 1), sum);
    if constexpr (!kDown) {
      for (std::size_t c = 0; c < kFive; ++c) sum[c] += here.value[c];
    }
    five_store(thread, own.rest, p, sum, ready);
  }
}

template <class Thread>
class LuThread {
 public:
  LuThread(Thread& thread, const LuData& data) : thread_(thread), data_(data) {}

  /// Returns the norm of the residual, which is stored in rest.
  [[gnu::noinline]] double trial(int iterations) {
    const FiveSystem& system = data_.system;
    const Range lines = Range{0, system.shape.lines()}.share(thread_.index(), thread_.threads(), 1);
    const std::uint64_t line = system.shape.nx * kFive;
    const Range elements{lines.begin * line, lines.end * line};
    for (int iteration = 0; iteration < iterations; ++iteration) {
      five_rest(thread_, system, lines);
      thread_.barrier();
      for (std::uint64_t plane = LuData::kFirstPlane; plane < data_.end_plane(); ++plane) {
        lu_plane<true>(thread_, data_, lines, plane);
        thread_.barrier();
      }
      for (std::uint64_t plane = data_.end_plane(); plane-- > LuData::kFirstPlane;) {
        lu_plane<false>(thread_, data_, lines, plane);
        thread_.barrier();
      }
      vector_add(thread_, system.u, LuData::kOmega * (2 - LuData::kOmega), system.rest, elements);
      thread_.barrier();
    }
    five_rest(thread_, system, lines);
    return std::sqrt(
        team_sum(thread_, data_.sums, vector_dot(thread_, system.rest, system.rest, elements)));
  }

 private:
  Thread& thread_;
  const LuData& data_;
};

struct LuParameters {
  int scale = 20;
  int iterations = 1;
};

class Lu : public KernelState<LuParameters, LuData> {
 public:
  static constexpr std::string_view kWorkUnit = "grid point and iteration";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 4000;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    LuThread<Thread> mine(thread, data_);
    open_window(thread);
    const double residual = mine.trial(parameters_.iterations);
    if (thread.index() == 0) residual_ = residual;
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.system.shape.points() * static_cast<std::uint64_t>(parameters_.iterations);
  }
  std::string measured() const;

 private:
  double residual_ = -1;  ///< Negative before the run.
};

}  // namespace starnuma::stimulus
