// SPDX-License-Identifier: Apache-2.0
// A system's state as a string of bytes, equal for states that differ only in which host is which.
//
// What cannot matter is left out: versions become "current or old", sequence numbers an order
// among those messages that have one, stale fields nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

template <class SystemType>
class StateCode {
 public:
  using Bytes = std::basic_string<std::uint8_t>;

  explicit StateCode(const SystemConfig& config) : config_(config) {
    Order order{};
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    do {
      orders_.push_back(order);
    } while (std::next_permutation(order.begin(), order.begin() + config.hosts));
  }

  /// The least code over all ways to number the hosts.
  const Bytes& canonical(const SystemType& system) {
    bool first = true;
    for (const Order& order : orders_) {
      encode(system, order);
      if (first || work_ < best_) best_.swap(work_);
      first = false;
    }
    return best_;
  }

  SystemType decode(const std::uint8_t* at, Subject subject) const;

 private:
  static constexpr int kMostHosts = 5;
  using Order = std::array<std::uint8_t, kMostHosts + 1>;  ///< New number of each host.
  using Line = typename SystemType::Line;
  static constexpr Data kCurrent{1};
  static constexpr std::uint8_t kHomeByte = 15;

  /// A message: its bytes (ends; op; line, flags, acknowledgements; requester) and what it sorts
  /// by.
  struct Item {
    std::uint64_t key;
    std::array<std::uint8_t, 4> bytes;
  };
  static constexpr std::size_t kMostFlights = 64;
  static constexpr unsigned kLineBits = 3;
  static constexpr unsigned kCopyBit = 4;
  static constexpr unsigned kCurrentBit = 8;

  void encode(const SystemType& system, const Order& order);
  Item item_of(const SystemType& system, const Flight& flight, const Order& order) const;
  void encode_copy(const Copy& copy, const Data& latest);
  void encode_home(const Line& line, const Order& order);
  void encode_device(const Line& line, const Order& order);
  static Copy decode_copy(const std::uint8_t*& at);
  static void decode_device(const std::uint8_t*& at, Line& line);
  static void decode_home(const std::uint8_t*& at, Line& line);
  void decode_flight(const std::uint8_t* at, SystemType& system) const;
  static base::SocketId socket_of(unsigned byte) {
    return byte == kHomeByte ? protocol::kHome : static_cast<base::SocketId>(byte);
  }
  static std::uint8_t renumber(base::SocketId socket, const Order& order) {
    return socket == protocol::kHome ? kHomeByte
                                     : order[static_cast<std::size_t>(base::index_of(socket))];
  }
  std::uint8_t renumber_mask(std::uint32_t mask, const Order& order) const {
    std::uint8_t renumbered = 0;
    for (int h = 0; h < config_.hosts; ++h) {
      if ((mask >> h & 1) != 0) renumbered |= static_cast<std::uint8_t>(1U << order[h]);
    }
    return renumbered;
  }
  void put(unsigned byte) { work_.push_back(static_cast<std::uint8_t>(byte)); }

  SystemConfig config_;
  std::vector<Order> orders_;
  Bytes work_;
  Bytes best_;
};

}  // namespace starnuma::coherence_bench

#include "testbenches/coherence/state_code_bytes.h"
