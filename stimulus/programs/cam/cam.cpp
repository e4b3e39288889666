// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/cam/cam.h"

#include <algorithm>
#include <cmath>

#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: 2^23 columns of two copies of two fields of 26 levels, rain and two rows of the table;
/// 7.2 GB, which fit into a socket's DIMM of 16 GiB, as in the publication.
constexpr int kCamFullLog = 23;
constexpr std::int64_t kCamColumnNumbers = 4 * 26 + 1 + 2;
constexpr base::Bytes kCamFullSize((std::int64_t{1} << kCamFullLog) * kCamColumnNumbers * 8);
/// log2 of the columns of the smallest field.
constexpr int kCamFewestLog = 4;

double first_temperature(std::uint64_t number, std::uint64_t seed) {
  return 1 + 0.5 * random_value(2 * number, seed);
}

double first_vapour(std::uint64_t number, std::uint64_t seed) {
  return 0.9 + 0.5 * random_value(2 * number + 1, seed);
}

std::vector<double> mixed_plainly(const GridShape& shape, const std::vector<double>& from) {
  std::vector<double> to(from.size());
  const auto value = [&](std::uint64_t i, std::uint64_t j, std::uint64_t level) {
    return from[shape.at(i % shape.nx, j % shape.ny, 0) * CamData::kLevels + level];
  };
  for (std::uint64_t e = 0; e < from.size(); ++e) {
    const std::uint64_t level = e % CamData::kLevels;
    const std::uint64_t i = e / CamData::kLevels % shape.nx + shape.nx;
    const std::uint64_t j = e / CamData::kLevels / shape.nx + shape.ny;
    const double mean = 0.25 * ((value(i - 1, j, level) + value(i + 1, j, level)) +
                                (value(i, j - 1, level) + value(i, j + 1, level)));
    to[e] = from[e] + CamData::kMixing * (mean - from[e]);
  }
  return to;
}

}  // namespace

base::Footprint Cam::footprint() const { return footprint_at(parameters_.scale, kCamFullSize); }

void Cam::build(base::Arena& arena) {
  const int log = std::max(kCamFewestLog, parameters_.scale + kCamFullLog - 28);
  data_.shape = {std::uint64_t{1} << (log + 1) / 2, std::uint64_t{1} << log / 2, 1};
  const std::uint64_t values = data_.columns() * CamData::kLevels;
  const auto vector = [&](std::string_view name, std::uint64_t size) {
    return arena.allocate<double>(name, size, base::Touch::blocked());
  };
  data_.now = {vector("cam.temperature_0", values), vector("cam.vapour_0", values)};
  data_.next = {vector("cam.temperature_1", values), vector("cam.vapour_1", values)};
  data_.rain = vector("cam.rain", data_.columns());
  data_.losses = vector("cam.losses", 2 * data_.columns());
  for (std::uint64_t e = 0; e < values; ++e) {
    data_.now.temperature.data[e] = first_temperature(e, seed_);
    data_.now.vapour.data[e] = first_vapour(e, seed_);
  }
  for (std::uint64_t r = 0; r < data_.losses.size; ++r) {
    data_.losses.data[r] = 0.05 + 0.04 * random_value(2 * values + r, seed_);
  }
}

std::vector<std::string> Cam::check() const {
  Mismatches mismatches("wrong values");
  const std::uint64_t values = data_.columns() * CamData::kLevels;
  std::vector<double> temperature(values), vapour(values), rain(data_.columns(), 0);
  double water = 0;
  for (std::uint64_t e = 0; e < values; ++e) {
    temperature[e] = first_temperature(e, seed_);
    vapour[e] = first_vapour(e, seed_);
    water += vapour[e];
  }
  for (int step = 0; step < parameters_.steps; ++step) {
    temperature = mixed_plainly(data_.shape, temperature);
    vapour = mixed_plainly(data_.shape, vapour);
    std::vector<double> flux(data_.columns(), 1);
    for (std::uint64_t level = 0; level < CamData::kLevels; ++level) {
      for (std::uint64_t column = 0; column < data_.columns(); ++column) {
        const std::uint64_t e = column * CamData::kLevels + level;
        const double excess = std::max(0.0, vapour[e] - cam_saturation(temperature[e]));
        vapour[e] -= excess;
        rain[column] += excess;
        const double warm = temperature[e] + CamData::kWarming * excess;
        const double lost = data_.losses.data[cam_row(flux[column], warm, data_.losses.size)];
        temperature[e] = warm * (1 - lost);
        flux[column] = 0.5 * flux[column] + lost * warm;
      }
    }
  }
  const auto compare = [&](const std::string& name, const Vector& found,
                           const std::vector<double>& expected, std::uint64_t each) {
    for (std::uint64_t e = 0; e < found.size; ++e) {
      if (std::abs(found.data[e] - expected[e]) <= 1e-10) continue;
      mismatches.add(name, " ", e % each, " of column ", e / each, " is ", found.data[e],
                     ", expected ", expected[e]);
    }
  };
  compare("temperature", last().temperature, temperature, CamData::kLevels);
  compare("vapour", last().vapour, vapour, CamData::kLevels);
  compare("rain", data_.rain, rain, 1);
  double left = 0;
  for (const double value : last().vapour) left += value;
  for (const double value : data_.rain) left += value;
  if (std::abs(left - water) > 1e-9 * water) {
    mismatches.add("vapour and rain add up to ", left, ", expected ", water);
  }
  return mismatches.lines();
}

void Cam::report(accounting::StatWriter& out) const {
  accounting::StatWriter cam = out.under("cam");
  cam.write("columns", data_.columns(), "1", "columns of air");
  cam.write("steps", parameters_.steps, "1", "time steps");
}

std::string Cam::measured() const { return counted(parameters_.steps, "time step", "time steps"); }

Definition define_cam() {
  return KernelDefinition<Cam>(
             "cam", "columns of an atmosphere: neighbours mixed, then chains of look-ups down each")
      .scale()
      .number("steps", &CamParameters::steps, 1, 1000);
}

}  // namespace starnuma::stimulus
