// SPDX-License-Identifier: Apache-2.0
// Which rows of the protocol tables the modules take, seen from outside: lines of caching agents
// and socket homes are followed by the protocol functions beside them, those of the device by its
// directory.
//
// Contract: told of each message when its receiver is done with it and when it sets out, and of
// copies that change in silence. A module that is in another state than its messages say is found.
// A request that waits at the device for room in its snoop filter is not counted when it is served.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "models/pool/multi_headed_device.h"
#include "models/protocol/coherence/home_function.h"
#include "models/protocol/requester_function.h"
#include "testbenches/coherence/mutants.h"
#include "testbenches/modules/shape.h"

namespace starnuma::modules_bench {

class Rows {
 public:
  explicit Rows(const Shape& shape) : shape_(shape) {}

  // A caching agent.
  void agent_sends(int socket, const protocol::Message& message);
  void agent_takes(base::LineAddress line) {
    at_agent_ = line;
    written_ = false;
  }
  void agent_took(int socket, const protocol::Message& message);
  void wrote(base::LineAddress line, int socket);
  void lost(base::LineAddress line, int socket);

  /// A socket home, which now says `entry` of the line.
  void home_took(const protocol::Message& message, const protocol::coherence::HomeEntry& entry);

  // The device.
  void device_takes(const pool::MultiHeadedDevice& device);
  void device_took(const pool::MultiHeadedDevice& device, int socket,
                   const protocol::Message& message);
  void device_sends(int socket, const protocol::Message& message);

  const coherence_bench::Coverage& coverage() const { return coverage_; }

 private:
  using Device = protocol::cxl::DeviceEntry;
  struct HomeLine {
    protocol::coherence::HomeEntry entry;
    std::deque<protocol::Message> waiting;
  };
  struct DeviceRequest {
    int socket;
    protocol::cxl::Op op;
  };
  struct DeviceView {
    std::map<std::uint64_t, Device> entries;
    std::uint64_t waiting = 0;
    std::uint64_t evictions = 0;
  };
  protocol::RequesterLine& line_of(int socket, base::LineAddress line) {
    return agents_[{socket, line.value}];
  }
  void start(int socket, const protocol::Message& origin, protocol::RequesterEvent event);
  DeviceView view_of(const pool::MultiHeadedDevice& device) const;
  void serve_waiting(base::LineAddress line, protocol::cxl::DeviceState state);
  coherence_bench::Subject subject() { return planted_.subject(coverage_); }

  Shape shape_;
  coherence_bench::Planted planted_{nullptr};
  coherence_bench::Coverage coverage_;
  std::map<std::pair<int, std::uint64_t>, protocol::RequesterLine> agents_;
  base::LineAddress at_agent_{~std::uint64_t{0}};  ///< Whose message is being taken.
  bool written_ = false;                           ///< That line, meanwhile.
  std::map<std::uint64_t, HomeLine> homes_;
  DeviceView before_;
  std::map<std::uint64_t, std::uint32_t> awaited_;  ///< Hosts that are snooped, by line.
  std::map<std::uint64_t, std::deque<DeviceRequest>> waiting_;  ///< At the device, by line.
};

/// Rows without a message, which are not seen from outside: hits, and what modules never do, lines
/// given up or weakened in silence.
bool asks_nobody(const std::string& row);

}  // namespace starnuma::modules_bench
