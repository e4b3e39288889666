// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/field_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace starnuma::config {
namespace {

bool is_bare_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

/// Returns true if the word needs no quotes: no YAML reader takes it for a number, a boolean or
/// null.
bool is_plain_word(std::string_view text) {
  constexpr std::array<std::string_view, 8> kReserved{"null", "true", "false", "yes",
                                                      "no",   "on",   "off",   "none"};
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) == 0) return false;
  std::string lower;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') return false;
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return std::find(kReserved.begin(), kReserved.end(), lower) == kReserved.end();
}

}  // namespace

std::string escaped(std::string_view text, std::string_view escape) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      result += std::string(escape) + kHex[byte >> 4] + kHex[byte & 15];
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string yaml_scalar(std::string_view text) {
  return is_plain_word(text) ? std::string(text) : escaped(text, "\\x");
}

namespace detail {

std::string quantity_problem(const Node& scalar, std::string_view expected,
                             std::string_view units) {
  const std::string wanted = "expected " + std::string(expected);
  if (is_bare_number(scalar.text)) return "missing unit after " + scalar.text + ", " + wanted;
  return in_quotes(scalar.text) + " does not fit, " + wanted + " (units: " + std::string(units) +
         ")";
}

std::string number_problem(const Node& scalar, std::string_view expected) {
  return "expected " + std::string(expected) + ", found " + (scalar.quoted ? "the text " : "") +
         in_quotes(scalar.text);
}

/// Parses all of an unquoted scalar; a quoted scalar is text.
template <class T>
std::optional<T> read_number(const Node& scalar) {
  T value{};
  const char* end = scalar.text.data() + scalar.text.size();
  const auto result = std::from_chars(scalar.text.data(), end, value);
  const bool whole = result.ec == std::errc() && result.ptr == end;
  if (scalar.quoted || !whole || !std::isfinite(static_cast<double>(value))) return std::nullopt;
  return value;
}
template std::optional<int> read_number(const Node&);
template std::optional<std::uint64_t> read_number(const Node&);
template std::optional<double> read_number(const Node&);

template <class T>
std::string print_number(T value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}
template std::string print_number(int);
template std::string print_number(std::uint64_t);
template std::string print_number(double);

}  // namespace detail

std::optional<base::IndexSet> FieldText<base::IndexSet>::read(const Node& node) {
  base::IndexSet set;
  if (node.is_scalar() && node.text == "all") return set;
  if (!node.is_sequence() || node.items.empty()) return std::nullopt;
  set.all = false;
  for (const Node& item : node.items) {
    const auto index = item.is_scalar() ? detail::read_number<int>(item) : std::nullopt;
    const auto known = std::find(set.listed.begin(), set.listed.end(), index);
    if (!index || *index < 0 || known != set.listed.end()) return std::nullopt;
    set.listed.push_back(*index);
  }
  return set;
}

std::string FieldText<base::IndexSet>::print(const base::IndexSet& value) {
  if (value.all) return "all";
  std::string text;
  for (const int index : value.listed) text += (text.empty() ? "" : ", ") + std::to_string(index);
  return "[" + text + "]";
}

/// Describes the first invalid item, if any.
std::string FieldText<base::IndexSet>::problem(const Node& node) {
  const std::string wanted = "expected " + expected();
  std::vector<std::string> known;
  for (const Node& item : node.items) {
    const auto index = item.is_scalar() ? detail::read_number<int>(item) : std::nullopt;
    if (!index || *index < 0) return describe(item) + " is not an index, " + wanted;
    if (std::find(known.begin(), known.end(), item.text) != known.end()) {
      return item.text + " is listed twice, " + wanted;
    }
    known.push_back(item.text);
  }
  return wanted + ", found " + (node.is_sequence() ? "an empty list" : describe(node));
}

}  // namespace starnuma::config
