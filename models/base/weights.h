// SPDX-License-Identifier: Apache-2.0
// Weights of components in the order of their numbers, written as N:M:K.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace starnuma::base {

struct Weights {
  static constexpr int kMost = 255;  ///< Largest weight, as in Linux.

  std::vector<int> each;

  friend bool operator==(const Weights& a, const Weights& b) { return a.each == b.each; }
};

/// Parses "3:1" or "2:2:1": whole numbers up to kMost. At least one must be above zero.
std::optional<Weights> parse_weights(std::string_view text);
/// Returns text that parses to the same value.
std::string to_string(const Weights& weights);

}  // namespace starnuma::base
