// SPDX-License-Identifier: Apache-2.0
// Everything that is wrong with a configuration, one line a problem.
//
// Contract: problems are collected, not thrown one by one, so that a user sees all of them at once.
// A line reads `file:line:column: machine.pool.link.bandwith: unknown key, did you mean ...`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "models/base/check.h"
#include "platforms/config/node.h"
#include "platforms/config/text.h"

namespace starnuma::config {

/// what() holds every line, joined by newlines.
class ConfigError : public base::InputError {
 public:
  using InputError::InputError;
};

class Diagnostics {
 public:
  /// `path` is the dotted place in the configuration; empty when the problem has none. A mistake
  /// in text that several places use is one problem, at the first of them.
  void add(const Origin& origin, std::string_view path, std::string_view message);
  /// What `element` found below `element_path`, an element that shares most of its text with the
  /// one at `each_path`: without what was already said of the shared text.
  void add_element(const Diagnostics& element, std::string_view element_path,
                   std::string_view each_path);

  bool empty() const { return problems_.empty(); }
  /// Grows with every problem that is added, also with one that was known.
  std::size_t noted() const { return noted_; }
  /// "unknown key, did you mean ...": what to add for a key that is none of `names`. Without the
  /// second half where the file has far more problems than are shown.
  std::string unknown_key(const Origin& origin, std::string_view key,
                          const std::vector<std::string>& names) const;
  /// In the order of files, lines and columns; of a file with many problems the first, and how many
  /// more there are.
  std::vector<std::string> lines() const;
  void throw_if_any() const;

 private:
  struct Problem {
    Origin origin;
    std::string path;
    std::string message;
  };
  std::vector<Problem> problems_;
  std::unordered_map<std::string, std::vector<std::size_t>> at_place_;  ///< into problems_
  std::unordered_map<std::string, std::size_t> in_file_;
  std::unordered_set<std::string> missing_;  ///< path and message
  std::size_t noted_ = 0;
};

/// For a problem after which reading on makes no sense.
[[noreturn]] void fail(const Origin& origin, std::string_view path, std::string_view message);

/// "pool" and "link" are "pool.link"; an empty parent leaves "link".
std::string join_path(std::string_view parent, std::string_view key);

}  // namespace starnuma::config
