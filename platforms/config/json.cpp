// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/json.h"

#include <boost/json.hpp>

#include "platforms/config/field_text.h"

namespace starnuma::config {

namespace json = boost::json;

namespace {

constexpr std::size_t kWidth = 100;

/// Text before the first member, between two members, and after the last.
struct Gaps {
  std::string before, between, after;
};

/// Prints an array or object; `text` prints its members.
template <class Text>
std::string enclosed(const json::value& value, const Text& text, const Gaps& gaps) {
  std::string members;
  const auto add = [&](const std::string& key, const json::value& member) {
    members += (members.empty() ? gaps.before : "," + gaps.between) + key + text(member);
  };
  if (const json::array* array = value.if_array()) {
    for (const json::value& item : *array) add("", item);
    return "[" + members + gaps.after + "]";
  }
  for (const auto& member : value.get_object()) {
    add(json::serialize(json::string(member.key())) + ": ", member.value());
  }
  return "{" + members + gaps.after + "}";
}

bool is_scalar(const json::value& value) { return !value.is_array() && !value.is_object(); }

std::string dense(const json::value& value) { return json::serialize(value); }

std::string on_a_line(const json::value& value) {
  if (value.is_double()) return FieldText<double>::print(value.get_double());
  return is_scalar(value) ? dense(value) : enclosed(value, on_a_line, {"", " ", ""});
}

std::string in_columns(const json::value& value, std::size_t indent) {
  const std::string line = on_a_line(value);
  if (indent + line.size() <= kWidth || is_scalar(value)) return line;
  const std::string gap = "\n" + std::string(indent + 2, ' ');
  const auto inside = [&](const json::value& member) { return in_columns(member, indent + 2); };
  return enclosed(value, inside, {gap, gap, "\n" + std::string(indent, ' ')});
}

template <class Text>
std::string in_rows(const json::value& value, const Text& text) {
  return enclosed(value, text, {"\n", "\n", "\n"});
}

std::string rows_of_arrays(const json::value& value) {
  return value.is_array() ? in_rows(value, dense) : on_a_line(value);
}

std::string laid_out(const json::value& value, JsonLayout layout) {
  switch (layout) {
    case JsonLayout::kDense:
      break;
    case JsonLayout::kRows:
      return in_rows(value, on_a_line);
    case JsonLayout::kInnerRows:
      return enclosed(value, rows_of_arrays, {"", " ", ""});
    case JsonLayout::kColumns:
      return in_columns(value, 0);
  }
  return dense(value);
}

}  // namespace

std::string json_text(const json::value& value, JsonLayout layout) {
  return laid_out(value, layout) + "\n";
}

}  // namespace starnuma::config
