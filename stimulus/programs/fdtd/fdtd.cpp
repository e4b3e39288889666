// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/fdtd/fdtd.h"

#include <cmath>

#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: 2^28 points in six arrays, 12 GiB, which fit into a socket's DIMM of 16 GiB, as in the
/// publication.
constexpr int kFdtdFullLog = 28;
constexpr base::Bytes kFdtdFullSize((std::int64_t{1} << kFdtdFullLog) * 6 * 8);

using HostField = std::array<std::vector<double>, 3>;

/// Computes the curl by its definition: component c is the difference of component c + 2 along c +
/// 1, minus that of c + 1 along c + 2.
void curl_step(const GridShape& shape, HostField& to, const HostField& from, bool forward) {
  const std::array<std::uint64_t, 3> sides{shape.nx, shape.ny, shape.nz};
  const std::array<std::uint64_t, 3> strides{1, shape.nx, shape.nx * shape.ny};
  for (std::uint64_t p = 0; p < shape.points(); ++p) {
    bool wall = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::uint64_t at = p / strides[axis] % sides[axis];
      wall = wall || at == sides[axis] - 1 || (!forward && at == 0);
    }
    if (wall) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t next = (c + 1) % 3;
      const std::size_t last = (c + 2) % 3;
      const auto slope = [&](const std::vector<double>& field, std::size_t axis) {
        return forward ? field[p + strides[axis]] - field[p] : field[p] - field[p - strides[axis]];
      };
      const double curl = slope(from[last], next) - slope(from[next], last);
      to[c][p] += (forward ? -1 : 1) * FdtdData::kCourant * curl;
    }
  }
}

}  // namespace

base::Footprint Fdtd::footprint() const { return footprint_at(parameters_.scale, kFdtdFullSize); }

double Fdtd::initial(std::size_t component, std::uint64_t point) const {
  return random_value(3 * point + component, seed_);
}

void Fdtd::build(base::Arena& arena) {
  data_.shape = GridShape::of_powers(parameters_.scale + kFdtdFullLog - 28);
  const std::uint64_t points = data_.shape.points();
  const std::array<std::string, 3> names{"x", "y", "z"};
  for (std::size_t c = 0; c < names.size(); ++c) {
    data_.electric[c] =
        arena.allocate<double>("fdtd.electric_" + names[c], points, base::Touch::blocked());
    data_.magnetic[c] =
        arena.allocate<double>("fdtd.magnetic_" + names[c], points, base::Touch::blocked());
    for (std::uint64_t p = 0; p < points; ++p) data_.electric[c].data[p] = initial(c, p);
  }
}

std::vector<std::string> Fdtd::check() const {
  Mismatches mismatches("wrong values");
  const std::uint64_t points = data_.shape.points();
  HostField electric;
  HostField magnetic;
  for (std::size_t c = 0; c < 3; ++c) {
    magnetic[c].assign(points, 0);
    for (std::uint64_t p = 0; p < points; ++p) electric[c].push_back(initial(c, p));
  }
  for (int step = 0; step < parameters_.steps; ++step) {
    curl_step(data_.shape, magnetic, electric, true);
    curl_step(data_.shape, electric, magnetic, false);
  }
  const auto compare = [&](const std::string& name, const HostField& expected,
                           const FdtdField& found) {
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::uint64_t p = 0; p < points; ++p) {
        if (std::abs(found[c].data[p] - expected[c][p]) <= 1e-9) continue;
        mismatches.add(name, " field ", c, " at point ", p, " is ", found[c].data[p], ", expected ",
                       expected[c][p]);
      }
    }
  };
  compare("magnetic", magnetic, data_.magnetic);
  compare("electric", electric, data_.electric);
  return mismatches.lines();
}

void Fdtd::report(accounting::StatWriter& out) const {
  accounting::StatWriter fdtd = out.under("fdtd");
  fdtd.write("points", data_.shape.points(), "1", "points of the grid");
  fdtd.write("steps", parameters_.steps, "1", "time steps");
}

std::string Fdtd::measured() const { return counted(parameters_.steps, "time step", "time steps"); }

Definition define_fdtd() {
  return KernelDefinition<Fdtd>(
             "fdtd", "electromagnetic fields on a 3D grid, step by step: streams of six arrays")
      .scale()
      .number("steps", &FdtdParameters::steps, 1, 1000);
}

}  // namespace starnuma::stimulus
