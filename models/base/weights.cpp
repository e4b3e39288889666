// SPDX-License-Identifier: Apache-2.0
#include "models/base/weights.h"

#include <algorithm>
#include <charconv>

namespace starnuma::base {

std::optional<Weights> parse_weights(std::string_view text) {
  Weights weights;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    int weight = 0;
    const auto read = std::from_chars(at, end, weight);
    if (read.ec != std::errc() || weight < 0 || weight > Weights::kMost) return std::nullopt;
    weights.each.push_back(weight);
    at = read.ptr;
    if (at == end) break;
    if (*at++ != ':') return std::nullopt;
  }
  const int most = *std::max_element(weights.each.begin(), weights.each.end());
  return most > 0 ? std::optional(weights) : std::nullopt;
}

std::string to_string(const Weights& weights) {
  std::string text;
  for (const int weight : weights.each) text += (text.empty() ? "" : ":") + std::to_string(weight);
  return text;
}

}  // namespace starnuma::base
