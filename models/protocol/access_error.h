// SPDX-License-Identifier: Apache-2.0
// An access that no memory answers: its line lies outside what the core's host reaches, its home
// does not answer, or its data are poison.
//
// Contract: thrown by the box that finds out, before the access has left its socket or when it has
// come back with poison, through the calls that it came by; caught at the core's place, or where a
// transaction from outside came in. Caches are as they were, but that a flush has taken the line
// out of the core's own.
#pragma once

#include <stdexcept>
#include <string>

#include "models/base/quantities.h"

namespace starnuma::protocol {

class AccessError : public std::runtime_error {
 public:
  /// `told`: when the core learns of it, where that is later than its own time.
  explicit AccessError(const std::string& what, base::Time told = base::Time(0))
      : std::runtime_error(what), told_(told) {}

  base::Time told() const { return told_; }

 private:
  base::Time told_;
};

/// Does `work`, and `leave` when that is done or throws AccessError. No destructor does that: a
/// fiber whose run ends is unwound when what it would leave may be gone.
template <class Work, class Leave>
void then_leave(const Work& work, const Leave& leave) {
  try {
    work();
  } catch (const AccessError&) {
    leave();
    throw;
  }
  leave();
}

}  // namespace starnuma::protocol
