// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations by the finite-difference time-domain method (Yee's grid), as in fotonik3d.
//
// Contract: the measurement window executes `steps` time steps from a random electric field between
// conducting walls. Every magnetic component is updated with differences of two electric
// components, then vice versa. After the run, untimed, all six fields are compared with a
// sequential run.
//
// Access pattern: six large arrays are streamed twice per step, each line with its neighbours in y
// and z. Lines along x are divided in blocks, so all data except the borders of blocks are private.
#pragma once

#include <array>
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
inline constexpr LoopCost kFdtdMagneticLine{"fdtd_magnetic", "line", 23};
inline constexpr LoopCost kFdtdMagnetic{"fdtd_magnetic", "point", 16};
inline constexpr LoopCost kFdtdElectricLine{"fdtd_electric", "line", 32};
inline constexpr LoopCost kFdtdElectric{"fdtd_electric", "point", 13};

/// Components x, y, z of a field.
using FdtdField = std::array<Vector, 3>;

struct FdtdData {
  /// Below the stability limit of equal spacings, 1 / sqrt(3).
  static constexpr double kCourant = 0.5;
  GridShape shape;
  FdtdField electric;
  FdtdField magnetic;
};

/// Computes component += kCourant * (a - b); all values carry their arrival times.
template <class Thread, class Value>
void fdtd_add(Thread& thread, const Vector& component, std::uint64_t at, const Value& a_high,
              const Value& a_low, const Value& b_high, const Value& b_low) {
  const auto before = thread.load(component, at);
  thread.store(component, at,
               before.value + FdtdData::kCourant *
                                  ((a_high.value - a_low.value) - (b_high.value - b_low.value)),
               latest(before.ready, latest(latest(a_high.ready, a_low.ready),
                                           latest(b_high.ready, b_low.ready))));
}

/// Updates all except the last line in y and in z, and the last point of a line.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void fdtd_magnetic(Thread& thread, const FdtdData& data,
                                                   Range lines) {
  const GridShape shape = data.shape;
  const auto [ex, ey, ez] = data.electric;
  const auto [hx, hy, hz] = data.magnetic;
  const std::uint64_t y = shape.nx;
  const std::uint64_t z = shape.nx * shape.ny;
  for (std::uint64_t line = lines.begin; line < lines.end; ++line) {
    if (line % shape.ny == shape.ny - 1 || line / shape.ny == shape.nz - 1) continue;
    spend(thread, kFdtdMagneticLine);
    for (std::uint64_t p = line * shape.nx; p < line * shape.nx + shape.nx - 1; ++p) {
      spend(thread, kFdtdMagnetic);
      const auto x_here = thread.load(ex, p);
      const auto y_here = thread.load(ey, p);
      const auto z_here = thread.load(ez, p);
      fdtd_add(thread, hx, p, thread.load(ey, p + z), y_here, thread.load(ez, p + y), z_here);
      fdtd_add(thread, hy, p, thread.load(ez, p + 1), z_here, thread.load(ex, p + z), x_here);
      fdtd_add(thread, hz, p, thread.load(ex, p + y), x_here, thread.load(ey, p + 1), y_here);
    }
  }
}

/// Updates all except the first and last line in y and in z, and the ends of a line.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void fdtd_electric(Thread& thread, const FdtdData& data,
                                                   Range lines) {
  const GridShape shape = data.shape;
  const auto [ex, ey, ez] = data.electric;
  const auto [hx, hy, hz] = data.magnetic;
  const std::uint64_t y = shape.nx;
  const std::uint64_t z = shape.nx * shape.ny;
  for (std::uint64_t line = lines.begin; line < lines.end; ++line) {
    const std::uint64_t j = line % shape.ny;
    const std::uint64_t k = line / shape.ny;
    if (j == 0 || k == 0 || j == shape.ny - 1 || k == shape.nz - 1) continue;
    spend(thread, kFdtdElectricLine);
    for (std::uint64_t p = line * shape.nx + 1; p < line * shape.nx + shape.nx - 1; ++p) {
      spend(thread, kFdtdElectric);
      const auto x_here = thread.load(hx, p);
      const auto y_here = thread.load(hy, p);
      const auto z_here = thread.load(hz, p);
      fdtd_add(thread, ex, p, z_here, thread.load(hz, p - y), y_here, thread.load(hy, p - z));
      fdtd_add(thread, ey, p, x_here, thread.load(hx, p - z), z_here, thread.load(hz, p - 1));
      fdtd_add(thread, ez, p, y_here, thread.load(hy, p - 1), x_here, thread.load(hx, p - y));
    }
  }
}

template <class Thread>
class FdtdThread {
 public:
  FdtdThread(Thread& thread, const FdtdData& data) : thread_(thread), data_(data) {}

  [[gnu::noinline]] void trial(int steps) {
    const Range own = Range{0, data_.shape.lines()}.share(thread_.index(), thread_.threads(), 1);
    for (int step = 0; step < steps; ++step) {
      fdtd_magnetic(thread_, data_, own);
      thread_.barrier();
      fdtd_electric(thread_, data_, own);
      thread_.barrier();
    }
  }

 private:
  Thread& thread_;
  const FdtdData& data_;
};

struct FdtdParameters {
  int scale = 20;
  int steps = 2;
};

class Fdtd : public KernelState<FdtdParameters, FdtdData> {
 public:
  static constexpr std::string_view kWorkUnit = "grid point and step";
  static constexpr int kInstructionsPerUnit = 80;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    FdtdThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial(parameters_.steps);
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.shape.points() * static_cast<std::uint64_t>(parameters_.steps);
  }
  std::string measured() const;

 private:
  double initial(std::size_t component, std::uint64_t point) const;
};

}  // namespace starnuma::stimulus
