// SPDX-License-Identifier: Apache-2.0
#include "models/transport/link_config.h"

#include <algorithm>

#include "models/accounting/latency_kinds.h"

namespace starnuma::transport {
namespace {

bool is_lower(char c) { return 'a' <= c && c <= 'z'; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// Of a path; numbers at the end are those of boxes.
bool is_word(const std::string& name) {
  return !name.empty() && is_lower(name.front()) && is_lower(name.back()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
}

}  // namespace

void LinkKindConfig::check(base::Problems& problems) const {
  constexpr std::size_t kLongest = 24;
  if (!is_word(name) || name.size() > kLongest) {
    problems.add("name", "is no name for a path, expected up to " + std::to_string(kLongest) +
                             " small letters, digits and _, with letters at both ends");
  } else if (accounting::LatencyKinds::reserved(name)) {
    problems.add("name", "results of every machine call something else so");
  }
  const bool plain = std::none_of(title.begin(), title.end(), [](unsigned char c) {
    constexpr unsigned char kFirstPrintable = 0x20;
    return c < kFirstPrintable;
  });
  if (title.empty() || title.size() > kLongest || !plain) {
    problems.add("title", "expected up to " + std::to_string(kLongest) + " letters");
  }
}

}  // namespace starnuma::transport
