// SPDX-License-Identifier: Apache-2.0
// Which entries the factors of a grid's matrix have, by supernodes, and in which order they come.
//
// Contract: unknowns are the points of a cube, each coupled with its six neighbours, in the order
// of nested dissection: a cube is cut by a plane of points, which come behind both halves. A
// supernode is a plane or a small rest, cut into panels of at most kSpluPanel columns; its columns
// have the same rows below it, kept dense, those among its own columns too. L and the transpose of
// U have the same entries. Panels of a level wait for lower levels only. Plain data; untimed.
#pragma once

#include <cstdint>
#include <vector>

namespace starnuma::stimulus {

inline constexpr std::uint32_t kSpluPanel = 32;

struct SpluPanel {
  std::uint32_t first = 0;  ///< Column.
  std::uint32_t width = 0;
  std::uint32_t rows = 0;   ///< Where its rows begin in the list; its own columns come first.
  std::uint32_t count = 0;  ///< Rows.
  std::uint64_t lower =
      0;  ///< Pairs of L before it, row after row, the last pair maybe half empty.
  std::uint64_t upper = 0;  ///< The same of U transposed, without rows of its own columns.
  std::uint32_t level = 0;
  std::uint32_t unused[7] = {};

  constexpr std::uint32_t pairs() const { return (width + 1) / 2; }
};

/// Rows [begin, end) of a panel's L, or of its U.
struct SpluSolve {
  std::uint32_t panel, begin, end, upper;
};

/// A panel's L, or its U, takes products of sources [begin, end).
struct SpluUpdate {
  std::uint32_t target, begin, end, upper;
};

/// Rows [begin, end) of a panel are columns of the target.
struct SpluSource {
  std::uint32_t panel, begin, end, unused;
};

/// Of one level: [begin, end) of each list.
struct SpluLevel {
  std::uint32_t panels_end = 0, solves_end = 0, updates_end = 0;
};

struct SpluStructure {
  std::vector<std::uint32_t> point_of;  ///< By column.
  std::vector<SpluPanel> panels;        ///< By column.
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> by_level;  ///< Panels, level after level; so are all below.
  std::vector<SpluSolve> solves;
  std::vector<SpluUpdate> updates;
  std::vector<SpluSource> sources;
  std::vector<SpluLevel> levels;
  std::uint64_t lower_pairs = 0;
  std::uint64_t upper_pairs = 0;
  std::uint64_t multiplications = 0;  ///< In products; of pairs half empty, both.
};

SpluStructure splu_structure(std::uint32_t side);

/// Grid points beside this one.
std::vector<std::uint32_t> splu_neighbours(std::uint32_t side, std::uint32_t point);

}  // namespace starnuma::stimulus
