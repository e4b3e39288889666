// SPDX-License-Identifier: Apache-2.0
// Reports of configurations whose fields contradict each other, identified by key.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace starnuma::base {

struct Problem {
  std::vector<std::string> paths;  ///< Keys of the problem; at least one.
  std::string message;
};

class Problems {
 public:
  void add(std::string path, std::string message) {
    list_.push_back({{std::move(path)}, std::move(message)});
  }
  /// Adds a problem of several keys that contradict each other.
  void add_misfit(std::vector<std::string> paths, std::string message) {
    list_.push_back({std::move(paths), std::move(message)});
  }
  const std::vector<Problem>& list() const { return list_; }

 private:
  std::vector<Problem> list_;
};

}  // namespace starnuma::base
