// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients on a random sparse matrix, based on the NAS parallel benchmark CG.
//
// Contract: the measurement window solves A x = b from x = 0 in `iterations` steps and then
// computes the residual b - A x, as the benchmark does. After the run, untimed, the residual is
// recomputed from memory, and the solution is compared with a sequential one.
//
// Access pattern: rows are divided in blocks. Matrix entries are streamed and private; p is
// gathered at random by all threads and rewritten by its owners in every step.
// Not modelled: the outer iteration for an eigenvalue, whose inner loop this is. The matrix is not
// the benchmark's (sums of outer products), but also has random positions.
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

struct CgData {
  CsrMatrix matrix;
  Vector b, x, r, p, q;
  TeamSumWords sums;
};

template <class Thread>
class CgThread {
 public:
  CgThread(Thread& thread, const CgData& data)
      : thread_(thread),
        data_(data),
        own_(Range{0, data.matrix.rows()}.share(thread.index(), thread.threads(), kVectorLine)) {}

  /// Returns the norm of b - A x, which is stored in r.
  [[gnu::noinline]] double trial(int iterations) {
    vector_fill(thread_, data_.x, 0, own_);
    vector_copy(thread_, data_.b, data_.r, own_);
    vector_copy(thread_, data_.b, data_.p, own_);
    double rho = dot(data_.r, data_.r);
    for (int i = 0; i < iterations; ++i) {
      spmv(thread_, data_.matrix, data_.p, data_.q, own_);
      const double alpha = rho / dot(data_.p, data_.q);
      vector_add(thread_, data_.x, alpha, data_.p, own_);
      vector_add(thread_, data_.r, -alpha, data_.q, own_);
      const double next = dot(data_.r, data_.r);
      vector_scale_add(thread_, data_.p, next / rho, data_.r, own_);
      thread_.barrier();
      rho = next;
    }
    spmv(thread_, data_.matrix, data_.x, data_.q, own_);
    vector_subtract(thread_, data_.b, data_.q, data_.r, own_);
    return std::sqrt(dot(data_.r, data_.r));
  }

 private:
  double dot(const Vector& x, const Vector& y) {
    return team_sum(thread_, data_.sums, vector_dot(thread_, x, y, own_));
  }

  Thread& thread_;
  const CgData& data_;
  Range own_;
};

struct CgParameters {
  int scale = 20;
  int iterations = 4;
  /// Entries per row; fewer if the matrix has less than twice as many rows.
  std::uint64_t row = 484;
};

class Cg : public KernelState<CgParameters, CgData> {
 public:
  static constexpr std::string_view kWorkUnit = "entry and product";
  static constexpr int kInstructionsPerUnit = 8;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    CgThread<Thread> mine(thread, data_);
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
    return data_.matrix.entries() * static_cast<std::uint64_t>(parameters_.iterations + 1);
  }
  std::string measured() const;

 private:
  double residual_ = -1;  ///< Negative before the run.
};

}  // namespace starnuma::stimulus
