// SPDX-License-Identifier: Apache-2.0
// The options of a workload: declared once as rules, read from text like `bfs:scale=20,trials=2`.
//
// Contract: every option has a default, so a parsed set is always complete; its text form spells
// out every option and parses back to the same set. Whatever does not fit throws base::InputError
// with one line that names the option and what is legal.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/ids.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct OptionRule {
  enum class Kind : std::uint8_t {
    kNumber,  ///< a whole number in low..high
    kChoice,  ///< one of `choices`
    kSocket,  ///< a socket number of the machine
    kPath,    ///< a file or folder; stands first and without its name, and has no default
    kHome     ///< a socket number, or `pool` (the first device), `pool1`, `memory0` where there are
  };
  std::string name;
  Kind kind = Kind::kNumber;
  std::string fallback;  ///< the default; clipped to the machine for sockets and homes
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::vector<std::string> choices;

  static OptionRule number(std::string name, std::int64_t fallback, std::int64_t low,
                           std::int64_t high);
  /// The first choice is the default.
  static OptionRule choice(std::string name, std::vector<std::string> choices);
  static OptionRule socket(std::string name, int fallback);
  /// `name` stands for it in lists; the text may hold no comma.
  static OptionRule path(std::string name);
  static OptionRule home(std::string name, std::string fallback);
};

class Options {
 public:
  /// Parses the part after the colon (`scale=20,trials=2`); errors start with the workload's name.
  Options(const std::string& workload, const std::vector<OptionRule>& rules,
          const std::string& assignments, const MachineShape& shape);

  std::int64_t number(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  /// The node that an option of kind home names.
  base::NodeId home(const std::string& name, const MachineShape& shape) const;
  /// Every option in the order of the rules: `scale=20,trials=2`.
  std::string to_text() const;

 private:
  std::vector<std::string> order_;
  std::map<std::string, std::string> values_;
  std::string path_;  ///< Name of the option that is written without it; empty: none.
};

/// Returns true if a first assignment with this name is the path that the rules begin with: a path
/// may hold "=" too.
bool stands_for_path(const std::vector<OptionRule>& rules, const std::string& name);

/// How a rule reads in a list: `scale=20 (8..28)`.
std::string describe(const OptionRule& rule);

/// The end of an error line: "did you mean 'scale'? options: scale, trials".
std::string hint(const std::string& word, const std::string& plural,
                 const std::vector<std::string>& names);

/// "a, b, c".
std::string join(const std::vector<std::string>& words);

}  // namespace starnuma::stimulus
