// SPDX-License-Identifier: Apache-2.0
// Supernodal LU factorization of a sparse matrix, as in SuperLU.
//
// Contract:
// - The matrix couples the points of a cube with their neighbours. Values are random and not
//   symmetric; diagonals dominate their rows, so there is no pivoting (as after SuperLU's static
//   pivoting).
// - The measurement window is the numeric factorization, level by level: diagonal blocks, the rows
//   of L and U below them, and the updates of panels above. Threads receive pieces dynamically.
// - Structure and order are computed before, untimed.
// - After the run the factors solve a system with a known solution, and are compared with a
//   factorization by rows without supernodes.
//
// Not modelled: row exchanges, two-dimensional distribution, gathering of products before they are
// scattered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/splu/splu_loops.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

inline constexpr LoopCost kSpluChunk{"SpluThread", "piece of work", 116};

template <class Thread>
class SpluThread {
 public:
  SpluThread(Thread& thread, const SpluData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0) {}

  [[gnu::noinline]] void trial() {
    SpluLevel done;
    for (const SpluLevel& level : data_.structure.levels) {
      step({done.panels_end, level.panels_end}, [&](std::uint64_t n) { diagonal(n); });
      step({done.solves_end, level.solves_end}, [&](std::uint64_t n) { solve(n); });
      step({done.updates_end, level.updates_end}, [&](std::uint64_t n) { update(n); });
      done = level;
    }
  }

 private:
  /// Executes pieces of work in any order by all threads.
  template <class Work>
  void step(Range pieces, const Work& work) {
    if (pieces.size() == 0) return;
    chunks_.for_each(thread_, pieces.size(), 1, kSpluChunk,
                     [&](Range one) { work(pieces.begin + one.begin); });
    thread_.barrier();
    chunks_.close(thread_);
  }
  void diagonal(std::uint64_t n) {
    const SpluPanel panel = thread_.load(data_.panels, thread_.load(data_.by_level, n).value).value;
    for (std::uint32_t row = 1; row < panel.width; ++row) {
      splu_eliminate(thread_, data_, panel, row, row);
    }
  }
  void solve(std::uint64_t n) {
    const SpluSolve solve = thread_.load(data_.solves, n).value;
    const SpluPanel panel = thread_.load(data_.panels, solve.panel).value;
    for (std::uint32_t row = solve.begin; row < solve.end; ++row) {
      if (solve.upper != 0) {
        splu_forward(thread_, data_, panel, row);
      } else {
        splu_eliminate(thread_, data_, panel, row, panel.width);
      }
    }
  }
  void update(std::uint64_t n) {
    const SpluUpdate update = thread_.load(data_.updates, n).value;
    const SpluPanel target = thread_.load(data_.panels, update.target).value;
    for (std::uint32_t s = update.begin; s < update.end; ++s) {
      const SpluSource source = thread_.load(data_.sources, s).value;
      const SpluPanel panel = thread_.load(data_.panels, source.panel).value;
      splu_update(thread_, data_, target, panel, source, update.upper != 0);
    }
  }

  Thread& thread_;
  const SpluData& data_;
  DynamicChunks chunks_;
};

struct SpluParameters {
  int scale = 20;
};

class Splu : public KernelState<SpluParameters, SpluData> {
 public:
  static constexpr std::string_view kWorkUnit = "multiplication";
  static constexpr int kInstructionsPerUnit = 7;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    SpluThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return data_.structure.multiplications; }
  std::string measured() const { return {}; }

 private:
  /// Returns entry (row, column) of the original matrix; columns are in elimination order.
  double entry(std::uint32_t row, std::uint32_t column) const;
  std::uint32_t side() const;
};

}  // namespace starnuma::stimulus
