// SPDX-License-Identifier: Apache-2.0
// Log of the CXL.mem messages at the heads of pool devices, or of the hosts' requests only, in the
// format of models/protocol/cxl/log_format.h.
//
// Contract:
// - Messages are added when the device receives or sends them. Their times are not before the
//   current time. The order of messages to and from the device needs delivery in SystemC time.
// - Rows are written in order of time; rows of equal time keep the order of the calls.
// - A recorded request is not earlier than the previous one of its host for the line, which
//   immediate delivery sends in the same order but may deliver later.
// - Tags are numbers of transactions, as in waves and in `explain`.
// - The log never changes the simulation.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/kernel/envelope.h"
#include "models/protocol/message.h"

namespace starnuma::pool {

enum class Logged : std::uint8_t {
  kMessages,
  kRequests  ///< Req and RwD of hosts, without messages of snoops and conflicts.
};

class MessageLog {
 public:
  explicit MessageLog(std::ostream& out, Logged logged = Logged::kMessages);

  /// Adds a message between a host and a head. `has_version`: data have versions.
  void add(base::NodeId device, int head, base::SocketId host, const kernel::Envelope& envelope,
           bool has_version);
  /// Writes the remaining rows and the end of the log.
  void finish();

 private:
  struct Row {
    base::Time time;
    std::uint64_t number;
    std::uint64_t transaction;
    protocol::Message message;
    base::NodeId device;
    base::SocketId host;
    int head;
    bool has_version;

    friend bool operator>(const Row& a, const Row& b) {
      return a.time != b.time ? a.time > b.time : a.number > b.number;
    }
  };

  void push(Row row, protocol::cxl::Op op);
  void write_until(base::Time time);
  void write(const Row& row);

  std::ostream& out_;
  Logged logged_;
  /// Rows that an earlier row may still precede.
  std::priority_queue<Row, std::vector<Row>, std::greater<>> pending_;
  std::map<std::pair<base::SocketId, std::uint64_t>, base::Time> last_;  ///< by host and line
  std::uint64_t rows_ = 0;
  std::string text_;
};

}  // namespace starnuma::pool
