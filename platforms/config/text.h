// SPDX-License-Identifier: Apache-2.0
// Text that came from outside: made safe to print, and told apart from what may be a name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace starnuma::config {

/// Length of the UTF-8 sequence at the start of `text`; 0 when it is none.
std::size_t utf8_length(std::string_view text);

/// The same on one line: "?" for each control character and each byte that is no UTF-8.
std::string one_line(std::string_view text);
/// One line, shortened when long.
std::string printable(std::string_view text, std::size_t longest = 60);
/// That in double quotes.
std::string in_quotes(std::string_view text);

/// What machines, experiments and parts may be called, since their names become those of files,
/// folders and keys: letters, digits, "_", "-" and "." (not in front), at most 100 of them.
bool is_name(std::string_view text);
inline constexpr const char* kNameRule = "a name of letters, digits, \"_\", \"-\" and \".\"";

}  // namespace starnuma::config
