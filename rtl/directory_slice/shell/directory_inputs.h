// SPDX-License-Identifier: Apache-2.0
// Messages of hosts and data of memory that wait for the ports of the directory RTL.
//
// Contract:
// - A port offers its messages in order, each from the time at which it is due, and removes one
//   when the RTL accepts it.
// - A slice receives the responses of its memory in order of time, one per cycle.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "models/kernel/envelope.h"
#include "models/protocol/channel.h"
#include "rtl/directory_slice/shell/directory_ports.h"

namespace starnuma::rtl {

class DirectoryInputs {
 public:
  static constexpr std::size_t kReq = 0;
  static constexpr std::size_t kRwD = 1;
  static constexpr std::size_t kBIRsp = 2;
  static constexpr std::size_t kPorts = 3;

  /// Message that waits for a port of the RTL.
  struct Arrival {
    kernel::Envelope envelope;
    HostMessage message;
    base::Time due;
  };

  explicit DirectoryInputs(int slices) : memory_(static_cast<std::size_t>(slices)) {}

  static std::size_t port_of(protocol::cxl::Op op) {
    const protocol::Channel channel = protocol::cxl::channel_of(op);
    if (channel == protocol::Channel::kRwD) return kRwD;
    return channel == protocol::Channel::kBIRsp ? kBIRsp : kReq;
  }

  void add(const Arrival& arrival) { ports_[port_of(arrival.message.op)].push_back(arrival); }
  /// Adds a response of a slice's memory for a line, which is present at `time`.
  void add(int slice, base::Time time, std::uint64_t line, const MemoryResponse& response) {
    memory_[static_cast<std::size_t>(slice)].push({time, responses_++, line, response});
  }

  /// Calls `visit(time)` for the first input of each port and slice. Inputs of ports that are due
  /// before `after` are omitted; those of memory are due at `after`.
  template <class Visit>
  void each_due(base::Time after, const Visit& visit) const {
    for (const auto& port : ports_) {
      if (!port.empty() && port.front().due >= after) visit(port.front().due);
    }
    for (const auto& responses : memory_) {
      if (!responses.empty()) visit(std::max(after, responses.top().time));
    }
  }
  /// Returns true if a message is offered at `now`.
  bool any_offered(base::Time now) const {
    return std::any_of(ports_.begin(), ports_.end(), [&](const std::deque<Arrival>& port) {
      return !port.empty() && port.front().due <= now;
    });
  }
  /// Returns the inputs of a cycle, and removes the responses of memory. Calls `dropped(line)` for
  /// each read that memory has dropped.
  template <class Dropped>
  DirectoryPinInputs offer(base::Time now, const Dropped& dropped) {
    DirectoryPinInputs in;
    in.bisnp_ready = in.rsp_ready = true;
    const std::array<std::optional<HostMessage>*, kPorts> pins{&in.req, &in.rwd, &in.birsp};
    for (std::size_t p = 0; p < kPorts; ++p) {
      if (!ports_[p].empty() && ports_[p].front().due <= now) *pins[p] = ports_[p].front().message;
    }
    for (std::size_t s = 0; s < memory_.size(); ++s) {
      in.mem_ready[s] = true;
      if (memory_[s].empty() || memory_[s].top().time > now) continue;
      in.mem_rsp[s] = memory_[s].top().response;
      if (in.mem_rsp[s]->dropped) dropped(memory_[s].top().line);
      memory_[s].pop();
    }
    return in;
  }
  /// Removes the messages that the RTL accepts, and calls `accepted(port, arrival)` for each
  /// before. Returns true if there are any.
  template <class Accepted>
  bool accept(const DirectoryPinInputs& in, const DirectoryOutputs& out, const Accepted& accepted) {
    const std::array<bool, kPorts> taken{in.req && out.req_ready, in.rwd && out.rwd_ready,
                                         in.birsp && out.birsp_ready};
    for (std::size_t p = 0; p < kPorts; ++p) {
      if (!taken[p]) continue;
      accepted(p, ports_[p].front());
      ports_[p].pop_front();
    }
    return taken[0] || taken[1] || taken[2];
  }

 private:
  struct Response {
    base::Time time;
    std::uint64_t number;
    std::uint64_t line;
    MemoryResponse response;
    bool operator>(const Response& other) const {
      return std::tie(time, number) > std::tie(other.time, other.number);
    }
  };

  std::array<std::deque<Arrival>, kPorts> ports_;
  /// Responses of memory by slice.
  std::vector<std::priority_queue<Response, std::vector<Response>, std::greater<>>> memory_;
  std::uint64_t responses_ = 0;
};

}  // namespace starnuma::rtl
