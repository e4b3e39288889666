// SPDX-License-Identifier: Apache-2.0
// Page operations of the operating system: migration, unmapping, creation and removal of copies.
#include <algorithm>

#include "testbenches/coherence/paged_system.h"

namespace starnuma::coherence_bench {

using protocol::RequesterEvent;
using protocol::RequesterState;

bool PagedSystem::may_begin(const PageStep& step) const {
  if (moving() || absent_[step.page]) return false;
  const bool shared = protected_[step.page];
  switch (step.event) {
    case PageEvent::kMove:
      return !shared && frame_is_free(step.frame);
    case PageEvent::kReplicate:
      return copies_[step.host][step.page] == kNone && frame_is_free(step.frame);
    case PageEvent::kUnmap:
      return !shared;
    default:
      return shared;
  }
}

Step PagedSystem::begin(const PageStep& step) {
  if (!may_begin(step)) return Step::kNo;
  move_ = Move{};
  move_.page = step.page;
  move_.from = frame_of_[step.page];
  move_.to = kNone;
  move_.awaited = listed_[step.page];
  if (step.event == PageEvent::kUnmap) move_.work = Work::kUnmap;
  if (step.event == PageEvent::kCollapse) move_.work = Work::kCollapse;
  if (step.event == PageEvent::kMove || step.event == PageEvent::kReplicate) move_.to = step.frame;
  if (step.event == PageEvent::kReplicate) {
    move_.work = Work::kReplicate;
    move_.reader = step.host;
    move_.protect = protected_[step.page];
    if (move_.protect) move_.awaited = 0;
  }
  return settle();
}

Step PagedSystem::acknowledge(int host) {
  if (!awaits(host)) return Step::kNo;
  int page = move_.page;
  const int frame = translations_[host][page];
  if (frame != kNone && in_use(host, frame) && !broken(MoveMutant::kAcknowledgeInUse)) {
    return Step::kNo;
  }
  const std::uint32_t bit = std::uint32_t{1} << host;
  move_.awaited &= ~bit;
  listed_[page] &= ~bit;
  if (broken(MoveMutant::kShootdownOfAnotherSpace)) {
    page = (page + pages_of_space()) % config().pages;
  }
  if (!broken(MoveMutant::kTranslationStays)) translations_[host][page] = kNone;
  return settle();
}

/// Schedules the next access of the line's copy.
Step PagedSystem::copy(int offset) {
  if (!moving() || move_.to == kNone || offset >= config().page_lines) return Step::kNo;
  if (move_.awaited != 0 && !broken(MoveMutant::kCopyBeforeAcknowledgement)) return Step::kNo;
  Copying& copying = move_.lines[offset];
  const int from = line_of(move_.from, offset);
  const int to = line_of(move_.to, offset);
  const Copying before = copying;
  Step step = Step::kNo;
  if (before == Copying::kNotYet && broken(MoveMutant::kCopyPastTheCaches)) {
    move_.data[offset] = lines_.memory(from);
    copying = Copying::kTaken;
    return Step::kDone;
  }
  if (before == Copying::kNotYet) {
    const bool shared = broken(MoveMutant::kCopyWithoutOwnership);
    copying = Copying::kTaking;
    step =
        lines_.start_move(from, shared ? RequesterEvent::kLoad : RequesterEvent::kStore, nullptr);
  } else if (before == Copying::kTaken) {
    if (lines_.copy(kMoverHost, from).line.state != RequesterState::kInvalid) {
      return lines_.start(kMoverHost, from, RequesterEvent::kEvict);
    }
    copying = Copying::kFilling;
    step = lines_.start_move(to, RequesterEvent::kStore, &move_.data[offset]);
  } else if (before == Copying::kFilled) {
    if (lines_.copy(kMoverHost, to).line.state != RequesterState::kInvalid) {
      return lines_.start(kMoverHost, to, RequesterEvent::kEvict);
    }
    copying = Copying::kDone;
    return settle();
  }
  if (step == Step::kNo) copying = before;
  return step == Step::kDone ? completed() : step;
}

bool PagedSystem::all_copied() const {
  return std::all_of(move_.lines.begin(), move_.lines.begin() + config().page_lines,
                     [](Copying line) { return line == Copying::kDone; });
}

Step PagedSystem::settle() {
  if (move_.awaited != 0) return Step::kDone;
  if (move_.work == Work::kReplicate) return settle_copy();
  if (move_.work == Work::kMove) return settle_move();
  if (move_.work == Work::kUnmap) {
    absent_[move_.page] = true;
  } else {
    protected_[move_.page] = false;
    for (auto& copies : copies_) copies[move_.page] = kNone;
  }
  move_ = Move{};
  return Step::kDone;
}

/// Makes the page read-only while its lines are copied, then invalidates the reader's translation.
Step PagedSystem::settle_copy() {
  if (!move_.protect) move_.protect = protected_[move_.page] = true;
  if (!all_copied()) return Step::kDone;
  if (!move_.copied) {
    move_.copied = true;
    move_.awaited = listed_[move_.page] & std::uint32_t{1} << move_.reader;
    if (move_.awaited != 0) return Step::kDone;
  }
  copies_[move_.reader][move_.page] = move_.to;
  move_ = Move{};
  return Step::kDone;
}

/// Completes the migration when all hosts have acknowledged and the last line is copied.
Step PagedSystem::settle_move() {
  if (!all_copied()) return Step::kDone;
  for (int offset = 0; offset < config().page_lines; ++offset) {
    if (lines_.latest(line_of(move_.to, offset)) != truth(move_.page, offset)) {
      return fail("a write to page " + std::to_string(move_.page) + " is lost by its move");
    }
  }
  for (int host = 0; host < config().hosts; ++host) {
    for (int offset = 0; offset < config().page_lines; ++offset) {
      if (protocol::is_readable(lines_.copy(host, line_of(move_.from, offset)).line.state)) {
        return fail("host " + std::to_string(host) + " keeps a line of frame " +
                    std::to_string(move_.from) + ", which page " + std::to_string(move_.page) +
                    " has left");
      }
    }
  }
  frame_of_[move_.page] = move_.to;
  move_ = Move{};
  return Step::kDone;
}

std::string describe(const PageStep& step) {
  const std::string name(kPageEvents[static_cast<std::size_t>(step.event)].name);
  const std::string host = "host " + std::to_string(step.host);
  const std::string page = ", page " + std::to_string(step.page);
  switch (step.event) {
    case PageEvent::kWalk:
    case PageEvent::kForget:
      return host + ": " + name + page;
    case PageEvent::kAcknowledge:
      return host + ": " + name;
    case PageEvent::kMove:
      return "mover: " + name + page + " to frame " + std::to_string(step.frame);
    case PageEvent::kReplicate:
      return "mover: " + name + page + " for " + host + " to frame " + std::to_string(step.frame);
    case PageEvent::kUnmap:
    case PageEvent::kCollapse:
      return "mover: " + name + page;
    case PageEvent::kCopy:
      return "mover: " + name + ", line " + std::to_string(step.line) + " of the page";
    case PageEvent::kExchange:
      return host + " and host " + std::to_string(step.other) + ": " + name + " tasks";
  }
  return name;
}

}  // namespace starnuma::coherence_bench
