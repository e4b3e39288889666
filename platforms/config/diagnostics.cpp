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

bool same_place(const Origin& a, const Origin& b) {
  return std::tie(a.file, a.line, a.column) == std::tie(b.file, b.line, b.column);
}

}  // namespace

void Diagnostics::add(const Origin& origin, std::string_view path, std::string_view message) {
  problems_.push_back({origin, std::string(path), std::string(message)});
}

void Diagnostics::add_element(const Diagnostics& element, std::string_view element_path,
                              std::string_view each_path) {
  for (const Problem& problem : element.problems_) {
    const std::string shared =
        std::string(each_path) +
        problem.path.substr(std::min(element_path.size(), problem.path.size()));
    // A missing key has no text of its own, so its place says nothing.
    const bool placeless = problem.message.rfind("missing", 0) == 0;
    const bool said = std::any_of(problems_.begin(), problems_.end(), [&](const Problem& known) {
      return known.message == problem.message &&
             (placeless ? known.path == shared : same_place(known.origin, problem.origin));
    });
    if (!said) problems_.push_back(problem);
  }
}

std::vector<std::string> Diagnostics::lines() const {
  std::vector<Problem> sorted = problems_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.origin.file, a.origin.line, a.origin.column) <
           std::tie(b.origin.file, b.origin.line, b.origin.column);
  });
  std::vector<std::string> lines;
  for (const Problem& problem : sorted) {
    lines.push_back(to_string(problem.origin) + ": " + problem.path +
                    (problem.path.empty() ? "" : ": ") + problem.message);
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
