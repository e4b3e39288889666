// SPDX-License-Identifier: Apache-2.0
// Page of all parameters: key, type, range, description, and the value of a shipped machine.
//
// Contract: Markdown; every field of the struct is a row, fields of optional groups included. The
// value is that of the first of `machines` that has the field; its source is the `source:` that
// applies.
#pragma once

#include <string>
#include <vector>

#include "platforms/config/list_fields.h"
#include "platforms/config/resolve.h"

namespace starnuma::config {

std::string parameters_page(const std::vector<ListedField>& fields,
                            const std::vector<ResolvedMachine>& machines);

}  // namespace starnuma::config
