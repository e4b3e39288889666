// SPDX-License-Identifier: Apache-2.0
#include "testbenches/pool/bench_host.h"

#include <algorithm>
#include <cmath>

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::pool_bench {

using base::LineAddress;
using base::Time;
using kernel::Envelope;
using kernel::Outbox;
using protocol::Message;
using protocol::Outcome;
using protocol::Reaction;
using protocol::RequesterEvent;
using protocol::RequesterState;
using protocol::cxl::Op;

namespace {

constexpr int kHitDone = 0;
constexpr int kArrival = 1;
constexpr int kRecorded = 2;

/// Allocates a response that departs `latency` after the snoop.
Envelope& snoop_response(const Envelope& snoop, Time latency, Outbox& outbox) {
  Envelope& response = outbox.reply_to(snoop);
  response.advance(accounting::LatencyKind::kSnoop, latency);
  return response;
}

bool holds_copy(RequesterState state) {
  return protocol::is_readable(state) || state == RequesterState::kUpgrading;
}

/// Returns an exponentially distributed gap: Poisson arrivals of bursts.
Time next_gap(base::Random& random, const HostSetup& setup) {
  const double uniform = (static_cast<double>(random.next() >> 11) + 1) * 0x1p-53;
  return Time(1 + static_cast<std::int64_t>(-std::log(uniform) *
                                            static_cast<double>(setup.gap.ps()) * setup.burst));
}

bool is_snoop(Op op) { return role_of(op) == protocol::Role::kSnoop; }

RequesterEvent event_of(const TrafficAccess& access) {
  if (access.current) return RequesterEvent::kLoadCurrent;
  return access.write ? RequesterEvent::kStore : RequesterEvent::kLoad;
}

}  // namespace

BenchHost::BenchHost(int head, const BenchRun& run, Fabric& fabric,
                     kernel::QueuedDispatcher& dispatcher, HostCheck& check, HostStatistics& all)
    : head_(head),
      setup_(run.host_of(head)),
      fabric_(fabric),
      dispatcher_(dispatcher),
      check_(check),
      agents_{run.traffic.heads, 1, 0},
      traffic_(run.traffic_of(head), head),
      random_(run.traffic.seed * 7919 + static_cast<std::uint64_t>(head)),
      all_(all),
      window_(setup_.throttle, setup_.outstanding) {}

LineAddress BenchHost::address_of(std::uint64_t line) const {
  return LineAddress::of(agents_.device_node(0), line);
}

void BenchHost::post(Envelope& envelope, const Message& message) const {
  envelope.seal(agents_.caching_agent(static_cast<base::SocketId>(head_)),
                agents_.home_of(agents_.device_node(0)), message);
}

void BenchHost::begin() {
  if (setup_.recording != nullptr) {
    if (setup_.recording->empty()) return;
    return dispatcher_.call_at(setup_.recording->front().time, *this, kRecorded);
  }
  const bool closed_loop = setup_.gap == Time(0);
  dispatcher_.call_at(kernel::now(), *this, closed_loop ? kHitDone : kArrival);
  under_way_ += closed_loop ? 1 : 0;  // the slot that the first call deallocates
}

void BenchHost::stop() {
  stopped_ = true;
  backlog_.clear();
}

void BenchHost::due(int tag, Envelope*) {
  if (tag == kHitDone) --under_way_;
  if (tag == kArrival && !stopped_) arrive();
  dispatcher_.execute(*this, [this, tag](Outbox& outbox) {
    if (tag == kRecorded && !stopped_) play();
    issue(outbox);
  });
}

void BenchHost::arrive() {
  for (int n = 0; n < setup_.burst; ++n) backlog_.push_back({traffic_.next(), kernel::now()});
  dispatcher_.call_at(kernel::now() + next_gap(random_, setup_), *this, kArrival);
}

/// Queues the recorded requests of the current time.
void BenchHost::play() {
  const HeadRecording& all = *setup_.recording;
  while (played_ < all.size() && all[played_].time <= kernel::now()) {
    backlog_.push_back({all[played_++].access, kernel::now()});
  }
  if (played_ < all.size()) dispatcher_.call_at(all[played_].time, *this, kRecorded);
}

void BenchHost::issue(Outbox& outbox) {
  const bool closed_loop = setup_.gap == Time(0) && setup_.recording == nullptr;
  while (under_way_ < window_.size()) {
    if (closed_loop ? stopped_ : backlog_.empty()) return;
    Access access;
    if (closed_loop) {
      access = {traffic_.next(), kernel::now()};
    } else {
      access = backlog_.front();
      backlog_.pop_front();
    }
    under_way_ += access.what.evicts ? 0 : 1;
    const LineAddress address = address_of(access.what.line);
    Line& line = lines_[address.value];
    if (line.waiting.empty()) {
      start(access, outbox);
    } else {
      line.waiting.push_back(access);
    }
    if (access.what.evicts) settle(address, outbox);
  }
}

/// Starts an access, or queues it if its line is busy.
void BenchHost::start(const Access& access, Outbox& outbox) {
  const LineAddress address = address_of(access.what.line);
  Line& line = lines_[address.value];
  if (setup_.recording != nullptr) {
    if (!line.state.idle()) return line.waiting.push_front(access);
    drop_unrecorded(address, access, outbox);
  }
  if (access.what.evicts) return;
  const bool had_copy = holds_copy(line.state.state);
  const Message origin = Message::of(Op::kMemRdShared, address, static_cast<base::SocketId>(head_));
  const bool write = access.what.write;
  const Reaction reaction = protocol::start(line.state, event_of(access.what), origin, true);
  SN_CHECK(reaction.outcome != Outcome::kIllegal, "host ", head_, ": no row for an access to line ",
           address.value, " at ", kernel::now().ps(), " ps");
  if (reaction.outcome == Outcome::kWait) {
    line.waiting.push_front(access);
    return;
  }
  line.used = ++clock_;
  if (reaction.complete) return hit(address, write);
  line.access = access;
  line.conflict = Conflict::kNone;
  line.type = had_copy ? TransactionType::kUpgrade
              : write  ? TransactionType::kOwn
                       : TransactionType::kRead;
  send(reaction, outbox);
}

/// Evicts the copy of a line for a recorded eviction, or for a request that a host with this copy
/// does not send.
void BenchHost::drop_unrecorded(LineAddress address, const Access& access, Outbox& outbox) {
  Line& line = lines_[address.value];
  const RequesterState state = line.state.state;
  if (!holds_copy(state) || (access.what.write && state == RequesterState::kShared)) return;
  evict(address, line, !access.what.evicts && state == RequesterState::kExclusive, outbox);
}

/// Sends the messages of a transaction that this host starts.
void BenchHost::send(const Reaction& reaction, Outbox& outbox) {
  const std::uint64_t transaction = dispatcher_.new_transaction();
  for (const protocol::Send& send : reaction) {
    Envelope& envelope = outbox.start(kernel::now());
    envelope.transaction = transaction;
    post(envelope, send.message);
  }
}

void BenchHost::hit(LineAddress address, bool write) {
  count([](HostStatistics& of) { ++of.hits; });
  check_.completed(head_, address, write, false);
  dispatcher_.call_at(kernel::now() + setup_.hit_latency, *this, kHitDone);
}

void BenchHost::handle(Envelope& envelope, Outbox& outbox) {
  const Message message = envelope.open<Message>();
  if (is_snoop(message.cxl)) count([](HostStatistics& of) { ++of.snoops; });
  if (protocol::block_lines_of(message) == 0) {
    take(envelope, message, outbox, nullptr);
  } else {
    cache::BlockAnswer block(message);
    each_of_block(message, [&](const Message& one) { take(envelope, one, outbox, &block); });
    block.each([&](const Envelope& cause, const Message& response) {
      post(snoop_response(cause, setup_.snoop_latency, outbox), response);
    });
  }
  while (cached_.size() > static_cast<std::size_t>(setup_.cache_lines)) {
    const std::size_t before = cached_.size();
    evict_one(outbox);
    if (cached_.size() == before) break;  // all lines have outstanding transactions
  }
  issue(outbox);
}

void BenchHost::take(Envelope& envelope, const Message& message, Outbox& outbox,
                     cache::BlockAnswer* block) {
  Line& line = lines_[message.line.value];
  const bool in_handshake = line.state.conflict != protocol::ConflictState::kNone;
  const bool dirty = line.state.state == RequesterState::kModified;
  note(message, line);
  const Reaction reaction = protocol::step(line.state, message);
  SN_CHECK(reaction.outcome == Outcome::kDone, "host ", head_, ": no row for message ",
           static_cast<int>(message.cxl), ", line ", message.line.value, " at ", envelope.time.ps(),
           " ps");
  if (message.cxl == Op::kCmp && !line.access.what.current) given_up(envelope, line);
  if (reaction.complete) complete(envelope, line, in_handshake);
  const bool was_dirty = dirty || (reaction.complete && line.access.what.write);
  const bool in_block = block != nullptr && block->take(envelope, reaction);
  for (const protocol::Send& send : in_block ? protocol::SendList() : reaction.sends) {
    Envelope& answer = is_snoop(message.cxl)
                           ? snoop_response(envelope, setup_.snoop_latency, outbox)
                           : outbox.reply_to(envelope);
    if (writes_line(send.message.cxl) && was_dirty) {
      check_.written_back(message.line);
      line.given_up = answer.time;
      --line.access.what.write_backs;
    }
    post(answer, send.message);
  }
  if (line.access.what.write_backs > 0 && line.state.state == RequesterState::kExclusive) {
    line.state.state = RequesterState::kModified;  // a silent store, before the line is snooped
    check_.completed(head_, message.line, true, false);
  }
  settle(message.line, outbox);
}

/// Counts events before the line changes.
void BenchHost::note(const Message& message, Line& line) {
  if (!is_snoop(message.cxl) && window_.follow(message.dev_load, kernel::now())) {
    count([](HostStatistics& of) { ++of.throttled; });
  }
  if (message.cxl != Op::kBIConflictAck) return;
  const bool early = protocol::has_request_pending(line.state.state) && !line.state.granted;
  line.conflict = early ? Conflict::kEarly : Conflict::kLate;
  count([&](HostStatistics& of) { ++of.conflicts[static_cast<std::size_t>(line.conflict)]; });
}

void BenchHost::complete(const Envelope& envelope, Line& line, bool in_handshake) {
  const auto grant = envelope.open<Message>();
  if (grant.via_owner && line.type == TransactionType::kRead) {
    line.type = TransactionType::kReadFromOwner;
  }
  if (grant.via_owner && line.type == TransactionType::kOwn) {
    line.type = TransactionType::kOwnFromOwner;
  }
  const Conflict conflict = in_handshake ? Conflict::kLate : line.conflict;
  const Time latency = kernel::now() - line.access.issued;
  count([&](HostStatistics& of) { of.done(line.type, conflict, latency); });
  --under_way_;
  if (!line.access.what.current) check_.completed(head_, grant.line, line.access.what.write, true);
  tell(envelope, line.type, line.access.issued);
}

void BenchHost::given_up(const Envelope& envelope, const Line& line) {
  const auto completion = envelope.open<Message>();
  const TransactionType type = completion.answers_snoop || line.type == TransactionType::kWriteBack
                                   ? TransactionType::kWriteBack
                                   : TransactionType::kCleanEviction;
  const Time latency = kernel::now() - line.given_up;
  count([&](HostStatistics& of) { of.done(type, Conflict::kNone, latency); });
  tell(envelope, type, line.given_up);
}

void BenchHost::tell(const Envelope& envelope, TransactionType type, Time begin) const {
  if (!on_exchange) return;
  on_exchange({envelope.transaction, envelope.open<Message>().line, type, begin, kernel::now(),
               envelope.ledger});
}

/// Updates the list of cached lines after a change, starts waiting accesses and removes invalid
/// lines.
void BenchHost::settle(LineAddress address, Outbox& outbox) {
  Line& line = lines_[address.value];
  while (line.state.idle() && !line.waiting.empty()) {
    const Access next = line.waiting.front();
    line.waiting.pop_front();
    start(next, outbox);
  }
  keep_track(address, line);
  const bool gone = line.state.idle() && line.state.state == RequesterState::kInvalid;
  if (gone) lines_.erase(address.value);
}

void BenchHost::keep_track(LineAddress address, Line& line) {
  const bool cached = holds_copy(line.state.state);
  if (cached == line.cached) return;
  line.cached = cached;
  if (cached) {
    cached_.push_back(address.value);
  } else {
    *std::find(cached_.begin(), cached_.end(), address.value) = cached_.back();
    cached_.pop_back();
  }
}

/// Evicts the least recently used line without an outstanding transaction.
void BenchHost::evict_one(Outbox& outbox) {
  std::uint64_t oldest = 0;
  std::uint64_t used = ~std::uint64_t{0};
  for (const std::uint64_t address : cached_) {
    const Line& line = lines_.at(address);
    if (line.used >= used || !line.state.idle() || !line.waiting.empty()) continue;
    used = line.used;
    oldest = address;
  }
  if (used == ~std::uint64_t{0}) return;
  const bool drops =
      setup_.silent_drops && lines_.at(oldest).state.state == RequesterState::kExclusive;
  evict(LineAddress{oldest}, lines_.at(oldest), drops, outbox);
  settle(LineAddress{oldest}, outbox);
}

/// Evicts a line in a stable state, without a message if it `drops` the line.
void BenchHost::evict(LineAddress address, Line& line, bool drops, Outbox& outbox) {
  const bool dirty = line.state.state == RequesterState::kModified;
  const Message origin = Message::of(Op::kMemRdShared, address, static_cast<base::SocketId>(head_));
  const Reaction reaction = protocol::start(
      line.state, drops ? RequesterEvent::kDrop : RequesterEvent::kEvict, origin, true);
  SN_CHECK(reaction.outcome == Outcome::kDone, "host ", head_, ": line ", address.value,
           " cannot be evicted at ", kernel::now().ps(), " ps");
  line.given_up = kernel::now();
  line.type = dirty ? TransactionType::kWriteBack : TransactionType::kCleanEviction;
  if (dirty) check_.written_back(address);
  send(reaction, outbox);
}

bool BenchHost::idle() const {
  return under_way_ == 0 && backlog_.empty() &&
         std::all_of(lines_.begin(), lines_.end(), [](const auto& entry) {
           return entry.second.state.idle() && entry.second.waiting.empty();
         });
}

RequesterState BenchHost::state_of(LineAddress line) const {
  const auto found = lines_.find(line.value);
  return found == lines_.end() ? RequesterState::kInvalid : found->second.state.state;
}

}  // namespace starnuma::pool_bench
