// SPDX-License-Identifier: Apache-2.0
// A resource in queued mode that several queues share: one direction of a link, or the way into a
// device. Real queues, real arbitration, credits.
//
// Contract: offer(input, envelope) takes a message that is there at its time (now or later); each
// is handed to `deliver` once, at its new time. Messages of one input keep their order unless it
// `may_overtake`. An input with credits spends one per message and stops at zero until
// give_credit(); the others go on, so one class of messages never blocks another.
// Timing: one message at a time, `service` each, in the arbiter's order; then `latency`; then up to
// `longest_delay` more, drawn from the seed. A message's own service is not part of its latency:
// receivers cut through.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "models/base/random.h"
#include "models/base/stats.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/timing/arbiter.h"

namespace starnuma::transport {

class QueuedChannel : public kernel::Station, public base::StatSource {
 public:
  struct Input {
    int weight = 1;
    int credits = kUnlimited;
    bool may_overtake = false;
  };
  struct Config {
    std::vector<Input> inputs;
    timing::Arbitration arbitration = timing::Arbitration::kRoundRobin;
    std::array<base::Time, 2> service;  ///< By whether a message carries data; above zero.
    base::Time latency;
    base::Time longest_delay;
    std::uint64_t seed = 0;
    base::LatencyKind wire = base::LatencyKind::kCxlWire;
    base::LatencyKind queue = base::LatencyKind::kCxlQueue;
  };
  static constexpr int kUnlimited = -1;
  using Deliver = std::function<void(int input, kernel::Envelope& envelope)>;

  QueuedChannel(kernel::QueuedDispatcher& dispatcher, const Config& config, Deliver deliver);

  void offer(int input, kernel::Envelope& envelope);
  void give_credit(int input);

  /// Messages that wait at an input now.
  std::size_t waiting(int input) const { return queues_[static_cast<std::size_t>(input)].size(); }
  /// Time that the input's messages have occupied the resource in the measured window.
  base::Time served(int input) const { return counts_[static_cast<std::size_t>(input)].served; }

  void report(base::StatWriter& writer) const override;
  void reset_statistics() override;

 private:
  struct Counts {
    std::int64_t messages = 0;
    base::Time served;
    base::Time wait;
    std::size_t most_waiting = 0;
  };

  void due(int tag, kernel::Envelope* message) override;
  void serve();
  void send(std::size_t input, kernel::Envelope& message);
  void update(std::size_t input);
  base::Time service_of(const kernel::Envelope& message) const {
    return config_.service[message.carries_data];
  }

  kernel::QueuedDispatcher& dispatcher_;
  Config config_;
  Deliver deliver_;
  timing::Arbiter arbiter_;
  base::Random random_;
  std::vector<std::deque<kernel::Envelope*>> queues_;
  std::vector<base::Time>
      first_;  ///< What the first message of each queue takes; zero: none may go.
  std::vector<base::Time> last_arrival_;
  std::vector<Counts> counts_;
  bool busy_ = false;
};

}  // namespace starnuma::transport
