// SPDX-License-Identifier: Apache-2.0
// JSON Schema (draft-07) of configuration files, derived from the same declarations as the reader.
//
// Contract:
// - Every valid file validates.
// - Only `kind` (and a part's `of`) is required, because `extends:` and `part:` may provide any
//   key.
// - Unknown keys, wrong types, units and ranges of plain numbers are rejected.
// - Keys are text in JSON, including indices of `overrides:`.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/base/fields.h"
#include "models/base/repeated.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/field_text.h"

namespace starnuma::config {

/// Current definitions, and the fields of each group, by path.
struct SchemaParts {
  struct Group {
    std::string path;
    std::vector<std::string> names;
  };
  boost::json::object definitions;
  std::vector<Group> groups;
};

/// Builder of the definitions of one struct and its groups.
class SchemaVisitor {
 public:
  /// `path` is the path of the group; empty for the machine.
  SchemaVisitor(std::string path, SchemaParts& parts) : path_(std::move(path)), parts_(parts) {}

  template <class T>
  void field(std::string_view name, const T&, std::string_view sentence, base::Range range = {}) {
    if constexpr (Written<T>::kMayBeAbsent) {
      add(name, or_none(schema_of<typename Written<T>::Type>(sentence, range)));
    } else {
      add(name, schema_of<T>(sentence, range));
    }
  }

  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view sentence) {
    add(name, define(name, value, sentence));
  }
  template <class Struct>
  void optional_group(std::string_view name, std::optional<Struct>& /*value*/,
                      std::string_view sentence) {
    Struct inside{};
    add(name, or_none(define(name, inside, sentence)));
  }
  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& /*values*/, std::string_view sentence) {
    Struct inside{};
    add(name, {{"type", "array"}, {"items", define(name, inside, sentence)}});
  }
  template <class Struct>
  void optional_list(std::string_view name, std::vector<Struct>& /*values*/,
                     std::string_view sentence) {
    Struct inside{};
    add(name, or_none({{"type", "array"}, {"items", define(name, inside, sentence)}}));
  }
  template <class Struct>
  void repeated(std::string_view name, base::Repeated<Struct>& value, base::Range range,
                std::string_view sentence) {
    SchemaVisitor inner(join_path(path_, name), parts_);
    value.each.visit(inner);
    inner.add_overrides();
    inner.field("count", value.count, "number of instances", range);
    boost::json::object schema = inner.finish(sentence);
    add(name, range.low == 0 ? or_none(std::move(schema)) : std::move(schema));
  }

  /// Stores the definition under the path and returns a reference to it.
  boost::json::object finish(std::string_view sentence);

 private:
  template <class Struct>
  boost::json::object define(std::string_view name, Struct& value, std::string_view sentence) {
    SchemaVisitor inner(join_path(path_, name), parts_);
    value.visit(inner);
    return inner.finish(sentence);
  }
  template <class T>
  static boost::json::object schema_of(std::string_view sentence, base::Range range) {
    boost::json::object schema;
    std::string about(sentence);
    if constexpr (std::is_enum_v<T>) {
      schema["enum"] = choices(FieldText<T>::names());
    } else if constexpr (std::is_same_v<T, std::string>) {
      schema["type"] = texts({"string", "number", "boolean"});
    } else if constexpr (std::is_arithmetic_v<T>) {
      schema["type"] = std::is_integral_v<T> ? "integer" : "number";
      schema["minimum"] = legal<T>(range).low;
      if (range.high != base::at_least(0).high) schema["maximum"] = range.high;
    } else if constexpr (kMayBeList<T>) {
      schema = all_or_indices();
    } else if constexpr (std::is_same_v<T, base::Weights>) {
      schema["type"] = "string";
      schema["pattern"] = FieldText<T>::kPattern;
      about += "; " + FieldText<T>::expected();
    } else {
      schema["type"] = "string";
      schema["pattern"] = quantity_pattern(FieldText<T>::kUnits);
      about += "; " + FieldText<T>::expected();
      if (kHasRange<T>) about += ", " + describe_range<T>(range);
    }
    schema["description"] = about;
    return schema;
  }
  void add(std::string_view name, boost::json::object schema);
  void add_overrides();
  static boost::json::object or_none(boost::json::object schema);
  static boost::json::object all_or_indices();
  /// Returns the names; a name that YAML reads as a number is allowed in both forms.
  static boost::json::array choices(const std::vector<std::string>& names);
  static boost::json::array texts(const std::vector<std::string>& values);
  static std::string quantity_pattern(std::string_view units);

  std::string path_;
  SchemaParts& parts_;
  boost::json::object properties_;
  std::vector<std::string> names_;
};

/// Returns the schema of a mapping of fields without groups.
template <class Struct>
boost::json::object schema_of_fields(std::string_view sentence) {
  constexpr const char* kName = "fields";
  SchemaParts parts;
  SchemaVisitor visitor(kName, parts);
  Struct{}.visit(visitor);
  visitor.finish(sentence);
  return std::move(parts.definitions.at(kName).as_object());
}

/// Kind of file that a layer above reads.
struct OtherKind {
  std::string kind;
  boost::json::object properties;  ///< Keys without those of each file.
};

/// Returns the document with these definitions; the machine's is "machine".
std::string schema_document(SchemaParts parts, std::vector<OtherKind> others);

template <class Config>
std::string json_schema(std::vector<OtherKind> others = {}) {
  SchemaParts parts;
  SchemaVisitor machine("", parts);
  Config config{};
  config.visit(machine);
  machine.finish("a machine");
  return schema_document(std::move(parts), std::move(others));
}

/// Returns the keys of a `kind: plan` file, which the Python package validates only by this schema,
/// except those common to all kinds of files.
boost::json::object plan_properties();

}  // namespace starnuma::config
