// SPDX-License-Identifier: Apache-2.0
// Monte Carlo lookups of macroscopic cross-sections, based on XSBench: a binary search of an energy
// in the unionized grid, followed by a row of each nuclide of the material.
//
// Contract: a lookup draws an energy and a material, finds the position of the energy in the grid
// of all nuclides' energies, and adds up five interpolated cross-sections over the material's
// nuclides. Every lookup records the largest of the five. After the run, untimed, these records are
// compared with lookups that search each nuclide's own grid.
//
// Access pattern: random reads of shared pages: a dependent chain through the search, then
// independent reads.
// Not modelled: a row of XSBench has 48 bytes, here 64.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/base/random.h"
#include "stimulus/costs.h"
#include "stimulus/kernel_state.h"
#include "stimulus/range.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kXsLookup{"XsThread", "look-up", 112};
inline constexpr LoopCost kXsProbe{"xs_find", "probe", 9};
inline constexpr LoopCost kXsNuclide{"xs_add_up", "nuclide", 88};

inline constexpr std::uint64_t kXsChannels = 5;

/// Row of a nuclide's table; occupies one line.
struct XsRow {
  double energy;
  std::array<double, kXsChannels> sections;
  std::array<double, 2> unused;
};

/// Nuclides per material, as in XSBench's small reactor.
struct XsMaterials {
  static constexpr std::array<std::uint32_t, 12> kNuclides = {34, 5,  4,  4,  27, 21,
                                                              21, 21, 21, 21, 9,  9};
  static constexpr std::array<double, 12> kShare = {0.140, 0.052, 0.275, 0.134, 0.154, 0.064,
                                                    0.066, 0.055, 0.008, 0.015, 0.025, 0.013};
};

struct XsNuclide {
  std::uint32_t number;
  std::uint32_t unused;
  double density;
};

struct XsData {
  static constexpr std::uint64_t kNuclides = 68;
  std::uint64_t points = 0;             ///< Energies of a nuclide.
  base::SimArray<double> energies;      ///< Energies of all nuclides in ascending order.
  base::SimArray<std::uint32_t> index;  ///< By energy: each nuclide's row at or below it.
  base::SimArray<XsRow> rows;           ///< Rows, nuclide by nuclide.
  base::SimArray<XsNuclide> contents;   ///< Contents, material by material.
  /// First index in contents, by material.
  std::array<std::uint64_t, XsMaterials::kNuclides.size() + 1> first{};
};

struct XsDraw {
  double energy;
  std::size_t material;
};

/// Draws a uniform energy in [0, 1) and a material with the frequencies of the reactor.
inline XsDraw xs_draw(base::Random& random) {
  const double energy = static_cast<double>(random.next() >> 11) * 0x1p-53;
  double share = static_cast<double>(random.next() >> 11) * 0x1p-53;
  std::size_t material = 0;
  while (material + 1 < XsMaterials::kShare.size() && share >= XsMaterials::kShare[material]) {
    share -= XsMaterials::kShare[material++];
  }
  return {energy, material};
}

using XsSections = std::array<double, kXsChannels>;

/// Adds the contribution of one nuclide, interpolated linearly between two of its rows.
inline void xs_add(XsSections& sums, const XsRow& low, const XsRow& high, double energy,
                   double density) {
  const double part = (high.energy - energy) / (high.energy - low.energy);
  for (std::size_t c = 0; c < kXsChannels; ++c) {
    sums[c] += density * (high.sections[c] - part * (high.sections[c] - low.sections[c]));
  }
}

inline std::uint32_t xs_largest(const XsSections& sums) {
  std::uint32_t largest = 0;
  for (std::uint32_t c = 1; c < kXsChannels; ++c) largest = sums[c] > sums[largest] ? c : largest;
  return largest;
}

/// Position of an energy in the unionized grid, and the time at which it is known.
template <class Ready>
struct XsPlace {
  std::uint64_t at;
  Ready ready;
};

/// Returns the last energy of all nuclides that does not exceed this one. The search uses
/// conditional moves, and is therefore a chain of loads.
template <class Thread>
[[gnu::noinline, gnu::flatten]] auto xs_find(Thread& thread, const XsData& data, double energy) {
  const auto energies = data.energies;
  std::uint64_t low = 0;
  auto found = thread.load(energies, 0).ready;
  for (std::uint64_t size = energies.size - 1; size > 1;) {
    spend(thread, kXsProbe);
    const std::uint64_t half = size / 2;
    const auto middle = thread.load(energies, low + half, found);
    low = middle.value > energy ? low : low + half;
    size -= half;
    found = middle.ready;
  }
  return XsPlace<decltype(found)>{low, found};
}

/// Returns the cross-sections of a material.
template <class Thread, class Position>
[[gnu::noinline, gnu::flatten]] XsSections xs_add_up(Thread& thread, const XsData& data,
                                                     const XsDraw& draw, Position place) {
  const auto index = data.index;
  const auto rows = data.rows;
  const auto contents = data.contents;
  XsSections sums{};
  for (std::uint64_t n = data.first[draw.material]; n < data.first[draw.material + 1]; ++n) {
    spend(thread, kXsNuclide);
    const auto nuclide = thread.load(contents, n);
    const auto at =
        thread.load(index, place.at * XsData::kNuclides + nuclide.value.number, place.ready);
    const std::uint64_t row = nuclide.value.number * data.points + at.value;
    const auto below = thread.load(rows, row, at.ready);
    const auto above = thread.load(rows, row + 1, at.ready);
    xs_add(sums, below.value, above.value, draw.energy, nuclide.value.density);
  }
  return sums;
}

template <class Thread>
class XsThread {
 public:
  using ChannelCounts = std::array<std::uint64_t, kXsChannels>;

  XsThread(Thread& thread, const XsData& data, base::Random random)
      : thread_(thread), data_(data), random_(random) {}

  /// Returns how often each channel was the largest.
  [[gnu::noinline]] ChannelCounts trial(std::uint64_t lookups) {
    ChannelCounts counts{};
    for (std::uint64_t i = 0; i < lookups; ++i) {
      spend(thread_, kXsLookup);
      const XsDraw draw = xs_draw(random_);
      const auto place = xs_find(thread_, data_, draw.energy);
      ++counts[xs_largest(xs_add_up(thread_, data_, draw, place))];
    }
    return counts;
  }

 private:
  Thread& thread_;
  const XsData& data_;
  base::Random random_;
};

struct XsParameters {
  int scale = 20;
  std::uint64_t lookups = 1 << 17;  ///< Total of all threads.
};

class Xs : public KernelState<XsParameters, XsData> {
 public:
  using ChannelCounts = std::array<std::uint64_t, kXsChannels>;
  static constexpr std::string_view kWorkUnit = "look-up";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 1000;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    const auto self = static_cast<std::uint64_t>(thread.index());
    XsThread<Thread> mine(thread, data_, random_of(self));
    open_window(thread);
    counts_[self] = mine.trial(lookups_of(self));
    thread.barrier();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.lookups; }

 private:
  base::Random random_of(std::uint64_t thread) const {
    return base::Random(base::Random(seed_ + thread).next());
  }
  std::uint64_t lookups_of(std::uint64_t thread) const {
    return even_share(parameters_.lookups, thread, counts_.size());
  }

  std::vector<ChannelCounts> counts_;  ///< Counts by thread.
};

}  // namespace starnuma::stimulus
