// SPDX-License-Identifier: Apache-2.0
// Tree of a configuration file with the location of each key and value.
//
// Contract: plain data, freely copyable. Keys of a mapping are unique and keep the file's order.
// Lines and columns count from one; line 0 means that the text is not from a file but from an
// option.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace starnuma::config {

struct Origin {
  std::string file;
  int line = 0;
  int column = 0;
};
/// Returns "file:line:column", or just the file without a line.
std::string to_string(const Origin& origin);

enum class YamlKind { kNull, kScalar, kSequence, kMapping };

struct Node {
  struct Entry;

  YamlKind kind = YamlKind::kNull;
  Origin origin;
  std::string text;  ///< text of a scalar as written, without quotes
  /// True if part of the text was rejected or not found, which a problem already reports. Keys that
  /// seem missing may have been in that part.
  bool incomplete = false;
  std::string source;  ///< text of `source:` that applies to a scalar, else empty
  /// Part whose keys were merged into a mapping; `file` is empty if there is none.
  struct PartUse {
    std::string name;
    std::string file;
    Origin place;  ///< location of the name
  };
  PartUse part;
  bool quoted = false;         ///< true for a quoted scalar
  std::vector<Node> items;     ///< items of a sequence
  std::vector<Entry> entries;  ///< entries of a mapping

  bool is_scalar() const { return kind == YamlKind::kScalar; }
  bool is_sequence() const { return kind == YamlKind::kSequence; }
  bool is_mapping() const { return kind == YamlKind::kMapping; }
  /// Returns true for the unquoted word `none`, which denotes an absent optional group.
  bool is_none() const { return is_scalar() && !quoted && text == "none"; }

  /// Returns the value of `key`, or null if this is not a mapping or lacks the key.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  void erase(std::string_view key);
  /// Returns true for a scalar or a list of scalars, the possible values of a field.
  bool is_value() const {
    return is_scalar() ||
           (is_sequence() &&
            std::all_of(items.begin(), items.end(), [](const Node& n) { return n.is_scalar(); }));
  }
};

struct Node::Entry {
  std::string key;
  Origin origin;
  Node value;
};

/// Returns a scalar as written, a list of scalars as `[a, b]`.
std::string flow_text(const Node& node);

/// Index of the keys of a mapping that does not change; faster than Node::find for many lookups.
class KeyIndex {
 public:
  explicit KeyIndex(const Node& mapping);
  /// Returns the index of a key in `entries`.
  std::optional<std::size_t> find(std::string_view key) const;

 private:
  std::unordered_map<std::string_view, std::size_t> at_;
};

/// Returns the description of a node for messages: `a mapping`, `a list`, `nothing`, `"text"`.
std::string describe(const Node& node);

}  // namespace starnuma::config
