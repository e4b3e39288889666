// SPDX-License-Identifier: Apache-2.0
// The bytes of a StateCode, written and read (included by state_code.h).
#pragma once

#include <utility>
#include <vector>

#include "testbenches/coherence/state_code.h"

namespace starnuma::coherence_bench {

/// Two bytes: state and current data; what is under way.
template <class T>
void StateCode<T>::encode_copy(const Copy& copy, const Data& latest) {
  using protocol::RequesterState;
  const protocol::RequesterLine& line = copy.line;
  const bool holds = protocol::is_readable(line.state) || line.data ||
                     line.state == RequesterState::kWriteBack ||
                     line.state == RequesterState::kSnoopWriteBack;
  const bool conflict = line.conflict != protocol::ConflictState::kNone;
  put(static_cast<unsigned>(line.state) | (holds && copy.data == latest ? 16U : 0U) |
      static_cast<unsigned>(line.conflict) << 5 | (conflict && line.snoop_invalidates ? 128U : 0U));
  put(line.granted | line.exclusive << 1 | line.data << 2 | line.unblock << 3 |
      static_cast<unsigned>(line.acks_missing + 8) << 4);
}

template <class T>
void StateCode<T>::encode_home(const Line& line, const Order& order) {
  using protocol::coherence::HomeState;
  const HomeState state = line.home.state;
  const bool owned = state == HomeState::kExclusive || state == HomeState::kToExclusive;
  put(static_cast<unsigned>(state) | (line.memory == line.latest ? 16U : 0U));
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
  put(static_cast<unsigned>(request.cxl) | static_cast<unsigned>(request.line.value) << 4);
  put(renumber(request.requester, order));
  put(renumber_mask(line.pending.awaited, order));
  put(line.pending.owner_asked | line.pending.written_back << 1);
}

template <class T>
void StateCode<T>::encode(const T& system, const Order& order) {
  work_.clear();
  Order host_at{};
  for (int h = 0; h < config_.hosts; ++h) host_at[order[h]] = static_cast<std::uint8_t>(h);
  for (int l = 0; l < config_.lines; ++l) {
    const Line& line = system.lines_[static_cast<std::size_t>(l)];
    config_.cxl ? encode_device(line, order) : encode_home(line, order);
    for (int h = 0; h < config_.hosts; ++h) {
      encode_copy(system.copy(host_at[h], l), line.latest);
    }
  }
  // Messages sorted by their ends and line; where an order is kept, as sent; else by their bytes.
  struct Item {
    std::uint64_t key;
    std::array<std::uint8_t, 4> bytes;
  };
  std::array<Item, 64> items;
  std::size_t count = 0;
  for (std::size_t i = 0; i < system.count_; ++i) {
    const Flight& f = system.flights_[i];
    const protocol::Message& m = f.message;
    const auto& line = system.lines_[static_cast<std::size_t>(m.line.value)];
    const std::uint8_t op = static_cast<std::uint8_t>(
        config_.cxl ? static_cast<unsigned>(m.cxl) : static_cast<unsigned>(m.coherence));
    const std::uint8_t ends =
        static_cast<std::uint8_t>(renumber(f.from, order) << 4 | renumber(f.to, order));
    const bool current = m.carries_data() && f.data == line.latest;
    const std::uint8_t more = static_cast<std::uint8_t>(m.line.value | (current ? 8U : 0U) |
                                                        (m.holds_copy && !config_.cxl ? 4U : 0U) |
                                                        static_cast<unsigned>(m.acks) << 4);
    const std::uint8_t requester = config_.cxl ? std::uint8_t{0} : renumber(m.requester, order);
    // How many earlier messages between the same ends it must follow.
    std::uint64_t behind = 0;
    for (std::size_t j = 0; j < system.count_; ++j) {
      const Flight& o = system.flights_[j];
      behind += o.from == f.from && o.to == f.to && o.sequence < f.sequence &&
                o.message.line == m.line && !protocol::may_pass(m, o.message);
    }
    const std::uint64_t key = std::uint64_t{ends} << 40 | m.line.value << 36 | behind << 32 |
                              std::uint64_t{op} << 24 | std::uint64_t{more} << 8 | requester;
    items[count++] = {key, {ends, op, more, requester}};
  }
  std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Item& a, const Item& b) { return a.key < b.key; });
  put(static_cast<unsigned>(count));
  for (std::size_t i = 0; i < count; ++i) {
    for (const std::uint8_t byte : items[i].bytes) put(byte);
  }
}

template <class T>
T StateCode<T>::decode(const std::uint8_t* at, BenchHooks hooks) const {
  T system(config_, hooks);
  const auto socket = [](unsigned byte) {
    return byte == kHomeByte ? protocol::kHome : static_cast<base::SocketId>(byte);
  };
  for (int l = 0; l < config_.lines; ++l) {
    Line& line = system.lines_[static_cast<std::size_t>(l)];
    line.latest = kCurrent;
    const unsigned head = *at++;
    line.memory = (head & 16U) != 0 ? kCurrent : Data{};
    if (config_.cxl) {
      line.present = (head & 32U) != 0;
      line.device.state = static_cast<protocol::cxl::DeviceState>(head & 15U);
      if (line.present) {
        line.device.owner = *at++;
        line.device.sharers = *at++;
        if (is_transient(line.device.state)) {
          const unsigned request = *at++;
          const base::SocketId from = socket(*at++);
          line.pending.request = protocol::Message::of(
              static_cast<protocol::cxl::Op>(request & 15U), {request >> 4}, from);
          line.pending.awaited = *at++;
          line.pending.owner_asked = (*at & 1U) != 0;
          line.pending.written_back = (*at++ & 2U) != 0;
        }
      }
    } else {
      line.home.state = static_cast<protocol::coherence::HomeState>(head & 15U);
      line.home.owner = *at++;
      line.home.sharers = *at++;
    }
    for (int h = 0; h < config_.hosts; ++h) {
      Copy& copy = system.copies_[T::at(h, l)];
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
    }
  }
  for (unsigned left = *at++; left != 0; --left, at += 4) {
    const base::SocketId from = socket(at[0] >> 4);
    const base::SocketId to = socket(at[0] & 15U);
    const base::LineAddress line{at[2] & 3U};
    const base::SocketId other = from == protocol::kHome ? to : from;
    protocol::Message m =
        config_.cxl ? protocol::Message::of(static_cast<protocol::cxl::Op>(at[1]), line, other)
                    : protocol::Message::of(static_cast<protocol::coherence::Op>(at[1]), line,
                                            socket(at[3]));
    m.holds_copy = (at[2] & 4U) != 0;
    m.acks = static_cast<std::uint8_t>(at[2] >> 4);
    system.post(m, from, to, (at[2] & 8U) != 0 ? kCurrent : Data{});
  }
  return system;
}

}  // namespace starnuma::coherence_bench
