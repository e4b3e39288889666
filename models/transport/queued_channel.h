// SPDX-License-Identifier: Apache-2.0
// A resource in queued mode that several queues share: one direction of a link, or the way into a
// device. Real queues, real arbitration, credits.
//
// Contract: offer(input, envelope) takes a message that is there at its time (now or later); each
// is handed to `deliver` once, at its new time. Messages of one input keep their order unless it
// `may_overtake`. An input that belongs to a group of credits spends one per message and stops
// where the group has none left, until give_credit(); other inputs go on, so one class of messages
// never blocks another. Timing: one message at a time, `service` each, in the arbiter's order; then
// `latency`; then up to `longest_delay` more, drawn from the seed. A message's own service is not
// part of its latency: receivers cut through.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/random.h"
#include "models/kernel/pass_observer.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/timing/arbiter.h"

namespace starnuma::transport {

class QueuedChannel : public kernel::Station, public accounting::StatSource {
 public:
  struct Input {
    int weight = 1;
    int credits = kUnlimited;  ///< Index of its group.
    bool may_overtake = false;
    int message_class = 0;  ///< Classes take turns; inputs of one are arbitrated by their weights.
  };
  struct Config {
    std::vector<Input> inputs;
    std::vector<int> credits;  ///< Of each group.
    timing::Arbitration arbitration = timing::Arbitration::kRoundRobin;
    std::array<base::Time, 2> service;  ///< By whether a message carries data; above zero.
    base::Time latency;
    base::Time longest_delay;
    std::uint64_t seed = 0;
    accounting::LinkKind kind{};
  };
  static constexpr int kUnlimited = -1;
  using Deliver = std::function<void(int input, kernel::Envelope& envelope)>;

  QueuedChannel(kernel::QueuedDispatcher& dispatcher, const Config& config, Deliver deliver);

  /// Tells `observer` of each message offered: input i is its place `places[i]`. Before the run.
  void observe(kernel::PassObserver& observer, std::vector<std::uint32_t> places);

  void offer(int input, kernel::Envelope& envelope);
  void give_credit(int group);

  /// Messages that wait at an input now.
  std::size_t waiting(int input) const { return queues_[static_cast<std::size_t>(input)].size(); }
  /// What a group of credits has left.
  int credits(int group) const { return config_.credits[static_cast<std::size_t>(group)]; }
  /// Time that the input's messages have occupied the resource in the measured window.
  base::Time served(int input) const { return counts_[static_cast<std::size_t>(input)].served; }

  void report(accounting::StatWriter& writer) const override;
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
  base::Time first_service(std::size_t input);
  int pick();
  int* credits_of(std::size_t input);
  base::Time service_of(const kernel::Envelope& message) const {
    return config_.service[message.carries_data];
  }

  kernel::QueuedDispatcher& dispatcher_;
  Config config_;
  Deliver deliver_;
  /// The inputs of one class of messages.
  struct Class {
    std::vector<std::size_t> inputs;
    timing::Arbiter arbiter;
    std::vector<base::Time> first;  ///< What the first message of each takes; zero: none may go.
  };
  std::vector<Class> classes_;
  timing::Arbiter class_arbiter_;
  base::Random random_;
  std::vector<std::deque<kernel::Envelope*>> queues_;
  std::vector<base::Time>
      first_;  ///< What the first message of each queue takes; zero: none may go.
  std::vector<base::Time> last_arrival_;
  std::vector<Counts> counts_;
  bool busy_ = false;
  kernel::PassObserver* observer_ = nullptr;
  std::vector<std::uint32_t> places_;  ///< By input, in the observer's numbers.
};

}  // namespace starnuma::transport
