// SPDX-License-Identifier: Apache-2.0
// Keys of a `kind: plan` file, which the Python package validates only by this schema.
#pragma once

#include <boost/json/object.hpp>

namespace starnuma::config {

/// Returns the properties except those common to all kinds of files.
boost::json::object plan_properties();

}  // namespace starnuma::config
