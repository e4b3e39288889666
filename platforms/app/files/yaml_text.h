// SPDX-License-Identifier: Apache-2.0
// JSON value as readable YAML.
//
// Contract: keys keep their order. Values that fit into 100 columns use one line, other mappings
// and lists use block style. Ambiguous text is quoted, so reading it back gives the same value.
#pragma once

#include <boost/json/object.hpp>
#include <string>

namespace starnuma::app {

std::string yaml_text(const boost::json::object& document);

}  // namespace starnuma::app
