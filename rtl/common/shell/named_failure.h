// SPDX-License-Identifier: Apache-2.0
// Adds the object and the time, which a block does not know, to its failed assertions.
#pragma once

#include "models/base/check.h"
#include "models/base/quantities.h"
#include "rtl/common/shell/failed_assertion.h"

namespace starnuma::rtl {

/// Calls the block of an object; converts a failed assertion to an InvariantError.
template <class Call>
auto call_block(const char* object, base::Time time, const Call& call) {
  try {
    return call();
  } catch (const FailedAssertion& failed) {
    base::fail_invariant(object, " at ", base::to_string(time), ": ", failed.what());
  }
}

}  // namespace starnuma::rtl
