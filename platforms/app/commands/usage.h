// SPDX-License-Identifier: Apache-2.0
// Grammar of a command's usage line: "MACHINE [WORKLOAD]", "[speed|pool [storm|mix]]", "DIR...".
//
// Contract: `[x]` is optional, `x|y` is an alternative, `X...` is one or more. A word in capitals
// is a placeholder for any word, another one represents itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace starnuma::app {

class Usage {
 public:
  explicit Usage(std::string_view text);

  /// Returns the valid continuations of these words in the order of the text; placeholders as
  /// written.
  std::vector<std::string> after(const std::vector<std::string>& words) const;

 private:
  enum class PartKind { kWord, kSequence, kChoice, kOptional, kRepeated };
  struct Part {
    PartKind kind;
    std::string word;
    std::vector<Part> parts;
  };
  class Parser;
  class Matcher;
  Part whole_;
};

/// Returns true if a word of a usage line is a placeholder.
bool is_placeholder(std::string_view word);

}  // namespace starnuma::app
