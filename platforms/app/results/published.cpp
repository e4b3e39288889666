// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/published.h"

#include <algorithm>
#include <boost/json.hpp>
#include <set>
#include <sstream>
#include <string_view>

#include "models/accounting/access_class.h"
#include "models/base/check.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/config/json.h"
#include "platforms/config/list_fields.h"
#include "platforms/config/load.h"

namespace starnuma::app {
namespace {

using config::Node;

const Node& reference() {
  static const Node tree =
      config::load_file((platforms_folder() / "reference" / "starnuma.yaml").string());
  return tree;
}

const Node& at(const Node& mapping, std::string_view key) {
  if (const Node* node = mapping.find(key)) return *node;
  throw base::InputError(config::to_string(mapping.origin), ": expected the key \"", key, "\"");
}

double number(const Node& node) { return std::stod(node.text); }

/// Allowed values of a field.
struct Wanted {
  std::set<std::string> values;
  config::Origin origin;
};
using Rule = std::map<std::string, Wanted>;  ///< by the field's path

void add_rule(const Node& node, const std::string& path, Rule& rule) {
  for (const Node::Entry& entry : node.entries) {
    add_rule(entry.value, config::join_path(path, entry.key), rule);
  }
  if (node.is_mapping()) return;
  Wanted& wanted = rule[path];
  wanted.origin = node.origin;
  for (const Node& item : node.items) wanted.values.insert(item.text);
  if (node.is_scalar()) wanted.values.insert(node.text);
}

/// Returns "socket.cores" for "socket.overrides.3.cores": a rule applies to all components of a
/// kind.
std::string of_all_boxes(const std::string& path) {
  static const std::string kOverrides = ".overrides.";
  const std::size_t begin = path.find(kOverrides);
  if (begin == std::string::npos) return path;
  return path.substr(0, begin) + path.substr(path.find('.', begin + kOverrides.size()));
}

std::string unquoted(const std::string& value) {
  return value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

bool is_field(const std::string& path, bool may_be_group) {
  static const auto kFields = config::all_fields<assembly::MachineConfig>();
  return std::any_of(kFields.begin(), kFields.end(), [&](const config::ListedField& field) {
    return field.path == path || (may_be_group && field.path.rfind(path + ".", 0) == 0);
  });
}

/// Rejects paths that no machine has, which would silently match none.
void check_paths(const Rule& rule) {
  for (const auto& [path, wanted] : rule) {
    if (is_field(path, wanted.values.count("none") != 0)) continue;
    throw base::InputError(config::to_string(wanted.origin), ": a machine has no field ", path);
  }
}

bool fits(const assembly::MachineConfig& machine, const std::string& system) {
  const Node& runs = at(reference(), "published_runs");
  Rule rule;
  add_rule(at(runs, "both"), "", rule);
  add_rule(at(runs, system), "", rule);
  check_paths(rule);
  std::set<std::string> seen;
  for (const config::ListedField& field : config::list_fields(machine)) {
    const auto wanted = rule.find(of_all_boxes(field.path));
    if (wanted == rule.end()) continue;
    if (wanted->second.values.count(unquoted(field.value)) == 0) return false;
    seen.insert(wanted->first);
  }
  return seen.size() == rule.size();
}

/// Returns the publication's name of the program, if it is a published one.
std::optional<std::string> published_program(const std::string& workload) {
  const std::size_t colon = workload.find(':');
  std::set<std::string> options;
  std::istringstream list(colon == std::string::npos ? "" : workload.substr(colon + 1));
  for (std::string option; std::getline(list, option, ',');) options.insert(option);
  for (const Node::Entry& program : at(at(reference(), "published_runs"), "programs").entries) {
    const auto& wanted = at(program.value, "options").entries;
    const bool same = std::all_of(wanted.begin(), wanted.end(), [&](const Node::Entry& option) {
      return options.count(option.key + "=" + option.value.text) != 0;
    });
    if (same && at(program.value, "name").text == workload.substr(0, colon)) return program.key;
  }
  return std::nullopt;
}

/// Rows of the reference for one system.
class Rows {
 public:
  Rows(std::string system, std::string workload)
      : pool_(system == "starnuma"),
        figure_(at(reference(), pool_ ? "fig8_starnuma_t16" : "fig8_baseline")),
        mix_(at(at(reference(), pool_ ? "access_mix_starnuma" : "access_mix_baseline"), workload)) {
    const auto& names = at(reference(), "workloads").items;
    const auto place = std::find_if(names.begin(), names.end(),
                                    [&](const Node& name) { return name.text == workload; });
    index_ = static_cast<std::size_t>(place - names.begin());
    found_.system = std::move(system);
    found_.workload = std::move(workload);
  }

  Published all() {
    print("run.amat_ns", of_figure(figure_, "amat_ns"));
    print("run.ipc", of_figure(figure_, "ipc"));
    if (!pool_) print("run.llc_mpki", of_figure(at(reference(), "table3_baseline"), "llc_mpki"));
    add_classes();
    if (pool_) {
      found_.speedup =
          of_figure(figure_, "ipc") / of_figure(at(reference(), "fig8_baseline"), "ipc");
    }
    if (found_.workload == "BFS") add_bfs();
    return found_;
  }

 private:
  double of_figure(const Node& figure, const char* key) const {
    return number(at(figure, key).items.at(index_));
  }
  void print(const std::string& path, double value) { found_.values[path] = {value, false}; }
  void derive(const std::string& path, double value) { found_.values[path] = {value, true}; }

  /// Adds shares and unloaded latencies, and the remaining contention part of AMAT.
  void add_classes() {
    double unloaded = 0;
    std::size_t column = 0;
    const accounting::AccessClasses classes;
    for (const accounting::AccessClassRow& row : classes.rows()) {
      const std::string& name = row.name;
      const double share = number(mix_.items.at(column++));
      const double latency = number(at(at(reference(), "unloaded_ns"), name));
      print("run.access_mix." + name, share);
      if (share > 0) print("run.class." + name + ".unloaded_ns", latency);
      unloaded += share * latency;
    }
    for (const char* path : {"run.amat_unloaded_ns", "run.amat_unloaded_by_class_ns"}) {
      derive(path, unloaded);
    }
    derive("run.amat_contention_ns", found_.values.at("run.amat_ns").value - unloaded);
  }

  void add_bfs() {
    if (!pool_) {
      derive("run.pending_misses_per_core",
             number(at(at(reference(), "bfs_pending_misses_per_core"), "derived_from_published")));
    }
    const Node& cdf = at(reference(), "fig2_bfs_cdf");
    found_.pages_by_sharers = shares(at(cdf, "pages_by_sharers"));
    found_.misses_by_sharers = shares(at(cdf, "accesses_by_sharers"));
  }

  static std::map<int, double> shares(const Node& cdf) {
    std::map<int, double> points;
    for (const Node::Entry& point : cdf.entries) points[std::stoi(point.key)] = number(point.value);
    return points;
  }

  bool pool_;
  const Node& figure_;
  const Node& mix_;
  std::size_t index_ = 0;
  Published found_;
};

boost::json::array points(const std::map<int, double>& cdf) {
  boost::json::array list;
  for (const auto& [sharers, share] : cdf) list.push_back(boost::json::array{sharers, share});
  return list;
}

}  // namespace

std::optional<Published> published(const assembly::MachineConfig& machine,
                                   const std::string& workload) {
  const auto program = published_program(workload);
  if (!program) return std::nullopt;
  for (const char* system : {"baseline", "starnuma"}) {
    if (fits(machine, system)) return Rows(system, *program).all();
  }
  return std::nullopt;
}

std::string published_json(const Published& published) {
  boost::json::object values;
  for (const auto& [path, known] : published.values) {
    values[path] = boost::json::object{{"value", known.value}, {"derived", known.derived}};
  }
  boost::json::object all{{"system", published.system},
                          {"workload", published.workload},
                          {"values", values},
                          {"sharing",
                           {{"pages", points(published.pages_by_sharers)},
                            {"misses", points(published.misses_by_sharers)}}}};
  if (published.speedup) all["speedup_over_baseline"] = *published.speedup;
  return config::json_text(all);
}

}  // namespace starnuma::app
