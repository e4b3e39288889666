// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/node_path.h"

#include <algorithm>
#include <charconv>

namespace starnuma::config {
namespace {

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = result.ec == std::errc() && result.ptr == text.data() + text.size();
  return whole && value >= 0 ? std::optional(value) : std::nullopt;
}

bool stands_for(const std::string& key, std::string_view step) {
  if (key == step) return true;
  const auto index = whole_number(step);
  const auto indices = index ? indices_of(key) : std::nullopt;
  return indices && indices->first <= *index && *index <= indices->last;
}

/// Returns "pool.link" for "pool.overrides.1.link".
std::string without_overrides(std::string_view path) {
  constexpr std::string_view kKey = ".overrides.";
  const std::size_t at = path.find(kKey);
  if (at == std::string_view::npos) return std::string(path);
  const std::size_t end = path.find('.', at + kKey.size());
  const std::string_view rest = end == std::string_view::npos ? "" : path.substr(end);
  return std::string(path.substr(0, at)).append(rest);
}

}  // namespace

std::optional<Indices> indices_of(std::string_view key) {
  const std::size_t dash = key.find('-');
  const auto first = whole_number(key.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : whole_number(key.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return Indices{*first, *last};
}

const Node* find_path(const Node& mapping, std::string_view path) {
  if (path.empty()) return &mapping;
  const std::size_t dot = std::min(path.find('.'), path.size());
  const std::string_view rest = path.substr(std::min(dot + 1, path.size()));
  if (mapping.is_sequence()) {
    const auto index = whole_number(path.substr(0, dot));
    const bool there = index && static_cast<std::size_t>(*index) < mapping.items.size();
    return there ? find_path(mapping.items[static_cast<std::size_t>(*index)], rest) : nullptr;
  }
  for (auto entry = mapping.entries.rbegin(); entry != mapping.entries.rend(); ++entry) {
    if (!stands_for(entry->key, path.substr(0, dot))) continue;
    if (const Node* found = find_path(entry->value, rest)) return found;
  }
  return nullptr;
}

const std::string& nearest_path(const Node& mapping, const base::Problem& problem) {
  const auto distance = [&](const std::string& path) {
    const Origin origin = nearest_origin(mapping, path);
    if (origin.line == 0) return 0;
    return origin.file == mapping.origin.file ? 1 : 2;
  };
  return *std::min_element(problem.paths.begin(), problem.paths.end(),
                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

Origin nearest_origin(const Node& mapping, std::string_view path) {
  if (const Node* own = find_path(mapping, path)) return own->origin;
  std::string shared = without_overrides(path);
  while (true) {
    if (const Node* found = find_path(mapping, shared)) return found->origin;
    const std::size_t dot = shared.rfind('.');
    shared.erase(dot == std::string::npos ? 0 : dot);
  }
}

}  // namespace starnuma::config
