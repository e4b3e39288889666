// SPDX-License-Identifier: Apache-2.0
// Reports of configurations whose fields contradict each other, identified by key.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/base/check.h"

namespace starnuma::base {

struct Problem {
  std::vector<std::string> paths;  ///< Keys of the problem; at least one.
  std::string message;
};

class Problems {
 public:
  /// Adds a problem with the message text_of(parts).
  template <class... Parts>
  void add(std::string path, const Parts&... parts) {
    list_.push_back({{std::move(path)}, text_of(parts...)});
  }
  /// Adds a problem of several keys that contradict each other.
  template <class... Parts>
  void add_misfit(std::vector<std::string> paths, const Parts&... parts) {
    list_.push_back({std::move(paths), text_of(parts...)});
  }
  const std::vector<Problem>& list() const { return list_; }

 private:
  std::vector<Problem> list_;
};

}  // namespace starnuma::base
