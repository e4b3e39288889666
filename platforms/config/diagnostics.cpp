// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/diagnostics.h"

#include <algorithm>
#include <tuple>

#include "models/base/nearest.h"

namespace starnuma::config {
namespace {

/// Maximum number of lines printed for one file.
constexpr std::size_t kShown = 20;
/// Number of problems of one file beyond which suggestions are omitted. It exceeds kShown because
/// the first problems found need not be the first in the file.
constexpr std::size_t kExplained = 200;

std::string_view last_key(std::string_view path) {
  return path.substr(path.rfind('.') + 1);  // npos + 1 is 0
}

}  // namespace

void Diagnostics::add(const Origin& origin, std::string_view path, std::string_view message) {
  ++noted_;
  std::vector<std::size_t>& here = at_place_[to_string(origin)];
  const bool known =
      origin.line != 0 && std::any_of(here.begin(), here.end(), [&](std::size_t p) {
        return problems_[p].message == message && last_key(problems_[p].path) == last_key(path);
      });
  if (known) return;
  here.push_back(problems_.size());
  if (message.rfind("missing", 0) == 0) missing_.insert(std::string(path).append(message));
  problems_.push_back({origin, std::string(path), std::string(message)});
  ++in_file_[origin.file];
}

std::string Diagnostics::unknown_key(const Origin& origin, std::string_view key,
                                     const std::vector<std::string>& names) const {
  const auto known = in_file_.find(origin.file);
  if (known != in_file_.end() && known->second > kExplained) return "unknown key";
  return "unknown key, " + base::suggestion(key, names);
}

void Diagnostics::add_element(const Diagnostics& element, std::string_view element_path,
                              std::string_view each_path) {
  for (const Problem& problem : element.problems_) {
    const std::string shared = std::string(each_path) + problem.path.substr(element_path.size());
    // A missing key has no text of its own, so the location does not identify it.
    if (missing_.count(shared + problem.message) != 0) {
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
  std::size_t of_file = 0;
  for (auto problem = sorted.begin(); problem != sorted.end(); ++problem) {
    const std::string& file = problem->origin.file;
    if (++of_file <= kShown) {
      lines.push_back(
          to_string(problem->origin) + ": " +
          one_line(problem->path + (problem->path.empty() ? "" : ": ") + problem->message));
    }
    const auto next = problem + 1;
    if (next != sorted.end() && next->origin.file == file) continue;
    if (of_file > kShown) {
      lines.push_back(one_line(file) + ": and " + std::to_string(of_file - kShown) + " more");
    }
    of_file = 0;
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

std::string join_path(std::string_view parent, std::string_view key) {
  const std::string step = key.empty() ? "\"\"" : printable(key);
  return std::string(parent) + (parent.empty() ? "" : ".") + step;
}

}  // namespace starnuma::config
