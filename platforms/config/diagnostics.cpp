// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/diagnostics.h"

#include <algorithm>
#include <tuple>

namespace starnuma::config {
namespace {

constexpr std::size_t kLongestText = 60;

/// Control characters would break the line or the terminal.
std::string printable(std::string_view text) {
  std::string result(text.substr(0, kLongestText));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  if (text.size() > kLongestText) result += "...";
  return result;
}

}  // namespace

void Diagnostics::add(const Origin& origin, std::string_view path, std::string_view message) {
  problems_.push_back(
      {origin, std::string(path) + (path.empty() ? "" : ": ") + std::string(message)});
}

std::vector<std::string> Diagnostics::lines() const {
  std::vector<Problem> sorted = problems_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.origin.file, a.origin.line, a.origin.column) <
           std::tie(b.origin.file, b.origin.line, b.origin.column);
  });
  std::vector<std::string> lines;
  for (const Problem& problem : sorted) {
    lines.push_back(to_string(problem.origin) + ": " + problem.message);
  }
  return lines;
}

void Diagnostics::throw_if_any() const {
  if (empty()) return;
  std::string text;
  for (const std::string& line : lines()) text += (text.empty() ? "" : "\n") + line;
  throw ConfigError(text);
}

void fail(const Origin& origin, std::string_view path, std::string_view message) {
  Diagnostics diagnostics;
  diagnostics.add(origin, path, message);
  diagnostics.throw_if_any();
  throw ConfigError(std::string(message));
}

std::string in_quotes(std::string_view text) { return "\"" + printable(text) + "\""; }

std::string join_path(std::string_view parent, std::string_view key) {
  return std::string(parent) + (parent.empty() ? "" : ".") + printable(key);
}

}  // namespace starnuma::config
