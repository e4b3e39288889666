// SPDX-License-Identifier: Apache-2.0
// Handling of external text: safe printing, and the rule for names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace starnuma::config {

/// Returns the length of the UTF-8 sequence at the start of `text`; 0 if it is invalid.
std::size_t utf8_length(std::string_view text);

/// Returns the text on one line, with "?" for each control character and each invalid byte.
std::string one_line(std::string_view text);
/// Returns the text on one line, shortened if it is long.
std::string printable(std::string_view text, std::size_t longest = 60);
/// Returns printable(text) in double quotes.
std::string in_quotes(std::string_view text);

/// Returns true for a valid name of a machine, experiment or part: letters, digits, "_", "-" and
/// "." (not in front), at most 100 characters. Names become parts of files, folders and keys.
bool is_name(std::string_view text);
inline constexpr const char* kNameRule = "a name of letters, digits, \"_\", \"-\" and \".\"";

}  // namespace starnuma::config
