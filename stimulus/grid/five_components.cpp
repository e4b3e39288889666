// SPDX-License-Identifier: Apache-2.0
#include "stimulus/grid/five_components.h"

#include <cmath>

#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

double norm_of(const std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace

FiveSystem five_system(base::Arena& arena, const std::string& name, int log, std::uint64_t seed) {
  FiveSystem system;
  system.shape = GridShape::of_powers(log);
  const std::uint64_t points = system.shape.points();
  const auto vector = [&](const std::string& part, std::uint64_t each) {
    return arena.allocate<double>(name + "." + part, points * each, base::Touch::blocked());
  };
  system.diagonal = vector("diagonal", 1);
  system.u = vector("u", kFive);
  system.right = vector("right", kFive);
  system.rest = vector("rest", kFive);
  for (std::uint64_t p = 0; p < points; ++p) {
    system.diagonal.data[p] = 8 + 0.5 * random_value(p, seed);
  }
  for (std::uint64_t i = 0; i < points * kFive; ++i) {
    system.right.data[i] = random_value(points + i, seed);
  }
  return system;
}

std::vector<double> five_rest_plainly(const FiveSystem& system, const std::vector<double>& u) {
  const GridShape& shape = system.shape;
  std::vector<double> rest(u.size(), 0);
  const auto take = [&](std::uint64_t to, const FiveBlock& block, std::uint64_t from, double sign) {
    for (std::uint64_t r = 0; r < kFive; ++r) {
      for (std::uint64_t c = 0; c < kFive; ++c) {
        rest[to * kFive + r] -= sign * block[r][c] * u[from * kFive + c];
      }
    }
  };
  for (std::uint64_t k = 1; k + 1 < shape.nz; ++k) {
    for (std::uint64_t j = 1; j + 1 < shape.ny; ++j) {
      for (std::uint64_t i = 1; i + 1 < shape.nx; ++i) {
        const std::uint64_t p = shape.at(i, j, k);
        for (std::uint64_t r = 0; r < kFive; ++r) {
          rest[p * kFive + r] = system.right.data[p * kFive + r];
        }
        take(p, five_diagonal(system.diagonal.data[p], 1), p, 1);
        take(p, kFiveBefore[0], shape.at(i - 1, j, k), -1);
        take(p, kFiveAfter[0], shape.at(i + 1, j, k), -1);
        take(p, kFiveBefore[1], shape.at(i, j - 1, k), -1);
        take(p, kFiveAfter[1], shape.at(i, j + 1, k), -1);
        take(p, kFiveBefore[2], shape.at(i, j, k - 1), -1);
        take(p, kFiveAfter[2], shape.at(i, j, k + 1), -1);
      }
    }
  }
  return rest;
}

std::vector<std::string> five_check(const FiveSystem& system, const std::vector<double>& expected,
                                    double norm, double most) {
  constexpr double kRounding = 1e-10;
  Mismatches mismatches("wrong values");
  const auto compare = [&](const std::string& what, const Vector& found,
                           const std::vector<double>& right) {
    for (std::uint64_t i = 0; i < found.size; ++i) {
      if (std::abs(found.data[i] - right[i]) <= kRounding) continue;
      mismatches.add(what, " ", i % kFive, " of point ", i / kFive, " is ", found.data[i],
                     ", expected ", right[i]);
    }
  };
  const std::vector<double> u(system.u.begin(), system.u.end());
  const std::vector<double> rest = five_rest_plainly(system, u);
  compare("component", system.u, expected);
  compare("residual", system.rest, rest);
  const double found = norm_of(rest);
  const double first = norm_of(five_rest_plainly(system, std::vector<double>(u.size(), 0)));
  if (!(std::abs(norm - found) <= kRounding * first)) {
    mismatches.add("the residual's norm is ", norm, ", expected ", found);
  }
  if (!(found <= most * first)) {
    mismatches.add("the residual's norm is ", found, ", at most ", most * first, " is expected");
  }
  return mismatches.lines();
}

}  // namespace starnuma::stimulus
