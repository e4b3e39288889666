// SPDX-License-Identifier: Apache-2.0
// Reads a config struct from a tree: the visitor that models/base/fields.h describes.
//
//   const auto machine = config::read<MachineConfig>(resolved.tree);   // throws ConfigError
//
// Contract: every field must be there and nothing else may be; each departure is one line in the
// Diagnostics and leaves the field as it was. An optional group is absent when its key is missing
// or `none`. In any mapping `source:` (text, or a mapping of field to text) says where its numbers
// come from and is otherwise ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/field_text.h"
#include "platforms/config/node.h"

namespace starnuma::config {

class Reader {
 public:
  /// `path` is the mapping's own place in messages; a node that is no mapping is a problem.
  Reader(const Node& mapping, std::string path, Diagnostics& diagnostics);

  template <class T>
  void field(std::string_view name, T& value, std::string_view sentence) {
    if (const auto read = read_field<T>(name, sentence)) value = *read;
  }

  template <class T>
  void field(std::string_view name, T& value, std::string_view sentence, base::Range range) {
    const auto read = read_field<T>(name, sentence);
    if (!read) return;
    if (lies_in(range, *read)) {
      value = *read;
    } else {
      const Node& node = *mapping_.find(name);
      add(node, name, node.text + " is out of range, expected " + describe_range<T>(range));
    }
  }

  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view sentence) {
    const Node* node = find(name, sentence, "a mapping");
    if (node != nullptr) read_struct(*node, join_path(path_, name), value);
  }

  template <class Struct>
  void optional_group(std::string_view name, std::optional<Struct>& value,
                      std::string_view /*sentence*/) {
    value.reset();
    const Node* node = find_optional(name);
    if (node != nullptr) read_struct(*node, join_path(path_, name), value.emplace());
  }

  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& values, std::string_view sentence) {
    values.clear();
    const Node* node = find_list(name, sentence);
    if (node == nullptr) return;
    for (const Node& item : node->items) {
      const std::string index = std::to_string(values.size());
      read_struct(item, join_path(join_path(path_, name), index), values.emplace_back());
    }
  }

  /// To be called after the visit: what is left over is unknown.
  void finish();

 private:
  template <class T>
  std::optional<T> read_field(std::string_view name, std::string_view sentence) {
    const Node* node = find_scalar(name, sentence, FieldText<T>::expected());
    if (node == nullptr) return std::nullopt;
    const std::optional<T> value = FieldText<T>::read(*node);
    if (!value) add(*node, name, FieldText<T>::problem(*node));
    return value;
  }

  template <class Struct>
  void read_struct(const Node& node, const std::string& path, Struct& value) {
    Reader reader(node, path, diagnostics_);
    value.visit(reader);
    reader.finish();
  }

  /// Each returns null after noting what is wrong.
  const Node* find(std::string_view name, std::string_view sentence, std::string_view expected);
  const Node* find_scalar(std::string_view name, std::string_view sentence,
                          std::string_view expected);
  const Node* find_list(std::string_view name, std::string_view sentence);
  const Node* find_optional(std::string_view name);

  void check_source(const Node& source);
  bool is_null(const Node& node, std::string_view name, std::string_view expected);
  void add(const Node& node, std::string_view name, std::string_view message);

  const Node& mapping_;
  std::string path_;
  Diagnostics& diagnostics_;
  std::vector<std::string> names_;
};

/// Collects problems; the result is only for use when none was added.
template <class Config>
Config read(const Node& tree, Diagnostics& diagnostics) {
  Config config{};
  Reader reader(tree, "machine", diagnostics);
  config.visit(reader);
  reader.finish();
  return config;
}

/// Throws ConfigError with all problems.
template <class Config>
Config read(const Node& tree) {
  Diagnostics diagnostics;
  Config config = read<Config>(tree, diagnostics);
  diagnostics.throw_if_any();
  return config;
}

}  // namespace starnuma::config
