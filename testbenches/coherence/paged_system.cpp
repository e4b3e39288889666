// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/paged_system.h"

#include <algorithm>

namespace starnuma::coherence_bench {

using protocol::RequesterEvent;
using protocol::RequesterState;

MoveMutant move_mutant_named(std::string_view name) {
  for (const MoveMutantInfo& info : kMoveMutants) {
    if (info.name == name) return info.mutant;
  }
  return MoveMutant::kNone;
}

std::string_view name_of(MoveMutant mutant) {
  for (const MoveMutantInfo& info : kMoveMutants) {
    if (info.mutant == mutant) return info.name;
  }
  return "none";
}

PagedSystem::PagedSystem(const SystemConfig& config, Subject subject, MoveMutant mutant)
    : lines_(config, subject), mutant_(mutant) {
  for (auto& translations : translations_) translations.fill(kNone);
  for (auto& pages : accessed_) pages.fill(kNone);
  for (int page = 0; page < config.pages; ++page) frame_of_[page] = page;
}

Step PagedSystem::fail(std::string what) {
  failure_ = std::move(what);
  return Step::kBroken;
}

bool PagedSystem::frame_is_free(int frame) const {
  const auto* end = frame_of_.begin() + config().pages;
  return std::find(frame_of_.begin(), end, frame) == end && !(moving() && move_.to == frame);
}

/// A load or store needs a translation to the line's frame, and none that was taken away.
Step PagedSystem::start(int host, int line, RequesterEvent own) {
  const bool access = own == RequesterEvent::kLoad || own == RequesterEvent::kStore;
  if (!uses_pages() || !access) return lines_.start(host, line, own);
  const auto& mine = translations_[host];
  const auto* end = mine.begin() + config().pages;
  const auto* found = std::find(mine.begin(), end, line / config().page_lines);
  if (found == end || accessed_[host][line] != kNone) return Step::kNo;
  const auto page = static_cast<int>(found - mine.begin());
  if (*found != frame_of_[page] || (move_.page == page && !awaits(host))) {
    return fail("host " + std::to_string(host) + " uses a translation of page " +
                std::to_string(page) + " after its acknowledgement");
  }
  accessed_[host][line] = page;
  const Step step = lines_.start(host, line, own);
  if (step == Step::kNo) accessed_[host][line] = kNone;
  return step == Step::kDone ? completed() : step;
}

Step PagedSystem::deliver(int index, int victim) {
  const Step step = lines_.deliver(index, victim);
  return step == Step::kDone && uses_pages() ? completed() : step;
}

Step PagedSystem::completed() {
  const Completed& access = lines_.completed();
  if (access.host == kNone) return Step::kDone;
  if (access.host == kMoverHost && moving() && accessed_[kMoverHost][access.line] == kNone) {
    const int offset = access.line % config().page_lines;
    const bool old = access.line == line_of(move_.from, offset);
    move_.lines[offset] = old ? Copying::kTaken : Copying::kFilled;
    if (old) move_.data[offset] = lines_.copy(kMoverHost, access.line).data;
    return Step::kDone;
  }
  return check_access(access);
}

Step PagedSystem::check_access(const Completed& access) {
  int& page = accessed_[access.host][access.line];
  Data& last = truth(page, access.line);
  if (access.store) ++last[static_cast<std::size_t>(access.host % kWords)];
  if (lines_.copy(access.host, access.line).data != last) {
    return fail("host " + std::to_string(access.host) + " does not find the last write to page " +
                std::to_string(page));
  }
  page = kNone;
  return Step::kDone;
}

Step PagedSystem::take(const PageStep& step) {
  switch (step.event) {
    case PageEvent::kWalk:
      return walk(step.host, step.page);
    case PageEvent::kForget: {
      int& frame = translations_[step.host][step.page];
      if (frame == kNone || in_use(step.host, frame)) return Step::kNo;
      if (awaits(step.host) && move_.page == step.page) return Step::kNo;  // asked already
      frame = kNone;
      listed_[step.page] &= ~(std::uint32_t{1} << step.host);
      return Step::kDone;
    }
    case PageEvent::kMove:
      return begin_move(step.page, step.frame);
    case PageEvent::kAcknowledge:
      return acknowledge(step.host);
    case PageEvent::kCopy:
      return copy(step.line);
  }
  return Step::kNo;
}

/// Whether an access of the host by a translation to this frame is under way.
bool PagedSystem::in_use(int host, int frame) const {
  for (int offset = 0; offset < config().page_lines; ++offset) {
    if (accessed_[host][line_of(frame, offset)] != kNone) return true;
  }
  return false;
}

/// A walk finds the page unmapped while it moves, and waits.
Step PagedSystem::walk(int host, int page) {
  int& frame = translations_[host][page];
  if (frame != kNone || move_.page == page) return Step::kNo;
  frame = frame_of_[page];
  listed_[page] |= std::uint32_t{1} << host;
  return Step::kDone;
}

Step PagedSystem::begin_move(int page, int frame) {
  if (moving() || !frame_is_free(frame)) return Step::kNo;
  move_ = Move{};
  move_.page = page;
  move_.from = frame_of_[page];
  move_.to = frame;
  move_.awaited = listed_[page];
  return Step::kDone;
}

Step PagedSystem::acknowledge(int host) {
  if (!awaits(host)) return Step::kNo;
  if (in_use(host, move_.from) && !broken(MoveMutant::kAcknowledgeInUse)) return Step::kNo;
  if (!broken(MoveMutant::kTranslationStays)) translations_[host][move_.page] = kNone;
  const std::uint32_t bit = std::uint32_t{1} << host;
  move_.awaited &= ~bit;
  listed_[move_.page] &= ~bit;
  return settle();
}

/// The next access that the line's copy needs.
Step PagedSystem::copy(int offset) {
  if (!moving() || offset >= config().page_lines) return Step::kNo;
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

/// The page has its new place when all have acknowledged and the last line is there.
Step PagedSystem::settle() {
  for (int offset = 0; offset < config().page_lines; ++offset) {
    if (move_.lines[offset] != Copying::kDone || move_.awaited != 0) return Step::kDone;
  }
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
  const std::string name(kPageEventNames[static_cast<std::size_t>(step.event)]);
  const std::string page = ", page " + std::to_string(step.page);
  switch (step.event) {
    case PageEvent::kWalk:
    case PageEvent::kForget:
      return "host " + std::to_string(step.host) + ": " + name + page;
    case PageEvent::kAcknowledge:
      return "host " + std::to_string(step.host) + ": " + name;
    case PageEvent::kMove:
      return "mover: " + name + page + " to frame " + std::to_string(step.frame);
    case PageEvent::kCopy:
      return "mover: " + name + ", line " + std::to_string(step.line) + " of the page";
  }
  return name;
}

}  // namespace starnuma::coherence_bench
