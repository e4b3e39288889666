// SPDX-License-Identifier: Apache-2.0
// A system's state as a string of bytes, for a given numbering of hosts.
//
// Irrelevant values are abstracted: sequence numbers become an order among the messages that have
// one (line_bytes.h abstracts those of lines).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "models/base/check.h"
#include "testbenches/coherence/line_bytes.h"
#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

template <class SystemType>
class StateBytes {
 public:
  /// A message without the numbers of hosts.
  struct Content {
    std::uint8_t op = 0;
    std::uint8_t more = 0;   ///< Line, flags, acknowledgements.
    std::uint8_t place = 0;  ///< Position in its home's queue, starting at one.
    /// Number of earlier messages between the same ends that it must follow.
    std::uint8_t behind = 0;

    std::uint32_t word() const {
      return std::uint32_t{op} << 24 | std::uint32_t{more} << 16 | std::uint32_t{place} << 8 |
             behind;
    }
  };

  explicit StateBytes(const SystemConfig& config) : config_(config), bytes_(config) {
    SN_CHECK(config.hosts <= static_cast<int>(kMostCodedHosts),
             "coherence bench: too many hosts for a state");
  }

  /// Returns the content of a message of the system.
  Content content_of(const SystemType& system, const Flight& flight) const;
  /// Encodes lines with their copies, then messages; `contents` are those of the messages, and host
  /// `host_at[n]` has number n. Messages are sorted by ends and line, then by send order if they
  /// are ordered, else by their bytes.
  const Bytes& encode(const SystemType& system, const std::vector<Content>& contents,
                      const HostOrder& host_at);
  /// Encodes the copies of a host and the entries of their homes. All other hosts are alike.
  const Bytes& encode_host(const SystemType& system, int host);
  SystemType decode(const std::uint8_t* at, Subject subject) const;

 private:
  static constexpr unsigned kLineBits = 3;
  static constexpr unsigned kCopyBit = 4;
  static constexpr unsigned kCurrentBit = 8;

  /// A message: its bytes (ends; op; line, flags, acknowledgements; requester) and its sort key.
  struct Item {
    std::uint64_t key;
    std::array<std::uint8_t, 4> bytes;
  };

  Item item_of(const Flight& flight, const Content& content, const HostOrder& order) const;
  void decode_flight(const std::uint8_t* at, SystemType& system) const;

  SystemConfig config_;
  LineBytes bytes_;
  std::vector<Item> items_;
};

template <class T>
typename StateBytes<T>::Content StateBytes<T>::content_of(const T& system, const Flight& f) const {
  const protocol::Message& m = f.message;
  const Data& latest = system.homes().line(line_of(m)).data.latest;
  Content content;
  content.op = static_cast<std::uint8_t>(config_.cxl ? static_cast<unsigned>(m.cxl)
                                                     : static_cast<unsigned>(m.coherence));
  const bool padding = config_.cxl && m.cxl == protocol::cxl::Op::kBIConflict;  // no copy
  // A BIRspE records whether its sender has written the line since. No check reads the data of a
  // current read after their grant.
  const bool ghost = config_.cxl && m.cxl == protocol::cxl::Op::kBIRspE;
  const bool unread = config_.cxl && f.to != protocol::kHome &&
                      system.hosts().copy(base::index_of(f.to), line_of(m)).line.state ==
                          protocol::RequesterState::kReadingCurrent;
  const bool compared = (m.carries_data() && !padding && !unread) || ghost;
  const bool current = compared && f.data == latest;
  content.more = static_cast<std::uint8_t>(m.line.value | (current ? kCurrentBit : 0U) |
                                           (m.holds_copy && !config_.cxl ? kCopyBit : 0U) |
                                           static_cast<unsigned>(m.acks) << 4);
  content.place = static_cast<std::uint8_t>(system.channels().position(f));
  content.behind = static_cast<std::uint8_t>(system.channels().predecessors(f));
  return content;
}

template <class T>
typename StateBytes<T>::Item StateBytes<T>::item_of(const Flight& f, const Content& content,
                                                    const HostOrder& order) const {
  const auto ends =
      static_cast<std::uint8_t>(number_of(f.from, order) << 4 | number_of(f.to, order));
  const auto requester = static_cast<std::uint8_t>(
      (config_.cxl ? 0U : unsigned{number_of(f.message.requester, order)}) | content.place << 4);
  const std::uint64_t key = std::uint64_t{ends} << 40 | f.message.line.value << 36 |
                            std::uint64_t{content.behind} << 32 | std::uint64_t{content.op} << 24 |
                            std::uint64_t{content.more} << 8 | requester;
  return {key, {ends, content.op, content.more, requester}};
}

template <class T>
const Bytes& StateBytes<T>::encode_host(const T& system, int host) {
  HostOrder only{};  // numbers the host 1 and all others 0, so the result depends on the host alone
  only[static_cast<std::size_t>(host)] = 1;
  bytes_.clear();
  for (int l = 0; l < config_.lines; ++l) {
    const HomeLine& line = system.homes().line(l);
    bytes_.encode_copy(system.hosts().copy(host, l), line.data.latest);
    bytes_.encode_entry(line, only);
  }
  return bytes_.bytes();
}

template <class T>
const Bytes& StateBytes<T>::encode(const T& system, const std::vector<Content>& contents,
                                   const HostOrder& host_at) {
  bytes_.clear();
  HostOrder order{};  // new number of each host
  for (int n = 0; n < config_.hosts; ++n) order[host_at[n]] = static_cast<std::uint8_t>(n);
  for (int l = 0; l < config_.lines; ++l) {
    const HomeLine& line = system.homes().line(l);
    bytes_.encode_entry(line, order);
    for (int h = 0; h < config_.hosts; ++h) {
      bytes_.encode_copy(system.hosts().copy(host_at[h], l), line.data.latest);
    }
  }
  items_.clear();
  for (const Flight& flight : system.channels()) {
    items_.push_back(item_of(flight, contents[items_.size()], order));
  }
  std::sort(items_.begin(), items_.end(),
            [](const Item& a, const Item& b) { return a.key < b.key; });
  bytes_.put(static_cast<unsigned>(items_.size()));
  for (const Item& item : items_) {
    for (const std::uint8_t byte : item.bytes) bytes_.put(byte);
  }
  return bytes_.bytes();
}

template <class T>
void StateBytes<T>::decode_flight(const std::uint8_t* at, T& system) const {
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
  system.channels().post(m, from, to, (at[2] & kCurrentBit) != 0 ? kCurrent : Data{});
  system.channels().set_arrival(system.channels().size() - 1, at[3] >> 4);
}

template <class T>
T StateBytes<T>::decode(const std::uint8_t* at, Subject subject) const {
  T system(config_, subject);
  for (int l = 0; l < config_.lines; ++l) {
    HomeLine& line = system.homes().line(l);
    bytes_.decode_entry(at, line);
    for (int h = 0; h < config_.hosts; ++h) system.hosts().copy(h, l) = LineBytes::decode_copy(at);
  }
  for (unsigned left = *at++; left != 0; --left, at += 4) decode_flight(at, system);
  return system;
}

}  // namespace starnuma::coherence_bench
