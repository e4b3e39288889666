// SPDX-License-Identifier: Apache-2.0
// A JSON value as YAML that people read.
//
// Contract: keys keep their order; what fits into 100 columns stands on one line, other mappings
// and lists are in block style. Text that YAML could take for something else is quoted, so reading
// it back gives the same value.
#pragma once

#include <boost/json/object.hpp>
#include <string>

namespace starnuma::app {

std::string yaml_text(const boost::json::object& document);

}  // namespace starnuma::app
