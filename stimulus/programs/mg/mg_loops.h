// SPDX-License-Identifier: Apache-2.0
// Loops of a multigrid V-cycle on periodic grids, as executed by one thread for some lines. The
// contract is that of programs/bfs/bfs_loops.h.
//
// A stencil has one coefficient each for the point, its 6 face, 12 edge and 8 corner neighbours.
// Sums over the neighbours at one x are reused while the loop moves along x, as in the benchmark.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "stimulus/costs.h"
#include "stimulus/grid/grid_shape.h"
#include "stimulus/range.h"
#include "stimulus/vector_loops.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kMgStencilLine{"mg_stencil", "line", 74};
inline constexpr LoopCost kMgStencilPoint{"mg_stencil", "point", 37};
inline constexpr LoopCost kMgRestrictLine{"mg_restrict", "line", 76};
inline constexpr LoopCost kMgRestrictPoint{"mg_restrict", "coarse point", 19};
inline constexpr LoopCost kMgProlongLine{"mg_prolong", "line", 70};
inline constexpr LoopCost kMgProlongPoint{"mg_prolong", "coarse point", 75};

/// Coefficients by the number of coordinates in which a neighbour differs.
using MgStencil = std::array<double, 4>;

struct MgLevel {
  GridShape shape;
  Vector u;
  Vector r;
};

/// Sums at one x of the nine lines around a point: the line itself, the four lines that share a
/// face with it, and the four at its edges.
template <class Ready>
struct MgColumn {
  double centre;
  double faces;
  double edges;
  Ready ready;
};

/// Means at one x of a coarse line: at its point, between it and the next in y, in z, and in both.
template <class Ready>
struct MgMeans {
  std::array<double, 4> values;
  Ready ready;
};

/// Returns the first points of the lines around line (j, k): itself, faces, edges.
inline std::array<std::uint64_t, 9> mg_lines_around(const GridShape& shape, std::uint64_t j,
                                                    std::uint64_t k) {
  const std::uint64_t before_j = (j + shape.ny - 1) & (shape.ny - 1);
  const std::uint64_t after_j = (j + 1) & (shape.ny - 1);
  const std::uint64_t before_k = (k + shape.nz - 1) & (shape.nz - 1);
  const std::uint64_t after_k = (k + 1) & (shape.nz - 1);
  return {shape.at(0, j, k),
          shape.at(0, before_j, k),
          shape.at(0, after_j, k),
          shape.at(0, j, before_k),
          shape.at(0, j, after_k),
          shape.at(0, before_j, before_k),
          shape.at(0, after_j, before_k),
          shape.at(0, before_j, after_k),
          shape.at(0, after_j, after_k)};
}

template <class Thread>
auto mg_column(Thread& thread, const Vector& from, const std::array<std::uint64_t, 9>& lines,
               std::uint64_t i) {
  const auto centre = thread.load(from, lines[0] + i);
  const auto f1 = thread.load(from, lines[1] + i);
  const auto f2 = thread.load(from, lines[2] + i);
  const auto f3 = thread.load(from, lines[3] + i);
  const auto f4 = thread.load(from, lines[4] + i);
  const auto e1 = thread.load(from, lines[5] + i);
  const auto e2 = thread.load(from, lines[6] + i);
  const auto e3 = thread.load(from, lines[7] + i);
  const auto e4 = thread.load(from, lines[8] + i);
  const auto faces = latest(latest(f1.ready, f2.ready), latest(f3.ready, f4.ready));
  const auto edges = latest(latest(e1.ready, e2.ready), latest(e3.ready, e4.ready));
  const auto all = latest(centre.ready, latest(faces, edges));
  return MgColumn<std::decay_t<decltype(all)>>{centre.value,
                                               f1.value + f2.value + f3.value + f4.value,
                                               e1.value + e2.value + e3.value + e4.value, all};
}

template <class Column>
double mg_apply(const MgStencil& stencil, const Column& before, const Column& here,
                const Column& after) {
  return stencil[0] * here.centre + stencil[1] * (before.centre + after.centre + here.faces) +
         stencil[2] * (before.faces + after.faces + here.edges) +
         stencil[3] * (before.edges + after.edges);
}

/// Computes to = add + stencil * from.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void mg_stencil(Thread& thread, const GridShape& grid,
                                                const MgStencil& stencil, const Vector& from_array,
                                                const Vector& add_array, const Vector& to_array,
                                                Range lines) {
  const GridShape shape = grid;
  const auto from = from_array;
  const auto add = add_array;
  const auto to = to_array;
  for (std::uint64_t line = lines.begin; line < lines.end; ++line) {
    spend(thread, kMgStencilLine);
    const auto around = mg_lines_around(shape, line & (shape.ny - 1), line / shape.ny);
    auto before = mg_column(thread, from, around, shape.nx - 1);
    auto here = mg_column(thread, from, around, 0);
    for (std::uint64_t i = 0; i < shape.nx; ++i) {
      spend(thread, kMgStencilPoint);
      const auto after = mg_column(thread, from, around, (i + 1) & (shape.nx - 1));
      const auto added = thread.load(add, around[0] + i);
      thread.store(to, around[0] + i, added.value + mg_apply(stencil, before, here, after),
                   latest(latest(added.ready, before.ready), latest(here.ready, after.ready)));
      before = here;
      here = after;
    }
  }
}

/// Computes the coarse grid's r as means of the fine grid around every second point.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void mg_restrict(Thread& thread, const MgLevel& fine,
                                                 const MgLevel& coarse, Range lines) {
  constexpr MgStencil kMean{0.5, 0.25, 0.125, 0.0625};
  const GridShape shape = coarse.shape;
  const std::uint64_t last = fine.shape.nx - 1;
  const auto from = fine.r;
  const auto to = coarse.r;
  for (std::uint64_t line = lines.begin; line < lines.end; ++line) {
    spend(thread, kMgRestrictLine);
    const auto around =
        mg_lines_around(fine.shape, 2 * (line & (shape.ny - 1)), 2 * (line / shape.ny));
    auto before = mg_column(thread, from, around, last);
    for (std::uint64_t i = 0; i < shape.nx; ++i) {
      spend(thread, kMgRestrictPoint);
      const auto here = mg_column(thread, from, around, 2 * i);
      const auto after = mg_column(thread, from, around, 2 * i + 1);
      thread.store(to, line * shape.nx + i, mg_apply(kMean, before, here, after),
                   latest(before.ready, latest(here.ready, after.ready)));
      before = after;
    }
  }
}

/// Adds the coarse grid's u to the fine grid's by linear interpolation; `lines` are lines of the
/// coarse grid.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void mg_prolong(Thread& thread, const MgLevel& coarse,
                                                const MgLevel& fine, Range lines) {
  const GridShape shape = coarse.shape;
  const GridShape of_fine = fine.shape;
  const auto from = coarse.u;
  const auto to = fine.u;
  for (std::uint64_t line = lines.begin; line < lines.end; ++line) {
    spend(thread, kMgProlongLine);
    const std::uint64_t j = line & (shape.ny - 1);
    const std::uint64_t k = line / shape.ny;
    const std::uint64_t after_j = (j + 1) & (shape.ny - 1);
    const std::uint64_t after_k = (k + 1) & (shape.nz - 1);
    const std::array<std::uint64_t, 4> sources{shape.at(0, j, k), shape.at(0, after_j, k),
                                               shape.at(0, j, after_k),
                                               shape.at(0, after_j, after_k)};
    const std::array<std::uint64_t, 4> targets{
        of_fine.at(0, 2 * j, 2 * k), of_fine.at(0, 2 * j + 1, 2 * k),
        of_fine.at(0, 2 * j, 2 * k + 1), of_fine.at(0, 2 * j + 1, 2 * k + 1)};
    const auto means = [&](std::uint64_t i) {
      const auto a = thread.load(from, sources[0] + i);
      const auto b = thread.load(from, sources[1] + i);
      const auto c = thread.load(from, sources[2] + i);
      const auto d = thread.load(from, sources[3] + i);
      const auto all = latest(latest(a.ready, b.ready), latest(c.ready, d.ready));
      return MgMeans<std::decay_t<decltype(all)>>{
          {a.value, 0.5 * (a.value + b.value), 0.5 * (a.value + c.value),
           0.25 * (a.value + b.value + c.value + d.value)},
          all};
    };
    auto here = means(0);
    for (std::uint64_t i = 0; i < shape.nx; ++i) {
      spend(thread, kMgProlongPoint);
      const auto after = means((i + 1) & (shape.nx - 1));
      for (std::size_t t = 0; t < targets.size(); ++t) {
        const auto even = thread.load(to, targets[t] + 2 * i);
        thread.store(to, targets[t] + 2 * i, even.value + here.values[t],
                     latest(even.ready, here.ready));
        const auto odd = thread.load(to, targets[t] + 2 * i + 1);
        thread.store(to, targets[t] + 2 * i + 1,
                     odd.value + 0.5 * (here.values[t] + after.values[t]),
                     latest(odd.ready, latest(here.ready, after.ready)));
      }
      here = after;
    }
  }
}

}  // namespace starnuma::stimulus
