// SPDX-License-Identifier: Apache-2.0
// All fields of a configuration struct as text with their keys, for `describe` and for tests.
//
// Contract: fields are in the order of visit(). `--set path=value` accepts every pair and changes
// nothing. An absent optional group or list, and repeated components with a count of zero, are one
// field of value `none`. `all_fields` lists the fields of every possible group once, with ranges.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/repeated.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/field_text.h"

namespace starnuma::config {

struct ListedField {
  std::string path;                  ///< "socket.core.width"
  std::string value;                 ///< as in YAML: "4", "2.4 GHz"
  std::string type;                  ///< "time", "size", "whole number", "choice", ...
  std::string range;                 ///< "between 1 and 16"; empty for a text or a choice
  std::string sentence;              ///< description
  std::vector<std::string> choices;  ///< names of all values of a choice
};

enum class Absent { kAsNone, kWithFields };

class FieldLister {
 public:
  FieldLister(std::string path, std::vector<ListedField>& fields, Absent absent)
      : path_(std::move(path)), fields_(fields), absent_(absent) {}

  template <class T>
  void field(std::string_view name, const T& value, std::string_view sentence,
             base::Range range = {}) {
    using Plain = typename Written<T>::Type;
    add(name, FieldText<T>::print(value), FieldText<Plain>::type(), describe_range<Plain>(range),
        sentence);
    if constexpr (std::is_enum_v<Plain>) fields_.back().choices = FieldText<Plain>::names();
  }
  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view /*sentence*/) {
    FieldLister inner(join_path(path_, name), fields_, absent_);
    value.visit(inner);
  }
  template <class Struct>
  void optional_group(std::string_view name, std::optional<Struct>& value,
                      std::string_view sentence) {
    if (!value && absent_ == Absent::kWithFields) value.emplace();
    if (value) return group(name, *value, sentence);
    add(name, "none", "group", "", sentence);
  }
  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& values, std::string_view sentence) {
    FieldLister inner(join_path(path_, name), fields_, absent_);
    for (std::size_t i = 0; i < values.size(); ++i) {
      inner.group(std::to_string(i), values[i], sentence);
    }
  }
  template <class Struct>
  void optional_list(std::string_view name, std::vector<Struct>& values,
                     std::string_view sentence) {
    if (values.empty() && absent_ == Absent::kAsNone) {
      return add(name, "none", "group", "", sentence);
    }
    if (values.empty()) values.emplace_back();
    list(name, values, sentence);
  }
  template <class Struct>
  void repeated(std::string_view name, base::Repeated<Struct>& value, base::Range range,
                std::string_view sentence) {
    if (value.count == 0 && absent_ == Absent::kAsNone) {
      return add(name, "none", "group", "", sentence);
    }
    FieldLister inner(join_path(path_, name), fields_, absent_);
    inner.field("count", value.count, "number of instances", range);
    value.each.visit(inner);
    for (auto& [index, element] : value.overrides) {
      inner.group("overrides." + std::to_string(index), element, sentence);
    }
  }

 private:
  void add(std::string_view name, std::string value, std::string_view type, std::string range,
           std::string_view sentence);

  std::string path_;
  std::vector<ListedField>& fields_;
  Absent absent_;
};

template <class Config>
std::vector<ListedField> list_fields(Config config) {
  std::vector<ListedField> fields;
  FieldLister lister("", fields, Absent::kAsNone);
  config.visit(lister);
  return fields;
}

template <class Config>
std::vector<ListedField> all_fields() {
  std::vector<ListedField> fields;
  FieldLister lister("", fields, Absent::kWithFields);
  Config config{};
  config.visit(lister);
  return fields;
}

}  // namespace starnuma::config
