// SPDX-License-Identifier: Apache-2.0
// The page of all parameters: key, type, range, sentence, and what a shipped machine has for it.
//
// Contract: Markdown; every field of the struct is a row, also those of optional groups. The value
// is that of the first of `machines` that has the field; its source is what `source:` says of it.
#pragma once

#include <string>
#include <vector>

#include "platforms/config/list_fields.h"
#include "platforms/config/resolve.h"

namespace starnuma::config {

std::string parameters_page(const std::vector<ListedField>& fields,
                            const std::vector<ResolvedMachine>& machines);

}  // namespace starnuma::config
