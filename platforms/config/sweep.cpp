// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/sweep.h"

#include <algorithm>
#include <map>

#include "platforms/config/override.h"

namespace starnuma::config {
namespace {

constexpr const char* kPlace = "experiment.sweep";
constexpr std::size_t kMostValues = Sweep::kMostValues;

std::string label_of(const Node& value) {
  std::string label = flow_text(value);
  std::replace_if(
      label.begin(), label.end(), [](char c) { return !is_name(std::string("a") + c); }, '_');
  return label;
}

/// Checks that each value has its own run and folder.
void check_values(const std::vector<Node>& values, Diagnostics& diagnostics) {
  const std::string place = join_path(kPlace, "values");
  if (values.size() > kMostValues) {
    diagnostics.add(values[kMostValues].origin, place,
                    "more than " + std::to_string(kMostValues) + " values");
    return;
  }
  std::map<std::string, const Node*> labels;
  for (const Node& value : values) {
    if (!value.is_value()) {
      diagnostics.add(value.origin, place,
                      "expected a value or a list of values, found " + describe(value));
      continue;
    }
    const auto [first, is_new] = labels.emplace(label_of(value), &value);
    if (is_new) continue;
    diagnostics.add(value.origin, place,
                    in_quotes(flow_text(value)) + " shares its result folder with " +
                        in_quotes(flow_text(*first->second)) + ", each value makes one run");
  }
}

constexpr int kMostSteps = 64;

bool is_path(const std::string& text) {
  return std::count(text.begin(), text.end(), '.') < kMostSteps && !text.empty() &&
         text.front() != '.' && text.back() != '.' && text.find("..") == std::string::npos &&
         text.find('=') == std::string::npos;
}

}  // namespace

std::string Sweep::label(std::size_t i) const { return label_of(values[i]); }

void Sweep::apply(std::size_t i, Node& machine, const Catalog& catalog,
                  Diagnostics& diagnostics) const {
  Override(field, values[i]).apply(machine, catalog, diagnostics);
  if (!also.empty()) Override(also, values[i]).apply(machine, catalog, diagnostics);
}

std::optional<Sweep> sweep_of(const Node& experiment, Diagnostics& diagnostics) {
  const Node* node = experiment.find("sweep");
  if (node == nullptr) return std::nullopt;
  const Node* field = node->find("field");
  const Node* also = node->find("also");
  const Node* values = node->find("values");
  const std::size_t before = diagnostics.noted();
  const std::vector<std::string> keys{"field", "also", "values"};
  for (const Node::Entry& entry : node->entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    diagnostics.add(entry.origin, join_path(kPlace, entry.key),
                    diagnostics.unknown_key(entry.origin, entry.key, keys));
  }
  if (field == nullptr || values == nullptr) {
    diagnostics.add(node->origin, kPlace, "expected a mapping with field and values");
    return std::nullopt;
  }
  for (const Node* path : {field, also}) {
    if (path == nullptr || (path->is_scalar() && is_path(path->text))) continue;
    diagnostics.add(path->origin, join_path(kPlace, path == field ? "field" : "also"),
                    "expected path.to.key of the machine, found " + describe(*path));
  }
  if (!values->is_sequence() || values->items.empty()) {
    diagnostics.add(values->origin, join_path(kPlace, "values"),
                    values->is_sequence()
                        ? "expected a list of values, found an empty one"
                        : "expected a list of values, found " + describe(*values));
  }
  check_values(values->items, diagnostics);
  if (diagnostics.noted() != before) return std::nullopt;
  return Sweep{field->text, also != nullptr ? also->text : "", values->items};
}

}  // namespace starnuma::config
