// SPDX-License-Identifier: Apache-2.0
// A few sockets, a few lines and one home (a socket home or a multi-headed device) with every
// message in flight between them: the protocol functions of models/protocol run as they are, with
// no time. Explorer and random tester both drive it, one step at a time.
//
// Contract: start() and deliver() take one step. kDone: it was taken; kNo: not possible now (an
// order rule, a line that is busy), nothing changed; kBroken: an invariant broke, failure() says
// which, and the system is of no further use. Messages in flight keep no order but what
// protocol::may_pass() asks for.
// Data are modelled as a version per word; `latest` is the truth that reads are compared with.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/protocol/channel.h"
#include "models/protocol/coherence/home_function.h"
#include "models/protocol/cxl/device_function.h"
#include "models/protocol/requester_function.h"
#include "testbenches/coherence/coverage.h"

namespace starnuma::coherence_bench {

struct SystemConfig {
  bool cxl = true;
  int hosts = 2;
  int lines = 1;
  int filter = 1;  ///< Entries of the device's snoop filter; `lines` or more never evicts.
  protocol::cxl::ReadAnswer answer = protocol::cxl::ReadAnswer::kApart;
};

inline constexpr int kWords = 4;
using Data = std::array<std::uint32_t, kWords>;

struct Flight {
  protocol::Message message;
  base::SocketId from{};
  base::SocketId to{};
  std::uint32_t sequence = 0;
  Data data{};
};

/// A copy at a host: the line as the protocol knows it, and its data.
struct Copy {
  protocol::RequesterLine line;
  Data data{};
};

enum class Step : std::uint8_t { kDone, kNo, kBroken };

template <int kMaxHosts, int kMaxLines, int kMaxFlights>
class System {
 public:
  System(const SystemConfig& config, BenchHooks hooks) : config_(config), hooks_(hooks) {}

  /// An own event of a host: kLoad, kStore, kEvict, kDrop or kWeaken. A host writes its own word of
  /// a line (false sharing) and reads them all.
  Step start(int host, int line, protocol::RequesterEvent own);
  /// Delivers the message at `index`; `victim` (a line) is preferred when the filter is full.
  Step deliver(int index, int victim = 0);
  /// Nothing is in flight or under way.
  bool idle() const;
  const std::string& failure() const { return failure_; }

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
    bool present = false;  ///< In the snoop filter.
    Data memory{};
    Data latest{};
  };

  static std::size_t at(int host, int line) {
    return static_cast<std::size_t>(host * kMaxLines + line);
  }
  static int line_of(const Message& message) { return static_cast<int>(message.line.value); }
  Line& line_at(int line) { return lines_[static_cast<std::size_t>(line)]; }

  Step broken(std::string what) {
    failure_ = std::move(what);
    return Step::kBroken;
  }
  bool held_back(const Flight& flight) const;
  Step to_home(const Flight& flight);
  Step to_device(const Flight& flight, int victim);
  Step make_room(const Flight& flight, int victim);
  Step to_host(const Flight& flight);
  Step home_reacts(const Reaction& reaction, const Flight& cause, int line);
  static std::string no_row(const std::string& who, std::string_view state, const Message& message);
  std::string_view home_state(int line) const;
  Step host_reacts(const Reaction& reaction, int host, int line, bool store);
  void post(const Message& message, base::SocketId from, base::SocketId to, const Data& data);
  void remove(int index) { flights_[static_cast<std::size_t>(index)] = flights_[--count_]; }
  Step check(int line);
  static bool shared_grant(const Message& message);
  static bool exclusive_grant(const Message& message);

  SystemConfig config_;
  BenchHooks hooks_;
  std::array<Copy, static_cast<std::size_t>(kMaxHosts* kMaxLines)> copies_{};
  std::array<Line, static_cast<std::size_t>(kMaxLines)> lines_{};
  std::array<Flight, static_cast<std::size_t>(kMaxFlights)> flights_{};
  std::size_t count_ = 0;
  std::uint32_t sequence_ = 0;
  std::string failure_;
};

}  // namespace starnuma::coherence_bench

#include "testbenches/coherence/system_steps.h"
