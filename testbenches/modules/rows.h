// SPDX-License-Identifier: Apache-2.0
// External observation of the rows of the protocol tables that the modules take. The protocol
// functions follow the lines of caching agents and socket homes in parallel; the device's directory
// gives its lines.
//
// Contract:
// - The observer is notified of each message when it is sent and when its receiver has processed
//   it, and of copies that change silently.
// - It detects a module whose state differs from the state that its messages imply.
// - It does not count a request that waited at the device for a free entry of the snoop filter.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "models/pool/multi_headed_device_base.h"
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

  /// A socket home, with its `entry` of the line after the message.
  void home_took(const protocol::Message& message, const protocol::coherence::HomeEntry& entry);

  // The device.
  void device_takes(const pool::MultiHeadedDeviceBase& device);
  void device_took(const pool::MultiHeadedDeviceBase& device, int socket,
                   const protocol::Message& message);
  void device_sends(int socket, const protocol::Message& message);

  /// The device in RTL has executed a row.
  void device_executed(protocol::cxl::DeviceState state, protocol::cxl::DeviceEvent event) {
    subject().taken(protocol::TableId::kDevice, state, event);
  }

  const coherence_bench::Coverage& coverage() const { return coverage_; }

 private:
  using Device = protocol::cxl::DeviceEntry;
  struct HomeLine {
    protocol::coherence::HomeEntry entry;
    std::deque<protocol::Message> waiting;
  };
  struct DeviceView {
    std::map<std::uint64_t, Device> entries;
    std::uint64_t evictions = 0;
  };
  protocol::RequesterLine& line_of(int socket, base::LineAddress line) {
    return agents_[{socket, line.value}];
  }
  void start(int socket, const protocol::Message& origin, protocol::RequesterEvent event);
  DeviceView view_of(const pool::MultiHeadedDeviceBase& device) const;
  coherence_bench::Subject subject() { return planted_.subject(coverage_); }

  Shape shape_;
  coherence_bench::Planted planted_{nullptr};
  coherence_bench::Coverage coverage_;
  std::map<std::pair<int, std::uint64_t>, protocol::RequesterLine> agents_;
  base::LineAddress at_agent_{~std::uint64_t{0}};  ///< Line of the message that is being processed.
  bool written_ = false;                           ///< State of that line during the processing.
  std::map<std::uint64_t, HomeLine> homes_;
  DeviceView before_;
  std::map<std::uint64_t, std::uint32_t> awaited_;  ///< Snooped hosts, by line.
};

/// Returns true for rows without a message, which are not observable: hits, and lines invalidated
/// or weakened silently, which modules never do.
bool asks_nobody(const std::string& row);

}  // namespace starnuma::modules_bench
