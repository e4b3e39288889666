// SPDX-License-Identifier: Apache-2.0
// Encoding and decoding of StateCode's bytes (included by state_code.h).
#pragma once

#include "testbenches/coherence/state_code_class.h"

namespace starnuma::coherence_bench {

/// Encodes a copy in three bytes: state and data; outstanding transaction; the watcher's view of
/// it.
template <class T>
void StateCode<T>::encode_copy(const Copy& copy, const Data& latest) {
  using protocol::RequesterState;
  const protocol::RequesterLine& line = copy.line;
  const bool fetches = copy.watcher.own != Watcher::Own::kOwnLine;
  const bool holds = protocol::is_readable(line.state) || (line.data && fetches) ||
                     line.state == RequesterState::kWriteBack ||
                     line.state == RequesterState::kSnoopWriteBack;
  const bool conflict = line.conflict != protocol::ConflictState::kNone;
  put(static_cast<unsigned>(line.state) | (holds && copy.data == latest ? 16U : 0U) |
      static_cast<unsigned>(line.conflict) << 5 | (conflict && line.snoop_invalidates ? 128U : 0U));
  put(line.granted | line.exclusive << 1 | line.data << 2 | line.unblock << 3 |
      static_cast<unsigned>(line.acks_missing + 8) << 4);
  put(copy.watcher.code());
}

template <class T>
void StateCode<T>::encode_home(const Line& line, const Order& order) {
  using protocol::coherence::HomeState;
  const HomeState state = line.home.state;
  const bool owned = state == HomeState::kExclusive || state == HomeState::kToExclusive;
  put(static_cast<unsigned>(state) | (line.memory == line.latest ? 16U : 0U) |
      (line.released ? 64U : 0U));
  put(owned ? order[line.home.owner] : 0U);
  put(renumber_mask(line.home.sharers, order));
}

template <class T>
void StateCode<T>::encode_device(const Line& line, const Order& order) {
  using protocol::cxl::DeviceState;
  const auto& entry = line.device;
  put((line.present ? static_cast<unsigned>(entry.state) : 0U) |
      (line.memory == line.latest ? 16U : 0U) | (line.present ? 32U : 0U));
  if (!line.present) return;
  const bool transient = is_transient(entry.state);
  const bool owned = entry.state == DeviceState::kOwned || (transient && line.pending.owner_asked);
  put(owned ? order[entry.owner] : 0U);
  put(renumber_mask(entry.sharers, order));
  if (!transient) return;
  const protocol::Message& request = line.pending.request;
  put(static_cast<unsigned>(request.cxl) | static_cast<unsigned>(request.line.value) << kOpBits);
  put(renumber(request.requester, order));
  put(renumber_mask(line.pending.awaited, order));
  put(line.pending.owner_asked | line.pending.written_back << 1 | line.read << 2 |
      (line.read && line.fetched == line.latest) << 3 | line.released << 4);
}

/// Returns a message in flight with its sort key.
template <class T>
typename StateCode<T>::Item StateCode<T>::item_of(const Flight& f, const Content& content,
                                                  const Order& order) const {
  const auto ends = static_cast<std::uint8_t>(renumber(f.from, order) << 4 | renumber(f.to, order));
  const auto requester = static_cast<std::uint8_t>(
      (config_.cxl ? 0U : unsigned{renumber(f.message.requester, order)}) | content.place << 4);
  const std::uint64_t key = std::uint64_t{ends} << 40 | f.message.line.value << 36 |
                            std::uint64_t{content.behind} << 32 | std::uint64_t{content.op} << 24 |
                            std::uint64_t{content.more} << 8 | requester;
  return {key, {ends, content.op, content.more, requester}};
}

/// Encodes lines with their copies, then messages. Messages are sorted by ends and line, then by
/// send order if they are ordered, else by their bytes.
template <class T>
void StateCode<T>::encode(const T& system, const Order& host_at) {
  work_.clear();
  Order order{};  // new number of each host
  for (int n = 0; n < config_.hosts; ++n) order[host_at[n]] = static_cast<std::uint8_t>(n);
  for (int l = 0; l < config_.lines; ++l) {
    const Line& line = system.lines_[static_cast<std::size_t>(l)];
    config_.cxl ? encode_device(line, order) : encode_home(line, order);
    for (int h = 0; h < config_.hosts; ++h) {
      encode_copy(system.copy(host_at[h], l), line.latest);
    }
  }
  std::array<Item, kMostFlights> items;
  for (std::size_t i = 0; i < system.count_; ++i) {
    items[i] = item_of(system.flights_[i], contents_[i], order);
  }
  std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(system.count_),
            [](const Item& a, const Item& b) { return a.key < b.key; });
  put(static_cast<unsigned>(system.count_));
  for (std::size_t i = 0; i < system.count_; ++i) {
    for (const std::uint8_t byte : items[i].bytes) put(byte);
  }
}

template <class T>
Copy StateCode<T>::decode_copy(const std::uint8_t*& at) {
  Copy copy;
  const unsigned first = *at++;
  const unsigned second = *at++;
  copy.line.state = static_cast<protocol::RequesterState>(first & 15U);
  copy.line.conflict = static_cast<protocol::ConflictState>(first >> 5 & 3U);
  copy.line.snoop_invalidates = (first & 128U) != 0;
  copy.line.granted = (second & 1U) != 0;
  copy.line.exclusive = (second & 2U) != 0;
  copy.line.data = (second & 4U) != 0;
  copy.line.unblock = (second & 8U) != 0;
  copy.line.acks_missing = static_cast<std::int8_t>(static_cast<int>(second >> 4) - 8);
  copy.data = (first & 16U) != 0 ? kCurrent : Data{};
  copy.watcher = Watcher::of(*at++);
  return copy;
}

template <class T>
void StateCode<T>::decode_device(const std::uint8_t*& at, Line& line) {
  const unsigned head = *at++;
  line.memory = (head & 16U) != 0 ? kCurrent : Data{};
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
  line.read = (flags & 4U) != 0;
  line.fetched = (flags & 8U) != 0 ? kCurrent : Data{};
  line.released = (flags & 16U) != 0;
}

template <class T>
void StateCode<T>::decode_home(const std::uint8_t*& at, Line& line) {
  const unsigned head = *at++;
  line.memory = (head & 16U) != 0 ? kCurrent : Data{};
  line.home.state = static_cast<protocol::coherence::HomeState>(head & 15U);
  line.released = (head & 64U) != 0;
  line.home.owner = *at++;
  line.home.sharers = *at++;
}

template <class T>
void StateCode<T>::decode_flight(const std::uint8_t* at, T& system) const {
  const base::SocketId from = socket_of(at[0] >> 4);
  const base::SocketId to = socket_of(at[0] & 15U);
  const base::LineAddress line{at[2] & kLineBits};
  const base::SocketId host = from == protocol::kHome ? to : from;
  protocol::Message m =
      config_.cxl ? protocol::Message::of(static_cast<protocol::cxl::Op>(at[1]), line, host)
                  : protocol::Message::of(static_cast<protocol::coherence::Op>(at[1]), line,
                                          socket_of(at[3] & 15U));
  m.holds_copy = (at[2] & kCopyBit) != 0;
  m.acks = static_cast<std::uint8_t>(at[2] >> 4);
  system.post(m, from, to, (at[2] & kCurrentBit) != 0 ? kCurrent : Data{});
  system.flights_[system.count_ - 1].arrived = at[3] >> 4;
  system.arrivals_ = std::max<std::uint32_t>(system.arrivals_, at[3] >> 4);
}

template <class T>
T StateCode<T>::decode(const std::uint8_t* at, Subject subject) const {
  T system(config_, subject);
  for (int l = 0; l < config_.lines; ++l) {
    Line& line = system.lines_[static_cast<std::size_t>(l)];
    line.latest = kCurrent;
    config_.cxl ? decode_device(at, line) : decode_home(at, line);
    for (int h = 0; h < config_.hosts; ++h) system.copies_[T::at(h, l)] = decode_copy(at);
  }
  for (unsigned left = *at++; left != 0; --left, at += 4) decode_flight(at, system);
  return system;
}

}  // namespace starnuma::coherence_bench
