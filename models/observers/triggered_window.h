// SPDX-License-Identifier: Apache-2.0
// Window of a hop recorder, which a trigger places around an event.
//
// Contract:
// - Without a trigger the window is that of the selection.
// - An armed window contains the window of the selection and the time that the trigger retains
//   before it. An event outside the window of the selection does not fire the trigger.
// - The trigger fires once.
#pragma once

#include "models/observers/hop_log.h"
#include "models/observers/hop_selection.h"

namespace starnuma::observers {

class TriggeredWindow {
 public:
  explicit TriggeredWindow(const HopSelection& selection);

  const HopWindow& window() const { return window_; }
  /// Returns true if a trigger has yet to fire.
  bool armed() const { return armed_; }
  /// Returns true if the window has ended for an agent whose messages are at `horizon` or later.
  bool over(base::Time horizon) const { return horizon > window_.to; }
  /// Returns the earliest time that the trigger includes if it fires at `now`.
  base::Time retained_from(base::Time now) const { return now - trigger_.before; }

  /// Events that fire the trigger if they are of its kind and meet its condition.
  void on_message(base::LineAddress line, const char* name, base::Time time);
  void on_access(base::Time begin, base::Time end);
  void on_handled(base::Time time);
  /// Ends the window at `now`.
  void on_error(base::Time now);

  /// Ends the window at `now` because there are too many hops.
  void cut(base::Time now);

 private:
  void fire(base::Time begin, base::Time end);

  HopTrigger trigger_;
  HopWindow selected_;
  HopWindow window_;
  bool armed_;
  std::uint64_t counter_ = 0;
};

}  // namespace starnuma::observers
