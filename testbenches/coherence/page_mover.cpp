// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/page_mover.h"

#include <algorithm>

namespace starnuma::coherence_bench {

using protocol::RequesterEvent;
using protocol::RequesterState;

bool PageMover::may_begin(const PageStep& step) const {
  const PageEntry& entry = pages_.table.at(step.page);
  if (active() || entry.absent) return false;
  switch (step.event) {
    case PageEvent::kMove:
      return !entry.read_only && pages_.table.is_free(step.frame);
    case PageEvent::kReplicate:
      return pages_.table.copy(step.host, step.page) == kNoFrame &&
             pages_.table.is_free(step.frame);
    case PageEvent::kUnmap:
      return !entry.read_only;
    default:
      return entry.read_only;
  }
}

bool PageMover::begin(const PageStep& step) {
  if (!may_begin(step)) return false;
  const PageEntry& entry = pages_.table.at(step.page);
  work_ = Work{};
  work_.page = step.page;
  work_.event = step.event;
  work_.awaited = entry.listed;
  if (step.event == PageEvent::kMove || step.event == PageEvent::kReplicate) {
    work_.to = step.frame;
    work_.copy = PageCopy(config(), mutant_, entry.frame, step.frame);
  }
  if (step.event == PageEvent::kReplicate) {
    work_.reader = step.host;
    work_.protect = entry.read_only;
    if (work_.protect) work_.awaited = 0;
  }
  settle();
  return true;
}

bool PageMover::acknowledge(int host) {
  if (!awaits(host)) return false;
  int page = work_.page;
  const int frame = pages_.tlbs.entry(host, page).frame;
  if (frame != kNoFrame && pages_.accesses.in_use(host, frame) &&
      !broken(MoveMutant::kAcknowledgeInUse)) {
    return false;
  }
  const std::uint32_t bit = std::uint32_t{1} << host;
  work_.awaited &= ~bit;
  pages_.table.at(page).listed &= ~bit;
  if (broken(MoveMutant::kShootdownOfAnotherSpace)) {
    page = (page + config().pages_of_space()) % config().pages;
  }
  if (!broken(MoveMutant::kTranslationStays)) pages_.tlbs.entry(host, page) = {};
  settle();
  return true;
}

bool PageMover::copy(int offset) {
  if (!work_.copy || offset >= config().page_lines) return false;
  if (work_.awaited != 0 && !broken(MoveMutant::kCopyBeforeAcknowledgement)) return false;
  if (!work_.copy->step(offset, lines_)) return false;
  settle();
  return true;
}

bool PageMover::completed(const Completed& access) {
  const bool own = access.host == kMoverHost && work_.copy &&
                   pages_.accesses.page(kMoverHost, access.line) == kNoPage;
  if (own) work_.copy->completed(access, lines_);
  return own;
}

void PageMover::settle() {
  if (work_.awaited != 0) return;
  PageEntry& entry = pages_.table.at(work_.page);
  switch (work_.event) {
    case PageEvent::kReplicate:
      return settle_copy(entry);
    case PageEvent::kMove:
      return settle_move(entry);
    case PageEvent::kUnmap:
      entry.absent = true;
      break;
    default:
      entry.read_only = false;
      std::fill(entry.copies.begin(), entry.copies.end(), kNoFrame);
  }
  work_ = Work{};
}

/// Makes the page read-only while its lines are copied, then invalidates the reader's translation.
void PageMover::settle_copy(PageEntry& entry) {
  work_.protect = entry.read_only = true;
  if (!work_.copy->done()) return;
  if (!work_.copied) {
    work_.copied = true;
    work_.awaited = entry.listed & std::uint32_t{1} << work_.reader;
    if (work_.awaited != 0) return;
  }
  entry.copies[static_cast<std::size_t>(work_.reader)] = work_.to;
  work_ = Work{};
}

/// Completes the migration when all hosts have acknowledged and the last line is copied.
void PageMover::settle_move(PageEntry& entry) {
  if (!work_.copy->done()) return;
  const std::string page = "page " + std::to_string(work_.page);
  for (int offset = 0; offset < config().page_lines; ++offset) {
    const int to = config().line_of(work_.to, offset);
    if (lines_.homes().line(to).data.latest != pages_.accesses.latest(work_.page, offset)) {
      throw Broken{Check::kPages, "a write to " + page + " is lost by its move"};
    }
  }
  for (int host = 0; host < config().hosts; ++host) {
    for (int offset = 0; offset < config().page_lines; ++offset) {
      const int from = config().line_of(entry.frame, offset);
      if (protocol::is_readable(lines_.hosts().copy(host, from).line.state)) {
        throw Broken{Check::kPages, "host " + std::to_string(host) + " keeps a line of frame " +
                                        std::to_string(entry.frame) + ", which " + page +
                                        " has left"};
      }
    }
  }
  entry.frame = work_.to;
  work_ = Work{};
}

}  // namespace starnuma::coherence_bench
