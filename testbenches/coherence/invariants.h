// SPDX-License-Identifier: Apache-2.0
// Invariants of a line:
// - one writer or many readers, grants in flight included
// - every readable copy is current
// - the home records every copy
// - every outstanding transaction has a message in flight
#pragma once

#include "testbenches/coherence/grants.h"
#include "testbenches/coherence/homes.h"
#include "testbenches/coherence/hosts.h"

namespace starnuma::coherence_bench {

/// Throws Broken if an invariant of the line is violated.
template <class Homes, class Hosts, class Channels>
void check_line(const SystemConfig& config, const Homes& homes, const Hosts& hosts,
                const Channels& channels, int line) {
  const HomeLine& home = homes.line(line);
  std::uint32_t readers = 0;
  std::uint32_t writers = 0;
  bool outstanding = homes.busy(line);
  bool message = homes.waits_for_entry(line);
  for (int host = 0; host < config.hosts; ++host) {
    const Copy& copy = hosts.copy(host, line);
    const std::uint32_t bit = std::uint32_t{1} << host;
    outstanding = outstanding || !copy.line.idle();
    if (protocol::is_readable(copy.line.state)) {
      readers |= bit;
      if (copy.data != home.data.latest) {
        throw Broken{Check::kLatestData, "the copy of host " + std::to_string(host) + " is old"};
      }
    }
    if (protocol::is_writable(copy.line.state)) writers |= bit;
    const bool granted = copy.line.granted && config.on_device(line) &&
                         copy.line.state != protocol::RequesterState::kReadingCurrent;
    if (granted) (copy.line.exclusive ? writers : readers) |= bit;
  }
  for (const Flight& flight : channels) {
    if (line_of(flight.message) != line) continue;
    message = true;
    if (flight.to == protocol::kHome) continue;
    const std::uint32_t bit = std::uint32_t{1} << base::index_of(flight.to);
    if (grants_read(flight.message)) readers |= bit;
    if (grants_write(flight.message)) writers |= bit;
  }
  if (outstanding && !message) {
    throw Broken{Check::kNoDeadlock, "deadlock: a transaction has no message in flight"};
  }
  const std::uint32_t holders = readers | writers;
  if (writers != 0 && (holders & (holders - 1)) != 0) {
    throw Broken{Check::kOneWriter, "a writer next to another holder of the line"};
  }
  const bool known = config.on_device(line)
                         ? home.present && (holders & ~home.device.sharers) == 0
                         : is_transient(home.home.state) || (holders & ~home.home.sharers) == 0;
  if (holders != 0 && !known) {
    throw Broken{Check::kDirectory, "a holder that the home does not know of"};
  }
}

}  // namespace starnuma::coherence_bench
