// SPDX-License-Identifier: Apache-2.0
// A few sockets, a few lines and one home (a socket home or a multi-headed device) with all
// messages in flight between them. It executes the protocol functions of models/protocol unmodified
// and without time. The explorer and the random tester both drive it step by step.
//
// Contract:
// - start() and deliver() take one step. kDone: the step was taken.
// - kNo: the current state does not permit the step (ordering rule, busy line); the system is
// unchanged.
// - kBroken: an invariant is violated. failure() describes it, and the system must not be used
//   again.
// - Messages in flight keep only the order that protocol::may_pass() requires.
// - Data are a version per word; reads are compared with `latest`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/protocol/channel.h"
#include "models/protocol/coherence/home_function.h"
#include "models/protocol/cxl/device_function.h"
#include "models/protocol/requester_function.h"
#include "testbenches/coherence/checks.h"
#include "testbenches/coherence/conformance.h"
#include "testbenches/coherence/subject.h"

namespace starnuma::coherence_bench {

struct SystemConfig {
  bool cxl = true;
  int hosts = 2;
  int lines = 1;
  int filter = 1;  ///< Entries of the device's snoop filter; with `lines` or more it never evicts.
  protocol::cxl::ReadAnswer answer = protocol::cxl::ReadAnswer::kApart;
  int socket_lines =
      0;               ///< With a device: number of lines, from the first, that have socket homes.
  int page_lines = 0;  ///< Lines of a page that migrates (paged_system.h); 0: no pages.
  int pages = 0;
  int spaces = 1;         ///< Number of address spaces, with equally many pages each.
  bool in_order = false;  ///< Requests that wait for a line queue at its home.
  int sector = 1;         ///< Lines that an entry of the snoop filter covers.

  /// Returns true if the line's home is the device.
  bool on_device(int line) const { return cxl && line >= socket_lines; }
};

inline constexpr int kWords = 4;
using Data = std::array<std::uint32_t, kWords>;

/// Returns true if the host waits for the ownership that a store needs.
inline bool awaits_ownership(protocol::RequesterState state) {
  return state == protocol::RequesterState::kOwning ||
         state == protocol::RequesterState::kUpgrading;
}
/// Writes a host's own word, or all words.
inline void write(Data& data, int host, bool whole_line) {
  for (std::size_t word = 0; word < data.size(); ++word) {
    data[word] += whole_line || word == static_cast<std::size_t>(host % kWords);
  }
}

struct Flight {
  protocol::Message message;
  base::SocketId from{};
  base::SocketId to{};
  std::uint32_t sequence = 0;
  Data data{};
  std::uint32_t arrived = 0;  ///< In order: arrival number at its home; 0: not arrived.
};

/// A copy at a host: the protocol state of the line, and its data.
struct Copy {
  protocol::RequesterLine line;
  Data data{};
  Watcher watcher;
};

/// Host whose caching agent serves the mover's port.
inline constexpr int kMoverHost = 0;

enum class Step : std::uint8_t { kDone, kNo, kBroken };

/// Load or store that the latest step completed; host is -1 if none.
struct Completed {
  int host = -1;
  int line = 0;
  bool store = false;
};

template <int kMaxHosts, int kMaxLines, int kMaxFlights>
class System {
 public:
  System(const SystemConfig& config, Subject subject) : config_(config), subject_(subject) {}

  /// Starts one of kHostEvents. A host writes its own word of a line (false sharing) or, with
  /// kStoreLine at the device, all words, and reads all words.
  Step start(int host, int line, protocol::RequesterEvent own);
  /// Starts an access of the mover at host kMoverHost. It reads the line, or with `fill` writes all
  /// of it; it has no word of its own.
  Step start_move(int line, protocol::RequesterEvent own, const Data* fill);
  /// Delivers the message at `index`; evicts `victim` (a line) if possible when the filter is full.
  Step deliver(int index, int victim = 0);
  /// Returns true if no message or transaction is outstanding.
  bool idle() const;
  const std::string& failure() const { return failure_; }
  /// Returns the check that failed.
  Check check_failed() const { return failed_; }
  const Completed& completed() const { return completed_; }
  /// Returns the data that reads of the line must find.
  const Data& latest(int line) const { return lines_[static_cast<std::size_t>(line)].latest; }
  /// Sets the initial contents of memory; call before the first step.
  void set_memory(int line, const Data& data) {
    line_at(line).memory = line_at(line).latest = data;
  }
  const Data& memory(int line) const { return lines_[static_cast<std::size_t>(line)].memory; }

  const SystemConfig& config() const { return config_; }
  int flights() const { return count_; }
  const Flight& flight(int index) const { return flights_[static_cast<std::size_t>(index)]; }
  const Copy& copy(int host, int line) const { return copies_[at(host, line)]; }

 private:
  template <class>
  friend class StateCode;
  using Op = protocol::cxl::Op;
  using Reaction = protocol::Reaction;
  using Message = protocol::Message;

  struct Line {
    protocol::coherence::HomeEntry home;
    protocol::cxl::DeviceEntry device;
    protocol::cxl::DevicePending pending;
    bool present = false;  ///< The snoop filter has an entry for the line.
    Data memory{};
    Data latest{};
    bool moving = false;  ///< An access of the mover is outstanding.
    bool fills = false;   ///< The mover's access writes `fill`.
    Data fill{};
    bool released = false;  ///< The current transaction has released the line.
    bool read = false;      ///< The device has read memory in parallel with its snoops,
    Data fetched{};         ///< and this is the data.
  };

  static std::size_t at(int host, int line) {
    return static_cast<std::size_t>(host * kMaxLines + line);
  }
  static int line_of(const Message& message) { return static_cast<int>(message.line.value); }
  Line& line_at(int line) { return lines_[static_cast<std::size_t>(line)]; }

  Step broken(Check check, std::string what) {
    failed_ = check;
    failure_ = std::move(what);
    return Step::kBroken;
  }
  bool on_device(const Flight& flight) const { return config_.on_device(line_of(flight.message)); }
  bool deferred(const Flight& flight) const;
  Step to_home(const Flight& flight);
  Step to_device(const Flight& flight, int victim);
  Step make_room(const Flight& flight, int victim);
  Step to_host(const Flight& flight);
  base::LineAddress mixed_line(const Flight& flight) const;
  static bool wants_to_write(const Message& message) {
    return message.protocol == Message::Class::kCxl
               ? message.cxl == Op::kMemRdOwn || message.cxl == Op::kMemInv
               : message.coherence == protocol::coherence::Op::kGetX;
  }
  static bool ends_transaction(const Message& message) {
    return message.protocol == Message::Class::kCxl
               ? message.cxl == Op::kBIRspI
               : message.coherence == protocol::coherence::Op::kUnblock;
  }
  /// Returns true if the home of the line currently accepts no request.
  bool busy(int line) const;
  bool is_evicting(int line) const;
  Step arrive(int index);
  Step serve_waiting(int line);
  int next_waiting(int line) const;
  Step home_reacts(const Reaction& reaction, const Flight& cause, int line, bool waited,
                   std::uint32_t sharers);
  Step check_release(const Reaction& reaction, const Flight& cause, int line, bool waited);
  Step send_all(const Reaction& reaction, int line, bool waited);
  static std::string no_row(const std::string& who, std::string_view state, const Message& message);
  std::string_view home_state(int line) const;
  Step host_reacts(const Reaction& reaction, int host, int line, const HostStep& step);
  void post(const Message& message, base::SocketId from, base::SocketId to, const Data& data);
  void remove(int index) { flights_[static_cast<std::size_t>(index)] = flights_[--count_]; }
  Step check_line(int line);
  static bool shared_grant(const Message& message);
  static bool exclusive_grant(const Message& message);

  SystemConfig config_;
  Subject subject_;
  std::array<Copy, static_cast<std::size_t>(kMaxHosts* kMaxLines)> copies_{};
  std::array<Line, static_cast<std::size_t>(kMaxLines)> lines_{};
  std::array<Flight, static_cast<std::size_t>(kMaxFlights)> flights_{};
  std::size_t count_ = 0;
  std::uint32_t sequence_ = 0;
  std::uint32_t arrivals_ = 0;
  std::uint32_t touched_ = 0;  ///< Lines that the current delivery changes, one bit each.
  Completed completed_;
  Check failed_{};
  std::string failure_;
};

}  // namespace starnuma::coherence_bench
