// SPDX-License-Identifier: Apache-2.0
// All messages in flight between hosts and homes.
//
// Contract:
// - Messages keep only the order that protocol::may_pass() requires.
// - A request may arrive at its home and wait there for its line, in order of arrival.
// - Indexes are valid until the next remove().
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "models/base/check.h"
#include "models/protocol/channel.h"
#include "testbenches/coherence/faults.h"
#include "testbenches/coherence/system_config.h"

namespace starnuma::coherence_bench {

struct Flight {
  protocol::Message message;
  base::SocketId from{};
  base::SocketId to{};
  std::uint32_t sequence = 0;
  Data data{};
  std::uint32_t arrived = 0;  ///< In order: arrival number at its home; 0: not arrived.
};

/// Returns true for messages that may have to wait at their home.
inline bool is_request(const protocol::Message& message) {
  const protocol::Channel channel = protocol::channel_of(message);
  return channel == protocol::Channel::kReq || channel == protocol::Channel::kRequest;
}

template <int kMaxFlights>
class Channels {
 public:
  int size() const { return static_cast<int>(count_); }
  const Flight& operator[](int index) const { return flights_[static_cast<std::size_t>(index)]; }
  const Flight* begin() const { return flights_.data(); }
  const Flight* end() const { return flights_.data() + count_; }

  void post(const protocol::Message& message, base::SocketId from, base::SocketId to,
            const Data& data) {
    SN_CHECK(count_ < flights_.size(),
             "coherence bench: more messages in flight than ever expected");
    flights_[count_++] = {message, from, to, sequence_++, data, 0};
  }
  void remove(int index) { flights_[static_cast<std::size_t>(index)] = flights_[--count_]; }

  /// Number of earlier messages between the same ends that the message must follow.
  int predecessors(const Flight& flight) const {
    return static_cast<int>(std::count_if(begin(), end(), [&](const Flight& other) {
      return other.from == flight.from && other.to == flight.to &&
             other.sequence < flight.sequence && other.message.line == flight.message.line &&
             !protocol::may_pass(flight.message, other.message);
    }));
  }

  /// Queues a request at its home.
  void arrive(int index) { set_arrival(index, arrivals_ + 1); }
  void set_arrival(int index, std::uint32_t number) {
    flights_[static_cast<std::size_t>(index)].arrived = number;
    arrivals_ = std::max(arrivals_, number);
  }
  /// Returns the position of a queued request in the queue of its line, starting at one; 0: not
  /// queued.
  int position(const Flight& flight) const {
    if (flight.arrived == 0) return 0;
    return static_cast<int>(std::count_if(begin(), end(), [&](const Flight& other) {
      return other.message.line == flight.message.line && other.arrived != 0 &&
             other.arrived <= flight.arrived;
    }));
  }
  /// Returns the index of the next queued request of the line, or -1.
  int next_arrived(int line, SystemMutant fault) const {
    const bool newest = fault == SystemMutant::kNewestFirst;
    int next = -1;
    bool writer = false;
    for (int i = 0; i < size(); ++i) {
      const Flight& flight = (*this)[i];
      if (flight.arrived == 0 || line_of(flight.message) != line) continue;
      const bool writes = fault == SystemMutant::kWritersFirst && wants_to_write(flight.message);
      const bool before = next < 0 || (flight.arrived < (*this)[next].arrived) != newest;
      if (writes == writer ? !before : writer) continue;
      next = i;
      writer = writes;
    }
    return next;
  }

 private:
  static bool wants_to_write(const protocol::Message& message) {
    return message.protocol == protocol::Message::Class::kCxl
               ? message.cxl == protocol::cxl::Op::kMemRdOwn ||
                     message.cxl == protocol::cxl::Op::kMemInv
               : message.coherence == protocol::coherence::Op::kGetX;
  }

  std::array<Flight, static_cast<std::size_t>(kMaxFlights)> flights_{};
  std::size_t count_ = 0;
  std::uint32_t sequence_ = 0;
  std::uint32_t arrivals_ = 0;
};

}  // namespace starnuma::coherence_bench
