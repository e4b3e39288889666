// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/inherit.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace starnuma::config {
namespace {

namespace fs = std::filesystem;

/// Limits far beyond any machine; they bound the time, memory and stack that hostile files consume.
constexpr int kMostParts = 1000;
constexpr std::size_t kMostValues = 200'000;
constexpr int kDeepest = 128;

std::size_t count_values(const Node& node) {
  std::size_t count = 1;
  for (const Node::Entry& entry : node.entries) count += 1 + count_values(entry.value);
  for (const Node& item : node.items) count += count_values(item);
  return count;
}

/// Propagates `source:` to the values that it describes.
void assign_sources(Node& node, const std::string& inherited) {
  const Node* source = node.find("source");
  const std::string all = source != nullptr && source->is_scalar() ? source->text : inherited;
  const Node own = source == nullptr ? Node{} : *source;
  const KeyIndex keys(own);
  for (Node::Entry& entry : node.entries) {
    const auto own_source = keys.find(entry.key);
    const bool own_text = own_source && own.entries[*own_source].value.is_scalar();
    assign_sources(entry.value, own_text ? own.entries[*own_source].value.text : all);
  }
  for (Node& item : node.items) assign_sources(item, all);
  if (node.is_scalar()) node.source = inherited;
}

/// Removes the keys that classify a file, and checks `summary:`.
void drop_header(Node& file, const char* own_key, const std::string& path,
                 Diagnostics& diagnostics) {
  if (const Node* summary = file.find("summary"); summary != nullptr && !summary->is_scalar()) {
    diagnostics.add(summary->origin, join_path(path, "summary"),
                    "expected text, found " + describe(*summary));
  }
  for (const char* key : {"kind", "summary", own_key}) file.erase(key);
}

/// Returns the mapping `part: NAME` of a name.
Node named_part(const Node& name) {
  Node mapping;
  mapping.kind = YamlKind::kMapping;
  mapping.origin = name.origin;
  mapping.entries.push_back({"part", name.origin, name});
  return mapping;
}

class Inheritance {
 public:
  Inheritance(const Catalog& catalog, Diagnostics& diagnostics)
      : catalog_(catalog), diagnostics_(diagnostics) {}

  void expand(Node& node, const std::string& path, int depth);
  Node ancestors(Node machine);

 private:
  std::optional<Node> open(const fs::path& path, const Node& named_by, std::string_view place,
                           const char* kind);
  std::optional<Node> part_body(const Node& name, const std::string& path, int depth);
  void lay_part(Node& node, const std::string& path, int depth);

  const Catalog& catalog_;
  Diagnostics& diagnostics_;
  std::vector<fs::path> open_;  ///< files being resolved, outermost first
  int parts_ = 0;
  std::size_t values_ = 0;  ///< number of values in all opened files
};

/// Opens a file and pushes it on the chain; returns nothing after noting a cycle.
std::optional<Node> Inheritance::open(const fs::path& path, const Node& named_by,
                                      std::string_view place, const char* kind) {
  const auto file = absolute_path(path);
  const auto again = std::find(open_.begin(), open_.end(), file);
  if (again != open_.end()) {
    std::string cycle;
    for (auto at = again; at != open_.end(); ++at) cycle += printable(at->stem().string()) + " -> ";
    diagnostics_.add(named_by.origin, place, "cycle: " + cycle + printable(file.stem().string()));
    return std::nullopt;
  }
  if (values_ > kMostValues) return std::nullopt;
  auto node = catalog_.load(path, kind, named_by, place, diagnostics_);
  if (!node) return std::nullopt;
  values_ += count_values(*node);
  if (values_ > kMostValues) {
    diagnostics_.add(named_by.origin, place,
                     "with this more than " + std::to_string(kMostValues) + " values in all files");
    return std::nullopt;
  }
  assign_sources(*node, "");
  open_.push_back(file);
  return node;
}

/// Returns the keys of the part that `name` denotes, with nested parts expanded.
std::optional<Node> Inheritance::part_body(const Node& name, const std::string& path, int depth) {
  const std::string key = join_path(path, "part");
  if (!name.is_scalar()) {
    diagnostics_.add(name.origin, key, "expected the name of a part, found " + describe(name));
    return std::nullopt;
  }
  const auto file = catalog_.find(Shelf::kParts, name);
  if (!file) {
    if (!name.incomplete) {
      diagnostics_.add(name.origin, key, catalog_.unknown(Shelf::kParts, name));
    }
    return std::nullopt;
  }
  if (++parts_ > kMostParts) {
    if (parts_ == kMostParts + 1) {
      diagnostics_.add(name.origin, key,
                       "a machine of more than " + std::to_string(kMostParts) + " parts");
    }
    return std::nullopt;
  }
  auto body = open(*file, name, key, "part");
  if (!body) return std::nullopt;
  drop_header(*body, "of", path, diagnostics_);
  expand(*body, path, depth);
  open_.pop_back();
  return body;
}

void Inheritance::lay_part(Node& node, const std::string& path, int depth) {
  const Node* name = node.find("part");
  if (name == nullptr) return;
  auto body = part_body(*name, path, depth);
  const Node named = *name;
  node.erase("part");
  if (body) {
    node.part = {named.text, body->origin.file, named.origin};
    node = merged(std::move(*body), std::move(node));
  } else {
    node.incomplete = true;
  }
}

/// Expands the parts below `node`, which is at `path` and was reached through the open files.
void Inheritance::expand(Node& node, const std::string& path, int depth) {
  if (depth > kDeepest) {
    diagnostics_.add(node.origin, path,
                     "nested deeper than " + std::to_string(kDeepest) + " levels with its parts");
    node = Node{};
    node.incomplete = true;
    return;
  }
  if (node.is_scalar() && node.text != "none" && may_be_name_of_part(path)) node = named_part(node);
  for (Node::Entry& entry : node.entries) {
    if (entry.key != "source") expand(entry.value, join_path(path, entry.key), depth + 1);
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    expand(node.items[i], join_path(path, std::to_string(i)), depth + 1);
  }
  lay_part(node, path, depth);
}

Node Inheritance::ancestors(Node machine) {
  constexpr const char* kPath = "machine";
  open_.push_back(absolute_path(machine.origin.file));
  assign_sources(machine, "");
  expand(machine, kPath, 0);
  while (const Node* found = machine.find("extends")) {
    const Node extends = *found;
    const std::string place = join_path(kPath, "extends");
    const auto file = catalog_.machine_named_by(extends, place, diagnostics_);
    auto parent = file ? open(*file, extends, place, "machine") : std::nullopt;
    drop_header(machine, "extends", kPath, diagnostics_);
    if (!parent) {
      machine.incomplete = true;
      break;
    }
    expand(*parent, kPath, 0);
    machine = merged(std::move(*parent), std::move(machine));
  }
  drop_header(machine, "extends", kPath, diagnostics_);
  return machine;
}

}  // namespace

bool may_be_name_of_part(std::string_view path) { return path == "machine.method"; }

Node merged(Node under, Node over) {
  if (!under.is_mapping() || !over.is_mapping()) return over;
  under.origin = over.origin;
  under.incomplete = under.incomplete || over.incomplete;
  if (!over.part.file.empty()) under.part = over.part;
  std::vector<std::optional<std::size_t>> same;
  const KeyIndex keys(under);
  for (const Node::Entry& entry : over.entries) same.push_back(keys.find(entry.key));
  for (std::size_t i = 0; i < same.size(); ++i) {
    Node::Entry& entry = over.entries[i];
    if (!same[i]) {
      under.entries.push_back(std::move(entry));
      continue;
    }
    Node::Entry& old = under.entries[*same[i]];
    old.origin = entry.origin;
    old.value = merged(std::move(old.value), std::move(entry.value));
  }
  return under;
}

void expand_parts(Node& tree, const std::string& path, const Catalog& catalog,
                  Diagnostics& diagnostics) {
  Inheritance(catalog, diagnostics).expand(tree, path, 0);
}

Node with_ancestors(Node machine, const Catalog& catalog, Diagnostics& diagnostics) {
  return Inheritance(catalog, diagnostics).ancestors(std::move(machine));
}

Node part_fields(Node file, const std::string& path, const Catalog& catalog,
                 Diagnostics& diagnostics) {
  assign_sources(file, "");
  drop_header(file, "of", path, diagnostics);
  expand_parts(file, path, catalog, diagnostics);
  return file;
}

}  // namespace starnuma::config
