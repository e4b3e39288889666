// SPDX-License-Identifier: Apache-2.0
// A system's state as a string of bytes, equal for states that differ only by a permutation of
// hosts.
//
// Irrelevant values are abstracted: versions become "current or old", sequence numbers an order
// among the messages that have one; stale fields are omitted.
//
// Symmetry: hosts are sorted by a signature, which depends on no host number. All permutations of
// hosts with equal signatures are tried.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>

#include "models/base/check.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

template <class SystemType>
class StateCode {
 public:
  static constexpr int kMostHosts = 6;
  using Bytes = std::basic_string<std::uint8_t>;

  /// The first `told_apart` hosts keep their numbers.
  explicit StateCode(const SystemConfig& config, int told_apart = 0)
      : config_(config), told_apart_(told_apart) {
    SN_CHECK(config.hosts <= kMostHosts, "coherence bench: too many hosts for a state");
  }

  /// Returns the smallest code over the permutations of hosts.
  const Bytes& canonical(const SystemType& system);
  /// Returns the host for each number of the latest code.
  const std::array<std::uint8_t, kMostHosts>& host_at() const { return best_order_; }

  SystemType decode(const std::uint8_t* at, Subject subject) const;

 private:
  using Order = std::array<std::uint8_t, kMostHosts>;
  using Signatures = std::array<std::uint64_t, kMostHosts>;
  using Line = typename SystemType::Line;
  static constexpr Data kCurrent{1};
  static constexpr std::uint8_t kHomeByte = 15;

  /// A message without the numbers of hosts.
  struct Content {
    std::uint8_t op = 0;
    std::uint8_t more = 0;   ///< Line, flags, acknowledgements.
    std::uint8_t place = 0;  ///< Position in its home's queue, starting at one.
    std::uint8_t behind =
        0;  ///< Number of earlier messages between the same ends that it must follow.
  };
  /// A message: its bytes (ends; op; line, flags, acknowledgements; requester) and its sort key.
  struct Item {
    std::uint64_t key;
    std::array<std::uint8_t, 4> bytes;
  };
  static constexpr std::size_t kMostFlights = 64;
  static constexpr unsigned kOpBits = 5;
  static constexpr unsigned kLineBits = 3;
  static constexpr unsigned kCopyBit = 4;
  static constexpr unsigned kCurrentBit = 8;

  void collect(const SystemType& system);
  Content content_of(const SystemType& system, const Flight& flight) const;
  Signatures signatures(const SystemType& system);
  void try_orders(const SystemType& system, const Signatures& of, Order sorted);
  void encode(const SystemType& system, const Order& host_at);
  Item item_of(const Flight& flight, const Content& content, const Order& order) const;
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
  int told_apart_;
  std::array<Content, kMostFlights> contents_;
  Bytes work_;
  Bytes best_;
  Order best_order_{};
};

}  // namespace starnuma::coherence_bench
