// SPDX-License-Identifier: Apache-2.0
// One possible step of a system, and the enumeration of all possible next steps.
#pragma once

#include <string>

#include "models/protocol/names.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

/// An event of a host, or the delivery of a message in flight.
struct Choice {
  bool own = false;
  int host = 0;
  int line = 0;
  protocol::RequesterEvent event{};
  int flight = 0;
  int victim = 0;
};

template <class SystemType>
Step take(SystemType& system, const Choice& choice) {
  return choice.own ? system.start(choice.host, choice.line, choice.event)
                    : system.deliver(choice.flight, choice.victim);
}

/// Calls `visit(choice)` for all deliveries, then for all events that hosts may initiate.
template <class SystemType, class Visit>
void each_choice(const SystemType& system, Visit&& visit) {
  using protocol::RequesterEvent;
  const SystemConfig& config = system.config();
  for (int i = 0; i < system.channels().size(); ++i) visit(Choice{false, 0, 0, {}, i, 0});
  for (int host = 0; host < config.hosts; ++host) {
    for (int line = 0; line < config.lines; ++line) {
      const protocol::RequesterLine& copy = system.hosts().copy(host, line).line;
      if (!copy.stable()) continue;
      const auto own = [&](RequesterEvent event) { visit(Choice{true, host, line, event, 0, 0}); };
      using State = protocol::RequesterState;
      own(RequesterEvent::kLoad);
      own(RequesterEvent::kStore);
      if (copy.state != State::kInvalid) own(RequesterEvent::kEvict);
      if (!config.on_device(line)) continue;
      own(RequesterEvent::kStoreLine);
      own(RequesterEvent::kLoadCurrent);
      if (copy.state != State::kExclusive) continue;
      own(RequesterEvent::kDrop);
      own(RequesterEvent::kWeaken);
    }
  }
}

/// Returns, for example, "host 1 -> device: MemRdOwn, line 0" or "host 0: store, line 0"; `name`
/// maps a host to its printed name.
template <class SystemType, class HostName>
std::string describe(const SystemType& system, const Choice& choice, HostName&& name) {
  const std::string line = system.config().lines > 1 ? ", line " : "";
  const auto numbered = [&](std::uint64_t number) {
    return line.empty() ? std::string() : line + std::to_string(number);
  };
  if (choice.own) {
    return "host " + std::to_string(name(choice.host)) + ": " + std::string(name_of(choice.event)) +
           numbered(static_cast<std::uint64_t>(choice.line));
  }
  const Flight& flight = system.channels()[choice.flight];
  const auto end = [&](base::SocketId socket) {
    if (socket != protocol::kHome) return "host " + std::to_string(name(base::index_of(socket)));
    const auto line_number = static_cast<int>(flight.message.line.value);
    return std::string(system.config().on_device(line_number) ? "device" : "home");
  };
  return end(flight.from) + " -> " + end(flight.to) + ": " + std::string(name_of(flight.message)) +
         numbered(flight.message.line.value);
}
template <class SystemType>
std::string describe(const SystemType& system, const Choice& choice) {
  return describe(system, choice, [](int host) { return host; });
}

}  // namespace starnuma::coherence_bench
