// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/difference.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "models/base/check.h"
#include "platforms/config/load.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

struct Field {
  std::string path;
  std::string text;
};

struct Value {
  double number = 0;
  std::string unit;
};

fs::path file_in(const fs::path& folder, const char* name) {
  if (fs::is_regular_file(folder / name)) return folder / name;
  throw base::InputError(folder.string() + ": is not the result folder of a run, it has no " +
                         name);
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
  flatten(config::load_file(file_in(folder, "effective.yaml")), "", fields);
  return fields;
}

std::map<std::string, Value> stats_of(const fs::path& folder) {
  const config::Node list = config::load_file(file_in(folder, "stats.json"));
  std::map<std::string, Value> stats;
  for (const config::Node& stat : list.items) {
    const config::Node* path = stat.find("path");
    const config::Node* value = stat.find("value");
    const config::Node* unit = stat.find("unit");
    double number = 0;
    const bool whole =
        path != nullptr && value != nullptr && unit != nullptr &&
        std::from_chars(value->text.data(), value->text.data() + value->text.size(), number).ec ==
            std::errc{};
    if (!whole) {
      throw base::InputError(config::to_string(stat.origin) +
                             ": expected a statistic with path, value and unit");
    }
    stats[path->text] = {number, unit->text};
  }
  if (list.is_sequence()) return stats;
  throw base::InputError(config::to_string(list.origin) + ": expected a list of statistics");
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

}  // namespace

double StatDifference::weight() const {
  if (!a || !b) return 1;
  const double larger = std::max(std::abs(*a), std::abs(*b));
  return larger > 0 ? std::abs(*b - *a) / larger : 0;
}

Difference difference(const fs::path& a, const fs::path& b, double threshold) {
  Difference found;
  found.fields = fields_between(a, b);
  const auto in_a = stats_of(a);
  const auto in_b = stats_of(b);
  const auto consider = [&](const StatDifference& stat) {
    ++found.compared;
    if (stat.weight() > threshold) found.stats.push_back(stat);
  };
  for (const auto& [path, value] : in_a) {
    const auto other = in_b.find(path);
    consider({path, value.unit, value.number,
              other == in_b.end() ? std::nullopt : std::optional(other->second.number)});
  }
  for (const auto& [path, value] : in_b) {
    if (in_a.count(path) == 0) consider({path, value.unit, {}, value.number});
  }
  std::sort(found.stats.begin(), found.stats.end(),
            [](const StatDifference& x, const StatDifference& y) {
              return x.weight() != y.weight() ? x.weight() > y.weight() : x.path < y.path;
            });
  return found;
}

}  // namespace starnuma::app
