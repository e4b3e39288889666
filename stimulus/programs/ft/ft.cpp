// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/ft/ft.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "models/base/random.h"
#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Class D: 2048 x 1024 x 1024 points (NAS, "Problem sizes and parameters"), of 16 bytes in two
/// arrays and 8 in a third.
constexpr base::Bytes kFtClassD((std::int64_t{1} << 31) * 40);
constexpr int kFtClassDLog = 31;
constexpr double kFtTurn = 6.283185307179586;
/// Diffusion coefficient of the benchmark.
constexpr double kFtAlpha = 1e-6;

/// Returns the factor of a step for frequency p: exp(-4 alpha pi^2 k^2), with k from -n/2 to n/2.
double factor_at(const GridShape& shape, std::uint64_t p) {
  const auto square = [](std::uint64_t k, std::uint64_t n) {
    const double near = static_cast<double>(std::min(k, n - k));
    return near * near;
  };
  return std::exp(-kFtAlpha * kFtTurn * kFtTurn *
                  (square(p % shape.nx, shape.nx) + square(p / shape.nx % shape.ny, shape.ny) +
                   square(p / shape.nx / shape.ny, shape.nz)));
}

std::complex<double> as_complex(Complex c) { return {c.re, c.im}; }

/// Values exp(sign 2 pi i (a x / nx + b y / ny + c z / nz)) for points x, y, z and one p = (a, b,
/// c).
class Wave {
 public:
  Wave(const GridShape& shape, std::uint64_t p, double sign)
      : shape_(shape),
        x_(turns(p % shape.nx, shape.nx, sign)),
        y_(turns(p / shape.nx % shape.ny, shape.ny, sign)),
        z_(turns(p / shape.nx / shape.ny, shape.nz, sign)) {}

  std::complex<double> at(std::uint64_t q) const {
    return x_[q % shape_.nx] * y_[q / shape_.nx % shape_.ny] * z_[q / shape_.nx / shape_.ny];
  }

 private:
  static std::vector<std::complex<double>> turns(std::uint64_t k, std::uint64_t n, double sign) {
    std::vector<std::complex<double>> all(n);
    for (std::uint64_t q = 0; q < n; ++q) {
      all[q] =
          std::polar(1.0, sign * kFtTurn * static_cast<double>(k * q % n) / static_cast<double>(n));
    }
    return all;
  }

  GridShape shape_;
  std::vector<std::complex<double>> x_, y_, z_;
};

/// Reports a difference between two energies, or two values, that exceeds rounding.
void expect_near(double found, double expected, const std::string& what, Mismatches& mismatches) {
  if (std::abs(found - expected) <= 1e-9 * std::abs(expected)) return;
  mismatches.add(what, " is ", found, ", expected ", expected);
}

}  // namespace

base::Footprint Ft::footprint() const { return footprint_at(parameters_.scale, kFtClassD); }

Complex Ft::initial(std::uint64_t point) const {
  return {random_value(2 * point, seed_), random_value(2 * point + 1, seed_)};
}

void Ft::build(base::Arena& arena) {
  data_.shape = GridShape::of_powers(parameters_.scale + kFtClassDLog - 28);
  const std::uint64_t points = data_.shape.points();
  const base::Touch blocked = base::Touch::blocked();
  data_.field = arena.allocate<Complex>("ft.field", points, blocked);
  data_.frequencies = arena.allocate<Complex>("ft.frequencies", points, blocked);
  data_.factors = arena.allocate<double>("ft.factors", points, blocked);
  data_.roots = arena.allocate<Complex>("ft.roots", data_.longest() / 2);
  data_.scratch = arena.allocate<Complex>(
      "ft.scratch", static_cast<std::uint64_t>(arena.threads()) * 2 * data_.longest() * kFtLines,
      blocked);
  for (std::uint64_t p = 0; p < points; ++p) {
    data_.field.data[p] = initial(p);
    data_.factors.data[p] = factor_at(data_.shape, p);
  }
  for (std::uint64_t q = 0; q < data_.roots.size; ++q) {
    const double angle = -kFtTurn * static_cast<double>(q) / static_cast<double>(data_.longest());
    data_.roots.data[q] = {std::cos(angle), std::sin(angle)};
  }
}

std::vector<std::string> Ft::check() const {
  constexpr int kPicked = 3;
  if (!ran_) return {"ft: has not run"};
  Mismatches mismatches("wrong sums");
  const std::uint64_t points = data_.shape.points();
  const auto n = static_cast<double>(points);
  base::Random random(seed_);
  for (int pick = 0; pick < kPicked; ++pick) {
    const std::uint64_t p = random.below(points);
    const Wave forward(data_.shape, p, -1);
    const Wave back(data_.shape, p, 1);
    std::complex<double> frequency = 0;
    std::complex<double> value = 0;
    for (std::uint64_t q = 0; q < points; ++q) {
      frequency += as_complex(initial(q)) * forward.at(q);
      value += as_complex(data_.frequencies.data[q]) * back.at(q);
    }
    frequency *= std::pow(data_.factors.data[p], parameters_.steps);
    // Both are compared relative to the magnitude, about the root of the sum of squares.
    expect_near(std::abs(as_complex(data_.frequencies.data[p]) - frequency) + std::sqrt(n),
                std::sqrt(n), "the distance of frequency " + std::to_string(p), mismatches);
    expect_near(std::abs(as_complex(data_.field.data[p]) - value) + n, n,
                "the distance of point " + std::to_string(p), mismatches);
  }
  double of_initial = 0;
  double of_first = 0;
  double of_frequencies = 0;
  double of_field = 0;
  for (std::uint64_t q = 0; q < points; ++q) {
    const double scaled = std::norm(as_complex(data_.frequencies.data[q]));
    of_initial += std::norm(as_complex(initial(q)));
    of_first += scaled / std::pow(data_.factors.data[q], 2 * parameters_.steps);
    of_frequencies += scaled;
    of_field += std::norm(as_complex(data_.field.data[q]));
  }
  expect_near(of_first, n * of_initial, "the energy of the frequencies", mismatches);
  expect_near(of_field, n * of_frequencies, "the energy of the field", mismatches);
  return mismatches.lines();
}

void Ft::report(accounting::StatWriter& out) const {
  accounting::StatWriter ft = out.under("ft");
  ft.write("points", data_.shape.points(), "1", "points of the grid");
  ft.write("steps", parameters_.steps, "1", "time steps, each with a transform back");
}

std::string Ft::measured() const {
  return "a transform and " + counted(parameters_.steps, "step back", "steps back");
}

Definition define_ft() {
  return KernelDefinition<Ft>("ft",
                              "3D Fourier transforms: every thread reads what all others wrote")
      .scale()
      .number("steps", &FtParameters::steps, 1, 100);
}

}  // namespace starnuma::stimulus
