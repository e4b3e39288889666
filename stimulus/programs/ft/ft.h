// SPDX-License-Identifier: Apache-2.0
// Diffusion problem by 3D Fourier transforms, based on the NAS parallel benchmark FT.
//
// Contract: the measurement window transforms a random field once, and then executes `steps` time
// steps. Each step multiplies all frequencies by their factor and transforms back. After the run,
// untimed, random frequencies and points are compared with direct sums, and the total energies with
// that of the random field (Parseval's theorem).
//
// Access pattern: for each axis, groups of lines are divided in blocks, so two of three passes read
// data that other threads have written. The traffic is all-to-all, with strides of a line and of a
// plane.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/grid/grid_shape.h"
#include "stimulus/kernel_state.h"
#include "stimulus/programs/ft/ft_loops.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct FtData {
  GridShape shape;
  ComplexArray field;              ///< Random field, and the field after each step.
  ComplexArray frequencies;        ///< Transform of the field.
  base::SimArray<double> factors;  ///< Factors of a time step by frequency.
  ComplexArray roots;              ///< exp(-2 pi i q / n) for the longest side n.
  ComplexArray scratch;            ///< Two blocks of the longest lines per thread.

  std::uint64_t longest() const { return std::max({shape.nx, shape.ny, shape.nz}); }
};

template <class Thread>
class FtThread {
 public:
  FtThread(Thread& thread, const FtData& data) : thread_(thread), data_(data) {}

  [[gnu::noinline]] void trial(int steps) {
    const Range own =
        Range{0, data_.shape.points()}.share(thread_.index(), thread_.threads(), kFtLines);
    along_x(data_.field, data_.field, 1);
    along_y(data_.field, data_.field, 1);
    along_z(data_.field, data_.frequencies, 1);
    for (int step = 0; step < steps; ++step) {
      ft_evolve(thread_, data_.frequencies, data_.factors, data_.field, own);
      thread_.barrier();
      along_z(data_.field, data_.field, -1);
      along_y(data_.field, data_.field, -1);
      along_x(data_.field, data_.field, -1);
    }
  }

 private:
  void along_x(const ComplexArray& from, const ComplexArray& to, double sign) {
    const GridShape& s = data_.shape;
    for_blocks(s.lines(), from, to, sign, [&](std::uint64_t block) {
      return FtBlock{block * kFtLines * s.nx, 1, s.nx, s.nx};
    });
  }
  void along_y(const ComplexArray& from, const ComplexArray& to, double sign) {
    const GridShape& s = data_.shape;
    for_blocks(s.nx * s.nz, from, to, sign, [&](std::uint64_t block) {
      const std::uint64_t line = block * kFtLines;
      return FtBlock{s.at(line & (s.nx - 1), 0, line / s.nx), s.nx, 1, s.ny};
    });
  }
  void along_z(const ComplexArray& from, const ComplexArray& to, double sign) {
    const GridShape& s = data_.shape;
    for_blocks(s.nx * s.ny, from, to, sign, [&](std::uint64_t block) {
      return FtBlock{block * kFtLines, s.nx * s.ny, 1, s.nz};
    });
  }
  /// Transforms this thread's blocks of `lines` lines, and waits for the other threads.
  template <class BlockOf>
  void for_blocks(std::uint64_t lines, const ComplexArray& from, const ComplexArray& to,
                  double sign, BlockOf block_of) {
    const Range own = Range{0, lines / kFtLines}.share(thread_.index(), thread_.threads(), 1);
    for (std::uint64_t block = own.begin; block < own.end; ++block) {
      transform(block_of(block), from, to, sign);
    }
    thread_.barrier();
  }
  void transform(const FtBlock& block, const ComplexArray& from, const ComplexArray& to,
                 double sign) {
    const std::uint64_t half = data_.longest() * kFtLines;
    const std::uint64_t mine = 2 * half * static_cast<std::uint64_t>(thread_.index());
    FtBlock scratch{mine, kFtLines, 1, block.length};
    ft_copy(thread_, from, block, data_.scratch, scratch);
    for (std::uint64_t size = block.length; size > 1; size /= 2) {
      spend(thread_, kFtStage);
      const std::uint64_t next = scratch.first == mine ? mine + half : mine;
      ft_stage(thread_, data_.scratch, scratch.first, next, block.length, size, data_.roots,
               data_.longest() / block.length, sign);
      scratch.first = next;
    }
    ft_copy(thread_, data_.scratch, scratch, to, block);
  }

  Thread& thread_;
  const FtData& data_;
};

struct FtParameters {
  int scale = 20;
  int steps = 1;
};

class Ft : public KernelState<FtParameters, FtData> {
 public:
  static constexpr std::string_view kWorkUnit = "point and transform";
  static constexpr int kInstructionsPerUnit = 250;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    FtThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial(parameters_.steps);
    if (thread.index() == 0) ran_ = true;
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.shape.points() * static_cast<std::uint64_t>(parameters_.steps + 1);
  }
  std::string measured() const;

 private:
  Complex initial(std::uint64_t point) const;

  bool ran_ = false;
};

}  // namespace starnuma::stimulus
