// SPDX-License-Identifier: Apache-2.0
// Dense matrix product C = A B by blocks, as in BLAS libraries.
//
// Contract: matrices are stored in tiles of `tile` rows and columns, as such a library packs them.
// Threads receive tiles of C dynamically. Work grows faster than the data, so the measurement
// window only computes every `sample`-th tile of C. Elements are integers. After the run, untimed,
// every computed tile is compared with direct sums.
//
// A tile of C is computed 4 rows and 4 columns at a time with vectors of 16 bytes, as compiled for
// baseline x86-64. Wider vectors would take fewer instructions for the same misses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/kernel_state.h"
#include "stimulus/pair.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kMatmulBlock{"matmul_tile", "block of C", 31};
inline constexpr LoopCost kMatmulStep{"matmul_tile", "step", 29};
inline constexpr LoopCost kMatmulChunk{"MatmulThread", "tile of C", 66};

/// Square matrices in tiles: tile (i, j) has the number i * tiles + j; its rows are contiguous.
struct MatmulData {
  std::uint64_t tile = 16;   ///< Rows and columns of a tile; a multiple of 4.
  std::uint64_t tiles = 0;   ///< Rows and columns of tiles.
  std::uint64_t sample = 1;  ///< Every sample-th tile of C is computed, the last of each group.
  base::SimArray<double> a;
  base::SimArray<Pair> b, c;
  base::SimArray<std::uint64_t> counters;

  std::uint64_t side() const { return tile * tiles; }
  std::uint64_t computed() const { return tiles * tiles / sample; }
  std::uint64_t number(std::uint64_t n) const { return n * sample + sample - 1; }
};

/// Sums of four elements of a row of C.
struct MatmulRow {
  Pair::Vector left{};
  Pair::Vector right{};
};

/// Adds the product of a tile of A and a tile of B, given by their first elements, to a tile of C.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void matmul_tile(Thread& thread, const MatmulData& data,
                                                 std::uint64_t a_tile, std::uint64_t b_tile,
                                                 std::uint64_t c_tile) {
  constexpr std::uint64_t kRows = 4;
  constexpr std::uint64_t kPairs = 2;
  const auto a = data.a;
  const auto b = data.b;
  const auto c = data.c;
  const std::uint64_t tile = data.tile;
  const std::uint64_t row_pairs = tile / 2;
  for (std::uint64_t i = 0; i < tile; i += kRows) {
    for (std::uint64_t j = 0; j < row_pairs; j += kPairs) {
      spend(thread, kMatmulBlock);
      MatmulRow first, second, third, fourth;
      decltype(thread.load(a, a_tile).ready) arrived{};
      for (std::uint64_t k = 0; k < tile; ++k) {
        spend(thread, kMatmulStep);
        const auto left = thread.load(b, b_tile / 2 + k * row_pairs + j);
        const auto right = thread.load(b, b_tile / 2 + k * row_pairs + j + 1);
        arrived = latest(arrived, latest(left.ready, right.ready));
        const auto multiply = [&](MatmulRow& sums, std::uint64_t row) {
          const auto factor = thread.load(a, a_tile + row * tile + k);
          sums.left += factor.value * left.value.lanes;
          sums.right += factor.value * right.value.lanes;
          arrived = latest(arrived, factor.ready);
        };
        multiply(first, i);
        multiply(second, i + 1);
        multiply(third, i + 2);
        multiply(fourth, i + 3);
      }
      const auto add = [&](const MatmulRow& sums, std::uint64_t row) {
        const std::uint64_t at = c_tile / 2 + row * row_pairs + j;
        const auto left = thread.load(c, at);
        const auto right = thread.load(c, at + 1);
        thread.store(c, at, Pair{left.value.lanes + sums.left}, latest(left.ready, arrived));
        thread.store(c, at + 1, Pair{right.value.lanes + sums.right}, latest(right.ready, arrived));
      };
      add(first, i);
      add(second, i + 1);
      add(third, i + 2);
      add(fourth, i + 3);
    }
  }
}

template <class Thread>
class MatmulThread {
 public:
  MatmulThread(Thread& thread, const MatmulData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0) {}

  [[gnu::noinline]] void trial() {
    const std::uint64_t size = data_.tile * data_.tile;
    chunks_.for_each(thread_, data_.computed(), 1, kMatmulChunk, [&](Range one) {
      const std::uint64_t tile = data_.number(one.begin);
      const std::uint64_t i = tile / data_.tiles;
      const std::uint64_t j = tile % data_.tiles;
      for (std::uint64_t k = 0; k < data_.tiles; ++k) {
        matmul_tile(thread_, data_, (i * data_.tiles + k) * size, (k * data_.tiles + j) * size,
                    tile * size);
      }
    });
    thread_.barrier();
  }

 private:
  Thread& thread_;
  const MatmulData& data_;
  DynamicChunks chunks_;
};

struct MatmulParameters {
  int scale = 20;
  std::uint64_t sample = 16;
  std::uint64_t tile = 16;
};

class Matmul : public KernelState<MatmulParameters, MatmulData> {
 public:
  static constexpr std::string_view kWorkUnit = "multiplication";
  static constexpr int kInstructionsPerUnit = 3;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    MatmulThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.computed() * data_.tile * data_.tile * data_.side();
  }
  std::string measured() const;
};

}  // namespace starnuma::stimulus
