// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/matmul/matmul.h"

#include <algorithm>
#include <cmath>

#include "models/base/random.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: three matrices of 32768 rows, which fill half of a node of the publications' machines.
constexpr double kMatmulFullSide = 32768;
constexpr base::Bytes kMatmulFullSize(std::int64_t{3} * 32768 * 32768 * 8);

/// Returns row i of a tile of C, computed sequentially.
std::vector<double> row_of_tile(const MatmulData& data, std::uint64_t number, std::uint64_t i) {
  const std::uint64_t size = data.tile * data.tile;
  std::vector<double> row(data.tile, 0);
  for (std::uint64_t k = 0; k < data.side(); ++k) {
    const std::uint64_t a_tile = number / data.tiles * data.tiles + k / data.tile;
    const double factor = data.a.data[a_tile * size + i * data.tile + k % data.tile];
    const std::uint64_t b_tile = k / data.tile * data.tiles + number % data.tiles;
    const Pair* b_row = data.b.data + (b_tile * size + k % data.tile * data.tile) / 2;
    for (std::uint64_t j = 0; j < data.tile; ++j) row[j] += factor * b_row[j / 2].lanes[j % 2];
  }
  return row;
}

}  // namespace

base::Footprint Matmul::footprint() const {
  return footprint_at(parameters_.scale, kMatmulFullSize);
}

void Matmul::build(base::Arena& arena) {
  const double side = kMatmulFullSide * std::exp2((parameters_.scale - 28) / 2.0);
  data_.tile = parameters_.tile;
  data_.tiles = static_cast<std::uint64_t>(
      std::max<std::int64_t>(1, std::lround(side / static_cast<double>(data_.tile))));
  data_.sample = std::min(parameters_.sample, data_.tiles * data_.tiles);
  const std::uint64_t elements = data_.side() * data_.side();
  data_.a = arena.allocate<double>("matmul.a", elements, base::Touch::blocked());
  data_.b = arena.allocate<Pair>("matmul.b", elements / 2, base::Touch::blocked());
  data_.c = arena.allocate<Pair>("matmul.c", elements / 2, base::Touch::blocked());
  data_.counters = arena.allocate<std::uint64_t>("matmul.counters", StepCounter::kWords);
  base::Random random(seed_);
  const auto element = [&] { return static_cast<double>(1 + random.below(9)); };
  for (double& a : data_.a) a = element();
  for (Pair& b : data_.b) {
    for (int lane = 0; lane < 2; ++lane) b.lanes[lane] = element();
  }
}

std::vector<std::string> Matmul::check() const {
  Mismatches mismatches("wrong elements");
  for (std::uint64_t n = 0; n < data_.computed(); ++n) {
    const std::uint64_t number = data_.number(n);
    for (std::uint64_t i = 0; i < data_.tile; ++i) {
      const std::vector<double> expected = row_of_tile(data_, number, i);
      for (std::uint64_t j = 0; j < data_.tile; ++j) {
        const std::uint64_t at = (number * data_.tile + i) * data_.tile + j;
        const double found = data_.c.data[at / 2].lanes[at % 2];
        if (found == expected[j]) continue;
        mismatches.add("tile ", number, ", row ", i, ", column ", j, " is ", found, ", expected ",
                       expected[j]);
      }
    }
  }
  return mismatches.lines();
}

void Matmul::report(accounting::StatWriter& out) const {
  accounting::StatWriter matmul = out.under("matmul");
  matmul.write("side", data_.side(), "1", "rows and columns of each matrix");
  matmul.write("computed", data_.computed(), "1", "tiles of the product that were computed");
}

std::string Matmul::measured() const {
  if (parameters_.sample == 1) return {};
  return "every " + std::to_string(parameters_.sample) + "th tile of the product";
}

Definition define_matmul() {
  return KernelDefinition<Matmul>("matmul",
                                  "a dense matrix product by tiles: much arithmetic for each miss")
      .scale()
      .number("sample", &MatmulParameters::sample, 1, 4096)
      .option(OptionRule::choice("tile", {"16", "8", "32", "64", "128"}))
      .then([](MatmulParameters& all, const Options& options, const MachineShape&) {
        all.tile = std::stoull(options.text("tile"));
      });
}

}  // namespace starnuma::stimulus
