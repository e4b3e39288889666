// SPDX-License-Identifier: Apache-2.0
#include "models/ras/damage.h"

#include <algorithm>

namespace starnuma::ras {

using base::LineAddress;
using base::NodeId;
using base::SocketId;
using base::Time;

Damage::Damage(int sockets, int nodes, std::uint64_t window)
    : window_(window),
      viral_(static_cast<std::size_t>(nodes), kNoFault),
      ways_(static_cast<std::size_t>(sockets) * static_cast<std::size_t>(nodes)) {}

int Damage::fault_of(LineAddress line) const {
  if (viral(line.node())) return viral_[at(line.node())];
  const auto found = cause_.find(key_of(line));
  return found == cause_.end() ? kNoFault : found->second;
}

void Damage::poison(LineAddress line, int fault, Time time) {
  wrong_bits_.erase(key_of(line));
  cause_[key_of(line)] = fault;
  if (poison_.emplace(key_of(line), fault).second) {
    report_event(What::kPoisoned, line, kNoSocket, fault, time);
    log(DeviceEventKind::kPoisoned, line, time);
  }
}

void Damage::written(LineAddress line, bool poison, SocketId from, Time time) {
  if (viral(line.node())) {
    if (!poison) report_event(What::kLost, line, from, fault_of(line), time);
    return;
  }
  counts_.rewritten += static_cast<std::int64_t>(wrong_bits_.erase(key_of(line)));
  if (poison) {
    poison_.emplace(key_of(line), fault_of(line));
    log(DeviceEventKind::kPoisonReceived, line, time, from);
  } else if (poison_.erase(key_of(line)) != 0) {
    report_event(What::kRestored, line, from, fault_of(line), time);
    log(DeviceEventKind::kRestored, line, time, from);
  }
}

void Damage::consumed(SocketId socket, LineAddress line, Time time) {
  report_event(What::kConsumed, line, socket, fault_of(line), time);
}

void Damage::overwritten(SocketId socket, LineAddress line, Time time) {
  dropped(socket, line);
  report_event(What::kOverwritten, line, socket, fault_of(line), time);
}

void Damage::flushed(SocketId socket, LineAddress line, bool poison, Time time) {
  report_event(What::kFlushed, line, socket, fault_of(socket, line.node()), time);
  written(line, poison, socket, time);
}

void Damage::cleared(LineAddress line, int fault, Time time) {
  poison_.erase(key_of(line));
  wrong_bits_.erase(key_of(line));
  report_event(What::kCleared, line, kNoSocket, fault, time);
}

void Damage::shut(SocketId socket, NodeId node, Way way, int fault, Time timeout) {
  ways_[at(socket, node)] = {way, fault, timeout, Time(0), Time(0), false};
}

Time Damage::refused(SocketId socket, LineAddress line, Time time) {
  ToHome& to = ways_[at(socket, line.node())];
  const bool first = to.way == Way::kSilent;
  if (first) to = {Way::kClosed, to.fault, to.timeout, time + to.timeout, Time(0), false};
  const Time reported = std::max(time, to.closed_at);
  report_event(first ? What::kTimedOut : What::kRefused, line, socket, to.fault, reported);
  return reported;
}

bool Damage::flip(LineAddress line, int fault, Time time) {
  if (poison_.count(key_of(line)) != 0) return false;
  ++counts_.flipped;
  if (wrong_bits_.emplace(key_of(line), fault).second) return false;
  poison(line, fault, time);
  return true;
}

Time Damage::correct_wrong_bit(LineAddress line, Time time) {
  if (wrong_bits_.erase(key_of(line)) == 0) return Time(0);
  ++counts_.corrected;
  log(DeviceEventKind::kCorrected, line, time);
  return correction_;
}

bool Damage::scrub(LineAddress line, Time time) {
  if (wrong_bits_.erase(key_of(line)) != 0) {
    ++counts_.scrubbed;
    log(DeviceEventKind::kCorrected, line, time);
    return true;
  }
  const auto poison = poison_.find(key_of(line));
  if (poison == poison_.end()) return false;
  report_event(What::kFound, line, kNoSocket, poison->second, time);
  log(DeviceEventKind::kPoisonFound, line, time);
  return false;
}

}  // namespace starnuma::ras
