// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/schema_pieces.h"

#include <string>

namespace starnuma::config {

namespace json = boost::json;

json::object typed(const char* type, const char* about) {
  return {{"type", type}, {"description", about}};
}

json::object closed_object(json::object properties, std::string_view sentence) {
  json::object schema{{"type", "object"}};
  if (!sentence.empty()) schema["description"] = std::string(sentence);
  schema["properties"] = std::move(properties);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace starnuma::config
