// SPDX-License-Identifier: Apache-2.0
// A few hosts and a device in random steps, with a monitor at the heads that feeds a LogCheck. The
// hosts and the device execute the protocol functions with a subject's rows and faults, and go on
// after a broken invariant.
//
// - M2S messages are logged when they arrive, and wait for the device any time and in any order.
// - S2M messages wait in the device and are logged when they leave, in any order that
//   protocol::may_pass() allows.
#pragma once

#include <optional>
#include <vector>

#include "models/base/random.h"
#include "models/protocol/requester_function.h"
#include "testbenches/coherence/subject.h"
#include "testbenches/cxl_log/check.h"

namespace starnuma::test {

struct LoggedShape {
  int hosts = 2;
  int lines = 1;
  int filter = 1;  ///< Entries of the snoop filter.
};

class LoggedSystem {
 public:
  using Subject = coherence_bench::Subject;

  LoggedSystem(const LoggedShape& shape, Subject subject, std::uint64_t seed);

  /// Takes random steps until `steps`, a message without a row, or a violation.
  void run(int steps);

  std::optional<cxl_log::LogViolation> violation;
  std::uint64_t messages = 0;

 private:
  using Message = protocol::Message;
  using Reaction = protocol::Reaction;
  enum class Stage : std::uint8_t { kToDevice, kAtDevice, kLeaving, kToHost };
  struct Flight {
    Message message;
    base::SocketId host;
    Stage stage;
    std::uint64_t data;
  };
  struct Copy {
    protocol::RequesterLine line;
    std::uint64_t data = 0;
  };
  struct Line {
    protocol::cxl::DeviceEntry entry;
    protocol::cxl::DevicePending pending;
    bool present = false;
    std::uint64_t memory = 0;
    std::uint64_t fetched = 0;
  };

  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
  }
  static std::size_t number(const Message& message) {
    return static_cast<std::size_t>(message.line.value);
  }
  Copy& copy(base::SocketId host, std::size_t line) {
    return copies_[static_cast<std::size_t>(host) * lines_.size() + line];
  }
  void start();
  void move(std::size_t index);
  bool blocked(std::size_t index) const;
  void to_host(const Flight& flight);
  void host_reacts(const Reaction& reaction, base::SocketId host, std::size_t line, bool stores);
  bool to_device(const Flight& flight);
  bool make_room(const Message& request);
  void device_reacts(Line& line, const Reaction& reaction, const Flight& cause);
  void log(const Flight& flight);

  Subject subject_;
  base::Random random_;
  int hosts_;
  int filter_;
  std::vector<Copy> copies_;
  std::vector<Line> lines_;
  std::vector<Flight> flights_;  ///< In the order in which they were sent.
  std::uint64_t version_ = 0;
  bool stopped_ = false;
  cxl_log::LogCheck check_;
};

}  // namespace starnuma::test
