// SPDX-License-Identifier: Apache-2.0
// Numbering of hosts by StateCode (included by state_code.h).
#pragma once

#include "testbenches/coherence/state_code_class.h"

namespace starnuma::coherence_bench {

namespace symmetry {
inline std::uint64_t mixed(std::uint64_t before, std::uint64_t word) {
  before = (before ^ word) * 0x9E3779B97F4A7C15ULL;
  return before ^ before >> 32;
}
}  // namespace symmetry

template <class T>
typename StateCode<T>::Content StateCode<T>::content_of(const T& system, const Flight& f) const {
  const protocol::Message& m = f.message;
  const auto& line = system.lines_[static_cast<std::size_t>(m.line.value)];
  Content content;
  content.op = static_cast<std::uint8_t>(config_.cxl ? static_cast<unsigned>(m.cxl)
                                                     : static_cast<unsigned>(m.coherence));
  const bool padding = config_.cxl && m.cxl == protocol::cxl::Op::kBIConflict;  // no copy
  const bool current = m.carries_data() && !padding && f.data == line.latest;
  content.more = static_cast<std::uint8_t>(m.line.value | (current ? kCurrentBit : 0U) |
                                           (m.holds_copy && !config_.cxl ? kCopyBit : 0U) |
                                           static_cast<unsigned>(m.acks) << 4);
  for (std::size_t j = 0; j < system.count_; ++j) {
    const Flight& o = system.flights_[j];
    if (o.message.line != m.line) continue;
    content.place += f.arrived != 0 && o.arrived != 0 && o.arrived <= f.arrived;
    content.behind += o.from == f.from && o.to == f.to && o.sequence < f.sequence &&
                      !protocol::may_pass(m, o.message);
  }
  return content;
}

template <class T>
void StateCode<T>::collect(const T& system) {
  SN_CHECK(system.count_ <= contents_.size(), "coherence bench: too many messages for a state");
  for (std::size_t i = 0; i < system.count_; ++i) {
    contents_[i] = content_of(system, system.flights_[i]);
  }
}

/// Computes signatures: copies, the home's knowledge of the host, and the messages that it sends,
/// receives or requested.
template <class T>
typename StateCode<T>::Signatures StateCode<T>::signatures(const T& system) {
  using symmetry::mixed;
  Signatures of{};
  Order only{};  // numbers host h 1 and all others 0, so the result depends on h alone
  for (int h = 0; h < config_.hosts; ++h) {
    only.fill(0);
    only[static_cast<std::size_t>(h)] = 1;
    work_.clear();
    for (int l = 0; l < config_.lines; ++l) {
      const Line& line = system.lines_[static_cast<std::size_t>(l)];
      encode_copy(system.copy(h, l), line.latest);
      config_.cxl ? encode_device(line, only) : encode_home(line, only);
    }
    for (const std::uint8_t byte : work_) of[h] = mixed(of[h], byte);
  }
  for (std::size_t i = 0; i < system.count_; ++i) {
    const Flight& f = system.flights_[i];
    const Content& c = contents_[i];
    const std::uint64_t word = std::uint64_t{c.op} << 24 | std::uint64_t{c.more} << 16 |
                               std::uint64_t{c.place} << 8 | c.behind;
    const auto add_role = [&](base::SocketId who, unsigned role) {
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
template <class T>
void StateCode<T>::try_orders(const T& system, const Signatures& of, Order host_at) {
  const auto end = host_at.begin() + config_.hosts;
  bool first = true;
  bool more = true;
  while (more) {
    encode(system, host_at);
    if (first || work_ < best_) {
      best_.swap(work_);
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

template <class T>
const typename StateCode<T>::Bytes& StateCode<T>::canonical(const T& system) {
  collect(system);
  const Signatures of = signatures(system);
  Order host_at{};
  std::iota(host_at.begin(), host_at.end(), std::uint8_t{0});
  std::sort(host_at.begin() + told_apart_, host_at.begin() + config_.hosts,
            [&](std::uint8_t a, std::uint8_t b) { return of[a] != of[b] ? of[a] < of[b] : a < b; });
  try_orders(system, of, host_at);
  return best_;
}

}  // namespace starnuma::coherence_bench
