// SPDX-License-Identifier: Apache-2.0
// The keys of a `kind: plan` file, which the Python package reads by this schema alone.
#pragma once

#include <boost/json/object.hpp>

namespace starnuma::config {

/// All but those that every file has.
boost::json::object plan_properties();

}  // namespace starnuma::config
