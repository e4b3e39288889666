// SPDX-License-Identifier: Apache-2.0
// Invariants of a line in a coherence_bench::System (included by system.h):
// - one writer or many readers, grants in flight included
// - every readable copy is current
// - the home records every copy
// - every outstanding transaction has a message in flight
#pragma once

#include "testbenches/coherence/system_class.h"
#include "testbenches/coherence/system_filter.h"

namespace starnuma::coherence_bench {

/// Returns true if the receiver may read once the message (or its data) arrives.
template <int H, int L, int F>
bool System<H, L, F>::shared_grant(const Message& m) {
  using Coherence = protocol::coherence::Op;
  if (m.protocol == Message::Class::kCxl) {
    return m.cxl == Op::kCmpS || m.cxl == Op::kMemDataS;
  }
  return m.coherence == Coherence::kDataS || m.coherence == Coherence::kOwnerDataS;
}

/// Returns true if the receiver may write once the message (or its data) arrives.
template <int H, int L, int F>
bool System<H, L, F>::exclusive_grant(const Message& m) {
  using Coherence = protocol::coherence::Op;
  if (m.protocol == Message::Class::kCxl) {
    return m.cxl == Op::kCmpE || m.cxl == Op::kMemDataE;
  }
  const bool waits_for_acks = m.acks > 0;
  return m.coherence == Coherence::kOwnerDataX ||
         (!waits_for_acks &&
          (m.coherence == Coherence::kDataE || m.coherence == Coherence::kGrantX));
}

template <int H, int L, int F>
Step System<H, L, F>::check_line(int line) {
  const Line& home = line_at(line);
  std::uint32_t readers = 0;
  std::uint32_t writers = 0;
  bool under_way = busy(line);
  bool message = waits_for_capacity(config_, lines_, line);
  for (int host = 0; host < config_.hosts; ++host) {
    const Copy& copy = copies_[at(host, line)];
    const std::uint32_t bit = std::uint32_t{1} << host;
    under_way = under_way || !copy.line.idle();
    if (protocol::is_readable(copy.line.state)) {
      readers |= bit;
      if (copy.data != home.latest) {
        return broken(Check::kLatestData, "the copy of host " + std::to_string(host) + " is old");
      }
    }
    if (protocol::is_writable(copy.line.state)) writers |= bit;
    const bool granted = copy.line.granted && config_.on_device(line);
    if (granted) (copy.line.exclusive ? writers : readers) |= bit;
  }
  for (std::size_t i = 0; i < count_; ++i) {
    const Flight& flight = flights_[i];
    if (line_of(flight.message) != line) continue;
    message = true;
    if (flight.to == protocol::kHome) continue;
    const std::uint32_t bit = std::uint32_t{1} << base::index_of(flight.to);
    if (shared_grant(flight.message)) readers |= bit;
    if (exclusive_grant(flight.message)) writers |= bit;
  }
  if (under_way && !message) {
    return broken(Check::kNoDeadlock, "deadlock: a transaction has no message in flight");
  }
  const std::uint32_t holders = readers | writers;
  if (writers != 0 && (holders & (holders - 1)) != 0) {
    return broken(Check::kOneWriter, "a writer next to another holder of the line");
  }
  const bool known = config_.on_device(line)
                         ? home.present && (holders & ~home.device.sharers) == 0
                         : is_transient(home.home.state) || (holders & ~home.home.sharers) == 0;
  if (holders != 0 && !known)
    return broken(Check::kDirectory, "a holder that the home does not know of");
  return Step::kDone;
}

}  // namespace starnuma::coherence_bench
