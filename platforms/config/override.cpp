// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/override.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "platforms/config/diagnostics.h"
#include "platforms/config/inherit.h"
#include "platforms/config/load.h"

namespace starnuma::config {
namespace {

constexpr std::size_t kLongestShown = 200;
constexpr std::size_t kMostSteps = 64;  ///< maximum nesting of a file

std::vector<std::string> split_path(const std::string& text, const Origin& origin) {
  std::vector<std::string> path;
  std::size_t begin = 0;
  for (std::size_t dot = 0; dot != std::string::npos; begin = dot + 1) {
    dot = text.find('.', begin);
    path.push_back(text.substr(begin, dot - begin));
    if (path.back().empty()) fail(origin, "", "expected path.to.key=VALUE");
    if (path.size() > kMostSteps) {
      fail(origin, "", "a path of more than " + std::to_string(kMostSteps) + " keys");
    }
  }
  return path;
}

Node mapping_at(const Origin& origin) {
  Node node;
  node.kind = YamlKind::kMapping;
  node.origin = origin;
  return node;
}

/// Returns the value of `key`, created if missing; a value that is not a mapping is replaced by
/// one.
Node& entry_of(Node& mapping, const std::string& key, const Origin& origin) {
  if (!mapping.is_mapping()) mapping = mapping_at(origin);
  if (Node* value = mapping.find(key)) return *value;
  mapping.entries.push_back({key, origin, {}});
  return mapping.entries.back().value;
}

Node& item_of(Node& list, const std::string& index, const Origin& origin) {
  std::size_t at = list.items.size();
  const char* end = index.data() + index.size();
  const auto result = std::from_chars(index.data(), end, at);
  if (result.ec != std::errc() || result.ptr != end || at >= list.items.size()) {
    fail(origin, "",
         in_quotes(index) + " is not an entry of this list of " +
             std::to_string(list.items.size()) + ", the first is 0");
  }
  return list.items[at];
}

Node& child_of(Node& holder, const std::string& step, const Origin& origin) {
  return holder.is_sequence() ? item_of(holder, step, origin) : entry_of(holder, step, origin);
}

}  // namespace

Override::Override(const std::string& text) {
  const std::size_t equals = text.find('=');
  const Origin origin{"--set " + one_line(text.substr(0, std::min(equals, kLongestShown)))};
  if (equals == std::string::npos) fail(origin, "", "expected path.to.key=VALUE");
  holder_ = split_path(text.substr(0, equals), origin);
  key_ = holder_.back();
  holder_.pop_back();
  const std::string value = text.substr(equals + 1);
  if (value.find_first_not_of(' ') != std::string::npos) value_ = load_text(value, origin.file);
  value_.origin = origin;
  if (value_.kind != YamlKind::kNull && !value_.is_value()) {
    fail(origin, "", "expected a value or a list of values, found " + describe(value_));
  }
}

Override::Override(const std::string& path, Node value) : value_(std::move(value)) {
  holder_ = split_path(path, value_.origin);
  key_ = holder_.back();
  holder_.pop_back();
}

void Override::apply(Node& tree, const Catalog& catalog, Diagnostics& diagnostics) const {
  Node* holder = &tree;
  std::string path = "machine";
  for (const std::string& step : holder_) {
    holder = &child_of(*holder, step, value_.origin);
    path = join_path(path, step);
  }
  if (key_ != "part") {
    Node& value = child_of(*holder, key_, value_.origin);
    value = value_;
    if (const std::string own = join_path(path, key_); may_be_name_of_part(own)) {
      expand_parts(value, own, catalog, diagnostics);
    }
    return;
  }
  Node part = mapping_at(value_.origin);
  part.entries.push_back({key_, value_.origin, value_});
  expand_parts(part, path, catalog, diagnostics);
  *holder = merged(std::move(*holder), std::move(part));
}

}  // namespace starnuma::config
