// SPDX-License-Identifier: Apache-2.0
// Bytes of a line's copies and of its entry at the home, for a given numbering of hosts.
//
// Irrelevant values are abstracted: versions become "current or old", stale fields are omitted.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "testbenches/coherence/hosts.h"
#include "testbenches/coherence/line_memory.h"

namespace starnuma::coherence_bench {

using Bytes = std::basic_string<std::uint8_t>;
inline constexpr std::size_t kMostCodedHosts = 6;
/// A number per host.
using HostOrder = std::array<std::uint8_t, kMostCodedHosts>;

/// Data of the last write in a decoded state.
inline constexpr Data kCurrent{1};

/// Returns the number of a host, or a byte that represents the home.
std::uint8_t number_of(base::SocketId socket, const HostOrder& order);
base::SocketId socket_of(unsigned byte);

class LineBytes {
 public:
  explicit LineBytes(const SystemConfig& config) : config_(config) {}

  void encode_copy(const Copy& copy, const Data& latest);
  void encode_entry(const HomeLine& line, const HostOrder& order) {
    config_.cxl ? encode_device(line, order) : encode_home(line, order);
  }
  void put(unsigned byte) { bytes_.push_back(static_cast<std::uint8_t>(byte)); }
  void clear() { bytes_.clear(); }
  const Bytes& bytes() const { return bytes_; }

  /// Decode from `at` and advance it.
  static Copy decode_copy(const std::uint8_t*& at);
  void decode_entry(const std::uint8_t*& at, HomeLine& line) const {
    line.data.latest = kCurrent;
    config_.cxl ? decode_device(at, line) : decode_home(at, line);
  }

 private:
  void encode_home(const HomeLine& line, const HostOrder& order);
  void encode_device(const HomeLine& line, const HostOrder& order);
  static void decode_device(const std::uint8_t*& at, HomeLine& line);
  static void decode_home(const std::uint8_t*& at, HomeLine& line);
  std::uint8_t renumber_mask(std::uint32_t mask, const HostOrder& order) const;

  SystemConfig config_;
  Bytes bytes_;
};

}  // namespace starnuma::coherence_bench
