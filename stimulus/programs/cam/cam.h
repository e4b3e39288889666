// SPDX-License-Identifier: Apache-2.0
// Columns of an atmosphere: dynamics that mix neighbouring columns, then physics down each column,
// as in cam4.
//
// Contract:
// - The measurement window performs `steps` steps on a periodic field of columns.
// - Dynamics moves temperature and vapour towards the mean of the four neighbouring columns, from
//   one copy to another.
// - Physics processes each column downwards: vapour above saturation rains out and warms, and
//   radiation loses the energy that a table specifies.
// - After the run, untimed, all columns are compared with the same steps on plain arrays. Vapour
//   and rain must add up to the initial vapour.
//
// Access pattern of cam4: streams alternate with physics. Every level of physics waits for a lookup
// that depends on the level above, with data-dependent branches, so latency matters more than
// bandwidth.
// Assumed: 26 levels as in CAM 4, a table of radiation that grows with the columns, the physics.
// Not modelled: clouds, land and sea, messages; physics uses arbitrary units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/grid/grid_shape.h"
#include "stimulus/kernel_state.h"
#include "stimulus/vector_loops.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kCamColumn{"cam_dynamics", "column", 50};
inline constexpr LoopCost kCamMix{"cam_dynamics", "level", 8};
inline constexpr LoopCost kCamPhysics{"cam_physics", "column", 3};
inline constexpr LoopCost kCamLevel{"cam_physics", "level", 26};

enum CamBranch : std::uint32_t { kBranchCamSaturated };

struct CamFields {
  Vector temperature;
  Vector vapour;
};

struct CamData {
  static constexpr std::uint64_t kLevels = 26;
  static constexpr double kMixing = 0.2;
  static constexpr double kWarming = 0.5;  ///< Warming per vapour that rains out.
  GridShape shape;                         ///< Shape of the columns; nz is 1.
  CamFields now;                           ///< Current fields, level by level and column by column.
  CamFields next;
  Vector rain;    ///< Rain by column.
  Vector losses;  ///< Shares lost by radiation.

  std::uint64_t columns() const { return shape.points(); }
};

/// Level of a column during physics.
struct CamLevel {
  double temperature, vapour;
};

inline double cam_saturation(double temperature) { return 0.5 + 0.5 * temperature; }

/// Returns the row of the loss table for a flux and a temperature, both from about 0 to 2.
inline std::uint64_t cam_row(double flux, double temperature, std::uint64_t rows) {
  const double mixed = (flux * 61.7 + temperature) * 37.3;
  const auto whole = static_cast<std::uint64_t>(mixed * 65536);
  return whole % rows;
}

/// Mixes the columns of `now` with their neighbours, into `next`.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void cam_dynamics(Thread& thread, const CamData& data,
                                                  const Vector& from_array, const Vector& to_array,
                                                  Range own) {
  const auto from = from_array;
  const auto to = to_array;
  const GridShape shape = data.shape;
  for (std::uint64_t column = own.begin; column < own.end; ++column) {
    spend(thread, kCamColumn);
    const std::uint64_t i = column & (shape.nx - 1);
    const std::uint64_t j = column / shape.nx;
    const std::uint64_t here = column * CamData::kLevels;
    const std::uint64_t west = shape.at((i - 1) & (shape.nx - 1), j, 0) * CamData::kLevels;
    const std::uint64_t east = shape.at((i + 1) & (shape.nx - 1), j, 0) * CamData::kLevels;
    const std::uint64_t south = shape.at(i, (j - 1) & (shape.ny - 1), 0) * CamData::kLevels;
    const std::uint64_t north = shape.at(i, (j + 1) & (shape.ny - 1), 0) * CamData::kLevels;
    for (std::uint64_t level = 0; level < CamData::kLevels; ++level) {
      spend(thread, kCamMix);
      const auto own_value = thread.load(from, here + level);
      const auto w = thread.load(from, west + level);
      const auto e = thread.load(from, east + level);
      const auto s = thread.load(from, south + level);
      const auto n = thread.load(from, north + level);
      const double mean = 0.25 * ((w.value + e.value) + (s.value + n.value));
      thread.store(
          to, here + level, own_value.value + CamData::kMixing * (mean - own_value.value),
          latest(own_value.ready, latest(latest(w.ready, e.ready), latest(s.ready, n.ready))));
    }
  }
}

/// Executes physics down each column, in place.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void cam_physics(Thread& thread, const CamData& data,
                                                 const CamFields& fields, Range own) {
  const auto temperatures = fields.temperature;
  const auto vapours = fields.vapour;
  const auto losses = data.losses;
  const auto rain = data.rain;
  for (std::uint64_t column = own.begin; column < own.end; ++column) {
    spend(thread, kCamPhysics);
    auto fallen = thread.load(rain, column);
    auto above = fallen.ready;
    double flux = 1;
    for (std::uint64_t level = 0; level < CamData::kLevels; ++level) {
      spend(thread, kCamLevel);
      const std::uint64_t at = column * CamData::kLevels + level;
      auto temperature = thread.load(temperatures, at);
      const auto vapour = thread.load(vapours, at);
      const double excess = vapour.value - cam_saturation(temperature.value);
      const bool saturated = excess > 0;
      const auto arrived = latest(temperature.ready, vapour.ready);
      thread.branch(kBranchCamSaturated, saturated, arrived);
      if (saturated) {
        thread.store(vapours, at, vapour.value - excess, arrived);
        fallen.value += excess;
        temperature.value += CamData::kWarming * excess;
      }
      const auto lost = thread.load(losses, cam_row(flux, temperature.value, losses.size),
                                    latest(above, arrived));
      thread.store(temperatures, at, temperature.value * (1 - lost.value), lost.ready);
      flux = 0.5 * flux + lost.value * temperature.value;
      above = lost.ready;
    }
    thread.store(rain, column, fallen.value, above);
  }
}

template <class Thread>
class CamThread {
 public:
  CamThread(Thread& thread, const CamData& data) : thread_(thread), data_(data) {}

  [[gnu::noinline]] void trial(int steps) {
    const Range own = Range{0, data_.columns()}.share(thread_.index(), thread_.threads(), 1);
    for (int step = 0; step < steps; ++step) {
      const CamFields& from = step % 2 == 0 ? data_.now : data_.next;
      const CamFields& to = step % 2 == 0 ? data_.next : data_.now;
      cam_dynamics(thread_, data_, from.temperature, to.temperature, own);
      cam_dynamics(thread_, data_, from.vapour, to.vapour, own);
      cam_physics(thread_, data_, to, own);
      thread_.barrier();
    }
  }

 private:
  Thread& thread_;
  const CamData& data_;
};

struct CamParameters {
  int scale = 20;
  int steps = 2;
};

class Cam : public KernelState<CamParameters, CamData> {
 public:
  static constexpr std::string_view kWorkUnit = "column and step";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 1640;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    CamThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial(parameters_.steps);
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.columns() * static_cast<std::uint64_t>(parameters_.steps);
  }
  std::string measured() const;

  const CamFields& last() const { return parameters_.steps % 2 == 0 ? data_.now : data_.next; }
};

}  // namespace starnuma::stimulus
