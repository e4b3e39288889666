// SPDX-License-Identifier: Apache-2.0
// Page of the faults' outcomes (docs/generated/faults.md), from the table that tests compare the
// machine with.
#pragma once

#include <string>

namespace starnuma::app {

std::string faults_page();

}  // namespace starnuma::app
