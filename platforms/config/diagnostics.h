// SPDX-License-Identifier: Apache-2.0
// Problems of a configuration, one line each.
//
// Contract: problems are collected instead of thrown one by one, so that a user sees all of them. A
// line reads `file:line:column: machine.pool.link.bandwith: unknown key, did you mean ...`.
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

/// Error whose what() holds all lines, joined by newlines.
class ConfigError : public base::InputError {
 public:
  using InputError::InputError;
};

class Diagnostics {
 public:
  /// Adds a problem. `path` is the dotted path in the configuration; empty if there is none. An
  /// error in text that several places use is one problem, at the first of them.
  void add(const Origin& origin, std::string_view path, std::string_view message);
  /// Adds the problems of `element` below `element_path`, without those already reported for the
  /// text that it shares with the element at `each_path`.
  void add_element(const Diagnostics& element, std::string_view element_path,
                   std::string_view each_path);

  bool empty() const { return problems_.empty(); }
  /// Returns the number of added problems, duplicates included.
  std::size_t noted() const { return noted_; }
  /// Returns the message for a key that is not in `names`: "unknown key, did you mean ...". The
  /// suggestion is omitted if the file has far more problems than are shown.
  std::string unknown_key(const Origin& origin, std::string_view key,
                          const std::vector<std::string>& names) const;
  /// Returns the lines sorted by file, line and column. For a file with many problems, returns the
  /// first ones and the number of the rest.
  std::vector<std::string> lines() const;
  void throw_if_any() const;

 private:
  struct Problem {
    Origin origin;
    std::string path;
    std::string message;
  };
  std::vector<Problem> problems_;
  std::unordered_map<std::string, std::vector<std::size_t>> at_place_;  ///< indices into problems_
  std::unordered_map<std::string, std::size_t> in_file_;
  std::unordered_set<std::string> missing_;  ///< path and message
  std::size_t noted_ = 0;
};

/// Throws a problem that makes further reading pointless.
[[noreturn]] void fail(const Origin& origin, std::string_view path, std::string_view message);

/// Joins "pool" and "link" to "pool.link"; an empty parent gives "link".
std::string join_path(std::string_view parent, std::string_view key);

}  // namespace starnuma::config
