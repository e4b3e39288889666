// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/schema.h"

#include "platforms/config/sweep.h"

#include <algorithm>

namespace starnuma::config {
namespace {

constexpr const char* kMachine = "machine";

Json reference(const std::string& to) {
  Json schema = Json::object();
  schema.set("$ref", Json::text("#/definitions/" + to));
  return schema;
}

Json typed(const char* type, const char* about) {
  Json schema = Json::object();
  schema.set("type", Json::text(type)).set("description", Json::text(about));
  return schema;
}

Json constant(const std::string& value) {
  Json schema = Json::object();
  schema.set("const", Json::text(value));
  return schema;
}

Json closed_object(Json properties, std::string_view sentence) {
  Json schema = Json::object();
  schema.set("type", Json::text("object"));
  if (!sentence.empty()) schema.set("description", Json::text(sentence));
  schema.set("properties", std::move(properties));
  schema.set("additionalProperties", Json::boolean(false));
  return schema;
}

/// What every mapping of fields may have beside them.
void add_common(Json& properties, const std::vector<std::string>& names) {
  properties.set("part", typed("string", "a file of platforms/parts whose keys lie beneath these"));
  Json known = Json::object();
  known.set("enum", Json::texts(names));
  Json source = Json::object();
  source.set("description", Json::text("where the numbers come from, or the word assumed"));
  source.set("type", Json::texts({"string", "object"})).set("propertyNames", std::move(known));
  source.set("additionalProperties", typed("string", "where this number comes from"));
  properties.set("source", std::move(source));
}

/// References to the properties of another definition.
Json same_properties(const std::string& path, const std::vector<std::string>& names) {
  Json properties = Json::object();
  for (const std::string& name : names)
    properties.set(name, reference(path + "/properties/" + name));
  return properties;
}

/// The definition holds where `key` has this value.
Json when(const char* key, const std::string& value, const std::string& definition) {
  Json properties = Json::object();
  properties.set(key, constant(value));
  Json condition = Json::object();
  condition.set("properties", std::move(properties));
  condition.set("required", Json::texts({key}));
  Json rule = Json::object();
  rule.set("if", std::move(condition)).set("then", reference(definition));
  return rule;
}

Json file_properties(Json properties, const char* kind) {
  properties.set("kind", constant(kind));
  properties.set("summary", typed("string", "one line, printed by starnuma list"));
  return properties;
}

Json machine_properties(const std::vector<std::string>& names) {
  Json properties = same_properties(kMachine, names);
  add_common(properties, names);
  properties.set("extends", typed("string", "a machine by name, or by path from this file"));
  return properties;
}

Json sweep_object() {
  Json values = typed("array", "what the field is set to, a run each");
  values.set("minItems", Json::number(1)).set("uniqueItems", Json::boolean(true));
  values.set("maxItems", Json::number(Sweep::kMostValues));
  Json properties = Json::object();
  properties.set("field", typed("string", "path of a field of the machine, as in --set"));
  properties.set("also", typed("string", "path of another field that is set to the same"));
  properties.set("values", std::move(values));
  Json sweep = closed_object(std::move(properties), "one field given one value after another");
  sweep.set("required", Json::texts({"field", "values"}));
  return sweep;
}

Json experiment_properties() {
  Json named = Json::array({typed("string", "a machine by name, or by path from this file"),
                            reference("machine_in_experiment")});
  Json seed = typed("integer", "seed of the workload");
  seed.set("minimum", Json::number(0));
  Json machine = Json::object();
  machine.set("anyOf", std::move(named));
  Json properties = Json::object();
  properties.set("machine", std::move(machine));
  properties.set("workload", typed("string", "as starnuma list prints, bfs:scale=20,trials=2"));
  properties.set("seed", std::move(seed));
  properties.set("source", typed("string", "where this comes from"));
  properties.set("sweep", sweep_object());
  return properties;
}

Json part_definition(const SchemaParts::Group& group) {
  Json properties = same_properties(group.path, group.names);
  add_common(properties, group.names);
  properties.set("of", typed("string", "the group of a machine that this is a part of"));
  return closed_object(file_properties(std::move(properties), "part"), "");
}

}  // namespace

void SchemaVisitor::add(std::string_view name, Json schema) {
  names_.emplace_back(name);
  properties_.set(name, std::move(schema));
}

void SchemaVisitor::add_overrides() {
  Json properties = same_properties(path_, names_);
  add_common(properties, names_);
  Json elements = Json::object();
  elements.set("^[0-9]+(-[0-9]+)?$", closed_object(std::move(properties), "fields that differ"));
  Json schema = typed("object", "exceptions, by index from 0 or by range such as 4-7");
  schema.set("patternProperties", std::move(elements));
  schema.set("additionalProperties", Json::boolean(false));
  add("overrides", std::move(schema));
}

Json SchemaVisitor::finish(std::string_view sentence) {
  const std::string name = path_.empty() ? kMachine : path_;
  parts_.groups.push_back({name, names_});
  add_common(properties_, names_);
  parts_.definitions.set(name, closed_object(std::move(properties_), sentence));
  return reference(name);
}

Json SchemaVisitor::or_none(Json schema) {
  Json choice = Json::object();
  choice.set("anyOf", Json::array({constant("none"), std::move(schema)}));
  return choice;
}

Json SchemaVisitor::all_or_indices() {
  Json index = Json::object();
  index.set("type", Json::text("integer")).set("minimum", Json::number(0));
  Json list = Json::object();
  list.set("type", Json::text("array")).set("items", std::move(index));
  list.set("minItems", Json::number(1)).set("uniqueItems", Json::boolean(true));
  Json choice = Json::object();
  choice.set("anyOf", Json::array({constant("all"), std::move(list)}));
  return choice;
}

/// "ps, ns" is a number and one of these; no number has a leading zero.
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

std::string schema_document(SchemaParts parts) {
  Json& definitions = parts.definitions;
  const std::vector<std::string> machine = parts.groups.back().names;
  parts.groups.pop_back();
  std::sort(parts.groups.begin(), parts.groups.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });

  Json part_rules = Json::array();
  std::vector<std::string> groups;
  for (const SchemaParts::Group& group : parts.groups) {
    groups.push_back(group.path);
    part_rules.push(when("of", group.path, "part of " + group.path));
    definitions.set("part of " + group.path, part_definition(group));
  }
  Json of = Json::object();
  of.set("enum", Json::texts(groups));
  Json part = Json::object();
  part.set("properties", Json::object().set("of", std::move(of)));
  part.set("required", Json::texts({"of"})).set("allOf", std::move(part_rules));
  definitions.set("part", std::move(part));

  definitions.set("machine_file",
                  closed_object(file_properties(machine_properties(machine), "machine"), ""));
  Json inside = file_properties(machine_properties(machine), "machine");
  Json name = typed("string", "name of the machine in results");
  name.set("pattern", Json::text("^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$"));
  inside.set("name", std::move(name));
  definitions.set("machine_in_experiment", closed_object(std::move(inside), "a machine"));
  definitions.set("experiment",
                  closed_object(file_properties(experiment_properties(), "experiment"), ""));

  Json kind = Json::object();
  kind.set("enum", Json::texts({"machine", "part", "experiment", "reference"}));
  Json schema = Json::object();
  schema.set("$schema", Json::text("http://json-schema.org/draft-07/schema#"));
  schema.set("title", Json::text("starnuma machines, parts and experiments"));
  schema.set("$comment", Json::text("written by: starnuma schema"));
  schema.set("type", Json::text("object"));
  schema.set("properties", Json::object().set("kind", std::move(kind)));
  schema.set("required", Json::texts({"kind"}));
  schema.set("allOf",
             Json::array({when("kind", "machine", "machine_file"), when("kind", "part", "part"),
                          when("kind", "experiment", "experiment")}));
  schema.set("definitions", std::move(definitions));
  return schema.print() + "\n";
}

}  // namespace starnuma::config
