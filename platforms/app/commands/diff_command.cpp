// SPDX-License-Identifier: Apache-2.0
// diff: differences between two result folders.
#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/json_option.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/results/difference.h"

namespace starnuma::app {
namespace {

constexpr std::size_t kShown = 25;  ///< maximum lines of each list without --all

double threshold_of(const std::string& text) {
  double percent = 0;
  const char* const last = text.data() + text.size();
  auto [end, error] = std::from_chars(text.data(), last, percent);
  while (end != last && *end == ' ') ++end;
  if (error != std::errc{} || std::string(end, last) != "%" || !(percent >= 0 && percent <= 100)) {
    throw base::InputError("--threshold: expected a share from 0% to 100%, such as 1%, found \"",
                           text, "\"");
  }
  return percent / 100;
}

std::string change_text(const StatDifference& stat) {
  if (!stat.a) return "new";
  if (!stat.b) return "gone";
  if (*stat.a == 0) return "from 0";
  char text[40];
  const double change = 100 * (*stat.b - *stat.a) / std::abs(*stat.a);
  std::snprintf(text, sizeof text, "%+.*f %%", std::abs(change) < 10 ? 2 : 0, change);
  return text;
}

std::string value_text(const std::optional<double>& value) {
  if (!value) return "-";
  char text[40];
  std::snprintf(text, sizeof text, "%.7g", *value);
  return text;
}

void print_stats(const char* title, const std::vector<StatDifference>& stats, bool all) {
  if (stats.empty()) return;
  std::cout << "\n" << title << "\n";
  const std::size_t shown = all ? stats.size() : std::min(stats.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const StatDifference& stat = stats[i];
    char line[256];
    std::snprintf(line, sizeof line, "  %-54s %15s %15s %10s  %s\n", stat.path.c_str(),
                  value_text(stat.a).c_str(), value_text(stat.b).c_str(), change_text(stat).c_str(),
                  stat.unit == "1" ? "" : stat.unit.c_str());
    std::cout << line;
  }
  if (shown < stats.size()) std::cout << "  and " << stats.size() - shown << " more: --all\n";
}

void print_fields(const std::vector<FieldDifference>& fields) {
  if (fields.empty()) return;
  std::cout << "\nConfiguration\n";
  for (const FieldDifference& field : fields) {
    std::cout << "  " << field.path << ": " << field.a.value_or("-") << " -> "
              << field.b.value_or("-") << "\n";
  }
}

boost::json::object document(const std::string& a, const std::string& b, const Difference& found) {
  namespace json = boost::json;
  json::array fields;
  for (const FieldDifference& field : found.fields) {
    fields.push_back(
        {{"path", field.path}, {"a", json::value_from(field.a)}, {"b", json::value_from(field.b)}});
  }
  json::array stats;
  for (const StatDifference& stat : found.stats) {
    stats.push_back({{"path", stat.path},
                     {"unit", stat.unit},
                     {"a", json::value_from(stat.a)},
                     {"b", json::value_from(stat.b)}});
  }
  return {{"a", a},
          {"b", b},
          {"compared", found.compared},
          {"configuration", fields},
          {"statistics", stats}};
}

}  // namespace

int run_diff(const Arguments& arguments) {
  const std::string& a = arguments.positional[0];
  const std::string& b = arguments.positional[1];
  for (const std::string& folder : {a, b}) require_whole(folder);
  const double threshold = threshold_of(arguments.text("threshold"));
  const Difference found = difference(a, b, threshold);
  const bool same = found.fields.empty() && found.stats.empty();
  if (wants_json(arguments)) {
    print_json(document(a, b, found));
    return same ? 0 : 1;
  }
  if (same) return 0;

  std::vector<StatDifference> run;
  std::vector<StatDifference> boxes;
  for (const StatDifference& stat : found.stats) {
    (stat.path.rfind("machine.", 0) == 0 ? boxes : run).push_back(stat);
  }
  std::cout << a << " -> " << b << ": differing fields: " << found.fields.size()
            << ", statistics: " << found.stats.size() << " of " << found.compared << "\n";
  print_fields(found.fields);
  print_stats("Statistics of the run, by weight of the change", run, arguments.has("all"));
  print_stats("Statistics of the boxes, by weight of the change", boxes, arguments.has("all"));
  return 1;
}

}  // namespace starnuma::app
