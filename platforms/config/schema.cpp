// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/schema.h"

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <cstdint>

#include "platforms/config/input_file.h"
#include "platforms/config/json.h"
#include "platforms/config/scenario.h"
#include "platforms/config/scenario_capacity.h"
#include "platforms/config/scenario_faults.h"
#include "platforms/config/schema_pieces.h"
#include "platforms/config/sweep.h"

namespace starnuma::config {

namespace json = boost::json;

namespace {

constexpr const char* kMachine = "machine";

json::object reference(const std::string& to) { return {{"$ref", "#/definitions/" + to}}; }

json::object constant(const std::string& value) { return {{"const", value}}; }

/// Adds the keys that every mapping of fields may have.
void add_common(json::object& properties, const std::vector<std::string>& names) {
  properties["part"] = typed("string", "a file of platforms/parts whose keys lie beneath these");
  properties["source"] = {{"description", "source of the numbers, or the word assumed"},
                          {"type", json::array{"string", "object"}},
                          {"propertyNames", json::object{{"enum", json::value_from(names)}}},
                          {"additionalProperties", typed("string", "source of this number")}};
}

/// Returns references to the properties of another definition.
json::object same_properties(const std::string& path, const std::vector<std::string>& names) {
  json::object properties;
  for (const std::string& name : names) properties[name] = reference(path + "/properties/" + name);
  return properties;
}

/// Applies the definition if `key` has this value.
json::object when(const char* key, const std::string& value, const std::string& definition) {
  const json::object condition{{"properties", json::object{{key, constant(value)}}},
                               {"required", json::array{key}}};
  return {{"if", condition}, {"then", reference(definition)}};
}

json::object file_properties(json::object properties, const char* kind) {
  properties["kind"] = constant(kind);
  properties["summary"] = typed("string", "one line, printed by starnuma list");
  return properties;
}

json::object machine_properties(const std::vector<std::string>& names) {
  json::object properties = same_properties(kMachine, names);
  add_common(properties, names);
  properties["extends"] = typed("string", "a machine by name, or by path from this file");
  return properties;
}

json::object sweep_object() {
  json::object values = typed("array", "values of the field, one run each");
  values["minItems"] = 1;
  values["uniqueItems"] = true;
  values["maxItems"] = Sweep::kMostValues;
  json::object sweep =
      closed_object({{"field", typed("string", "path of a field of the machine, as in --set")},
                     {"also", typed("string", "path of another field that is set to the same")},
                     {"values", values}},
                    "one field given one value after another");
  sweep["required"] = json::array{"field", "values"};
  return sweep;
}

/// Returns a list of at least one such struct, each with this key.
template <class Item>
json::object structs_of(const char* sentence, const char* key, const char* list_sentence) {
  json::object item = schema_of_fields<Item>(sentence);
  item["required"] = json::array{key};
  json::object list = list_of(std::move(item), list_sentence);
  list["minItems"] = 1;
  return list;
}

/// Returns the properties common to experiments and scenarios.
json::object common_properties() {
  const json::array named{typed("string", "a machine by name, or by path from this file"),
                          reference("machine_in_experiment")};
  json::object seed = typed("integer", "seed of the workload");
  seed["minimum"] = 0;
  return {{"machine", json::object{{"anyOf", named}}},
          {"seed", seed},
          {"inputs", structs_of<InputFile>("a file that workloads read", "path",
                                           "files that workloads read, and what they held")},
          {"source", typed("string", "source of the values")}};
}

json::object experiment_properties() {
  json::object properties = common_properties();
  properties["workload"] = typed("string", "as starnuma list prints, bfs:scale=20,trials=2");
  properties["sweep"] = sweep_object();
  return properties;
}

json::object scenario_properties() {
  json::object repeat{{"enum", json::value_from(FieldText<Repeat>::names())},
                      {"description", "behaviour of programs that end before the others"}};
  json::object properties = common_properties();
  properties["programs"] = structs_of<ScenarioProgram>(
      "a program, its cores and its memory", "workload", "programs, each in its own address space");
  properties["faults"] =
      structs_of<ScenarioFault>("a hardware fault", "kind", "faults and their times");
  properties["dynamic_capacity"] = structs_of<ScenarioCapacity>(
      "memory that a host acquires or releases", "event",
      "extents that pool devices add to hosts and take back, with times");
  properties["repeat"] = repeat;
  return properties;
}

json::object part_definition(const SchemaParts::Group& group) {
  json::object properties = same_properties(group.path, group.names);
  add_common(properties, group.names);
  properties["of"] = typed("string", "the group of a machine that this is a part of");
  return closed_object(file_properties(std::move(properties), "part"), "");
}

}  // namespace

void SchemaVisitor::add(std::string_view name, json::object schema) {
  names_.emplace_back(name);
  properties_[name] = std::move(schema);
}

void SchemaVisitor::add_overrides() {
  json::object properties = same_properties(path_, names_);
  add_common(properties, names_);
  json::object schema = typed("object", "exceptions, by index from 0 or by range such as 4-7");
  schema["patternProperties"] = json::object{
      {"^[0-9]+(-[0-9]+)?$", closed_object(std::move(properties), "fields that differ")}};
  schema["additionalProperties"] = false;
  add("overrides", std::move(schema));
}

json::object SchemaVisitor::finish(std::string_view sentence) {
  const std::string name = path_.empty() ? kMachine : path_;
  parts_.groups.push_back({name, names_});
  add_common(properties_, names_);
  parts_.definitions[name] = closed_object(std::move(properties_), sentence);
  return reference(name);
}

json::object SchemaVisitor::or_none(json::object schema) {
  return {{"anyOf", json::array{constant("none"), std::move(schema)}}};
}

json::object SchemaVisitor::all_or_indices() {
  const json::object list{{"type", "array"},
                          {"items", json::object{{"type", "integer"}, {"minimum", 0}}},
                          {"minItems", 1},
                          {"uniqueItems", true}};
  return {{"anyOf", json::array{constant("all"), list}}};
}

json::array SchemaVisitor::choices(const std::vector<std::string>& names) {
  json::array both = texts(names);
  for (const std::string& name : names) {
    double number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    if (read.ec != std::errc() || read.ptr != name.data() + name.size()) continue;
    const auto whole = static_cast<std::int64_t>(number);
    both.push_back(static_cast<double>(whole) == number ? json::value(whole) : json::value(number));
  }
  return both;
}

json::array SchemaVisitor::texts(const std::vector<std::string>& values) {
  return json::value_from(values).as_array();
}

/// Converts "ps, ns" to a pattern of a number with one of these units; a leading zero is not
/// allowed.
std::string SchemaVisitor::quantity_pattern(std::string_view units) {
  std::string choices;
  for (std::size_t at = 0; at < units.size();) {
    const std::size_t comma = std::min(units.find(", ", at), units.size());
    choices += (choices.empty() ? "" : "|") + std::string(units.substr(at, comma - at));
    at = comma + 2;
  }
  if (choices == "cycles") choices = "cycles?";
  return "^((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+) *(" + choices + ")$";
}

std::string schema_document(SchemaParts parts, std::vector<OtherKind> others) {
  json::object& definitions = parts.definitions;
  const std::vector<std::string> machine = parts.groups.back().names;
  parts.groups.pop_back();
  std::sort(parts.groups.begin(), parts.groups.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });

  json::array part_rules;
  json::array groups;
  for (const SchemaParts::Group& group : parts.groups) {
    groups.emplace_back(group.path);
    part_rules.push_back(when("of", group.path, "part of " + group.path));
    definitions["part of " + group.path] = part_definition(group);
  }
  definitions["part"] = {{"properties", json::object{{"of", json::object{{"enum", groups}}}}},
                         {"required", json::array{"of"}},
                         {"allOf", part_rules}};
  json::object& fields = definitions[kMachine].at("properties").as_object();
  if (json::value* method = fields.if_contains("method"); method != nullptr) {
    method->at("anyOf").as_array().emplace_back(
        typed("string", "a part with these fields: published or in_time"));
  }
  definitions["machine_file"] =
      closed_object(file_properties(machine_properties(machine), "machine"), "");
  json::object inside = file_properties(machine_properties(machine), "machine");
  inside["name"] = typed("string", "name of the machine in results");
  inside["name"].as_object()["pattern"] = "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$";
  definitions["machine_in_experiment"] = closed_object(std::move(inside), "a machine");
  definitions["experiment"] =
      closed_object(file_properties(experiment_properties(), "experiment"), "");
  definitions["scenario"] = closed_object(file_properties(scenario_properties(), "scenario"), "");

  others.push_back({"plan", plan_properties()});
  json::array rules{when("kind", "machine", "machine_file"), when("kind", "part", "part"),
                    when("kind", "experiment", "experiment"), when("kind", "scenario", "scenario")};
  for (OtherKind& other : others) {
    const std::string& kind = other.kind;
    definitions[kind] =
        closed_object(file_properties(std::move(other.properties), kind.c_str()), "");
    rules.push_back(when("kind", kind, kind));
  }

  const json::array kinds(all_kinds().begin(), all_kinds().end());
  const json::object schema{
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", "starnuma machines, parts, experiments, scenarios, plans and pool benches"},
      {"$comment", "written by: starnuma schema"},
      {"type", "object"},
      {"properties", json::object{{"kind", json::object{{"enum", kinds}}}}},
      {"required", json::array{"kind"}},
      {"allOf", rules},
      {"definitions", definitions}};
  return json_text(schema, JsonLayout::kColumns);
}

}  // namespace starnuma::config
