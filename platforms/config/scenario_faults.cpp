// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/scenario_faults.h"

#include <utility>

#include "platforms/config/field_text.h"
#include "platforms/config/reader.h"

namespace starnuma::config {
namespace {

/// Fields of a fault as text.
struct Texts {
  std::vector<std::pair<std::string, std::string>> fields;

  template <class T>
  void field(std::string_view name, const T& value, std::string_view, base::Range = {}) {
    fields.emplace_back(name, FieldText<T>::print(value));
  }
};

Texts texts_of(ScenarioFault fault) {
  Texts texts;
  fault.visit(texts);
  return texts;
}

}  // namespace

const Origin& ScenarioFault::origin_of(std::string_view key) const {
  const Node* value = written.find(key);
  return value != nullptr ? value->origin : written.origin;
}

std::vector<ScenarioFault> faults_of(const Node& file, Diagnostics& diagnostics) {
  std::vector<ScenarioFault> faults;
  const Node* list = file.find("faults");
  if (list == nullptr) return faults;
  if (!list->is_sequence() || list->items.empty()) {
    if (!list->incomplete) {
      diagnostics.add(list->origin, "scenario.faults", "expected a list of faults, each of a kind");
    }
    return faults;
  }
  for (const Node& item : list->items) {
    const std::string path = "scenario.faults." + std::to_string(faults.size());
    ScenarioFault& fault = faults.emplace_back();
    fault.written = item;
    Reader(item, path, diagnostics, true).read_all(fault);
    if (!item.is_mapping() || item.find("kind") != nullptr) continue;
    diagnostics.add(item.origin, join_path(path, "kind"),
                    "missing, expected " + FieldText<FaultKind>::expected());
  }
  return faults;
}

std::string yaml_of(const std::vector<ScenarioFault>& faults) {
  std::string text = faults.empty() ? "" : "faults:\n";
  const Texts usual = texts_of({});
  for (const ScenarioFault& fault : faults) {
    const Texts texts = texts_of(fault);
    const char* begin = "  - ";
    for (std::size_t f = 0; f < texts.fields.size(); ++f) {
      const auto& [name, value] = texts.fields[f];
      if (name != "kind" && value == usual.fields[f].second) continue;
      text += begin + name + ": " + value + "\n";
      begin = "    ";
    }
  }
  return text;
}

}  // namespace starnuma::config
