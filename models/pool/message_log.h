// SPDX-License-Identifier: Apache-2.0
// Log of the CXL.mem messages at the heads of pool devices, in the format of
// models/protocol/cxl/log_format.h.
//
// Contract:
// - Messages are added when the device receives or sends them; delivery is in SystemC time. Their
//   times are not before the current time.
// - Rows are written in order of time; rows of equal time keep the order of the calls.
// - Tags are numbers of transactions, as in waves and in `explain`.
// - The log never changes the simulation.
#pragma once

#include <cstdint>
#include <ostream>
#include <queue>
#include <string>
#include <vector>

#include "models/base/ids.h"
#include "models/kernel/envelope.h"
#include "models/protocol/message.h"

namespace starnuma::pool {

class MessageLog {
 public:
  explicit MessageLog(std::ostream& out);

  /// Adds a message between a host and a head. `has_load`: an NDR or DRS reports DevLoad.
  /// `has_version`: data have versions.
  void add(base::NodeId device, int head, base::SocketId host, const kernel::Envelope& envelope,
           bool has_load, bool has_version);
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
    bool has_load;
    bool has_version;

    friend bool operator>(const Row& a, const Row& b) {
      return a.time != b.time ? a.time > b.time : a.number > b.number;
    }
  };

  void push(Row row, protocol::cxl::Op op);
  void write_until(base::Time time);
  void write(const Row& row);

  std::ostream& out_;
  /// Rows that an earlier row may still precede.
  std::priority_queue<Row, std::vector<Row>, std::greater<>> pending_;
  std::uint64_t rows_ = 0;
  std::string text_;
};

}  // namespace starnuma::pool
