// SPDX-License-Identifier: Apache-2.0
// Results of a check: the first few lines, and the number of further ones.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/base/check.h"

namespace starnuma::stimulus {

class Mismatches {
 public:
  /// `what` names the counted mismatches at the end: "wrong labels".
  explicit Mismatches(std::string what) : what_(std::move(what)) {}

  /// Adds a mismatch with the text base::text_of(parts).
  template <class... Parts>
  void add(const Parts&... parts) {
    if (count_++ < kShown) lines_.push_back(base::text_of(parts...));
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> all = lines_;
    if (count_ > kShown) all.push_back(std::to_string(count_ - kShown) + " more " + what_);
    return all;
  }

 private:
  static constexpr std::uint64_t kShown = 5;
  std::string what_;
  std::vector<std::string> lines_;
  std::uint64_t count_ = 0;
};

}  // namespace starnuma::stimulus
