// SPDX-License-Identifier: Apache-2.0
// What the usage line of a command says: "MACHINE [WORKLOAD]", "[speed|pool [storm|mix]]",
// "DIR...".
//
// Contract: `[x]` may be left out, `x|y` is one of them, `X...` is one or more. A word that begins
// with a capital stands for any word, another one for itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace starnuma::app {

class Usage {
 public:
  explicit Usage(std::string_view text);

  /// What may follow these words, in the order of the text: capitals as they are written.
  std::vector<std::string> after(const std::vector<std::string>& words) const;

 private:
  enum class Kind { kWord, kSequence, kChoice, kOptional, kRepeated };
  struct Part {
    Kind kind;
    std::string word;
    std::vector<Part> parts;
  };
  class Parser;
  class Matcher;
  Part whole_;
};

/// Whether a word of a usage line stands for any word.
bool is_placeholder(std::string_view word);

}  // namespace starnuma::app
