// SPDX-License-Identifier: Apache-2.0
// Loops of a 3D Fourier transform, as executed by one thread. The contract is that of
// programs/bfs/bfs_loops.h.
//
// Transforms along an axis process a few adjacent lines at a time, which fill whole cache lines.
// The lines are copied to the thread's scratch memory, transformed there by Stockham's algorithm
// (each stage from one half of the scratch memory to the other), and copied back.
#pragma once

#include <cstdint>

#include "models/base/arena.h"
#include "stimulus/costs.h"
#include "stimulus/range.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kFtCopyElement{"ft_copy", "element", 4};
inline constexpr LoopCost kFtCopyRow{"ft_copy", "row", 13};
inline constexpr LoopCost kFtTwiddle{"ft_stage", "twiddle factor", 24};
inline constexpr LoopCost kFtButterfly{"ft_stage", "butterfly", 28};
inline constexpr LoopCost kFtStage{"FtThread", "stage", 37};
inline constexpr LoopCost kFtEvolve{"ft_evolve", "point", 6};

struct Complex {
  double re;
  double im;
};
using ComplexArray = base::SimArray<Complex>;

/// Number of lines that are transformed together: the elements of a cache line.
inline constexpr std::uint64_t kFtLines = base::kLineBytes / sizeof(Complex);

/// Location of the elements of a few lines: element e of line l is at first + e * stride + l *
/// apart.
struct FtBlock {
  std::uint64_t first;
  std::uint64_t stride;
  std::uint64_t apart;
  std::uint64_t length;
};

template <class Thread>
[[gnu::noinline, gnu::flatten]] void ft_copy(Thread& thread, const ComplexArray& from_array,
                                             FtBlock source, const ComplexArray& to_array,
                                             FtBlock target) {
  const auto from = from_array;
  const auto to = to_array;
  for (std::uint64_t e = 0; e < source.length; ++e) {
    spend(thread, kFtCopyRow);
    for (std::uint64_t l = 0; l < kFtLines; ++l) {
      spend(thread, kFtCopyElement);
      const auto value = thread.load(from, source.first + e * source.stride + l * source.apart);
      thread.store(to, target.first + e * target.stride + l * target.apart, value.value,
                   value.ready);
    }
  }
}

/// Executes one stage of a transform of `length` elements per line; groups of `size` elements
/// belong together. `roots` are exp(-2 pi i q / n), `turns` apart for this length; `sign` -1
/// conjugates them.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void ft_stage(Thread& thread, const ComplexArray& scratch_array,
                                              std::uint64_t from, std::uint64_t to,
                                              std::uint64_t length, std::uint64_t size,
                                              const ComplexArray& roots_array, std::uint64_t turns,
                                              double sign) {
  const auto scratch = scratch_array;
  const auto roots = roots_array;
  const std::uint64_t apart = length / size;
  const std::uint64_t half = length / 2 * kFtLines;
  for (std::uint64_t j = 0; j < size / 2; ++j) {
    spend(thread, kFtTwiddle);
    const auto root = thread.load(roots, j * apart * turns);
    const double re = root.value.re;
    const double im = sign * root.value.im;
    const std::uint64_t x = from + j * apart * kFtLines;
    const std::uint64_t y = to + 2 * j * apart * kFtLines;
    for (std::uint64_t k = 0; k < apart * kFtLines; ++k) {
      spend(thread, kFtButterfly);
      const auto a = thread.load(scratch, x + k);
      const auto b = thread.load(scratch, x + k + half);
      const auto both = latest(a.ready, b.ready);
      const Complex difference{a.value.re - b.value.re, a.value.im - b.value.im};
      thread.store(scratch, y + k, Complex{a.value.re + b.value.re, a.value.im + b.value.im}, both);
      thread.store(
          scratch, y + k + apart * kFtLines,
          Complex{difference.re * re - difference.im * im, difference.re * im + difference.im * re},
          latest(both, root.ready));
    }
  }
}

/// Computes to = from = from * factors, the time step of each frequency.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void ft_evolve(Thread& thread, const ComplexArray& from_array,
                                               const base::SimArray<double>& factor_array,
                                               const ComplexArray& to_array, Range own) {
  const auto from = from_array;
  const auto factors = factor_array;
  const auto to = to_array;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kFtEvolve);
    const auto value = thread.load(from, i);
    const auto factor = thread.load(factors, i);
    const Complex next{value.value.re * factor.value, value.value.im * factor.value};
    const auto both = latest(value.ready, factor.ready);
    thread.store(from, i, next, both);
    thread.store(to, i, next, both);
  }
}

}  // namespace starnuma::stimulus
