// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

#include "models/base/check.h"
#include "platforms/app/results/result_folder.h"
#include "platforms/config/load.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

struct Field {
  std::string path;
  std::string text;
};

fs::path file_in(const fs::path& folder, const char* name) {
  if (fs::is_regular_file(folder / name)) return folder / name;
  throw base::InputError(folder.string(), ": is not the result folder of a run, it has no ", name);
}

void flatten(const config::Node& node, const std::string& path, std::vector<Field>& out) {
  const std::string head = path.empty() ? "" : path + ".";
  for (const auto& entry : node.entries) {
    if (entry.key != "source") flatten(entry.value, head + entry.key, out);
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    flatten(node.items[i], head + std::to_string(i), out);
  }
  if (node.entries.empty() && node.items.empty()) out.push_back({path, node.text});
}

std::vector<Field> fields_of(const fs::path& folder) {
  std::vector<Field> fields;
  flatten(config::load_file(file_in(folder, kEffective)), "", fields);
  return fields;
}

std::vector<FieldDifference> fields_between(const fs::path& a, const fs::path& b) {
  const std::vector<Field> first = fields_of(a);
  const std::vector<Field> second = fields_of(b);
  std::map<std::string, std::string> in_a;
  std::map<std::string, std::string> in_b;
  for (const Field& field : first) in_a[field.path] = field.text;
  for (const Field& field : second) in_b[field.path] = field.text;
  std::vector<FieldDifference> differences;
  for (const Field& field : first) {
    const auto other = in_b.find(field.path);
    if (other == in_b.end()) {
      differences.push_back({field.path, field.text, {}});
    } else if (other->second != field.text) {
      differences.push_back({field.path, field.text, other->second});
    }
  }
  for (const Field& field : second) {
    if (in_a.count(field.path) == 0) differences.push_back({field.path, {}, field.text});
  }
  return differences;
}

/// Returns the place of a statistic in the list: the results of a run precede their causes.
std::size_t rank_of(std::string_view path) {
  constexpr std::array<std::string_view, 2> kFirst{"run.time_ns", "run.amat_ns"};
  return static_cast<std::size_t>(std::find(kFirst.begin(), kFirst.end(), path) - kFirst.begin());
}

}  // namespace

double StatDifference::weight() const {
  if (!a || !b) return 1;
  if (!std::isfinite(*a) || !std::isfinite(*b)) {
    return *a == *b || (std::isnan(*a) && std::isnan(*b)) ? 0 : 1;
  }
  const double larger = std::max(std::abs(*a), std::abs(*b));
  return larger > 0 ? std::abs(*b - *a) / larger : 0;
}

Difference difference(const fs::path& a, const fs::path& b, double threshold) {
  Difference found;
  found.fields = fields_between(a, b);
  const auto in_a = read_statistics(file_in(a, kStats));
  const auto in_b = read_statistics(file_in(b, kStats));
  const auto consider = [&](const StatDifference& stat) {
    ++found.compared;
    if (stat.weight() > threshold) found.stats.push_back(stat);
  };
  for (const auto& [path, stat] : in_a) {
    const auto other = in_b.find(path);
    consider({path, stat.unit, stat.value,
              other == in_b.end() ? std::nullopt : std::optional(other->second.value)});
  }
  for (const auto& [path, stat] : in_b) {
    if (in_a.count(path) == 0) consider({path, stat.unit, {}, stat.value});
  }
  std::sort(found.stats.begin(), found.stats.end(),
            [](const StatDifference& x, const StatDifference& y) {
              return std::tuple(rank_of(x.path), -x.weight(), x.path) <
                     std::tuple(rank_of(y.path), -y.weight(), y.path);
            });
  return found;
}

}  // namespace starnuma::app
