// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/diagnostics.h"

#include <algorithm>
#include <tuple>

namespace starnuma::config {
namespace {

constexpr std::size_t kLongestText = 60;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

bool same_place(const Origin& a, const Origin& b) {
  return std::tie(a.file, a.line, a.column) == std::tie(b.file, b.line, b.column);
}

std::string_view last_key(std::string_view path) {
  return path.substr(path.rfind('.') + 1);  // npos + 1 is 0
}

}  // namespace

std::string printable(std::string_view text) {
  std::size_t length = std::min(text.size(), kLongestText);
  while (length < text.size() && length > 0 && is_continuation(text[length])) --length;
  std::string result(text.substr(0, length));
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto byte = static_cast<unsigned char>(result[i]);
    // The second range is U+0080 to U+009F in UTF-8.
    const bool control =
        byte < 0x20 || byte == 0x7f ||
        (byte == 0xc2 && i + 1 < result.size() && static_cast<unsigned char>(result[i + 1]) < 0xa0);
    if (!control) continue;
    if (byte == 0xc2) result.erase(i + 1, 1);
    result[i] = '?';
  }
  return result + (length < text.size() ? "..." : "");
}

void Diagnostics::add(const Origin& origin, std::string_view path, std::string_view message) {
  ++noted_;
  const bool known = origin.line != 0 &&
                     std::any_of(problems_.begin(), problems_.end(), [&](const Problem& problem) {
                       return problem.message == message && same_place(problem.origin, origin) &&
                              last_key(problem.path) == last_key(path);
                     });
  if (!known) problems_.push_back({origin, std::string(path), std::string(message)});
}

void Diagnostics::add_element(const Diagnostics& element, std::string_view element_path,
                              std::string_view each_path) {
  for (const Problem& problem : element.problems_) {
    const std::string shared = std::string(each_path) + problem.path.substr(element_path.size());
    // A missing key has no text of its own, so its place says nothing.
    const bool said = problem.message.rfind("missing", 0) == 0 &&
                      std::any_of(problems_.begin(), problems_.end(), [&](const Problem& known) {
                        return known.message == problem.message && known.path == shared;
                      });
    if (said) {
      ++noted_;
    } else {
      add(problem.origin, problem.path, problem.message);
    }
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
  const std::string step = key.empty() ? "\"\"" : printable(key);
  return std::string(parent) + (parent.empty() ? "" : ".") + step;
}

}  // namespace starnuma::config
