// SPDX-License-Identifier: Apache-2.0
// Description of the resources that limit the bandwidth of a machine's pool devices.
// Empty if there are none.
#pragma once

#include <boost/json/array.hpp>
#include <string>

#include "platforms/analysis/describe.h"

namespace starnuma::analysis {

/// Returns lines with a heading after an empty line, or an empty text.
std::string limits_text(const Described& described);
/// Returns device, path, limit and resources with their bandwidth for each path to a device.
boost::json::array limits_json(const Described& described);

}  // namespace starnuma::analysis
