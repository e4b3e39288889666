// SPDX-License-Identifier: Apache-2.0
// Building blocks of JSON Schema definitions.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

namespace starnuma::config {

/// Returns the schema of a value of this JSON type.
boost::json::object typed(const char* type, const char* about);
/// Returns the schema of a list of such items.
boost::json::object list_of(boost::json::object item, const char* about);
/// Returns the schema of a mapping from paths of fields to values.
boost::json::object sets_object(const char* about);
/// Returns the schema of a mapping without other keys; an empty sentence is omitted.
boost::json::object closed_object(boost::json::object properties, std::string_view sentence);

}  // namespace starnuma::config
