// SPDX-License-Identifier: Apache-2.0
// Golden device and host around the protocol functions, for benches without time.
//
// Contract:
// - The device serves the requests of a line in order of arrival. Requests that wait stay in it.
// - After a message without a row an agent has failed and ignores further messages.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>

#include "models/protocol/cxl/device_function.h"
#include "models/protocol/requester_function.h"
#include "testbenches/golden_kit/device_coverage.h"
#include "testbenches/golden_kit/host_coverage.h"

namespace starnuma::golden_kit {

/// Message between host and device, with a number that identifies its data.
struct Packet {
  protocol::cxl::Op op{};
  base::SocketId host{};
  base::LineAddress line;
  std::uint64_t data = 0;
};

class GoldenDevice {
 public:
  explicit GoldenDevice(int entries) : entries_(entries) {}

  void receive(const Packet& packet);
  const DeviceCoverage& coverage() const { return coverage_; }
  bool failed() const { return failed_; }
  std::deque<Packet> sends;  ///< Messages to send, in order.

 private:
  struct Line {
    protocol::cxl::DeviceEntry entry;
    protocol::cxl::DevicePending pending;
    bool present = false;
    std::uint64_t memory = 0;
    std::uint64_t fetched = 0;
  };

  /// Request that waits, and how it will be served.
  struct Waiting {
    Packet packet;
    Service service;
  };

  std::optional<Service> take(const Packet& packet, Service service);
  bool waits_before(std::size_t end, base::LineAddress line) const;
  void cover_conflict(const Packet& packet);
  bool evicts_for(base::LineAddress line) const;
  bool make_room(const Packet& request);
  void react(std::uint64_t line, const protocol::Reaction& reaction, const Packet& cause);

  int entries_;
  int present_ = 0;
  std::unordered_map<std::uint64_t, Line> lines_;
  std::deque<std::uint64_t>
      filter_;  ///< Lines with an entry, oldest first; may list deallocated ones.
  std::deque<Waiting> waiting_;
  DeviceCoverage coverage_;
  bool failed_ = false;
};

class GoldenHost {
 public:
  explicit GoldenHost(base::SocketId host) : host_(host) {}

  /// Starts an access; returns false if the line is busy. A store writes `data`.
  bool start(protocol::RequesterEvent access, base::LineAddress line, std::uint64_t data);
  void receive(const Packet& packet);
  /// Returns true while a request, an eviction or a snoop of the line is outstanding.
  bool busy(base::LineAddress line) const;
  /// Returns the contents of the host's copy, or 0 if it never had one.
  std::uint64_t data(base::LineAddress line) const;
  const HostCoverage& coverage() const { return coverage_; }
  bool failed() const { return failed_; }
  std::deque<Packet> sends;  ///< Messages to send, in order.

 private:
  struct Line {
    protocol::RequesterLine state;
    std::uint64_t data = 0;
    std::uint64_t stored = 0;  ///< Data of the store that waits for the line.
    bool stores = false;
  };
  void react(Line& line, const protocol::Reaction& reaction);

  base::SocketId host_;
  std::unordered_map<std::uint64_t, Line> lines_;
  HostCoverage coverage_;
  bool failed_ = false;
};

}  // namespace starnuma::golden_kit
