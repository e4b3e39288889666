// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/reader.h"

#include <algorithm>
#include <utility>

#include "models/base/nearest.h"
#include "platforms/config/node_path.h"

namespace starnuma::config {

Reader::Reader(const Node& mapping, std::string path, Diagnostics& diagnostics, bool incomplete)
    : mapping_(mapping),
      path_(std::move(path)),
      diagnostics_(diagnostics),
      incomplete_(incomplete || mapping.incomplete) {
  if (!mapping.is_mapping() && !mapping.incomplete) {
    diagnostics_.add(mapping.origin, path_, "expected a mapping, found " + describe(mapping));
  }
}

const Node* Reader::find(std::string_view name, std::string_view sentence,
                         std::string_view expected) {
  names_.emplace_back(name);
  if (!mapping_.is_mapping()) return nullptr;
  const Node* node = mapping_.find(name);
  if (node == nullptr) {
    if (!incomplete_) {
      add(mapping_, name,
          "missing (" + std::string(sentence) + "), expected " + std::string(expected));
    }
    return nullptr;
  }
  if (node->incomplete && !node->is_mapping()) {
    clean_ = false;
    return nullptr;
  }
  return is_null(*node, name, expected) ? nullptr : node;
}

const Node* Reader::find_scalar(std::string_view name, std::string_view sentence,
                                std::string_view expected) {
  const Node* node = find(name, sentence, expected);
  if (node == nullptr || node->is_scalar()) return node;
  add(*node, name, "expected " + std::string(expected) + ", found " + describe(*node));
  return nullptr;
}

const Node* Reader::find_list(std::string_view name, std::string_view sentence) {
  const Node* node = find(name, sentence, "a list of mappings");
  if (node == nullptr || node->is_sequence()) return node;
  add(*node, name, "expected a list of mappings, found " + describe(*node));
  return nullptr;
}

const Node* Reader::find_optional(std::string_view name, std::string_view expected) {
  names_.emplace_back(name);
  const Node* node = mapping_.find(name);
  if (node == nullptr || node->is_none()) return nullptr;
  return is_null(*node, name, std::string(expected) + " or none") ? nullptr : node;
}

const Node* Reader::find_optional_scalar(std::string_view name, std::string_view expected) {
  const Node* node = find_optional(name, expected);
  if (node == nullptr || node->is_scalar()) return node;
  add(*node, name, "expected " + std::string(expected) + " or none, found " + describe(*node));
  return nullptr;
}

const Node* Reader::find_repeated(std::string_view name, base::Range range,
                                  std::string_view sentence) {
  const std::string expected = "a mapping with count:";
  if (range.low == 0) return find_optional(name, "a mapping");
  const Node* node = find(name, sentence, expected);
  if (node == nullptr || !node->is_none()) return node;
  add(*node, name, "none is out of range, expected " + expected + " " + describe_range<int>(range));
  return nullptr;
}

void Reader::place(const base::Problems& problems) {
  for (const base::Problem& problem : problems.list()) {
    const std::string& path = nearest_path(mapping_, problem);
    diagnostics_.add(nearest_origin(mapping_, path), join_path(path_, path), problem.message);
  }
}

void Reader::refuse_unused(const Node& count) {
  for (const Node::Entry& entry : mapping_.entries) {
    // Keys from other files are disabled on purpose.
    if (entry.key == "count" || entry.origin.file != count.origin.file) continue;
    diagnostics_.add(entry.origin, join_path(path_, entry.key), "unused, count is 0");
  }
}

bool Reader::knows(const std::string& key) const {
  return std::find(names_.begin(), names_.end(), key) != names_.end();
}

/// Returns true if the group knows any key of the part.
bool Reader::part_fits() {
  const Node::PartUse& part = mapping_.part;
  bool any = false;
  for (const Node::Entry& entry : mapping_.entries) {
    if (entry.origin.file != part.file || entry.key == "source") continue;
    if (knows(entry.key)) return true;
    any = true;
  }
  if (!any) return true;
  diagnostics_.add(part.place, join_path(path_, "part"),
                   "part " + in_quotes(part.name) +
                       " does not fit here, none of its keys is known; " +
                       base::suggestion("", names_));
  return false;
}

void Reader::finish() {
  const bool fits = mapping_.part.file.empty() || part_fits();
  for (const Node::Entry& entry : mapping_.entries) {
    if (knows(entry.key) || (!fits && entry.origin.file == mapping_.part.file)) continue;
    if (entry.key == "source") {
      check_source(entry.value);
    } else {
      diagnostics_.add(entry.origin, join_path(path_, entry.key),
                       diagnostics_.unknown_key(entry.origin, entry.key, names_));
    }
  }
}

void Reader::check_source(const Node& source) {
  if (source.is_scalar()) return;
  if (!source.is_mapping()) {
    add(source, "source", "expected text or a mapping of field to text, found " + describe(source));
    return;
  }
  for (const Node::Entry& entry : source.entries) {
    const std::string path = join_path("source", entry.key);
    if (!knows(entry.key)) {
      diagnostics_.add(entry.origin, join_path(path_, path),
                       diagnostics_.unknown_key(entry.origin, entry.key, names_));
    } else if (!entry.value.is_scalar()) {
      add(entry.value, path, "expected text, found " + describe(entry.value));
    }
  }
}

bool Reader::is_null(const Node& node, std::string_view name, std::string_view expected) {
  if (node.kind != YamlKind::kNull) return false;
  add(node, name, "no value, expected " + std::string(expected));
  return true;
}

void Reader::add(const Node& node, std::string_view name, std::string_view message) {
  diagnostics_.add(node.origin, join_path(path_, name), message);
}

}  // namespace starnuma::config
