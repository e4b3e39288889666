// SPDX-License-Identifier: Apache-2.0
// A failed assertion of a block, with the object and the time that the block knows nothing of.
#pragma once

#include "models/base/check.h"
#include "models/base/quantities.h"
#include "rtl/common/shell/failed_assertion.h"

namespace starnuma::rtl {

/// Calls the block of an object; a failed assertion becomes an InvariantError.
template <class Call>
auto call_block(const char* object, base::Time time, const Call& call) {
  try {
    return call();
  } catch (const FailedAssertion& failed) {
    base::fail_invariant(object, " at ", base::to_string(time), ": ", failed.what());
  }
}

}  // namespace starnuma::rtl
