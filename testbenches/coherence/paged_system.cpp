// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/paged_system.h"

namespace starnuma::coherence_bench {

using protocol::RequesterEvent;

PagedSystem::PagedSystem(const SystemConfig& config, Subject subject, MoveMutant mutant)
    : lines_(config, subject),
      pages_{PageTable(config), Tlbs(config, mutant), PageAccesses(config)},
      mover_(lines_, pages_, mutant) {
  for (int page = 0; page < config.pages; ++page) {
    for (int offset = 0; offset < config.page_lines; ++offset) {
      lines_.set_memory(config.line_of(page, offset), pages_.accesses.latest(page, offset));
    }
  }
}

Step PagedSystem::start(int host, int line, RequesterEvent own) {
  return take_checked(failed_, [&] {
    const bool accesses = own == RequesterEvent::kLoad || own == RequesterEvent::kStore;
    return uses_pages() && accesses ? access(host, line, own)
                                    : taken(lines_.start(host, line, own), lines_);
  });
}

/// Starts a load or store. Requires a translation to the line's frame that was not invalidated.
bool PagedSystem::access(int host, int line, RequesterEvent own) {
  const bool store = own == RequesterEvent::kStore;
  const int frame = config().frame_of(line);
  const int page = tlbs().page_in(host, frame);
  int& accessed = pages_.accesses.page(host, line);
  if (page == kNoPage || accessed != kNoPage) return false;
  if (store && tlbs().write_faults(host, page)) return false;
  check_translation(host, page, frame, store);
  accessed = page;
  if (taken(lines_.start(host, line, own), lines_)) {
    completed();
    return true;
  }
  accessed = kNoPage;
  return false;
}

void PagedSystem::check_translation(int host, int page, int frame, bool store) const {
  const auto fail = [&](const std::string& what) {
    throw Broken{Check::kPages, "host " + std::to_string(host) + what};
  };
  const std::string name = " page " + std::to_string(page);
  const int owner = pages_.table.page_in(frame);
  const auto space = [&](int of) { return " space " + std::to_string(config().space_of(of)); };
  if (owner != kNoPage && config().space_of(owner) != config().space_of(page)) {
    fail(" reaches page " + std::to_string(owner) + " of" + space(owner) + " from" + space(page));
  }
  const PageEntry& entry = pages_.table.at(page);
  if (store && entry.read_only) fail(" writes to" + name + ", which may only be read");
  const bool current =
      frame == pages_.table.frame_for(host, page) && !mover_.has_taken(host, page) && !entry.absent;
  if (!current) fail(" uses a translation of" + name + " after its acknowledgement");
}

Step PagedSystem::deliver(int index, int victim) {
  return take_checked(failed_, [&] {
    const bool delivered = taken(lines_.deliver(index, victim), lines_);
    if (delivered && uses_pages()) completed();
    return delivered;
  });
}

void PagedSystem::completed() {
  const Completed& access = lines_.hosts().completed();
  if (access.host < 0 || mover_.completed(access)) return;
  pages_.accesses.complete(access, lines_.hosts().copy(access.host, access.line).data);
}

Step PagedSystem::take(const PageStep& step) {
  return take_checked(failed_, [&] {
    switch (step.event) {
      case PageEvent::kWalk:
        return walk(step.host, step.page);
      case PageEvent::kForget:
        return forget(step.host, step.page);
      case PageEvent::kAcknowledge:
        return mover_.acknowledge(step.host);
      case PageEvent::kCopy:
        return mover_.copy(step.line);
      case PageEvent::kExchange:
        return exchange(step.host, step.other);
      default:
        return mover_.begin(step);
    }
  });
}

/// Walks the page table. The walk waits while the page is unmapped for migration, and maps a page
/// that is unmapped.
bool PagedSystem::walk(int host, int page) {
  Tlbs::Translation& translation = pages_.tlbs.entry(host, page);
  const bool own_space = config().space_of(page) == tlbs().space_of(host);
  if (translation.frame != kNoFrame || !own_space || mover_.blocks_walk(host, page)) return false;
  PageEntry& entry = pages_.table.at(page);
  faults_ += entry.absent;
  entry.absent = false;
  entry.listed |= std::uint32_t{1} << host;
  translation = {pages_.table.frame_for(host, page), entry.read_only};
  return true;
}

bool PagedSystem::forget(int host, int page) {
  Tlbs::Translation& translation = pages_.tlbs.entry(host, page);
  const bool used =
      translation.frame == kNoFrame || pages_.accesses.in_use(host, translation.frame);
  if (used || (mover_.page() == page && mover_.awaits(host))) return false;  // already waiting
  translation = {};
  pages_.table.at(page).listed &= ~(std::uint32_t{1} << host);
  return true;
}

/// Exchanges the tasks of two hosts.
bool PagedSystem::exchange(int host, int other) {
  const auto idle = [&](int h) { return pages_.accesses.idle(h); };
  if (tlbs().space_of(host) == tlbs().space_of(other) || !idle(host) || !idle(other)) return false;
  pages_.tlbs.exchange_tasks(host, other);
  return true;
}

}  // namespace starnuma::coherence_bench
