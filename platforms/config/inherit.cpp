// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/inherit.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <utility>

#include "platforms/config/diagnostics.h"
#include "platforms/config/load.h"

namespace starnuma::config {
namespace {

using Files = std::vector<std::filesystem::path>;

/// Opens a file once per chain: `open` holds the files being resolved, outermost first.
Node load_next(const std::filesystem::path& path, const Node& named_by, std::string_view place,
               Files& open) {
  const auto file = std::filesystem::weakly_canonical(path);
  const auto again = std::find(open.begin(), open.end(), file);
  if (again != open.end()) {
    std::string cycle;
    for (auto at = again; at != open.end(); ++at) cycle += at->stem().string() + " -> ";
    fail(named_by.origin, place, "cycle: " + cycle + file.stem().string());
  }
  open.push_back(file);
  return load_file(path);
}

void drop(Node& mapping, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) mapping.erase(key);
}

void expand(Node& node, const std::string& path, const Catalog& catalog, Files& open);

/// The keys of the part that `name` names, its own parts expanded.
Node part_body(const Node& name, const std::string& path, const Catalog& catalog, Files& open) {
  const std::string key = join_path(path, "part");
  if (!name.is_scalar()) {
    fail(name.origin, key, "expected the name of a part, found " + describe(name));
  }
  const auto file = catalog.find(Shelf::kParts, name.text);
  if (!file) fail(name.origin, key, catalog.unknown(Shelf::kParts, name.text));
  Node body = load_next(*file, name, key, open);
  require_kind(body, {"part"});
  drop(body, {"kind", "summary", "source"});
  expand(body, path, catalog, open);
  open.pop_back();
  return body;
}

/// `node` stands at `path` and was reached through the `open` files.
void expand(Node& node, const std::string& path, const Catalog& catalog, Files& open) {
  for (Node::Entry& entry : node.entries) {
    expand(entry.value, join_path(path, entry.key), catalog, open);
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    expand(node.items[i], join_path(path, std::to_string(i)), catalog, open);
  }
  if (const Node* name = node.find("part")) {
    Node body = part_body(*name, path, catalog, open);
    node.erase("part");
    node = merged(std::move(body), std::move(node));
  }
}

}  // namespace

Node merged(Node under, Node over) {
  if (!under.is_mapping() || !over.is_mapping()) return over;
  under.origin = over.origin;
  for (Node::Entry& entry : over.entries) {
    if (Node* value = under.find(entry.key)) {
      *value = merged(std::move(*value), std::move(entry.value));
    } else {
      under.entries.push_back(std::move(entry));
    }
  }
  return under;
}

void expand_parts(Node& tree, const std::string& path, const Catalog& catalog) {
  Files open;
  expand(tree, path, catalog, open);
}

Node with_ancestors(Node machine, const Catalog& catalog) {
  Files open{std::filesystem::weakly_canonical(machine.origin.file)};
  expand_parts(machine, "machine", catalog);
  while (const Node* found = machine.find("extends")) {
    const Node extends = *found;
    constexpr std::string_view kPlace = "machine.extends";
    const auto file = catalog.machine_named_by(extends, kPlace);
    Node parent = load_next(file, extends, kPlace, open);
    require_kind(parent, {"machine"});
    expand_parts(parent, "machine", catalog);
    drop(machine, {"kind", "summary", "extends"});
    machine = merged(std::move(parent), std::move(machine));
  }
  drop(machine, {"kind", "summary"});
  return machine;
}

}  // namespace starnuma::config
