// SPDX-License-Identifier: Apache-2.0
#include "models/observers/triggered_window.h"

#include <algorithm>

namespace starnuma::observers {

using base::Time;

namespace {

Time earlier_by(Time time, Time span) { return std::max(Time(0), time - span); }
Time later_by(Time time, Time span) {
  return span < HopSelection::kForever - time ? time + span : HopSelection::kForever;
}

}  // namespace

TriggeredWindow::TriggeredWindow(const HopSelection& selection)
    : trigger_(selection.trigger),
      selected_{selection.from, selection.to},
      window_(selected_),
      armed_(trigger_.kind != HopTriggerKind::kNone) {
  if (armed_) window_.from = earlier_by(selection.from, trigger_.before);
}

void TriggeredWindow::on_message(base::LineAddress line, const char* name, Time time) {
  const bool met = (trigger_.kind == HopTriggerKind::kLine && line == trigger_.line) ||
                   (trigger_.kind == HopTriggerKind::kMessage && trigger_.message == name);
  if (met) fire(time, time);
}

void TriggeredWindow::on_access(Time begin, Time end) {
  const bool slow = trigger_.kind == HopTriggerKind::kLatency && end - begin > trigger_.latency;
  if (slow) fire(begin, end);
}

void TriggeredWindow::on_handled(Time time) {
  if (!armed_ || trigger_.kind != HopTriggerKind::kCounter) return;
  const std::uint64_t count = trigger_.counter();
  if (count > counter_) fire(time, time);
  counter_ = count;
}

void TriggeredWindow::on_error(Time now) {
  if (trigger_.kind != HopTriggerKind::kError) return;
  fire(now, HopSelection::kForever);
  window_.fired_at = now;
}

void TriggeredWindow::fire(Time begin, Time end) {
  if (!armed_ || !selected_.touches(begin, end)) return;
  armed_ = false;
  window_ = {earlier_by(begin, trigger_.before), later_by(end, trigger_.after), true, window_.cut,
             end};
}

void TriggeredWindow::cut(Time now) {
  if (window_.cut) return;
  window_.cut = true;
  window_.to = window_.fired_at = now;
}

}  // namespace starnuma::observers
