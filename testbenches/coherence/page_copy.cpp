// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/page_copy.h"

namespace starnuma::coherence_bench {

using protocol::RequesterEvent;

namespace {

/// Returns true if the mover has a copy of the line.
bool holds(int line, const Large& lines) {
  return lines.hosts().copy(kMoverHost, line).line.state != protocol::RequesterState::kInvalid;
}

bool evict(int line, Large& lines) {
  return taken(lines.start(kMoverHost, line, RequesterEvent::kEvict), lines);
}

}  // namespace

bool taken(Step step, const Large& lines) {
  if (step == Step::kBroken) throw Broken{lines.check_failed(), lines.failure()};
  return step == Step::kDone;
}

bool PageCopy::step(int offset, Large& lines) {
  LineCopy& copy = copies_[static_cast<std::size_t>(offset)];
  const int from = from_ + offset;
  const int to = to_ + offset;
  const bool shared = mutant_ == MoveMutant::kCopyWithoutOwnership;
  switch (copy.state) {
    case Copying::kNotYet:
      if (mutant_ == MoveMutant::kCopyPastTheCaches) {
        copy = {Copying::kTaken, lines.homes().line(from).data.memory};
        return true;
      }
      return access(copy, Copying::kTaking, from,
                    shared ? RequesterEvent::kLoad : RequesterEvent::kStore, nullptr, lines);
    case Copying::kTaken:
      if (holds(from, lines)) return evict(from, lines);
      return access(copy, Copying::kFilling, to, RequesterEvent::kStore, &copy.data, lines);
    case Copying::kFilled:
      if (holds(to, lines)) return evict(to, lines);
      copy.state = Copying::kDone;
      return true;
    default:
      return false;
  }
}

/// Starts an access of the mover to a line.
bool PageCopy::access(LineCopy& copy, Copying next, int line, RequesterEvent own, const Data* fill,
                      Large& lines) {
  const Copying before = copy.state;
  copy.state = next;
  if (!taken(lines.start_move(line, own, fill), lines)) {
    copy.state = before;
    return false;
  }
  const Completed& done = lines.hosts().completed();
  if (done.host == kMoverHost) completed(done, lines);
  return true;
}

void PageCopy::completed(const Completed& access, const Large& lines) {
  const auto size = static_cast<int>(copies_.size());
  const bool old = access.line >= from_ && access.line < from_ + size;
  LineCopy& copy = copies_[static_cast<std::size_t>(access.line % size)];
  copy.state = old ? Copying::kTaken : Copying::kFilled;
  if (old) copy.data = lines.hosts().copy(kMoverHost, access.line).data;
}

}  // namespace starnuma::coherence_bench
