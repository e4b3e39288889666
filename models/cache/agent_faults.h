// SPDX-License-Identifier: Apache-2.0
// Faults at a caching agent: memory that its host does not reach, homes that do not respond, and
// poison.
//
// Contract:
// - Accesses wait while the path to their home is paused. They are refused while it is closed.
// - The first access without an answer isolates the socket from the home permanently, and the
//   socket drops its lines of that home.
// - A core receives no poisoned line, unless it writes the whole line.
// - Without a fault model (ras::Damage) only the reach of a host is checked.
#pragma once

#include <algorithm>
#include <string>

#include "models/cache/agent_context.h"
#include "models/cache/device_windows.h"
#include "models/cache/socket_lines.h"
#include "models/kernel/execution.h"
#include "models/protocol/access.h"
#include "models/ras/damage.h"

namespace starnuma::cache {

/// Accesses of a socket that wait for paused paths to homes, as during the reset of a head.
///
/// Contract: in queued delivery an access waits until opened(), in immediate delivery until the
/// time at which its path opens. The dispatcher must outlive this object and know the damage of the
/// run.
class PausedPaths {
 public:
  PausedPaths(base::SocketId socket, kernel::Dispatcher& dispatcher)
      : socket_(socket), dispatcher_(dispatcher), execution_(dispatcher) {}

  /// Holds an access while the path to its home is paused. Returns true if the access waited.
  bool hold(protocol::Access& access) {
    ras::Damage& damage = *dispatcher_.damage();
    const base::NodeId home = access.line.node();
    const auto paused = [&] { return damage.way(socket_, home) == ras::Damage::Way::kPaused; };
    const base::Time end = std::max(damage.opens_at(socket_, home), access.time);
    if (!paused() || (!execution_.overlaps() && end == access.time)) return false;
    damage.held(socket_, access.line, access.time);
    execution_.wait_while(waiting_, paused);
    const base::Time wait = execution_.now(end) - access.time;
    access.mshr_queue += wait;
    access.time += wait;
    return true;
  }
  /// Resumes the accesses whose path has opened.
  void opened() { execution_.wake(waiting_); }

 private:
  base::SocketId socket_;
  kernel::Dispatcher& dispatcher_;
  kernel::Execution execution_;
  kernel::WaitingFibers waiting_;
};

class AgentFaults {
 public:
  /// All parameters must outlive this object.
  AgentFaults(AgentContext& context, SocketLines& lines, DeviceWindows& windows)
      : context_(context),
        lines_(lines),
        windows_(windows),
        paused_paths_(context.place.socket, context.dispatcher) {}

  PausedPaths& paused_paths() { return paused_paths_; }

  /// Refuses an access to a line that its host does not map, to a line of a crashed host, and to a
  /// line whose home is unreachable. Waits for a paused path.
  void check_home(protocol::Access& access) {
    if (context_.place.hosts != nullptr) check_reach(access);
    check_route(access);
  }
  /// Waits for a paused path and refuses an access whose home is unreachable.
  void check_route(protocol::Access& access) {
    if (__builtin_expect(context_.damage() != nullptr, 0)) check_damaged_route(access);
  }
  /// Holds an access while the path to its home is paused. Returns true if the access waited; the
  /// line may have arrived meanwhile.
  bool waits_for_head(protocol::Access& access) {
    return __builtin_expect(context_.damage() != nullptr, 0) && hold(access);
  }
  /// Returns true if the host maps the line and the path to its home is open.
  bool reaches(base::LineAddress line) const {
    const CachingAgentPlace& place = context_.place;
    if (place.hosts != nullptr && !place.hosts->reaches(place.socket, line)) return false;
    return context_.damage() == nullptr ||
           context_.damage()->way(place.socket, line.node()) == ras::Damage::Way::kOpen;
  }
  /// Checks a hit whose line may be poisoned.
  void check_copy(const protocol::Access& access, const SocketEntry& entry) {
    if (__builtin_expect(context_.damage() != nullptr, 0)) check_damaged_copy(access, entry);
  }
  /// Raises a machine check for a poisoned line.
  [[noreturn]] void consume(const protocol::Access& access);

  /// Counts a line that the socket evicts, as lost if it is dirty and its home has crashed.
  /// Precondition: the machine has several hosts.
  void evicts(const SocketEntry& entry, bool dirty, base::Time time);
  /// Removes a line that the socket evicts if its home is unreachable; returns true if it did.
  bool strand(SocketEntry& entry, bool dirty, base::Time time) {
    return __builtin_expect(context_.damage() != nullptr, 0) &&
           drop_unreachable(entry, dirty, time);
  }
  /// Removes all lines of an unreachable home except lines with an outstanding transaction.
  /// Dirty data are lost unless the path is flushed. Returns true if no such line is left.
  bool abandon(base::NodeId home, int fault, base::Time time);
  /// Removes the socket's copy of a shared line.
  void recall(base::LineAddress line, base::Time time);

 private:
  /// Returns true if a line may have an outstanding transaction while another access proceeds.
  bool overlap() const { return context_.execution.overlaps(); }
  void check_reach(const protocol::Access& access);
  [[gnu::cold]] void check_damaged_route(protocol::Access& access);
  [[gnu::cold]] bool hold(protocol::Access& access);
  [[gnu::cold]] void check_damaged_copy(const protocol::Access& access, const SocketEntry& entry);
  [[gnu::cold]] bool drop_unreachable(SocketEntry& entry, bool dirty, base::Time time);
  bool is_cut_off(base::NodeId home) const;
  void drop(SocketEntry& entry, bool dirty, int fault, base::Time time);
  [[noreturn]] void refuse(const protocol::Access& access, const std::string& why,
                           base::Time notified = base::Time(0));

  AgentContext& context_;
  SocketLines& lines_;
  DeviceWindows& windows_;
  PausedPaths paused_paths_;
};

}  // namespace starnuma::cache
