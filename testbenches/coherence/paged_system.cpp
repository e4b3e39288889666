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

int& PageStep::operand(char letter) {
  switch (letter) {
    case 'h':
      return host;
    case 'o':
      return other;
    case 'p':
      return page;
    case 'f':
      return frame;
    default:
      return line;
  }
}

PagedSystem::PagedSystem(const SystemConfig& config, Subject subject, MoveMutant mutant)
    : lines_(config, subject), mutant_(mutant) {
  constexpr int kSpaceShift = 24;  // shift above the count of writes
  for (auto& translations : translations_) translations.fill(kNone);
  for (auto& copies : copies_) copies.fill(kNone);
  for (auto& pages : accessed_) pages.fill(kNone);
  for (int host = 0; host < config.hosts; ++host) runs_[host] = host % config.spaces;
  for (int page = 0; page < config.pages; ++page) {
    frame_of_[page] = page;
    for (int offset = 0; offset < config.page_lines; ++offset) {
      Data& data = truth(page, offset);
      data.fill(static_cast<std::uint32_t>(space_of(page)) << kSpaceShift);
      lines_.set_memory(line_of(page, offset), data);
    }
  }
}

Step PagedSystem::fail(std::string what) {
  failure_ = std::move(what);
  return Step::kBroken;
}

bool PagedSystem::frame_is_free(int frame) const {
  const auto holds = [&](const std::array<int, kMostLines>& frames) {
    const auto* end = frames.begin() + config().pages;
    return std::find(frames.begin(), end, frame) != end;
  };
  if (moving() && move_.to == frame) return false;
  return !holds(frame_of_) && std::none_of(copies_.begin(), copies_.end(), holds);
}

int PagedSystem::entry_for(int host, int page) const {
  const auto& mine = translations_[host];
  if (mine[page] != kNone) return page;
  if (!broken(MoveMutant::kTranslationWithoutSpace)) return kNone;
  for (int other = page % pages_of_space(); other < config().pages; other += pages_of_space()) {
    if (mine[other] != kNone) return other;
  }
  return kNone;
}

int PagedSystem::frame_for(int host, int page) const {
  const int copy = copies_[host][page];
  return copy != kNone ? copy : frame_of_[page];
}

int PagedSystem::page_in(int host, int frame) const {
  for (int number = 0; number < pages_of_space(); ++number) {
    const int page = page_at(host, number);
    if (translation(host, page) == frame) return page;
  }
  return kNone;
}

/// Starts a load or store. Requires a translation to the line's frame that was not invalidated.
Step PagedSystem::start(int host, int line, RequesterEvent own) {
  const bool store = own == RequesterEvent::kStore;
  if (!uses_pages() || !(store || own == RequesterEvent::kLoad)) {
    return lines_.start(host, line, own);
  }
  const int frame = line / config().page_lines;
  const int page = page_in(host, frame);
  if (page == kNone || accessed_[host][line] != kNone) return Step::kNo;
  if (store && write_faults(host, page)) return Step::kNo;
  const Step translated = check_translation(host, page, frame, store);
  if (translated == Step::kBroken) return translated;
  accessed_[host][line] = page;
  const Step step = lines_.start(host, line, own);
  if (step == Step::kNo) accessed_[host][line] = kNone;
  return step == Step::kDone ? completed() : step;
}

Step PagedSystem::check_translation(int host, int page, int frame, bool store) {
  const std::string who = "host " + std::to_string(host);
  const int mapped = frame_for(host, page);
  auto* const end = frame_of_.begin() + config().pages;
  const auto owner = static_cast<int>(std::find(frame_of_.begin(), end, frame) - frame_of_.begin());
  if (owner < config().pages && space_of(owner) != space_of(page)) {
    return fail(who + " reaches page " + std::to_string(owner) + " of space " +
                std::to_string(space_of(owner)) + " from space " + std::to_string(space_of(page)));
  }
  if (store && protected_[page]) {
    return fail(who + " writes to page " + std::to_string(page) + ", which may only be read");
  }
  const bool readable = move_.work == Work::kReplicate && move_.protect;
  const bool taken = move_.page == page && !awaits(host) && !readable;
  if (frame != mapped || taken || absent_[page]) {
    return fail(who + " uses a translation of page " + std::to_string(page) +
                " after its acknowledgement");
  }
  return Step::kDone;
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
    case PageEvent::kForget:
      return forget(step.host, step.page);
    case PageEvent::kAcknowledge:
      return acknowledge(step.host);
    case PageEvent::kCopy:
      return copy(step.line);
    case PageEvent::kExchange:
      return exchange(step.host, step.other);
    default:
      return begin(step);
  }
}

/// Returns true if an access of the host through a translation to this frame is outstanding.
bool PagedSystem::in_use(int host, int frame) const {
  for (int offset = 0; offset < config().page_lines; ++offset) {
    if (accessed_[host][line_of(frame, offset)] != kNone) return true;
  }
  return false;
}

/// Walks the page table. The walk waits while the page is unmapped for migration, and maps a page
/// that is unmapped.
Step PagedSystem::walk(int host, int page) {
  int& frame = translations_[host][page];
  if (frame != kNone || space_of(page) != runs_[host]) return Step::kNo;
  const bool readable = move_.work == Work::kReplicate && move_.protect && !awaits(host);
  if (move_.page == page && !readable) return Step::kNo;
  faults_ += absent_[page];
  absent_[page] = false;
  frame = frame_for(host, page);
  const std::uint32_t bit = std::uint32_t{1} << page;
  only_read_[host] = protected_[page] ? only_read_[host] | bit : only_read_[host] & ~bit;
  listed_[page] |= std::uint32_t{1} << host;
  return Step::kDone;
}

Step PagedSystem::forget(int host, int page) {
  int& frame = translations_[host][page];
  if (frame == kNone || in_use(host, frame)) return Step::kNo;
  if (awaits(host) && move_.page == page) return Step::kNo;  // already waiting
  frame = kNone;
  listed_[page] &= ~(std::uint32_t{1} << host);
  return Step::kDone;
}

/// Exchanges the tasks of two hosts.
Step PagedSystem::exchange(int host, int other) {
  const auto busy = [&](int h) {
    return std::any_of(accessed_[h].begin(), accessed_[h].end(),
                       [](int page) { return page != kNone; });
  };
  if (runs_[host] == runs_[other] || busy(host) || busy(other)) return Step::kNo;
  std::swap(runs_[host], runs_[other]);
  return Step::kDone;
}

}  // namespace starnuma::coherence_bench
