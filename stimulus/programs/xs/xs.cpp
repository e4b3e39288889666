// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/xs/xs.h"

#include <algorithm>
#include <numeric>

#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

/// Large reactor: 355 nuclides of 11303 energies (XSBench's defaults), 4 bytes of index per nuclide
/// and energy of all.
constexpr base::Bytes kXsLarge(std::int64_t{355} * 355 * 11303 * 4);

double fraction(base::Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

/// Initializes the rows. Every nuclide has a row at 0 and one at 1, so that each energy is between
/// two rows.
void fill_rows(const XsData& data, base::Random& random) {
  std::vector<double> energies(data.points);
  for (std::uint64_t n = 0; n < XsData::kNuclides; ++n) {
    for (double& energy : energies) energy = fraction(random);
    energies.front() = 0;
    energies.back() = 1;
    std::sort(energies.begin(), energies.end());
    for (std::uint64_t p = 0; p < data.points; ++p) {
      XsRow& row = data.rows.data[n * data.points + p];
      row.energy = energies[p];
      for (double& section : row.sections) section = fraction(random);
    }
  }
}

/// Builds the sorted energies of all rows and, for each energy, the row of every nuclide that does
/// not exceed it.
void unite(const XsData& data) {
  std::vector<std::uint32_t> order(data.rows.size);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return data.rows.data[a].energy < data.rows.data[b].energy;
  });
  std::vector<std::uint32_t> row(XsData::kNuclides, 0);
  for (std::uint64_t e = 0; e < order.size(); ++e) {
    const auto nuclide = static_cast<std::size_t>(order[e] / data.points);
    const auto own = static_cast<std::uint32_t>(order[e] % data.points);
    row[nuclide] = std::min(own, static_cast<std::uint32_t>(data.points - 2));
    data.energies.data[e] = data.rows.data[order[e]].energy;
    std::copy(row.begin(), row.end(), data.index.data + e * XsData::kNuclides);
  }
}

/// Performs the same lookup by a search of each nuclide's own rows.
std::uint32_t look_up_plainly(const XsData& data, const XsDraw& draw) {
  XsSections sums{};
  for (std::uint64_t n = data.first[draw.material]; n < data.first[draw.material + 1]; ++n) {
    const XsNuclide& nuclide = data.contents.data[n];
    const XsRow* first = data.rows.data + nuclide.number * data.points;
    const XsRow* above =
        std::upper_bound(first, first + data.points - 1, draw.energy,
                         [](double energy, const XsRow& row) { return energy < row.energy; });
    xs_add(sums, above[-1], *above, draw.energy, nuclide.density);
  }
  return xs_largest(sums);
}

}  // namespace

base::Footprint Xs::footprint() const { return footprint_at(parameters_.scale, kXsLarge); }

void Xs::build(base::Arena& arena) {
  constexpr std::uint64_t kBytesPerPoint =
      XsData::kNuclides *
      (XsData::kNuclides * sizeof(std::uint32_t) + sizeof(XsRow) + sizeof(double));
  counts_.assign(static_cast<std::size_t>(arena.threads()), ChannelCounts{});
  data_.points = std::max<std::uint64_t>(
      3, static_cast<std::uint64_t>(footprint().size.value) / kBytesPerPoint);
  const std::uint64_t rows = data_.points * XsData::kNuclides;
  data_.energies = arena.allocate<double>("xs.energies", rows);
  data_.index = arena.allocate<std::uint32_t>("xs.index", rows * XsData::kNuclides);
  data_.rows = arena.allocate<XsRow>("xs.rows", rows);
  for (std::size_t m = 0; m < XsMaterials::kNuclides.size(); ++m) {
    data_.first[m + 1] = data_.first[m] + XsMaterials::kNuclides[m];
  }
  data_.contents = arena.allocate<XsNuclide>("xs.contents", data_.first.back());
  base::Random random(seed_);
  fill_rows(data_, random);
  unite(data_);
  for (XsNuclide& nuclide : data_.contents) {
    nuclide = {static_cast<std::uint32_t>(random.below(XsData::kNuclides)), 0, fraction(random)};
  }
}

std::vector<std::string> Xs::check() const {
  Mismatches mismatches("wrong counts");
  for (std::uint64_t thread = 0; thread < counts_.size(); ++thread) {
    ChannelCounts expected{};
    base::Random random = random_of(thread);
    for (std::uint64_t i = lookups_of(thread); i > 0; --i) {
      ++expected[look_up_plainly(data_, xs_draw(random))];
    }
    for (std::size_t c = 0; c < kXsChannels; ++c) {
      if (counts_[thread][c] == expected[c]) continue;
      mismatches.add("thread ", thread, ": channel ", c, " was largest ", counts_[thread][c],
                     " times, expected ", expected[c]);
    }
  }
  return mismatches.lines();
}

void Xs::report(accounting::StatWriter& out) const {
  accounting::StatWriter xs = out.under("xs");
  xs.write("energies", data_.energies.size, "1", "energies of all nuclides together");
  xs.write("lookups", parameters_.lookups, "1", "look-ups over all threads");
}

Definition define_xs() {
  return KernelDefinition<Xs>(
             "xs", "Monte Carlo look-ups of cross-sections: random reads of shared tables")
      .scale()
      .number("lookups", &XsParameters::lookups, 1, 1 << 30);
}

}  // namespace starnuma::stimulus
