// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/faults/breakage.h"

#include <algorithm>

namespace starnuma::run {

using base::LineAddress;
using base::NodeId;
using base::SocketId;
using base::Time;
using ras::Damage;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Breakage::Breakage(assembly::Machine& machine, Damage& damage, kernel::CopyObserver* copies)
    : machine_(machine),
      whole_(machine.wiring()),
      left_(machine.wiring()),
      damage_(damage),
      copies_(copies) {}

void Breakage::take_link_down(int edge, int fault, Time timeout, Time now) {
  broken_.push_back({Cause::kLink, edge, fault, timeout});
  left_.topology.set_down(edge, true);
  machine_.reroute(left_);
  refresh(now);
}

void Breakage::bring_link_up(int edge, Time now) {
  repair(Cause::kLink, edge);
  left_.topology.set_down(edge, false);
  machine_.reroute(left_);
  refresh(now);
}

void Breakage::remove_head(int edge, int fault, Time now) {
  broken_.push_back({Cause::kHead, edge, fault, Time(0)});
  refresh(now);
}

void Breakage::return_head(int edge, Time now) {
  repair(Cause::kHead, edge);
  refresh(now);
}

void Breakage::reset_head(int edge, int fault, Pause pause, Time now) {
  broken_.push_back({Cause::kHead, edge, fault, Time(0), pause});
  refresh(now);
}

void Breakage::reset_heads(NodeId device, int fault, Pause pause, Time now) {
  broken_.push_back({Cause::kDevice, base::index_of(device), fault, Time(0), pause});
  refresh(now);
}

void Breakage::return_heads(NodeId device, Time now) {
  repair(Cause::kDevice, base::index_of(device));
  refresh(now);
}

void Breakage::clear(LineAddress line, int fault, Time now) {
  damage_.cleared(line, fault, now);
  if (copies_ == nullptr) return;
  copies_->tracked(line, 0, now);  // no socket holds it
  // The zeros are a write of the whole line.
  constexpr SocketId kWriter{0};
  copies_->gained_without_data(line, kWriter, true, now);
  copies_->wrote(line, kWriter, now);
  copies_->stored(line, copies_->sent(line));
  copies_->lost(line, kWriter);
}

void Breakage::crash(int host, int fault, Time now) {
  broken_.push_back({Cause::kHost, host, fault, Time(0)});
  refresh(now);
}

void Breakage::silence(NodeId device, int fault, Time timeout, Time now) {
  broken_.push_back({Cause::kDevice, base::index_of(device), fault, timeout});
  refresh(now);
}

void Breakage::reset(NodeId device, const std::vector<LineAddress>& lines, int fault, Time now) {
  machine_.reset(device, fault, now);
  for (const LineAddress line : lines) spoil(line, fault, now);
  repair(Cause::kDevice, base::index_of(device));
  refresh(now);
}

void Breakage::spoil(LineAddress line, int fault, Time now) {
  damage_.poison(line, fault, now);
  if (copies_ != nullptr) copies_->vanished(line);
}

void Breakage::flip(LineAddress line, int fault, Time now) {
  if (damage_.flip(line, fault, now) && copies_ != nullptr) copies_->vanished(line);
}

void Breakage::repair(Cause cause, int which) {
  const auto gone = [&](const Broken& broken) { return broken.is(cause, which); };
  broken_.erase(std::remove_if(broken_.begin(), broken_.end(), gone), broken_.end());
}

/// Returns true if the remaining links connect the socket to the home. For a memory node the socket
/// must also be connected to the first socket that reaches the node.
bool Breakage::reaches(SocketId socket, NodeId home) const {
  const transport::Topology& links = left_.topology;
  const int from = left_.sockets[at(base::index_of(socket))];
  const int to = left_.node_of(home);
  if (!links.joined(from, to)) return false;
  const bool memory_node = base::index_of(home) >= left_.agents.sockets + left_.agents.devices;
  if (!memory_node) return true;
  for (const int other : left_.sockets) {
    if (links.joined(other, to)) return links.joined(from, other);
  }
  return false;
}

bool Breakage::cut_by(const Broken& broken, SocketId socket, NodeId home) const {
  switch (broken.cause) {
    case Cause::kLink:
      return !reaches(socket, home);
    case Cause::kHead: {
      if (!whole_.agents.is_pool(home) ||
          whole_.owner_of_edge[at(broken.which)] != base::index_of(home) - whole_.agents.sockets) {
        return false;
      }
      const int from = left_.sockets[at(base::index_of(socket))];
      if (!left_.topology.joined(from, left_.node_of(home))) return false;
      return left_.topology.path(from, left_.node_of(home)).back() == broken.which;
    }
    case Cause::kHost:
      return whole_.host_of_socket[at(base::index_of(socket))] == broken.which &&
             whole_.host_of(home) != broken.which;
    case Cause::kDevice:
      return base::index_of(home) == broken.which;
  }
  return false;
}

const Breakage::Broken* Breakage::between(SocketId socket, NodeId home) const {
  for (const Broken& broken : broken_) {
    if (cut_by(broken, socket, home)) return &broken;
  }
  return nullptr;
}

void Breakage::continue_cut(Time now) {
  const auto done = [&](const Cut& pending) { return cut(pending, now); };
  const auto left = std::remove_if(pending_cuts_.begin(), pending_cuts_.end(), done);
  if (left == pending_cuts_.end()) return;
  pending_cuts_.erase(left, pending_cuts_.end());
  refresh(now);  // repaired paths can open again
}

bool Breakage::cut(const Cut& cut, Time now) {
  const bool flushed = damage_.flushes(cut.socket, cut.home);
  return machine_.cut(cut.socket, cut.home, flushed ? ras::kNoFault : cut.fault, now);
}

bool Breakage::holds_accesses() const {
  return has_pending_cuts() ||
         std::any_of(broken_.begin(), broken_.end(),
                     [](const Broken& broken) { return broken.pause.until > Time(0); });
}

bool Breakage::is_pending_cut(SocketId socket, NodeId home) const {
  return std::any_of(pending_cuts_.begin(), pending_cuts_.end(),
                     [&](const Cut& cut) { return cut.socket == socket && cut.home == home; });
}

void Breakage::refresh(Time now) {
  for (int s = 0; s < whole_.agents.sockets; ++s) {
    const auto socket = static_cast<SocketId>(s);
    for (int n = 0; n < whole_.agents.nodes(); ++n) {
      const auto home = static_cast<NodeId>(n);
      if (!whole_.topology.joined(whole_.sockets[at(s)], whole_.node_of(home))) continue;
      const Broken* broken = between(socket, home);
      const bool was_open = damage_.way(socket, home) == Damage::Way::kOpen;
      if (broken == nullptr && !was_open && !is_pending_cut(socket, home)) {
        damage_.open(socket, home);
        machine_.path_opened(socket);
      }
      if (broken == nullptr || !was_open) continue;
      const bool silent = broken->timeout > Time(0);
      const Pause& pause = broken->pause;
      if (pause.until > Time(0)) {
        damage_.pause(socket, home, broken->fault, pause.until, pause.flushed);
      } else {
        damage_.shut(socket, home, silent ? Damage::Way::kSilent : Damage::Way::kClosed,
                     broken->fault, broken->timeout);
      }
      if (broken->cause == Cause::kDevice && silent) continue;
      const Cut off{socket, home, broken->fault};
      if (!cut(off, now)) pending_cuts_.push_back(off);
    }
  }
}

}  // namespace starnuma::run
