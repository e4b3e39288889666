// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients preconditioned by algebraic multigrid, as in Hypre's solvers: products with
// sparse matrices of decreasing size.
//
// Contract:
// - The measurement window performs `iterations` steps on a three-dimensional Poisson problem, and
//   computes the residual. Each step has one V-cycle with a damped Jacobi step before and after.
// - The hierarchy is built before, untimed: aggregates of 8 adjacent points, Galerkin products.
// - After the run, untimed, the solution is compared with a sequential one. The residual is
//   recomputed from it and must have decreased.
// - Rows are divided in blocks on every level; coarse levels are small and shared by all threads.
//
// Not modelled: Hypre's coarsening and interpolation, which yield denser coarse matrices.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/sparse/spmv.h"
#include "stimulus/team_sum.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kAmgSmooth{"amg_smooth", "row", 4};
inline constexpr LoopCost kAmgBegin{"amg_begin", "row", 4};

struct AmgLevel {
  CsrMatrix matrix;
  CsrMatrix restriction;   ///< To the next level, if any.
  CsrMatrix prolongation;  ///< Transpose of the restriction.
  Vector inverse_diagonal;
  Vector b, x, r;
};

struct AmgData {
  /// Damping factor of a Jacobi step.
  static constexpr double kDamping = 0.7;
  std::vector<AmgLevel> levels;  ///< Levels, finest first.
  Vector b, x, r, p, q;          ///< Vectors of the conjugate gradient method.
  TeamSumWords sums;
};

/// Computes x = x + damping * r / diagonal.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void amg_smooth(Thread& thread, const AmgLevel& level, Range own) {
  const auto x = level.x;
  const auto r = level.r;
  const auto inverse = level.inverse_diagonal;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kAmgSmooth);
    const auto a = thread.load(x, i);
    const auto b = thread.load(r, i);
    const auto d = thread.load(inverse, i);
    thread.store(x, i, a.value + AmgData::kDamping * b.value * d.value,
                 latest(a.ready, latest(b.ready, d.ready)));
  }
}

/// Performs the first Jacobi step, from x = 0.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void amg_begin(Thread& thread, const AmgLevel& level, Range own) {
  const auto x = level.x;
  const auto b = level.b;
  const auto inverse = level.inverse_diagonal;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kAmgBegin);
    const auto right = thread.load(b, i);
    const auto d = thread.load(inverse, i);
    thread.store(x, i, AmgData::kDamping * right.value * d.value, latest(right.ready, d.ready));
  }
}

template <class Thread>
class AmgThread {
 public:
  AmgThread(Thread& thread, const AmgData& data)
      : thread_(thread), data_(data), own_(share_of(data.levels.front())) {}

  /// Returns the norm of b - A x, which is stored in r.
  [[gnu::noinline]] double trial(int iterations) {
    const AmgLevel& fine = data_.levels.front();
    vector_fill(thread_, data_.x, 0, own_);
    vector_copy(thread_, data_.b, data_.r, own_);
    precondition();
    vector_copy(thread_, fine.x, data_.p, own_);
    double rho = dot(data_.r, fine.x);
    for (int i = 0; i < iterations; ++i) {
      spmv(thread_, fine.matrix, data_.p, data_.q, own_);
      const double alpha = rho / dot(data_.p, data_.q);
      vector_add(thread_, data_.x, alpha, data_.p, own_);
      vector_add(thread_, data_.r, -alpha, data_.q, own_);
      precondition();
      const double next = dot(data_.r, fine.x);
      vector_scale_add(thread_, data_.p, next / rho, fine.x, own_);
      thread_.barrier();
      rho = next;
    }
    spmv(thread_, fine.matrix, data_.x, data_.q, own_);
    vector_subtract(thread_, data_.b, data_.q, data_.r, own_);
    return std::sqrt(dot(data_.r, data_.r));
  }

 private:
  Range share_of(const AmgLevel& level) const {
    return Range{0, level.matrix.rows()}.share(thread_.index(), thread_.threads(), kVectorLine);
  }
  double dot(const Vector& x, const Vector& y) {
    return team_sum(thread_, data_.sums, vector_dot(thread_, x, y, own_));
  }
  /// Computes r = b - A x on a level, after all threads have written x.
  void residual(const AmgLevel& level, Range own) {
    thread_.barrier();
    spmv(thread_, level.matrix, level.x, level.r, own);
    vector_subtract(thread_, level.b, level.r, level.r, own);
  }
  /// Sets the finest x to the result of a V-cycle for r.
  void precondition() {
    vector_copy(thread_, data_.r, data_.levels.front().b, own_);
    const std::size_t coarsest = data_.levels.size() - 1;
    for (std::size_t l = 0; l < coarsest; ++l) {
      const AmgLevel& level = data_.levels[l];
      const AmgLevel& coarse = data_.levels[l + 1];
      const Range own = share_of(level);
      amg_begin(thread_, level, own);
      residual(level, own);
      thread_.barrier();
      spmv(thread_, level.restriction, level.r, coarse.b, share_of(coarse));
    }
    amg_begin(thread_, data_.levels[coarsest], share_of(data_.levels[coarsest]));
    for (std::size_t l = coarsest; l-- > 0;) {
      const AmgLevel& level = data_.levels[l];
      const Range own = share_of(level);
      thread_.barrier();
      spmv(thread_, level.prolongation, data_.levels[l + 1].x, level.r, own);
      vector_add(thread_, level.x, 1, level.r, own);
      residual(level, own);
      thread_.barrier();
      amg_smooth(thread_, level, own);
    }
  }

  Thread& thread_;
  const AmgData& data_;
  Range own_;
};

struct AmgParameters {
  int scale = 20;
  int iterations = 2;
};

class Amg : public KernelState<AmgParameters, AmgData> {
 public:
  static constexpr std::string_view kWorkUnit = "row and step";
  static constexpr int kInstructionsPerUnit = 350;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    AmgThread<Thread> mine(thread, data_);
    open_window(thread);
    const double residual = mine.trial(parameters_.iterations);
    if (thread.index() == 0) residual_ = residual;
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  base::Bytes host_bytes() const { return footprint().size * 3; }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.b.size * static_cast<std::uint64_t>(parameters_.iterations);
  }
  std::string measured() const;

 private:
  double residual_ = -1;  ///< Negative before the run.
};

}  // namespace starnuma::stimulus
