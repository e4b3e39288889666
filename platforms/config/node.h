// SPDX-License-Identifier: Apache-2.0
// A configuration file as a tree that remembers where each value and each key was written.
//
// Contract: plain data, copied freely. Keys of a mapping are unique and keep the order of the file.
// Lines and columns count from one; line 0 means that the text was not in a file (an option).
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
/// "file:line:column", or just the file where there is no line.
std::string to_string(const Origin& origin);

struct Node {
  enum class Kind { kNull, kScalar, kSequence, kMapping };
  struct Entry;

  Kind kind = Kind::kNull;
  Origin origin;
  std::string text;  ///< of a scalar, as written, without quotes
  /// Some of its text was refused or not found, which a problem already says: what seems to be
  /// missing here may have been in it.
  bool incomplete = false;
  std::string source;  ///< of a scalar: what `source:` says of it, else empty
  /// Of a mapping: the part whose keys were laid beneath it; no file where there is none.
  struct PartUse {
    std::string name;
    std::string file;
    Origin place;  ///< where it is named
  };
  PartUse part;
  bool quoted = false;         ///< of a scalar
  std::vector<Node> items;     ///< of a sequence
  std::vector<Entry> entries;  ///< of a mapping

  bool is_scalar() const { return kind == Kind::kScalar; }
  bool is_sequence() const { return kind == Kind::kSequence; }
  bool is_mapping() const { return kind == Kind::kMapping; }
  /// The unquoted word `none`: an optional group that is absent on purpose.
  bool is_none() const { return is_scalar() && !quoted && text == "none"; }

  /// The value of `key`, or null when this is no mapping or has no such key.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  void erase(std::string_view key);
  /// A scalar, or a list of scalars: what a single field may hold.
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

/// A scalar as written, a list of scalars as `[a, b]`.
std::string flow_text(const Node& node);

/// Finds keys of a mapping that stays as it is: quicker than Node::find where many are looked for.
class KeyIndex {
 public:
  explicit KeyIndex(const Node& mapping);
  /// Where in `entries` a key stands.
  std::optional<std::size_t> find(std::string_view key) const;

 private:
  std::unordered_map<std::string_view, std::size_t> at_;
};

/// What a message says was found: `a mapping`, `a list`, `nothing`, `"text"`.
std::string describe(const Node& node);

}  // namespace starnuma::config
