// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/schema.h"

#include <boost/json.hpp>
#include <utility>

#include "platforms/config/schema_pieces.h"

namespace starnuma::config {

namespace json = boost::json;

namespace {

/// Returns a list with at least one item and without duplicates.
json::object set_of(json::object item, const char* about) {
  json::object list = list_of(std::move(item), about);
  list["minItems"] = 1;
  list["uniqueItems"] = true;
  return list;
}

json::object plan_machine() {
  json::object machine = closed_object(
      {{"name", typed("string", "in tables and figures; left out: the machine's")},
       {"machine", typed("string", "a machine by name, or by path from this file")},
       {"policy", typed("string", "its placement policy, instead of the plan's policies")},
       {"set", sets_object("fields that differ, by path, as in --set")},
       {"settings",
        json::object{{"const", "none"},
                     {"description", "runs once, compared with each of the settings"}}}},
      "a machine of the grid");
  machine["required"] = json::array{"machine"};
  return {{"description", "a machine by name, or a mapping with machine"},
          {"anyOf", json::array{typed("string", "a machine by name, or by path from this file"),
                                std::move(machine)}}};
}

json::object plan_axes() {
  json::object count{{"type", "integer"}, {"minimum", 1}, {"maximum", 100}};
  json::object seed{{"type", "integer"}, {"minimum", 0}};
  json::object settings = sets_object("fields and their values, by path; name: in tables");
  return {{"machines", set_of(plan_machine(), "machines of the workloads")},
          {"workloads",
           set_of(typed("string", "as starnuma list prints, bfs:scale=20,trials=2"), "what runs")},
          {"policies", set_of(typed("string", "a policy"), "placement policies")},
          {"settings", set_of(settings, "settings of the machines, one after the other")},
          {"seeds", json::object{{"description",
                                  "number of seeds from 1 to 100, or list of different seeds"},
                                 {"anyOf", json::array{count, set_of(seed, "seeds")}}}}};
}

}  // namespace

json::object plan_properties() {
  const json::object axes{{"enum", {"machine", "policy", "setting", "workload"}}};
  json::object properties = plan_axes();
  properties["extends"] = typed("string", "a plan by path from this file; its keys lie beneath");
  properties["source"] = typed("string", "source of the values");
  properties["sizes"] = {{"type", "object"},
                         {"description", "replacements of these keys by --size NAME"},
                         {"minProperties", 1},
                         {"additionalProperties", closed_object(plan_axes(), "")}};
  properties["baseline"] = closed_object({{"machine", typed("string", "its name in this plan")},
                                          {"policy", typed("string", "its policy")},
                                          {"setting", typed("string", "its setting")}},
                                         "the runs that speed-ups are over");
  const auto percent = [](int least) {
    return json::object{{"type", "integer"}, {"minimum", least}, {"maximum", 100}};
  };
  json::object sampling = closed_object(
      {{"shares", set_of(percent(1), "percent of each phase")}, {"warm_up", percent(0)}},
      "phases also run alone from checkpoints: the first shares of each in percent, warm_up "
      "included");
  sampling["required"] = json::array{"shares"};
  properties["sampling"] = std::move(sampling);
  json::object differences =
      closed_object({{"within", percent(0)}},
                    "each run compared with its baseline, and the terms of the difference");
  differences["required"] = json::array{"within"};
  properties["differences"] = std::move(differences);
  properties["columns"] =
      set_of(typed("string", "a statistic's path, speedup or speedup_outside_barriers"),
             "columns of the table");
  json::object figure = closed_object({{"title", typed("string", "above the figure")},
                                       {"value", typed("string", "a column")},
                                       {"rows", axes},
                                       {"marks", axes}},
                                      "a row for each of one axis, a mark for each of another");
  figure["required"] = json::array{"value", "rows"};
  properties["figures"] = set_of(figure, "what is drawn");
  return properties;
}

}  // namespace starnuma::config
