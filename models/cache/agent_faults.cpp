// SPDX-License-Identifier: Apache-2.0
#include "models/cache/agent_faults.h"

#include <sstream>

#include "models/protocol/access.h"

namespace starnuma::cache {

using protocol::Access;
using ras::Damage;

namespace {

std::string machine_check(const Access& access) {
  std::ostringstream text;
  text << "machine check at address 0x" << std::hex << access.address.value << std::dec << ": line "
       << access.line << " is poison, at " << access.time.ps() << " ps";
  return text.str();
}

std::string unanswered(const Access& access, const std::string& why) {
  std::ostringstream text;
  text << "no memory answers address 0x" << std::hex << access.address.value << std::dec
       << ": line " << access.line << " " << why << ", at " << access.time.ps() << " ps";
  return text.str();
}

const char* reason(bool silent) {
  return silent ? "has a home that has not answered in the completion time-out"
                : "has a home that its socket is isolated from";
}

/// Stores a modified line in memory, without a message, if software flushes its path. Returns true
/// if it did.
bool flush(const AgentContext& context, base::LineAddress line, base::Time time) {
  Damage& damage = *context.damage();
  const base::SocketId socket = context.place.socket;
  if (!damage.flushes(socket, line.node())) return false;
  const bool poison = context.copy_is_poison(line);
  if (kernel::CopyObserver* const copies = context.copies()) {
    copies->wrote(line, socket, time);
    copies->stored(line, poison ? kernel::CopyObserver::kNoVersion : copies->sent(line));
  }
  damage.flushed(socket, line, poison, time);
  return true;
}

}  // namespace

void AgentFaults::check_reach(const Access& access) {
  if (protocol::is_move(access.kind)) return;
  const CachingAgentPlace& place = context_.place;
  if (!place.hosts->reaches(place.socket, access.line)) {
    refuse(access, "is in no extent or socket of its host");
  }
  if (const auto crash = place.hosts->crashed(place.socket, access.line, access.time)) {
    refuse(access, "was on a host that crashed at " + std::to_string(crash->ps()) + " ps");
  }
}

void AgentFaults::check_damaged_route(Access& access) {
  while (hold(access)) continue;
  Damage& damage = *context_.damage();
  const base::SocketId socket = context_.place.socket;
  const base::NodeId home = access.line.node();
  const Damage::Way way = damage.way(socket, home);
  if (__builtin_expect(way == Damage::Way::kOpen || way == Damage::Way::kPaused, 1)) return;
  const bool silent = way == Damage::Way::kSilent;
  access.time = damage.refused(socket, access.line, access.time);
  if (silent) abandon(home, damage.fault_of(socket, home), access.time);
  // Accesses that wait for the device's limit are refused one after another.
  windows_.pass_on(access.line);
  refuse(access, reason(silent), access.time);
}

bool AgentFaults::hold(Access& access) {
  if (!paused_paths_.hold(access)) return false;
  lines_.waits.wait_for_line(access);
  return true;
}

void AgentFaults::check_damaged_copy(const Access& access, const SocketEntry& entry) {
  if (__builtin_expect(!context_.copy_is_poison(entry.line), 1)) return;
  if (!protocol::writes_whole_line(access)) consume(access);
  context_.damage()->overwritten(context_.place.socket, entry.line, access.time);
}

void AgentFaults::consume(const Access& access) {
  context_.damage()->consumed(context_.place.socket, access.line, access.time);
  throw protocol::AccessError(machine_check(access), access.time);
}

/// The put is sent nevertheless, because a core that is behind in time may still read the home.
void AgentFaults::evicts(const SocketEntry& entry, bool dirty, base::Time time) {
  if (context_.place.hosts->crashed(context_.place.socket, entry.line, time)) {
    context_.counts.lost += dirty;
  }
}

bool AgentFaults::drop_unreachable(SocketEntry& entry, bool dirty, base::Time time) {
  const base::NodeId home = entry.line.node();
  if (!is_cut_off(home)) return false;
  drop(entry, dirty, context_.damage()->fault_of(context_.place.socket, home), time);
  return true;
}

bool AgentFaults::abandon(base::NodeId home, int fault, base::Time time) {
  lines_.tags.each([&](SocketEntry& entry) {
    if (entry.line.node() != home || !lines_.settled(entry.line)) return;
    drop(entry, lines_.invalidate_cores(entry), fault, time);
  });
  return !lines_.registers.any_of(home);
}

void AgentFaults::recall(base::LineAddress line, base::Time time) {
  SocketEntry* const entry = lines_.tags.find(line);
  if (entry == nullptr) return;
  lines_.invalidate_cores(*entry);
  drop(*entry, false, ras::kNoFault, time);
}

/// Returns true if lines of the home are to be dropped. In immediate delivery lines of a paused
/// path arrived after it opened.
bool AgentFaults::is_cut_off(base::NodeId home) const {
  const Damage::Way way = context_.damage()->way(context_.place.socket, home);
  return way != Damage::Way::kOpen && (way != Damage::Way::kPaused || overlap());
}

void AgentFaults::drop(SocketEntry& entry, bool dirty, int fault, base::Time time) {
  const base::LineAddress line = entry.line;
  const base::SocketId socket = context_.place.socket;
  const bool gone = dirty && !flush(context_, line, time);
  if (gone && !context_.copy_is_poison(line)) {
    ++context_.counts.lost;
    context_.damage()->lost(socket, line, fault, time);
    if (context_.copies() != nullptr) context_.copies()->wrote(line, socket, time);
    // Another socket may wait at the home for this line and will find no copy here.
    if (overlap()) context_.damage()->poison(line, fault, time);
  }
  lines_.remove(entry);
}

void AgentFaults::refuse(const Access& access, const std::string& why, base::Time notified) {
  // accesses of the operating system are not counted
  context_.counts.refused += !protocol::is_move(access.kind);
  throw protocol::AccessError(unanswered(access, why), notified);
}

}  // namespace starnuma::cache
