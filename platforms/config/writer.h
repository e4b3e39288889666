// SPDX-License-Identifier: Apache-2.0
// Writer of a config struct as YAML; counterpart of the Reader.
//
// Contract: block style, fields in the order of visit(), quantities with units. An absent optional
// group or list is `none`, and so are repeated components with a count of zero. An override is
// written completely. Reading the text back gives equal values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/repeated.h"
#include "platforms/config/field_text.h"

namespace starnuma::config {

class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}

  template <class T>
  void field(std::string_view name, const T& value, std::string_view /*sentence*/,
             base::Range /*range*/ = {}) {
    line(name, FieldText<T>::print(value));
  }

  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view /*sentence*/) {
    block(name, struct_text(value, indent_ + 2), "{}");
  }

  template <class Struct>
  void optional_group(std::string_view name, std::optional<Struct>& value,
                      std::string_view sentence) {
    if (value) {
      group(name, *value, sentence);
    } else {
      line(name, "none");
    }
  }

  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& values, std::string_view /*sentence*/) {
    std::string items;
    for (Struct& value : values) items += item(struct_text(value, indent_ + 4));
    block(name, items, "[]");
  }

  template <class Struct>
  void optional_list(std::string_view name, std::vector<Struct>& values,
                     std::string_view sentence) {
    if (values.empty()) return line(name, "none");
    list(name, values, sentence);
  }

  template <class Struct>
  void repeated(std::string_view name, base::Repeated<Struct>& value, base::Range /*range*/,
                std::string_view /*sentence*/) {
    if (value.count == 0) return line(name, "none");
    Writer inner(indent_ + 2);
    inner.line("count", std::to_string(value.count));
    value.each.visit(inner);
    std::string overrides;
    for (auto& [index, element] : value.overrides) {
      Writer own(indent_ + 4);
      own.block(std::to_string(index), struct_text(element, indent_ + 6), "{}");
      overrides += own.text();
    }
    if (!overrides.empty()) inner.block("overrides", overrides, "{}");
    block(name, inner.text(), "{}");
  }

  const std::string& text() const { return text_; }

 private:
  template <class Struct>
  static std::string struct_text(Struct& value, int indent) {
    Writer writer(indent);
    value.visit(writer);
    return writer.text();
  }

  void line(std::string_view name, std::string_view value);
  void block(std::string_view name, const std::string& body, std::string_view when_empty);
  /// Returns the fields of one list item, with a dash before the first line.
  std::string item(std::string fields) const;

  int indent_;
  std::string text_;
};

/// Returns the fields of `config`, each line indented by `indent` blanks.
template <class Config>
std::string to_yaml(Config config, int indent = 0) {
  Writer writer(indent);
  config.visit(writer);
  return writer.text();
}

}  // namespace starnuma::config
