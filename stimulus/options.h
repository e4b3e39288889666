// SPDX-License-Identifier: Apache-2.0
// Options of a workload, declared as rules and parsed from text such as `bfs:scale=20,trials=2`.
//
// Contract:
// - Every option has a default, so a parsed set is complete.
// - The text form lists every option and parses to the same set.
// - Invalid text throws base::InputError with one line that names the option and its legal values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/ids.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

enum class OptionKind : std::uint8_t {
  kNumber,  ///< an integer in low..high
  kChoice,  ///< one of `choices`
  kSocket,  ///< a socket number of the machine
  kPath,    ///< a file or folder; the first option, written without its name, and without a default
  kHome     ///< a socket number, or `pool` (the first device), `pool1` or `memory0`, if present
};

struct OptionRule {
  std::string name;
  OptionKind kind = OptionKind::kNumber;
  std::string fallback;  ///< default; clipped to the machine for sockets and homes
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::vector<std::string> choices;

  static OptionRule number(std::string name, std::int64_t fallback, std::int64_t low,
                           std::int64_t high);
  /// The first choice is the default.
  static OptionRule choice(std::string name, std::vector<std::string> choices);
  static OptionRule socket(std::string name, int fallback);
  /// Lists show `name`. The path must not contain a comma.
  static OptionRule path(std::string name);
  static OptionRule home(std::string name, std::string fallback);
};

class Options {
 public:
  /// Parses the part after the colon (`scale=20,trials=2`). Errors start with the name of the
  /// workload.
  Options(const std::string& workload, const std::vector<OptionRule>& rules,
          const std::string& assignments, const MachineShape& shape);

  std::int64_t number(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  /// Returns the node of an option of kind home.
  base::NodeId home(const std::string& name, const MachineShape& shape) const;
  /// Returns every option in the order of the rules: `scale=20,trials=2`.
  std::string to_text() const;

 private:
  std::vector<std::string> order_;
  std::map<std::string, std::string> values_;
  /// Name of the option that is written without its name; empty if there is none.
  std::string path_;
};

/// Returns true if a first assignment with this name is the path that the rules begin with: a path
/// may hold "=" too.
bool represents_path(const std::vector<OptionRule>& rules, const std::string& name);

/// How a rule reads in a list: `scale=20 (8..28)`.
std::string describe(const OptionRule& rule);

/// Returns the end of an error message: "did you mean 'scale'? options: scale, trials".
std::string hint(const std::string& word, const std::string& plural,
                 const std::vector<std::string>& names);

/// Returns "a, b, c".
std::string join(const std::vector<std::string>& words);

}  // namespace starnuma::stimulus
