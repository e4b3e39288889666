// SPDX-License-Identifier: Apache-2.0
// The page of what faults end in (docs/generated/faults.md), from the table that tests hold the
// machine to.
#pragma once

#include <string>

namespace starnuma::app {

std::string faults_page();

}  // namespace starnuma::app
