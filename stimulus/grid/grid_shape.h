// SPDX-License-Identifier: Apache-2.0
// Shape of a grid with up to three dimensions, x fastest; teams divide its lines along x.
#pragma once

#include <cstdint>

namespace starnuma::stimulus {

struct GridShape {
  std::uint64_t nx = 1;
  std::uint64_t ny = 1;
  std::uint64_t nz = 1;

  /// Returns a shape of 2^log points whose sides are powers of two and as equal as possible; x is
  /// the longest side.
  static constexpr GridShape of_powers(int log) {
    return {std::uint64_t{1} << (log + 2) / 3, std::uint64_t{1} << (log + 1) / 3,
            std::uint64_t{1} << log / 3};
  }
  constexpr std::uint64_t points() const { return nx * ny * nz; }
  /// Returns the number of lines along x; line k * ny + j has the coordinates j and k.
  constexpr std::uint64_t lines() const { return ny * nz; }
  constexpr std::uint64_t at(std::uint64_t i, std::uint64_t j, std::uint64_t k) const {
    return (k * ny + j) * nx + i;
  }
  constexpr GridShape halved() const { return {nx / 2, ny / 2, nz / 2}; }
};

}  // namespace starnuma::stimulus
