// SPDX-License-Identifier: Apache-2.0
// Faults at a caching agent: homes that do not respond, and poison.
#include <sstream>

#include "models/base/address_text.h"
#include "models/cache/caching_agent.h"
#include "models/protocol/access_error.h"
#include "models/ras/damage.h"

namespace starnuma::cache {

using protocol::Access;
using ras::Damage;
using Demand = PrivateSnoop::Demand;

namespace {

std::string machine_check(const Access& access) {
  std::ostringstream text;
  text << "machine check at address 0x" << std::hex << access.address.value << std::dec << ": line "
       << access.line << " is poison, at " << access.time.ps() << " ps";
  return text.str();
}

const char* reason(bool silent) {
  return silent ? "has a home that has not answered in the completion time-out"
                : "has a home that its socket is isolated from";
}

/// Returns true if lines of the home are to be dropped. In immediate delivery lines of a paused
/// path arrived after it opened.
bool is_cut_off(Damage::Way way, bool overlaps) {
  return way != Damage::Way::kOpen && (way != Damage::Way::kPaused || overlaps);
}

/// Returns true if software flushes the path of a modified line, and stores the line in memory
/// without a message.
bool is_flushed(Damage& damage, kernel::CopyObserver* copies, base::SocketId socket,
                base::LineAddress line, base::Time time) {
  if (!damage.flushes(socket, line.node())) return false;
  const bool poison = damage.copy_poisoned(socket, line);
  if (copies != nullptr) {
    copies->wrote(line, socket, time);
    copies->stored(line, poison ? kernel::CopyObserver::kNoVersion : copies->sent(line));
  }
  damage.flushed(socket, line, poison, time);
  return true;
}

}  // namespace

/// Waits for a paused path and checks that the home is reachable. The first unanswered access
/// isolates the socket from the home permanently, and the socket invalidates its lines of that
/// home.
void CachingAgent::check_route(Access& access) {
  while (waits_for_head(access)) continue;
  const base::NodeId home = access.line.node();
  const Damage::Way way = damage()->way(place_.socket, home);
  if (__builtin_expect(way == Damage::Way::kOpen || way == Damage::Way::kPaused, 1)) return;
  const bool silent = way == Damage::Way::kSilent;
  access.time = damage()->refused(place_.socket, access.line, access.time);
  if (silent) abandon(home, damage()->fault_of(place_.socket, home), access.time);
  // Accesses that wait for the device's limit are refused one after another.
  if (DeviceRequests* const device = requests_at(access.line)) {
    execution_.wake_first(device->waiting);
  }
  refuse(access, reason(silent), access.time);
}

/// Holds an access while the path to its home is paused. Returns true if the access waited; the
/// line may have arrived meanwhile.
bool CachingAgent::waits_for_head(Access& access) {
  if (!paused_paths_.hold(access)) return false;
  wait_for_line(access);
  return true;
}

bool CachingAgent::copy_is_poison(base::LineAddress line) const {
  return damage()->copy_poisoned(place_.socket, line);
}

/// Handles a hit whose line may be poisoned.
void CachingAgent::check_copy(Access& access, SocketEntry& entry) {
  if (__builtin_expect(!copy_is_poison(entry.line), 1)) return;
  if (!protocol::writes_whole_line(access)) consume(access);
  damage()->overwritten(place_.socket, entry.line, access.time);
}

/// Raises a machine check for a poisoned line.
void CachingAgent::consume(const Access& access) {
  damage()->consumed(place_.socket, access.line, access.time);
  throw protocol::AccessError(machine_check(access), access.time);
}

/// Seals a message together with the poison mark and the version of its data.
void CachingAgent::post_marked(kernel::Envelope& envelope, base::AgentId to,
                               protocol::Message message) const {
  if (message.carries_copy()) {
    message.poison = damage() != nullptr && copy_is_poison(message.line);
    if (copies() != nullptr) message.version = copies()->sent(message.line);
  }
  envelope.seal(place_.agents.caching_agent(place_.socket), to, message);
}

/// Invalidates a line whose home is unreachable; returns true if it did.
bool CachingAgent::strand(SocketEntry& entry, bool dirty, base::Time time) {
  const base::NodeId home = entry.line.node();
  if (!is_cut_off(damage()->way(place_.socket, home), execution_.overlaps())) return false;
  drop(entry, dirty, damage()->fault_of(place_.socket, home), time);
  return true;
}

void CachingAgent::drop(SocketEntry& entry, bool dirty, int fault, base::Time time) {
  const base::LineAddress line = entry.line;
  const bool gone = dirty && !is_flushed(*damage(), copies(), place_.socket, line, time);
  if (gone && !copy_is_poison(line)) {
    ++counts_.lost;
    damage()->lost(place_.socket, line, fault, time);
    if (copies() != nullptr) copies()->wrote(line, place_.socket, time);
    // Another socket may wait at the home for this line and will find no copy here.
    if (execution_.overlaps()) damage()->poison(line, fault, time);
  }
  if (copies() != nullptr) copies()->lost(line, place_.socket);
  damage()->dropped(place_.socket, line);
  tags_.remove(entry);
}

bool CachingAgent::abandon(base::NodeId home, int fault, base::Time time) {
  tags_.each([&](SocketEntry& entry) {
    if (entry.line.node() != home || !settled(entry.line)) return;
    drop(entry, snoop_cores(entry, Demand::kInvalidate) || entry.state == LineState::kModified,
         fault, time);
  });
  return !registers_.any_of(home);
}

void CachingAgent::recall(base::LineAddress line, base::Time time) {
  SocketEntry* const entry = tags_.find(line);
  if (entry == nullptr) return;
  snoop_cores(*entry, Demand::kInvalidate);
  drop(*entry, false, ras::kNoFault, time);
}

}  // namespace starnuma::cache
