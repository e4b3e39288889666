// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/schema_pieces.h"

#include <boost/json.hpp>
#include <string>
#include <utility>

namespace starnuma::config {

namespace json = boost::json;

json::object typed(const char* type, const char* about) {
  return {{"type", type}, {"description", about}};
}

json::object list_of(json::object item, const char* about) {
  json::object list = typed("array", about);
  list["items"] = std::move(item);
  return list;
}

json::object sets_object(const char* about) {
  return {{"type", "object"},
          {"description", about},
          {"minProperties", 1},
          {"additionalProperties",
           json::object{{"type", json::array{"string", "number", "boolean", "array"}}}}};
}

json::object closed_object(json::object properties, std::string_view sentence) {
  json::object schema{{"type", "object"}};
  if (!sentence.empty()) schema["description"] = std::string(sentence);
  schema["properties"] = std::move(properties);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace starnuma::config
