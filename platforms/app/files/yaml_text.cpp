// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/yaml_text.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cctype>
#include <string_view>

namespace starnuma::app {

namespace json = boost::json;

namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kIndent = 2;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Returns true for a word that YAML reads as a boolean or null.
bool is_reserved(std::string_view word) {
  constexpr std::array<std::string_view, 9> kReserved{"true", "false", "null", "yes", "no",
                                                      "on",   "off",   "y",    "n"};
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kReserved.begin(), kReserved.end(), lower) != kReserved.end();
}

/// Returns true for words, or a number with a unit, that YAML cannot take for a number, date or
/// indicator.
bool is_plain(std::string_view text) {
  const auto harmless = [](char c) {
    constexpr std::string_view kMarks = " _./%()";
    return is_letter(c) || is_digit(c) || kMarks.find(c) != std::string_view::npos;
  };
  if (text.empty() || text.back() == ' ' || is_reserved(text)) return false;
  if (!std::all_of(text.begin(), text.end(), harmless)) return false;
  return is_letter(text[0]) || (is_digit(text[0]) && text.find(' ') != text.npos);
}

std::string scalar(const json::value& value) {
  if (!value.is_string() || !is_plain(value.get_string())) return json::serialize(value);
  return std::string(value.get_string());
}

/// Returns the value on one line.
std::string flow(const json::value& value) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (const json::array* list = value.if_array()) {
    for (const json::value& item : *list) add(flow(item));
    return "[" + text + "]";
  }
  if (const json::object* mapping = value.if_object()) {
    for (const auto& [key, member] : *mapping) add(scalar(key) + ": " + flow(member));
    return "{" + text + "}";
  }
  return scalar(value);
}

std::string block(const json::value& value, std::size_t indent);

/// Returns the text after "key:" or "-", with the line break.
std::string behind(const json::value& value, std::size_t indent, std::size_t used) {
  const std::string line = flow(value);
  if (!value.is_structured() || used + 1 + line.size() <= kColumns) return " " + line + "\n";
  return "\n" + block(value, indent);
}

std::string block(const json::value& value, std::size_t indent) {
  const std::string blanks(indent, ' ');
  std::string text;
  if (const json::array* list = value.if_array()) {
    for (const json::value& item : *list) {
      const std::string line = flow(item);
      const bool fits = !item.is_structured() || indent + kIndent + line.size() <= kColumns;
      // The dash replaces the indentation of the block's first line.
      std::string part =
          fits ? std::string(indent + kIndent, ' ') + line + "\n" : block(item, indent + kIndent);
      part[indent] = '-';
      text += part;
    }
    return text;
  }
  for (const auto& [key, member] : value.as_object()) {
    const std::string head = blanks + scalar(key) + ":";
    text += head + behind(member, indent + kIndent, head.size());
  }
  return text;
}

}  // namespace

std::string yaml_text(const json::object& document) { return block(document, 0); }

}  // namespace starnuma::app
