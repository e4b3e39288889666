// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/episode.h"

#include <algorithm>

namespace starnuma::coherence_bench {
namespace {

using protocol::RequesterEvent;

constexpr int kMostInFlight = 64;
constexpr int kTries = 64;

}  // namespace

PageTraffic& PageTraffic::operator+=(const PageTraffic& other) {
  moves += other.moves;
  faults += other.faults;
  copies += other.copies;
  exchanges += other.exchanges;
  return *this;
}

Episode::Episode(const SystemConfig& config, std::uint64_t seed, std::uint64_t ops, Subject subject,
                 MoveMutant mutant)
    : random_(seed), system_(config, subject, mutant), ops_(ops) {
  const int most = std::min(3 * config.hosts * config.lines, kMostInFlight);
  most_in_flight_ = 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(most)));
  evicts_often_ = random_.below(4) == 0;
  change_pace();
}

void Episode::run() {
  std::uint64_t tries = 0;
  while (failure.empty() && (taken < ops_ || flights() > 0 || system_.moving())) {
    if (random_.below(128) == 0) change_pace();
    const bool may_start = taken < ops_ && flights() < most_in_flight_;
    const bool moved = may_start && random_.below(4) != 0 ? start() : deliver_or_move();
    tries = moved ? 0 : tries + 1;
    if (tries <= kTries) continue;
    if (flights() > 0 && !deliver_any() && !move_any()) {
      failure = "deadlock: nothing in flight can be taken";
    } else if (flights() == 0 && !move_any() && !system_.idle()) {
      break;
    }
  }
  if (failure.empty() && !system_.idle()) failure = "a transaction never ends";
  pages.faults = system_.faults();
}

void Episode::change_pace() {
  slow_to_ = static_cast<base::SocketId>(below(config().hosts));
  slow_from_home_ = random_.below(2) == 0;
  slow_channel_ = static_cast<protocol::Channel>(random_.below(9));
  slowness_ = 4U << random_.below(8);
}

protocol::RequesterEvent Episode::random_event() {
  static constexpr std::array<RequesterEvent, 15> kMix{
      RequesterEvent::kLoad,      RequesterEvent::kLoad,        RequesterEvent::kLoad,
      RequesterEvent::kLoad,      RequesterEvent::kStore,       RequesterEvent::kStore,
      RequesterEvent::kStore,     RequesterEvent::kEvict,       RequesterEvent::kEvict,
      RequesterEvent::kEvict,     RequesterEvent::kDrop,        RequesterEvent::kWeaken,
      RequesterEvent::kStoreLine, RequesterEvent::kLoadCurrent, RequesterEvent::kLoadCurrent};
  if (evicts_often_ && random_.below(2) == 0) return RequesterEvent::kEvict;
  return kMix[random_.below(kMix.size())];
}

bool Episode::start() {
  Record record;
  record.kind = SequenceStepKind::kOwn;
  record.host = static_cast<std::uint8_t>(below(config().hosts));
  record.line = static_cast<std::uint8_t>(below(config().lines));
  record.event = random_event();
  if (config().pages > 0 || !config().on_device(record.line)) {
    if (record.event == RequesterEvent::kStoreLine) record.event = RequesterEvent::kStore;
    if (record.event == RequesterEvent::kLoadCurrent) record.event = RequesterEvent::kLoad;
  }
  const bool access =
      record.event == RequesterEvent::kLoad || record.event == RequesterEvent::kStore;
  if (config().pages > 0 && access) {
    const Tlbs& tlbs = system_.tlbs();
    const int page = tlbs.page_at(record.host, below(config().pages_of_space()));
    const int frame = tlbs.find(record.host, page).frame;
    if (frame < 0) return page_step({PageEvent::kWalk, record.host, page});
    const bool store = record.event == RequesterEvent::kStore;
    if (store && tlbs.write_faults(record.host, page)) {
      return page_step({PageEvent::kCollapse, 0, page});
    }
    record.line = static_cast<std::uint8_t>(config().line_of(frame, below(config().page_lines)));
  }
  const Step step = system_.start(record.host, record.line, record.event);
  if (step == Step::kNo) return false;
  ++taken;
  return noted(record, step);
}

bool Episode::random_page_step() {
  const int host = below(config().hosts);
  const int page = below(config().pages);
  if (random_.below(8) == 0) return page_step({PageEvent::kForget, host, page});
  if (random_.below(8) == 0) return exchange_any(host);
  if (!system_.moving()) {
    if (taken >= ops_ || random_.below(2) != 0) return false;
    return begin_work(host, page);
  }
  if (random_.below(2) == 0) return acknowledge_any(host);
  return page_step({PageEvent::kCopy, 0, 0, 0, below(config().page_lines)});
}

bool Episode::acknowledge_any(int first) {
  for (int n = 0; n < config().hosts; ++n) {
    if (page_step({PageEvent::kAcknowledge, (first + n) % config().hosts})) return true;
  }
  return false;
}

/// Tries all other hosts, because most hosts have outstanding accesses.
bool Episode::exchange_any(int host) {
  for (int n = 1; n < config().hosts; ++n) {
    if (page_step({PageEvent::kExchange, host, 0, 0, 0, (host + n) % config().hosts})) return true;
  }
  return false;
}

bool Episode::begin_work(int host, int page) {
  const int frame = below(config().frames());
  switch (random_.below(5)) {
    case 0:
      return page_step({PageEvent::kUnmap, 0, page});
    case 1:
      return page_step({PageEvent::kReplicate, host, page, frame});
    default:
      return page_step({PageEvent::kMove, 0, page, frame});
  }
}

bool Episode::move_any() {
  if (!system_.moving()) return false;
  if (acknowledge_any(0)) return true;
  for (int line = 0; line < config().page_lines; ++line) {
    if (page_step({PageEvent::kCopy, 0, 0, 0, line})) return true;
  }
  return false;
}

bool Episode::page_step(const PageStep& next) {
  const Step step = system_.take(next);
  if (step == Step::kNo) return false;
  pages.moves += next.event == PageEvent::kMove;
  pages.copies += next.event == PageEvent::kReplicate;
  pages.exchanges += next.event == PageEvent::kExchange;
  Record record;
  record.kind = SequenceStepKind::kPage;
  record.page = next;
  return noted(record, step);
}

bool Episode::deliver_or_move() {
  return config().pages > 0 && random_.below(3) == 0 ? random_page_step() : deliver();
}

bool Episode::deliver() {
  if (flights() == 0) return false;
  const int index = below(flights());
  if (slow(system_.lines().channels()[index]) && random_.below(slowness_) != 0) return false;
  return deliver(index);
}

bool Episode::deliver(int index) {
  const Flight& flight = system_.lines().channels()[index];
  Record record;
  record.from = flight.from;
  record.to = flight.to;
  record.line = static_cast<std::uint8_t>(flight.message.line.value);
  record.op = config().on_device(record.line) ? static_cast<std::uint8_t>(flight.message.cxl)
                                              : static_cast<std::uint8_t>(flight.message.coherence);
  record.victim = static_cast<std::uint8_t>(below(config().lines));
  const Step step = system_.deliver(index, record.victim);
  if (step == Step::kNo) return false;
  ++delivered;
  return noted(record, step);
}

bool Episode::deliver_any() {
  for (int i = 0; i < flights(); ++i) {
    if (deliver(i)) return true;
  }
  return false;
}

bool Episode::noted(const Record& record, Step step) {
  if (log != nullptr) log->push_back(record);
  if (step == Step::kBroken) failure = system_.failure();
  return true;
}

}  // namespace starnuma::coherence_bench
