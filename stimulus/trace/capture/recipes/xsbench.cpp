// SPDX-License-Identifier: Apache-2.0
// Lookups of macroscopic cross-sections on a unionized grid, as in XSBench.
//
//   xsbench POINTS LOOKUPS   POINTS: energies of each of the 68 nuclides; LOOKUPS: total of all
//   threads
//
// As in XSBench, a lookup draws an energy and one of 12 materials, and performs a binary search in
// the energies of all nuclides. The index row at that position contains the position of each
// nuclide of the material. The lookup then adds up five cross-sections, interpolated between rows
// of 48 bytes. Threads receive lookups in chunks of a hundred, and one thread initializes the
// tables.
// The numbers of nuclides of a material and its share of the lookups are those of the small
// reactor; the nuclides and densities are random. The exit code is 1 if lookups differ from a
// search in each nuclide's own energies.
#include <starnuma_roi.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace {

constexpr int kNuclides = 68, kSections = 5, kMaterials = 12, kChunk = 100;
constexpr std::array<int, kMaterials> kSizes = {34, 5, 4, 4, 27, 21, 21, 21, 21, 21, 9, 9};
constexpr std::array<double, kMaterials> kShares = {.140, .052, .275, .134, .154, .064,
                                                    .066, .055, .008, .015, .025, .013};

/// Returns a pseudo-random number in [0, 1) for each i.
double drawn(std::uint64_t i) {
  std::uint64_t z = i * 0x9e3779b97f4a7c15ULL + 0x9e3779b97f4a7c15ULL;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
}

using Sections = std::array<double, kSections>;
struct Row {
  double energy;
  Sections sections;
};
struct Part {
  int nuclide;
  double density;
};

struct Tables {
  explicit Tables(int points);
  const Row* rows_of(int nuclide) const {
    return rows.data() + static_cast<std::ptrdiff_t>(nuclide) * points;
  }
  int points;
  std::vector<Row> rows;
  std::vector<double> energies;     ///< Energies of all nuclides in ascending order.
  std::vector<std::int32_t> index;  ///< By energy: the row of each nuclide below it.
  std::array<std::vector<Part>, kMaterials> materials;
};

Tables::Tables(int points) : points(points) {
  std::uint64_t draw = 0;
  for (int n = 0; n < kNuclides; ++n) {
    const auto first = static_cast<std::ptrdiff_t>(rows.size());
    for (int p = 0; p < points; ++p) {
      Row row{drawn(draw++), {}};
      for (double& section : row.sections) section = drawn(draw++);
      rows.push_back(row);
    }
    std::sort(rows.begin() + first, rows.end(),
              [](const Row& a, const Row& b) { return a.energy < b.energy; });
  }
  for (const Row& row : rows) energies.push_back(row.energy);
  std::sort(energies.begin(), energies.end());
  std::array<std::int32_t, kNuclides> at{};
  for (const double energy : energies) {
    for (int n = 0; n < kNuclides; ++n) {
      std::int32_t& row = at[static_cast<std::size_t>(n)];
      while (row + 2 < points && rows_of(n)[row + 1].energy <= energy) ++row;
      index.push_back(row);
    }
  }
  for (std::size_t m = 0; m < kMaterials; ++m) {
    std::array<int, kNuclides> order;
    std::iota(order.begin(), order.end(), 0);
    for (int i = 0; i < kSizes[m]; ++i) {
      const int with = i + static_cast<int>(drawn(draw++) * (kNuclides - i));
      std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(with)]);
      materials[m].push_back({order[static_cast<std::size_t>(i)], drawn(draw++)});
    }
  }
}

/// Returns the energy and the material of lookup i.
std::pair<double, std::size_t> drawn_look_up(std::uint64_t i) {
  double left = drawn(~(2 * i));
  std::size_t material = 0;
  while (material + 1 < kMaterials && left >= kShares[material]) left -= kShares[material++];
  return {drawn(~(2 * i + 1)), material};
}

/// Returns the last of `count` ordered energies, except the very last, that does not exceed the
/// energy; or the first.
template <class EnergyOf>
std::int64_t below(std::int64_t count, double energy, EnergyOf energy_of) {
  std::int64_t low = 0, high = count - 1;
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (energy_of(middle) > energy ? high : low) = middle;
  }
  return low;
}

void add(Sections& sum, const Row* row, double energy, double density) {
  const double part = (row[1].energy - energy) / (row[1].energy - row[0].energy);
  for (std::size_t s = 0; s < kSections; ++s) {
    sum[s] += density * (row[1].sections[s] - part * (row[1].sections[s] - row[0].sections[s]));
  }
}

std::uint64_t largest(const Sections& sum) {
  return static_cast<std::uint64_t>(std::max_element(sum.begin(), sum.end()) - sum.begin()) + 1;
}

std::uint64_t look_up(const Tables& tables, std::uint64_t i) {
  const auto [energy, material] = drawn_look_up(i);
  const auto place = below(static_cast<std::int64_t>(tables.energies.size()), energy,
                           [&](std::int64_t e) { return tables.energies[e]; });
  Sections sum{};
  for (const Part& part : tables.materials[material]) {
    const std::int32_t row = tables.index[place * kNuclides + part.nuclide];
    add(sum, tables.rows_of(part.nuclide) + row, energy, part.density);
  }
  return largest(sum);
}

std::uint64_t plain_look_up(const Tables& tables, std::uint64_t i) {
  const auto [energy, material] = drawn_look_up(i);
  Sections sum{};
  for (const Part& part : tables.materials[material]) {
    const Row* const rows = tables.rows_of(part.nuclide);
    const auto row = below(tables.points, energy, [&](std::int64_t e) { return rows[e].energy; });
    add(sum, rows + row, energy, part.density);
  }
  return largest(sum);
}

int run(int points, int lookups) {
  const Tables tables(points);
  std::uint64_t result = 0, plain = 0;
  STARNUMA_ROI_BEGIN();
#pragma omp parallel for schedule(dynamic, kChunk) reduction(+ : result)
  for (int i = 0; i < lookups; ++i) result += look_up(tables, static_cast<std::uint64_t>(i));
  STARNUMA_ROI_END();
#pragma omp parallel for reduction(+ : plain)
  for (int i = 0; i < lookups; ++i) plain += plain_look_up(tables, static_cast<std::uint64_t>(i));
  std::printf("%d look-ups, result %llu, plain %llu\n", lookups,
              static_cast<unsigned long long>(result), static_cast<unsigned long long>(plain));
  return result == plain ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return argc == 3 ? run(std::max(2, std::atoi(argv[1])), std::atoi(argv[2])) : 2;
}
