// SPDX-License-Identifier: Apache-2.0
// Structure of the factors of a grid's matrix by supernodes, and their order.
//
// Contract:
// - Unknowns are the points of a cube, each coupled with its six neighbours, in nested dissection
//   order: a plane of points divides a cube and follows both halves.
// - A supernode is a plane or a small rest, divided into panels of at most kSpluPanel columns. Its
//   columns have the same rows below it, which are stored densely, including those among its own
//   columns.
// - L and the transpose of U have the same structure. Panels of a level only depend on lower
//   levels.
// - Plain data; untimed.
#pragma once

#include <cstdint>
#include <vector>

namespace starnuma::stimulus {

inline constexpr std::uint32_t kSpluPanel = 32;

struct SpluPanel {
  std::uint32_t first = 0;  ///< First column.
  std::uint32_t width = 0;
  std::uint32_t rows = 0;   ///< Index of its rows in the list; its own columns come first.
  std::uint32_t count = 0;  ///< Number of rows.
  /// Number of pairs of L before it, row by row; the last pair may be half empty.
  std::uint64_t lower = 0;
  /// Number of pairs of transposed U before it, without the rows of its own columns.
  std::uint64_t upper = 0;
  std::uint32_t level = 0;
  std::uint32_t unused[7] = {};

  constexpr std::uint32_t pairs() const { return (width + 1) / 2; }
};

/// Rows [begin, end) of a panel's L, or of its U.
struct SpluSolve {
  std::uint32_t panel, begin, end, upper;
};

/// Update of a panel's L, or of its U, with the products of sources [begin, end).
struct SpluUpdate {
  std::uint32_t target, begin, end, upper;
};

/// Rows [begin, end) of a panel that are columns of the target.
struct SpluSource {
  std::uint32_t panel, begin, end, unused;
};

/// Level: the ends of its parts of each list.
struct SpluLevel {
  std::uint32_t panels_end = 0, solves_end = 0, updates_end = 0;
};

struct SpluStructure {
  std::vector<std::uint32_t> point_of;  ///< Points by column.
  std::vector<SpluPanel> panels;        ///< Panels by column.
  std::vector<std::uint32_t> rows;
  /// Panels, level by level; the lists below are ordered as well.
  std::vector<std::uint32_t> by_level;
  std::vector<SpluSolve> solves;
  std::vector<SpluUpdate> updates;
  std::vector<SpluSource> sources;
  std::vector<SpluLevel> levels;
  std::uint64_t lower_pairs = 0;
  std::uint64_t upper_pairs = 0;
  /// Number of multiplications in products; includes both halves of half-empty pairs.
  std::uint64_t multiplications = 0;
};

SpluStructure splu_structure(std::uint32_t side);

/// Returns the neighbouring grid points.
std::vector<std::uint32_t> splu_neighbours(std::uint32_t side, std::uint32_t point);

}  // namespace starnuma::stimulus
