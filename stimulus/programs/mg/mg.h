// SPDX-License-Identifier: Apache-2.0
// Poisson problem on a periodic 3D grid by multigrid V-cycles, based on the NAS parallel benchmark
// MG (its operators, and its right-hand side of 10 points of +1 and 10 of -1).
//
// Contract: the measurement window starts from u = 0 and executes `cycles` V-cycles, each followed
// by the residual, and then computes the residual's norm. After the run, untimed, the residual is
// recomputed from u in memory. Its norm must have decreased with each cycle at the rate of the
// method.
//
// Access pattern: lines along x are divided in blocks; coarse grids have fewer lines than threads.
// Nine lines are streamed at a time, and shared with neighbours at the borders of blocks.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/mg/mg_loops.h"
#include "stimulus/team_sum.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct MgData {
  std::vector<MgLevel> levels;  ///< Levels, finest last.
  Vector v;                     ///< Right-hand side on the finest grid.
  TeamSumWords sums;

  const MgLevel& finest() const { return levels.back(); }
};

/// Stencils: r = v - A u uses -A; u = u + S r uses the smoother of classes S to A.
inline constexpr MgStencil kMgMinusA{8.0 / 3, 0, -1.0 / 6, -1.0 / 12};
inline constexpr MgStencil kMgSmoother{-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};

template <class Thread>
class MgThread {
 public:
  MgThread(Thread& thread, const MgData& data) : thread_(thread), data_(data) {}

  /// Returns the norm of the residual, which is stored in the finest r.
  [[gnu::noinline]] double trial(int cycles) {
    const MgLevel& top = data_.finest();
    const Range points{0, top.u.size};
    const Range own = points.share(thread_.index(), thread_.threads(), top.shape.nx);
    vector_fill(thread_, top.u, 0, own);
    vector_copy(thread_, data_.v, top.r, own);
    thread_.barrier();
    for (int cycle = 0; cycle < cycles; ++cycle) {
      down();
      up();
      residual(top, data_.v);
    }
    return std::sqrt(team_sum(thread_, data_.sums, vector_dot(thread_, top.r, top.r, own)));
  }

 private:
  /// Returns this thread's part of a level's lines.
  Range lines_of(const MgLevel& level) const {
    return Range{0, level.shape.lines()}.share(thread_.index(), thread_.threads(), 1);
  }
  void down() {
    for (std::size_t l = data_.levels.size() - 1; l > 0; --l) {
      const MgLevel& coarse = data_.levels[l - 1];
      mg_restrict(thread_, data_.levels[l], coarse, lines_of(coarse));
      thread_.barrier();
    }
  }
  void up() {
    for (std::size_t l = 0; l < data_.levels.size(); ++l) {
      const MgLevel& level = data_.levels[l];
      const Range own = lines_of(level);
      const bool finest = l + 1 == data_.levels.size();
      if (!finest) {
        vector_fill(thread_, level.u, 0, {own.begin * level.shape.nx, own.end * level.shape.nx});
        thread_.barrier();
      }
      if (l > 0) {
        const MgLevel& coarse = data_.levels[l - 1];
        mg_prolong(thread_, coarse, level, lines_of(coarse));
        thread_.barrier();
        residual(level, finest ? data_.v : level.r);
      }
      mg_stencil(thread_, level.shape, kMgSmoother, level.r, level.u, level.u, own);
      thread_.barrier();
    }
  }
  void residual(const MgLevel& level, const Vector& right) {
    mg_stencil(thread_, level.shape, kMgMinusA, level.u, right, level.r, lines_of(level));
    thread_.barrier();
  }

  Thread& thread_;
  const MgData& data_;
};

struct MgParameters {
  int scale = 20;
  int cycles = 1;
};

class Mg : public KernelState<MgParameters, MgData> {
 public:
  static constexpr std::string_view kWorkUnit = "grid point and cycle";
  static constexpr int kInstructionsPerUnit = 150;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    MgThread<Thread> mine(thread, data_);
    open_window(thread);
    const double residual = mine.trial(parameters_.cycles);
    if (thread.index() == 0) residual_ = residual;
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.v.size * static_cast<std::uint64_t>(parameters_.cycles);
  }
  std::string measured() const;

 private:
  double residual_ = -1;  ///< Negative before the run.
};

}  // namespace starnuma::stimulus
