// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_pool_file.h"

#include <algorithm>
#include <boost/json.hpp>
#include <set>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/config/catalog.h"
#include "platforms/config/inherit.h"
#include "platforms/config/reader.h"
#include "platforms/config/schema.h"
#include "platforms/config/schema_pieces.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;
using config::Node;

namespace {

constexpr const char* kPlace = "pool_bench";

std::vector<std::string> shipped(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (config::is_yaml_name(entry.path())) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Visitor that lists the keys of a struct.
struct Keys {
  std::set<std::string> all;

  template <class... Rest>
  void field(const char* key, Rest&&...) {
    all.insert(key);
  }
};

template <class Struct>
std::set<std::string> keys_of(Struct text) {
  Keys keys;
  text.visit(keys);
  return keys.all;
}

/// Returns a copy of a point without the keys that only points have.
Node traffic_keys(const Node& point) {
  static const std::set<std::string> kTraffic = keys_of(TrafficText{});
  static const std::set<std::string> kPoint = keys_of(PointText{});
  Node kept = point;
  kept.erase("heads");
  kept.erase("set");
  for (const std::string& key : kPoint) {
    if (kTraffic.count(key) == 0) kept.erase(key);
  }
  return kept;
}

/// Removes from `under` the other spelling of a quantity that `over` has.
void drop_alternatives(Node& under, const Node& over) {
  constexpr std::pair<const char*, const char*> kPairs[] = {{"lines", "lines_per_cache"},
                                                            {"hot_lines", "hot_lines_per_cache"},
                                                            {"load", "rate"},
                                                            {"filter_entries", "filter_per_cache"}};
  for (const auto& [one, other] : kPairs) {
    if (over.find(one) != nullptr) under.erase(other);
    if (over.find(other) != nullptr) under.erase(one);
  }
}

/// Reads `set:` and removes it from the point.
void take_sets(Node& tree, const std::string& path, PointText& point,
               config::Diagnostics& diagnostics) {
  const Node* found = tree.find("set");
  if (found == nullptr) return;
  for (const Node::Entry& entry : found->entries) {
    if (entry.value.is_value()) {
      point.sets.emplace_back(entry.key, entry.value);
    } else {
      diagnostics.add(entry.origin, config::join_path(config::join_path(path, "set"), entry.key),
                      "expected a value, found " + config::describe(entry.value));
    }
  }
  if (!found->is_mapping()) {
    diagnostics.add(
        found->origin, config::join_path(path, "set"),
        "expected a mapping of fields of the machine to values, found " + config::describe(*found));
  }
  tree.erase("set");
}

/// Reads `heads:` and removes it from the point.
void take_heads(Node& tree, const std::string& path, PointText& point,
                config::Diagnostics& diagnostics) {
  const Node* found = tree.find("heads");
  if (found == nullptr) return;
  const std::string place = config::join_path(path, "heads");
  if (!found->is_sequence()) {
    diagnostics.add(found->origin, place,
                    "expected a list of mappings, found " + config::describe(*found));
  }
  for (const Node& item : found->items) {
    Node under = traffic_keys(tree);
    drop_alternatives(under, item);
    const Node whole = config::merged(std::move(under), item);
    const std::string index = std::to_string(point.heads.size());
    config::Reader(whole, config::join_path(place, index), diagnostics)
        .read_all(point.heads.emplace_back());
  }
  tree.erase("heads");
}

}  // namespace

void TrafficText::check(base::Problems& problems) const {
  const auto both = [&](bool one, bool other, const char* first, const char* second) {
    if (one && other) {
      problems.add_misfit({first, second}, "expected ", first, " or ", second, ", found both");
    }
  };
  both(lines.has_value(), lines_per_cache.has_value(), "lines", "lines_per_cache");
  both(hot_lines.has_value(), hot_lines_per_cache.has_value(), "hot_lines", "hot_lines_per_cache");
  both(load.has_value(), rate.has_value(), "load", "rate");
  if (!lines && !lines_per_cache) {
    problems.add("lines", "missing, expected lines or lines_per_cache");
  }
}

fs::path pool_bench_file(const std::string& name_or_path) {
  if (config::looks_like_path(name_or_path)) {
    if (config::file_exists(name_or_path)) return name_or_path;
    throw base::InputError(config::one_line(name_or_path), ": no such file");
  }
  const fs::path folder = platforms_folder() / "pool_benches";
  const std::vector<std::string> known = shipped(folder);
  if (std::find(known.begin(), known.end(), name_or_path) != known.end()) {
    return folder / (name_or_path + ".yaml");
  }
  throw base::InputError("bench pool: unknown bench ", config::in_quotes(name_or_path), ", ",
                         base::suggestion(name_or_path, known));
}

std::vector<PointText> point_texts_of(const Node& file, config::Diagnostics& diagnostics) {
  std::vector<PointText> points;
  const std::vector<std::string> keys{"kind", "summary", "source", "all", "points"};
  for (const Node::Entry& entry : file.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    diagnostics.add(entry.origin, config::join_path(kPlace, entry.key),
                    diagnostics.unknown_key(entry.origin, entry.key, keys));
  }
  const Node* list = file.find("points");
  if (list == nullptr || !list->is_sequence() || list->items.empty()) {
    diagnostics.add(list != nullptr ? list->origin : file.origin,
                    config::join_path(kPlace, "points"), "expected a list of points");
    return points;
  }
  for (const Node& item : list->items) {
    const std::string path = std::string(kPlace) + ".points." + std::to_string(points.size());
    Node tree = item;
    if (const Node* all = file.find("all")) {
      Node under = *all;
      drop_alternatives(under, item);
      tree = config::merged(std::move(under), item);
    }
    PointText& point = points.emplace_back();
    point.origin = item.origin;
    take_sets(tree, path, point, diagnostics);
    take_heads(tree, path, point, diagnostics);
    config::Reader(tree, path, diagnostics).read_all(point);
    if (!point.name.empty() && !config::is_name(point.name)) {
      diagnostics.add(item.origin, config::join_path(path, "name"),
                      "expected " + std::string(config::kNameRule) + ", found " +
                          config::in_quotes(point.name));
    }
    const auto same = [&](const PointText& other) { return other.name == point.name; };
    if (std::count_if(points.begin(), points.end(), same) > 1) {
      diagnostics.add(item.origin, config::join_path(path, "name"),
                      config::in_quotes(point.name) + " is the name of two points");
    }
  }
  return points;
}

json::object pool_bench_properties() {
  json::object heads = config::schema_of_fields<HeadsText>("heads that differ");
  heads["required"] = json::array{"heads"};
  json::object point = config::schema_of_fields<PointText>("a point");
  json::object& properties = point.at("properties").as_object();
  properties["heads"] = config::list_of(std::move(heads), "heads that differ, and their keys");
  properties["set"] = config::sets_object("fields of the machine, by path, as in --set");
  json::object all = point;
  all["description"] = "keys of every point";
  all.at("properties").as_object().erase("name");
  point["required"] = json::array{"name"};
  json::object points = config::list_of(std::move(point), "points, one run each");
  points["minItems"] = 1;
  return {{"source", config::typed("string", "source of the values")},
          {"all", std::move(all)},
          {"points", std::move(points)}};
}

}  // namespace starnuma::app
