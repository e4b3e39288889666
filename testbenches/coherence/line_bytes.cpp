// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/line_bytes.h"

#include <algorithm>

namespace starnuma::coherence_bench {

namespace {

constexpr std::uint8_t kHomeByte = 15;
constexpr unsigned kOpBits = 5;
constexpr std::array<protocol::cxl::Op, 3> kSnoops{
    protocol::cxl::Op::kBISnpData, protocol::cxl::Op::kBISnpInv, protocol::cxl::Op::kBISnpCur};

/// Returns 0, or a number of the conflict state and the snoop that it defers.
unsigned deferred_snoop(const protocol::RequesterLine& line) {
  if (line.conflict == protocol::ConflictState::kNone) return 0;
  const auto* const snoop = std::find(kSnoops.begin(), kSnoops.end(), line.snoop);
  return static_cast<unsigned>(line.conflict) * kSnoops.size() - 2 +
         static_cast<unsigned>(snoop - kSnoops.begin());
}

}  // namespace

base::SocketId socket_of(unsigned byte) {
  return byte == kHomeByte ? protocol::kHome : static_cast<base::SocketId>(byte);
}

std::uint8_t number_of(base::SocketId socket, const HostOrder& order) {
  return socket == protocol::kHome ? kHomeByte
                                   : order[static_cast<std::size_t>(base::index_of(socket))];
}

std::uint8_t LineBytes::renumber_mask(std::uint32_t mask, const HostOrder& order) const {
  std::uint8_t renumbered = 0;
  for (int h = 0; h < config_.hosts; ++h) {
    if ((mask >> h & 1) != 0) renumbered |= static_cast<std::uint8_t>(1U << order[h]);
  }
  return renumbered;
}

/// Encodes a copy in three bytes: state and data; outstanding transaction; the watcher's view of
/// it.
void LineBytes::encode_copy(const Copy& copy, const Data& latest) {
  using protocol::RequesterState;
  const protocol::RequesterLine& line = copy.line;
  // Data that no check reads are left out.
  const bool fetches =
      copy.watcher.own != Watcher::Own::kOwnLine && copy.watcher.own != Watcher::Own::kReadCurrent;
  const bool holds = protocol::is_readable(line.state) || (line.data && fetches) ||
                     line.state == RequesterState::kWriteBack ||
                     line.state == RequesterState::kSnoopWriteBack;
  put(static_cast<unsigned>(line.state) | (holds && copy.data == latest ? 16U : 0U) |
      deferred_snoop(line) << 5);
  put(line.granted | line.exclusive << 1 | line.data << 2 | line.unblock << 3 |
      static_cast<unsigned>(line.acks_missing + 8) << 4);
  put(copy.watcher.code());
}

void LineBytes::encode_home(const HomeLine& line, const HostOrder& order) {
  using protocol::coherence::HomeState;
  const HomeState state = line.home.state;
  const bool owned = state == HomeState::kExclusive || state == HomeState::kToExclusive;
  put(static_cast<unsigned>(state) | (line.data.memory == line.data.latest ? 16U : 0U) |
      (line.data.released ? 64U : 0U));
  put(owned ? order[line.home.owner] : 0U);
  put(renumber_mask(line.home.sharers, order));
}

void LineBytes::encode_device(const HomeLine& line, const HostOrder& order) {
  using protocol::cxl::DeviceState;
  const auto& entry = line.device;
  const LineMemory& data = line.data;
  put((line.present ? static_cast<unsigned>(entry.state) : 0U) |
      (data.memory == data.latest ? 16U : 0U) | (line.present ? 32U : 0U));
  if (!line.present) return;
  const bool transient = is_transient(entry.state);
  const bool owned = entry.state == DeviceState::kOwned || (transient && line.pending.owner_asked);
  put(owned ? order[entry.owner] : 0U);
  put(renumber_mask(entry.sharers, order));
  if (!transient) return;
  const protocol::Message& request = line.pending.request;
  put(static_cast<unsigned>(request.cxl) | static_cast<unsigned>(request.line.value) << kOpBits);
  put(number_of(request.requester, order));
  put(renumber_mask(line.pending.awaited, order));
  put(line.pending.owner_asked | line.pending.written_back << 1 | data.read << 2 |
      (data.read && data.fetched == data.latest) << 3 | data.released << 4);
}

Copy LineBytes::decode_copy(const std::uint8_t*& at) {
  Copy copy;
  const unsigned first = *at++;
  const unsigned second = *at++;
  copy.line.state = static_cast<protocol::RequesterState>(first & 15U);
  copy.line.conflict = static_cast<protocol::ConflictState>(((first >> 5) + 2) / kSnoops.size());
  if (first >> 5 != 0) copy.line.snoop = kSnoops[((first >> 5) + 2) % kSnoops.size()];
  copy.line.granted = (second & 1U) != 0;
  copy.line.exclusive = (second & 2U) != 0;
  copy.line.data = (second & 4U) != 0;
  copy.line.unblock = (second & 8U) != 0;
  copy.line.acks_missing = static_cast<std::int8_t>(static_cast<int>(second >> 4) - 8);
  copy.data = (first & 16U) != 0 ? kCurrent : Data{};
  copy.watcher = Watcher::of(*at++);
  return copy;
}

void LineBytes::decode_device(const std::uint8_t*& at, HomeLine& line) {
  const unsigned head = *at++;
  line.data.memory = (head & 16U) != 0 ? kCurrent : Data{};
  line.present = (head & 32U) != 0;
  line.device.state = static_cast<protocol::cxl::DeviceState>(head & 15U);
  if (!line.present) return;
  line.device.owner = *at++;
  line.device.sharers = *at++;
  if (!is_transient(line.device.state)) return;
  const unsigned request = *at++;
  const base::SocketId from = socket_of(*at++);
  line.pending.request = protocol::Message::of(
      static_cast<protocol::cxl::Op>(request & ((1U << kOpBits) - 1)), {request >> kOpBits}, from);
  line.pending.awaited = *at++;
  const unsigned flags = *at++;
  line.pending.owner_asked = (flags & 1U) != 0;
  line.pending.written_back = (flags & 2U) != 0;
  line.data.read = (flags & 4U) != 0;
  line.data.fetched = (flags & 8U) != 0 ? kCurrent : Data{};
  line.data.released = (flags & 16U) != 0;
}

void LineBytes::decode_home(const std::uint8_t*& at, HomeLine& line) {
  const unsigned head = *at++;
  line.data.memory = (head & 16U) != 0 ? kCurrent : Data{};
  line.home.state = static_cast<protocol::coherence::HomeState>(head & 15U);
  line.data.released = (head & 64U) != 0;
  line.home.owner = *at++;
  line.home.sharers = *at++;
}

}  // namespace starnuma::coherence_bench
