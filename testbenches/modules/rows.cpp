// SPDX-License-Identifier: Apache-2.0
#include "testbenches/modules/rows.h"

#include <algorithm>
#include <array>
#include <string>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/protocol/names.h"

namespace starnuma::modules_bench {

using protocol::Message;
using protocol::Outcome;
using protocol::RequesterEvent;
using protocol::RequesterLine;
using protocol::RequesterState;
using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;
using protocol::cxl::DeviceEvent;
using protocol::cxl::DeviceState;

void Rows::start(int socket, const Message& origin, RequesterEvent event) {
  RequesterLine& line = line_of(socket, origin.line);
  const RequesterState state = line.state;
  const bool pool = shape_.agents().is_pool(origin.line.node());
  const protocol::Reaction reaction = protocol::start(line, event, origin, pool, subject());
  SN_CHECK(reaction.outcome == Outcome::kDone, "modules: agent ", socket, " sends ",
           protocol::name_of(origin), " for line ", origin.line, " in state ",
           protocol::name_of(state), ", at ", kernel::now().ps(), " ps");
}

void Rows::agent_sends(int socket, const Message& message) {
  RequesterLine& line = line_of(socket, message.line);
  const bool cxl = message.protocol == Message::Class::kCxl;
  const bool clean_put =
      cxl ? message.cxl == Cxl::kMemClnEvct : message.coherence == Coherence::kPutE;
  const bool dirty_put = cxl ? message.cxl == Cxl::kMemWr && !message.answers_snoop
                             : message.coherence == Coherence::kPutM;
  if (protocol::role_of(message) == protocol::Role::kRequest) {
    const bool store = cxl ? message.cxl == Cxl::kMemRdOwn : message.coherence == Coherence::kGetX;
    const bool line_store = cxl && message.cxl == Cxl::kMemInv;
    const bool current = cxl && message.cxl == Cxl::kMemRdCurrent;
    start(socket, message,
          line_store ? RequesterEvent::kStoreLine
          : store    ? RequesterEvent::kStore
          : current  ? RequesterEvent::kLoadCurrent
                     : RequesterEvent::kLoad);
  } else if (clean_put) {
    start(socket, message, RequesterEvent::kEvict);
  } else if (dirty_put) {
    if (line.state == RequesterState::kExclusive) start(socket, message, RequesterEvent::kStore);
    start(socket, message, RequesterEvent::kEvict);
  }
}

void Rows::agent_took(int socket, const Message& message) {
  at_agent_ = {~std::uint64_t{0}};
  RequesterLine& line = line_of(socket, message.line);
  const RequesterState state = line.state;
  const protocol::Reaction reaction = protocol::step(line, message, subject());
  SN_CHECK(reaction.outcome == Outcome::kDone, "modules: agent ", socket, " takes ",
           protocol::name_of(message), " for line ", message.line, " in state ",
           protocol::name_of(state), ", at ", kernel::now().ps(), " ps");
  // A flush acquires ownership of a line without writing it.
  const bool owned = reaction.complete && line.state == RequesterState::kModified;
  if (owned && !written_) line.state = RequesterState::kExclusive;
}

void Rows::wrote(base::LineAddress line, int socket) {
  if (line == at_agent_) written_ = true;
  if (line_of(socket, line).state != RequesterState::kExclusive) return;
  Message origin;
  origin.line = line;
  start(socket, origin, RequesterEvent::kStore);
}

/// Ignores lines whose loss a message shows: an owner's put, or a message that invalidates the
/// line.
void Rows::lost(base::LineAddress line, int socket) {
  if (line == at_agent_ || line_of(socket, line).state != RequesterState::kShared) return;
  Message origin;
  origin.line = line;
  start(socket, origin, RequesterEvent::kEvict);
}

void Rows::home_took(const Message& message, const protocol::coherence::HomeEntry& entry) {
  HomeLine& home = homes_[message.line.value];
  const auto takes = [&](const Message& one) {
    return protocol::coherence::step(home.entry, one, subject()).outcome != Outcome::kWait;
  };
  if (!takes(message)) home.waiting.push_back(message);
  while (!home.waiting.empty() && !is_transient(home.entry.state)) {
    const Message next = home.waiting.front();
    home.waiting.pop_front();
    takes(next);
  }
  SN_CHECK(home.entry.state == entry.state && home.entry.sharers == entry.sharers,
           "modules: the home of line ", message.line, " is in state ",
           protocol::name_of(entry.state), ", but its messages imply ",
           protocol::name_of(home.entry.state), ", at ", kernel::now().ps(), " ps");
}

Rows::DeviceView Rows::view_of(const pool::MultiHeadedDeviceBase& device) const {
  DeviceView view{{}, device.filter_evictions()};
  for (const base::LineAddress line : shape_.lines()) {
    if (!device.holds(line)) continue;
    if (const auto* entry = device.entry_of(line)) view.entries[line.value] = *entry;
  }
  return view;
}

void Rows::device_takes(const pool::MultiHeadedDeviceBase& device) { before_ = view_of(device); }

void Rows::device_sends(int socket, const Message& message) {
  if (protocol::role_of(message) == protocol::Role::kSnoop) {
    awaited_[message.line.value] |= base::bit_of(static_cast<base::SocketId>(socket));
  }
}

void Rows::device_took(const pool::MultiHeadedDeviceBase& device, int socket,
                       const Message& message) {
  if (protocol::role_of(message) == protocol::Role::kHint) return;  // no row
  const DeviceView after = view_of(device);
  const auto found = before_.entries.find(message.line.value);
  const Device entry = found != before_.entries.end() ? found->second : Device{};
  const auto from = static_cast<base::SocketId>(socket);
  std::uint32_t& awaited = awaited_[message.line.value];
  protocol::cxl::DevicePending pending;
  pending.awaited = awaited;
  const bool waits = protocol::cxl::detail::is_request(message.cxl) &&
                     (device.waits(message.line, from) || after.evictions > before_.evictions);
  if (!waits) {
    subject().taken(protocol::TableId::kDevice, entry.state,
                    protocol::cxl::device_event(entry, pending, message, from));
  }
  if (protocol::role_of(message) == protocol::Role::kSnoopAnswer) {
    awaited &= ~base::bit_of(from);
  }
  for (const auto& [line, now] : after.entries) {
    const auto was = before_.entries.find(line);
    if (now.state != DeviceState::kEvicting || was == before_.entries.end()) continue;
    if (is_transient(was->second.state)) continue;
    subject().taken(protocol::TableId::kDevice, was->second.state, DeviceEvent::kEvict);
  }
}

bool asks_nobody(const std::string& row) {
  constexpr std::array<const char*, 7> kSilent{
      ": S x load",    ": E x load",      ": M x load",           ": M x store",
      "x silent drop", "x silent E to S", ": E x store of a line"};
  return std::any_of(kSilent.begin(), kSilent.end(),
                     [&](const char* silent) { return row.find(silent) != std::string::npos; });
}

}  // namespace starnuma::modules_bench
