// SPDX-License-Identifier: Apache-2.0
// Gauss-Seidel sweeps on an unstructured mesh, as in OpenFOAM's smoother: the matrix is stored by
// faces, each with an owner and a neighbour cell.
//
// Contract:
// - Cells are divided into blocks, one per thread, like the domains of a decomposed case.
// - The measurement window executes `sweeps` sweeps. In a sweep a thread first reads the values of
//   cells of other blocks, as they were before the sweep. It then processes its block's cells in
//   order; later cells use the new values immediately.
// - After the run, an untimed check repeats the sweeps on a matrix stored by rows and compares the
//   solutions. The residual must have decreased.
//
// Access pattern: a sweep streams faces and gathers neighbouring cells. Neighbours in the block are
// near; cells of other blocks are shared. A cell depends on the previous one.
// Not modelled: exchange of halos by messages; they are read in place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/range.h"
#include "stimulus/sparse/csr_matrix.h"
#include "stimulus/vector_loops.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md. The cost of border faces, which do not exist with one
// thread, is counted in the compiled loop.
inline constexpr LoopCost kMeshBorder{"mesh_borders", "border face", 6};
inline constexpr LoopCost kMeshCell{"mesh_sweep", "cell", 10};
inline constexpr LoopCost kMeshFace{"mesh_sweep", "face", 3};
inline constexpr LoopCost kMeshGive{"mesh_sweep", "face again", 4};

/// Face towards a cell of another block.
struct MeshBorder {
  std::uint32_t cell;
  std::uint32_t other;
  double factor;
};

struct MeshData {
  std::uint64_t cells = 0;
  /// Faces within blocks by their owner, the lower cell; the faces of cell c are [first[c],
  /// first[c+1]).
  base::SimArray<std::uint64_t> first;
  base::SimArray<std::uint32_t> neighbour;
  Vector factors;  ///< Factors of both cells' rows; the matrix is symmetric.
  Vector diagonal, b, x;
  Vector rest;  ///< b minus the contributions of other blocks, during a sweep.
  base::SimArray<MeshBorder> borders;      ///< Border faces, block by block.
  base::SimArray<std::uint64_t> of_block;  ///< First border of each block, and the end.

  Range block(int thread, int threads) const {
    return Range{0, cells}.share(thread, threads, kVectorLine);
  }
};

enum MeshBranch : std::uint32_t { kBranchMeshMore, kBranchMeshGiveMore };

/// Subtracts the contributions of cells of other blocks.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void mesh_borders(Thread& thread, const MeshData& data,
                                                  Range some) {
  const auto borders = data.borders;
  const auto x = data.x;
  const auto rest = data.rest;
  for (std::uint64_t i = some.begin; i < some.end; ++i) {
    spend(thread, kMeshBorder);
    const auto border = thread.load(borders, i);
    const auto other = thread.load(x, border.value.other, border.ready);
    const auto before = thread.load(rest, border.value.cell, border.ready);
    thread.store(rest, border.value.cell, before.value - border.value.factor * other.value,
                 latest(other.ready, before.ready));
  }
}

/// Computes x of a block's cells in order, and subtracts each cell's contributions from the `rest`
/// of later cells.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void mesh_sweep(Thread& thread, const MeshData& data, Range own) {
  const auto first = data.first;
  const auto neighbour = data.neighbour;
  const auto factors = data.factors;
  const auto diagonal = data.diagonal;
  const auto x = data.x;
  const auto rest = data.rest;
  for (std::uint64_t cell = own.begin; cell < own.end; ++cell) {
    spend(thread, kMeshCell);
    const auto begin = thread.load(first, cell);
    const auto end = thread.load(first, cell + 1);
    const auto right = thread.load(rest, cell);
    double sum = right.value;
    auto arrived = right.ready;
    for (std::uint64_t face = begin.value;; ++face) {
      const bool more = face < end.value;
      thread.branch(kBranchMeshMore, more, latest(begin.ready, end.ready));
      if (!more) break;
      spend(thread, kMeshFace);
      const auto other = thread.load(neighbour, face, begin.ready);
      const auto factor = thread.load(factors, face, begin.ready);
      const auto value = thread.load(x, other.value, other.ready);
      sum -= factor.value * value.value;
      arrived = latest(arrived, latest(factor.ready, value.ready));
    }
    const auto own_factor = thread.load(diagonal, cell);
    const double solved = sum / own_factor.value;
    arrived = latest(arrived, own_factor.ready);
    thread.store(x, cell, solved, arrived);
    for (std::uint64_t face = begin.value;; ++face) {
      const bool more = face < end.value;
      thread.branch(kBranchMeshGiveMore, more, latest(begin.ready, end.ready));
      if (!more) break;
      spend(thread, kMeshGive);
      const auto other = thread.load(neighbour, face, begin.ready);
      const auto factor = thread.load(factors, face, begin.ready);
      const auto before = thread.load(rest, other.value, other.ready);
      thread.store(rest, other.value, before.value - factor.value * solved,
                   latest(latest(before.ready, factor.ready), arrived));
    }
  }
}

template <class Thread>
class MeshThread {
 public:
  MeshThread(Thread& thread, const MeshData& data) : thread_(thread), data_(data) {}

  [[gnu::noinline]] void trial(int sweeps) {
    const auto self = static_cast<std::uint64_t>(thread_.index());
    const Range own = data_.block(thread_.index(), thread_.threads());
    const Range borders{thread_.load(data_.of_block, self).value,
                        thread_.load(data_.of_block, self + 1).value};
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      vector_copy(thread_, data_.b, data_.rest, own);
      mesh_borders(thread_, data_, borders);
      thread_.barrier();
      mesh_sweep(thread_, data_, own);
      thread_.barrier();
    }
  }

 private:
  Thread& thread_;
  const MeshData& data_;
};

struct MeshParameters {
  int scale = 20;
  int sweeps = 2;
};

class Mesh : public KernelState<MeshParameters, MeshData> {
 public:
  static constexpr std::string_view kWorkUnit = "cell and sweep";
  static constexpr int kInstructionsPerUnit = 90;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    MeshThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial(parameters_.sweeps);
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  base::Bytes host_bytes() const { return footprint().size * 3; }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.cells * static_cast<std::uint64_t>(parameters_.sweeps);
  }
  std::string measured() const;

 private:
  int threads_ = 1;
  HostMatrix matrix_;  ///< Matrix by rows, for the check.
};

}  // namespace starnuma::stimulus
