// SPDX-License-Identifier: Apache-2.0
// Lists of mappings in a `kind: scenario` file: reading and writing.
//
// Contract: an Item has visit() and `written`, the complete YAML entry. Omitted keys have the
// values of a default Item; an entry without `required` is a problem.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/config/diagnostics.h"
#include "platforms/config/field_text.h"
#include "platforms/config/node.h"
#include "platforms/config/reader.h"

namespace starnuma::config {

template <class Item>
std::vector<Item> scenario_items(const Node& file, const char* key, const char* required,
                                 const std::string& expected, Diagnostics& diagnostics,
                                 const char* kind = "scenario") {
  std::vector<Item> items;
  const Node* list = file.find(key);
  if (list == nullptr) return items;
  const std::string path = join_path(kind, key);
  if (!list->is_sequence() || list->items.empty()) {
    if (!list->incomplete) diagnostics.add(list->origin, path, "expected a list of " + expected);
    return items;
  }
  for (const Node& entry : list->items) {
    const std::string place = join_path(path, std::to_string(items.size()));
    Item& item = items.emplace_back();
    item.written = entry;
    Reader(entry, place, diagnostics, true).read_all(item);
    if (!entry.is_mapping() || entry.find(required) != nullptr) continue;
    diagnostics.add(entry.origin, join_path(place, required), "missing, expected " + expected);
  }
  return items;
}

/// Fields of a struct as text.
struct FieldTexts {
  std::vector<std::pair<std::string, std::string>> fields;

  template <class T>
  void field(std::string_view name, const T& value, std::string_view, base::Range = {}) {
    fields.emplace_back(name, FieldText<T>::print(value));
  }
};

/// Returns the list under its key, without default values; empty if there are no items.
template <class Item>
std::string yaml_of_items(const std::string& key, const char* required,
                          const std::vector<Item>& items) {
  std::string text = items.empty() ? "" : key + ":\n";
  FieldTexts usual;
  Item{}.visit(usual);
  for (Item item : items) {
    FieldTexts own;
    item.visit(own);
    const char* begin = "  - ";
    for (std::size_t f = 0; f < own.fields.size(); ++f) {
      const auto& [name, value] = own.fields[f];
      if (name != required && value == usual.fields[f].second) continue;
      text += begin + name + ": " + value + "\n";
      begin = "    ";
    }
  }
  return text;
}

}  // namespace starnuma::config
