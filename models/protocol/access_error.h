// SPDX-License-Identifier: Apache-2.0
// Exception for an access that no memory completes: its line is outside the memory that the core's
// host can reach, its home does not respond, or its data are poisoned.
//
// Contract:
// - The component that detects the error throws, either before the access leaves its socket or when
//   the response carries poison.
// - The core catches the exception, or the entry point of a transaction from outside does.
// - Caches are unchanged, except that a flush has already invalidated the line in the core's
//   private caches.
#pragma once

#include <stdexcept>
#include <string>

#include "models/base/quantities.h"

namespace starnuma::protocol {

class AccessError : public std::runtime_error {
 public:
  /// `notified` is the time at which the core is notified, if that is later than its own time.
  explicit AccessError(const std::string& what, base::Time notified = base::Time(0))
      : std::runtime_error(what), notified_(notified) {}

  base::Time notified() const { return notified_; }

 private:
  base::Time notified_;
};

/// Calls `work`, and then `leave` whether `work` returns or throws AccessError. A destructor must
/// not call `leave`: when a fiber is unwound at the end of the run, the objects that `leave` uses
/// may no longer exist.
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
