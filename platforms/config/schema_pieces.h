// SPDX-License-Identifier: Apache-2.0
// Pieces that definitions of the JSON Schema are made of.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

namespace starnuma::config {

/// A value of this JSON type.
boost::json::object typed(const char* type, const char* about);
/// A mapping that has no other keys; without a sentence if that is empty.
boost::json::object closed_object(boost::json::object properties, std::string_view sentence);

}  // namespace starnuma::config
