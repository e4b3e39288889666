// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/elements.h"

#include <map>
#include <utility>

#include "platforms/config/inherit.h"
#include "platforms/config/node_path.h"

namespace starnuma::config {
namespace {

/// Returns the indices that a key denotes, or nothing after noting a problem.
std::optional<Indices> checked_indices(const Node::Entry& entry, const std::string& path,
                                       std::optional<int> count, Diagnostics& diagnostics) {
  auto indices = indices_of(entry.key);
  if (!indices) {
    diagnostics.add(
        entry.origin, path,
        "expected an index such as 3 or a range such as 4-7, found " + in_quotes(entry.key));
    return std::nullopt;
  }
  if (!count) return Indices{indices->first, indices->first};
  if (indices->last < *count) return indices;
  diagnostics.add(entry.origin, path,
                  *count == 0 ? "there is none of them, count is 0"
                              : "index is out of range, expected between 0 and " +
                                    std::to_string(*count - 1) + " because count is " +
                                    std::to_string(*count));
  return std::nullopt;
}

}  // namespace

std::vector<Element> elements_of(const Node& node, const std::string& path,
                                 std::optional<int> count, Diagnostics& diagnostics) {
  const Node* overrides = node.find("overrides");
  if (overrides == nullptr) return {};
  const std::string all = join_path(path, "overrides");
  if (!overrides->is_mapping()) {
    diagnostics.add(overrides->origin, all,
                    "expected a mapping of index to fields, found " + describe(*overrides));
    return {};
  }
  Node each = node;
  for (const char* key : {"count", "overrides", "source"}) each.erase(key);
  std::map<int, Element> elements;
  for (const Node::Entry& entry : overrides->entries) {
    const std::string own = join_path(all, entry.key);
    const auto indices = checked_indices(entry, own, count, diagnostics);
    if (!indices) continue;
    if (!entry.value.is_mapping()) {
      diagnostics.add(entry.value.origin, own,
                      "expected a mapping, found " + describe(entry.value));
      continue;
    }
    for (int index = indices->first; index <= indices->last; ++index) {
      Element& element = elements.try_emplace(index, Element{index, own, each}).first->second;
      element.path = own;
      element.text = merged(std::move(element.text), entry.value);
    }
  }
  std::vector<Element> result;
  for (auto& [index, element] : elements) result.push_back(std::move(element));
  return result;
}

}  // namespace starnuma::config
