// SPDX-License-Identifier: Apache-2.0
// A few sockets, a few lines and their homes (socket homes or a multi-headed device) with all
// messages in flight between them. It executes the protocol functions of models/protocol unmodified
// and without time. The explorer and the random tester both drive it step by step.
//
// Contract:
// - start() and deliver() take one step. kDone: the step was taken.
// - kNo: the current state does not permit the step (ordering rule, busy line); the system is
//   unchanged.
// - kBroken: an invariant is violated. failure() describes it, and the system must not be used
//   again.
#pragma once

#include "testbenches/coherence/invariants.h"

namespace starnuma::coherence_bench {

template <int kMaxHosts, int kMaxLines, int kMaxFlights>
class System {
 public:
  System(const SystemConfig& config, Subject subject)
      : config_(config), subject_(subject), homes_(config, subject), hosts_(config, subject) {}

  /// Starts one of kHostEvents.
  Step start(int host, int line, protocol::RequesterEvent own) {
    return started(line, [&] { return hosts_.start(host, line, own, data(line), channels_); });
  }
  /// Starts an access of the mover (Hosts::start_move()).
  Step start_move(int line, protocol::RequesterEvent own, const Data* fill) {
    return started(line, [&] { return hosts_.start_move(line, own, fill, data(line), channels_); });
  }
  /// Delivers the message at `index`; evicts `victim` (a line) if possible when the filter is full.
  Step deliver(int index, int victim = 0) {
    return take_checked(failed_, [&] { return try_deliver(index, victim); });
  }
  /// Returns true if no message or transaction is outstanding.
  bool idle() const { return channels_.size() == 0 && hosts_.idle() && homes_.idle(); }
  const std::string& failure() const { return failed_.what; }
  /// Returns the check that failed.
  Check check_failed() const { return failed_.check; }

  /// Sets the initial contents of memory; call before the first step.
  void set_memory(int line, const Data& contents) {
    data(line).memory = data(line).latest = contents;
  }
  const SystemConfig& config() const { return config_; }
  const Homes<kMaxLines>& homes() const { return homes_; }
  const Hosts<kMaxHosts, kMaxLines>& hosts() const { return hosts_; }
  const Channels<kMaxFlights>& channels() const { return channels_; }
  Homes<kMaxLines>& homes() { return homes_; }
  Hosts<kMaxHosts, kMaxLines>& hosts() { return hosts_; }
  Channels<kMaxFlights>& channels() { return channels_; }

 private:
  LineMemory& data(int line) { return homes_.line(line).data; }
  bool on_device(const Flight& flight) const { return config_.on_device(line_of(flight.message)); }

  template <class Start>
  Step started(int line, Start&& start) {
    return take_checked(failed_, [&] {
      const bool taken = start();
      if (taken) check(line);
      return taken;
    });
  }
  void check(int line) const { check_line(config_, homes_, hosts_, channels_, line); }

  bool try_deliver(int index, int victim) {
    Flight flight = channels_[index];
    if (deferred(flight) || flight.arrived != 0) return false;
    hosts_.forget_completed();
    if (subject_.broken(SystemMutant::kLinesMixed)) flight.message.line = mixed_line(flight);
    if (subject_.broken(SystemMutant::kAnswerGoesRound) && ends_transaction(flight.message)) {
      return true;
    }
    const int line = line_of(flight.message);
    if (config_.in_order && is_request(flight.message)) return arrive(index, line);
    std::uint32_t changed = std::uint32_t{1} << line;
    if (flight.to == protocol::kHome) {
      const std::uint32_t at_home = homes_.receive(flight, victim, channels_);
      if (at_home == 0) return false;
      changed |= at_home;
    } else {
      hosts_.receive(flight, data(line), channels_);
    }
    channels_.remove(index);
    for (; changed != 0; changed &= changed - 1) check(__builtin_ctz(changed));
    if (config_.in_order) serve_arrived(line);
    return true;
  }

  /// Queues a request at its home, which accepts it after serving the earlier ones.
  bool arrive(int index, int line) {
    if (subject_.broken(SystemMutant::kRefusedWhileBusy) && homes_.busy(line)) return false;
    channels_.arrive(index);
    serve_arrived(line);
    return true;
  }

  void serve_arrived(int line) {
    while (!homes_.busy(line)) {
      const int index = channels_.next_arrived(line, subject_.fault);
      if (index < 0) break;
      const Flight flight = channels_[index];
      if (channels_.position(flight) != 1) {
        throw Broken{Check::kArrival, "a request is served before one that came earlier"};
      }
      const bool served = homes_.receive(flight, 0, channels_) != 0;
      SN_CHECK(served, "coherence bench: a free line serves no request");
      channels_.remove(index);
      check(line);
    }
  }

  /// Returns true if an ordering rule or a channel fault currently prevents delivery of the
  /// message.
  bool deferred(const Flight& flight) const {
    using protocol::Channel;
    const Channel channel = protocol::channel_of(flight.message);
    const bool ordered = on_device(flight) ? flight.message.cxl == protocol::cxl::Op::kBIConflictAck
                                           : channel != Channel::kResponse;
    const bool unordered =
        !ordered ||
        (channel == Channel::kForward && subject_.broken(SystemMutant::kSnoopPassesGrant)) ||
        (channel == Channel::kRequest && subject_.broken(SystemMutant::kGetPassesPut)) ||
        (channel == Channel::kNdr && subject_.broken(SystemMutant::kAckPassesCmp));
    if (!unordered && channels_.predecessors(flight) != 0) return true;
    if (channel != Channel::kRwD) return false;
    const bool conflict = flight.message.cxl == protocol::cxl::Op::kBIConflict;
    const bool waits = subject_.broken(conflict ? SystemMutant::kConflictWaitsForRequest
                                                : SystemMutant::kWriteWaitsForRequest);
    return waits && is_transient(homes_.line(line_of(flight.message)).device.state);
  }

  static bool ends_transaction(const protocol::Message& message) {
    return message.protocol == protocol::Message::Class::kCxl
               ? message.cxl == protocol::cxl::Op::kBIRspI
               : message.coherence == protocol::coherence::Op::kUnblock;
  }
  /// Returns the first line that waits for a response like this message, else the message's own
  /// line.
  base::LineAddress mixed_line(const Flight& flight) const {
    const bool ends = flight.to == protocol::kHome && ends_transaction(flight.message);
    for (int other = 0; other < config_.lines && ends; ++other) {
      const HomeLine& line = homes_.line(other);
      const bool awaits = on_device(flight)
                              ? is_transient(line.device.state) &&
                                    (line.pending.awaited & base::bit_of(flight.from)) != 0
                              : is_transient(line.home.state);
      if (awaits) return {static_cast<std::uint64_t>(other)};
    }
    return flight.message.line;
  }

  SystemConfig config_;
  Subject subject_;
  Homes<kMaxLines> homes_;
  Hosts<kMaxHosts, kMaxLines> hosts_;
  Channels<kMaxFlights> channels_;
  Broken failed_;
};

}  // namespace starnuma::coherence_bench
