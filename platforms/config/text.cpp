// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/text.h"

#include <algorithm>

namespace starnuma::config {
namespace {

constexpr std::size_t kLongestName = 100;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Returns true for C0, DEL, U+0080 to U+009F, and characters that break or reverse a line: U+2028
/// to U+202E, U+2066 to U+2069.
bool is_control(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return true;
  if (byte(0) == 0xc2) return byte(1) < 0xa0;
  if (byte(0) != 0xe2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae) ||
         (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool too_high = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || too_high ? 0 : length;
}

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    line += length == 0 || is_control(character) ? "?" : character;
    text.remove_prefix(character.size());
  }
  return line;
}

std::string printable(std::string_view text, std::size_t longest) {
  std::size_t length = std::min(text.size(), longest);
  while (length < text.size() && length > 0 && is_continuation(text[length])) --length;
  return one_line(text.substr(0, length)) + (length < text.size() ? "..." : "");
}

std::string in_quotes(std::string_view text) { return "\"" + printable(text) + "\""; }

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName && text.front() != '.' &&
         std::all_of(text.begin(), text.end(), is_plain);
}

}  // namespace starnuma::config
