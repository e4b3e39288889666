// SPDX-License-Identifier: Apache-2.0
// A code of a system's state, equal for states that differ only by a permutation of hosts.
//
// Symmetry: hosts are sorted by a signature, which depends on no host number. All permutations of
// hosts with equal signatures are tried.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "testbenches/coherence/state_bytes.h"

namespace starnuma::coherence_bench {

template <class SystemType>
class StateCode {
 public:
  /// The first `told_apart` hosts keep their numbers.
  explicit StateCode(const SystemConfig& config, int told_apart = 0)
      : config_(config), told_apart_(told_apart), bytes_(config) {}

  /// Returns the smallest code over the permutations of hosts.
  const Bytes& canonical(const SystemType& system) {
    contents_.clear();
    for (const Flight& flight : system.channels()) {
      contents_.push_back(bytes_.content_of(system, flight));
    }
    const Signatures of = signatures(system);
    HostOrder host_at{};
    std::iota(host_at.begin(), host_at.end(), std::uint8_t{0});
    std::sort(
        host_at.begin() + told_apart_, host_at.begin() + config_.hosts,
        [&](std::uint8_t a, std::uint8_t b) { return of[a] != of[b] ? of[a] < of[b] : a < b; });
    try_orders(system, of, host_at);
    return best_;
  }
  /// Returns the host for each number of the latest code.
  const HostOrder& host_at() const { return best_order_; }

  SystemType decode(const std::uint8_t* at, Subject subject) const {
    return bytes_.decode(at, subject);
  }

 private:
  using Signatures = std::array<std::uint64_t, std::tuple_size_v<HostOrder>>;

  static std::uint64_t mixed(std::uint64_t before, std::uint64_t word) {
    before = (before ^ word) * 0x9E3779B97F4A7C15ULL;
    return before ^ before >> 32;
  }

  /// Computes signatures: copies, the home's knowledge of the host, and the messages that it sends,
  /// receives or requested.
  Signatures signatures(const SystemType& system) {
    Signatures of{};
    for (int h = 0; h < config_.hosts; ++h) {
      for (const std::uint8_t byte : bytes_.encode_host(system, h)) of[h] = mixed(of[h], byte);
    }
    auto content = contents_.begin();
    for (const Flight& f : system.channels()) {
      const auto add_role = [&, word = (content++)->word()](base::SocketId who, unsigned role) {
        if (who == protocol::kHome) return;
        of[static_cast<std::size_t>(base::index_of(who))] += mixed(role, word);
      };
      add_role(f.from, 1);
      add_role(f.to, 2);
      if (!config_.cxl) add_role(f.message.requester, 3);
    }
    return of;
  }

  /// Tries every order of the hosts with ascending signatures.
  void try_orders(const SystemType& system, const Signatures& of, HostOrder host_at) {
    const auto end = host_at.begin() + config_.hosts;
    bool first = true;
    bool more = true;
    while (more) {
      const Bytes& code = bytes_.encode(system, contents_, host_at);
      if (first || code < best_) {
        best_ = code;
        best_order_ = host_at;
      }
      first = false;
      more = false;
      for (auto from = host_at.begin() + told_apart_; from != end && !more;) {
        const auto to =
            std::find_if(from, end, [&](std::uint8_t host) { return of[host] != of[*from]; });
        more = std::next_permutation(from, to);
        from = to;
      }
    }
  }

  SystemConfig config_;
  int told_apart_;
  StateBytes<SystemType> bytes_;
  std::vector<typename StateBytes<SystemType>::Content> contents_;  ///< In order of the messages.
  Bytes best_;
  HostOrder best_order_{};
};

}  // namespace starnuma::coherence_bench
