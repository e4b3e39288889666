// SPDX-License-Identifier: Apache-2.0
#include "models/base/nearest.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace starnuma::base {
namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Returns the Damerau-Levenshtein distance (optimal string alignment: a swapped pair is not edited
/// again).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = cost[i - 1][j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped =
          i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// Names whose lengths differ by more than `limit` cannot be near; skipping them bounds the work.
bool lengths_allow(std::size_t a, std::size_t b, std::size_t limit) {
  return (a > b ? a - b : b - a) <= limit;
}

}  // namespace

std::optional<std::string> nearest(std::string_view given, const std::vector<std::string>& valid) {
  std::size_t best = std::max<std::size_t>(1, given.size() / 3) + 1;
  std::optional<std::string> found;
  for (const std::string& name : valid) {
    if (!lengths_allow(given.size(), name.size(), best - 1)) continue;
    const std::size_t cost = distance(given, name);
    if (cost >= best) continue;
    best = cost;
    found = name;
    if (best == 0) break;
  }
  return found;
}

std::string suggestion(std::string_view given, const std::vector<std::string>& valid) {
  if (const auto name = nearest(given, valid)) return "did you mean \"" + *name + "\"?";
  if (valid.empty()) return "no value is valid here";
  std::string text = valid.size() == 1 ? "valid is " : "valid are ";
  for (std::size_t i = 0; i < valid.size(); ++i) text += (i == 0 ? "" : ", ") + valid[i];
  return text;
}

}  // namespace starnuma::base
