// SPDX-License-Identifier: Apache-2.0
// What is wrong with a configuration as a whole, told by key.
//
// A config struct may have, next to visit(),
//
//   void check(base::Problems& problems) const {
//     if (l2_size < l1_size) problems.add("l2_size", "is smaller than the L1 it holds");
//   }
//
// Contract: the path is that of a key from the struct's own mapping on ("memory.channels"); the
// reader prints the problem where that key was written. Where several keys do not fit together, all
// are named, and the reader chooses the one that the user wrote last. check() is called only for a
// struct whose fields all lie in their ranges, and throws nothing.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace starnuma::base {

struct Problem {
  std::vector<std::string> paths;  ///< at least one
  std::string message;
};

class Problems {
 public:
  void add(std::string path, std::string message) {
    list_.push_back({{std::move(path)}, std::move(message)});
  }
  /// For keys that do not fit together.
  void add_misfit(std::vector<std::string> paths, std::string message) {
    list_.push_back({std::move(paths), std::move(message)});
  }
  const std::vector<Problem>& list() const { return list_; }

 private:
  std::vector<Problem> list_;
};

}  // namespace starnuma::base
