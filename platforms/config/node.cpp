// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/node.h"

#include <algorithm>

#include "platforms/config/text.h"

namespace starnuma::config {

std::string to_string(const Origin& origin) {
  if (origin.line == 0) return one_line(origin.file);
  return one_line(origin.file) + ":" + std::to_string(origin.line) + ":" +
         std::to_string(origin.column);
}

const Node* Node::find(std::string_view key) const {
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [key](const Entry& entry) { return entry.key == key; });
  return at == entries.end() ? nullptr : &at->value;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node&>(*this).find(key));
}

void Node::erase(std::string_view key) {
  entries.erase(std::remove_if(entries.begin(), entries.end(),
                               [key](const Entry& entry) { return entry.key == key; }),
                entries.end());
}

std::string flow_text(const Node& node) {
  if (!node.is_sequence()) return node.text;
  std::string text;
  for (const Node& item : node.items) text += (text.empty() ? "" : ", ") + item.text;
  return "[" + text + "]";
}

KeyIndex::KeyIndex(const Node& mapping) {
  for (std::size_t i = 0; i < mapping.entries.size(); ++i) at_.emplace(mapping.entries[i].key, i);
}

std::optional<std::size_t> KeyIndex::find(std::string_view key) const {
  const auto at = at_.find(key);
  return at == at_.end() ? std::nullopt : std::optional(at->second);
}

std::string describe(const Node& node) {
  switch (node.kind) {
    case YamlKind::kMapping:
      return "a mapping";
    case YamlKind::kSequence:
      return "a list";
    case YamlKind::kScalar:
      return in_quotes(node.text);
    case YamlKind::kNull:
      break;
  }
  return "nothing";
}

}  // namespace starnuma::config
