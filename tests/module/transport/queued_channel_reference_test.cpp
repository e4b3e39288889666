// SPDX-License-Identifier: Apache-2.0
// A queued channel against a reference: random inputs, classes, credits and arrivals. The reference
// steps from event to event and keeps neither announcements nor scheduled calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <vector>

#include "models/base/random.h"
#include "models/transport/queued_channel.h"
#include "tests/support/elaborate.h"

namespace starnuma::transport::queued_channel_reference_test {
namespace {

using namespace base::literals;
using base::Time;
using kernel::Envelope;

constexpr Time kNever{std::numeric_limits<std::int64_t>::max()};

struct Message {
  int input;
  bool data;
  Time arrival;
  Time held;  ///< Time from the arrival at the receiver to the return of the credit.
  Time sent = kNever;
};

struct Case {
  QueuedChannel::Config config;
  std::vector<Message> messages;
};

Case random_case(std::uint64_t seed) {
  base::Random random(seed);
  const auto below = [&](std::uint64_t bound) { return static_cast<int>(random.below(bound)); };
  Case made;
  QueuedChannel::Config& config = made.config;
  const int inputs = 1 + below(5);
  const int groups = below(3);
  for (int g = 0; g < groups; ++g) config.credits.push_back(1 + below(4));
  for (int i = 0; i < inputs; ++i) {
    QueuedChannel::Input input;
    input.message_class = below(3);
    input.credits = below(groups + 1) - 1;
    config.inputs.push_back(input);
  }
  config.service = {2_ns, Time(10'007)};
  config.latency = 5_ns;
  config.credit_latency = Time(below(60'000));
  const std::uint64_t span = 200'000U + random.below(3'000'000);
  for (int m = 0; m < 150; ++m) {
    made.messages.push_back({below(static_cast<std::uint64_t>(inputs)), random.below(2) == 0,
                             Time(static_cast<std::int64_t>(random.below(span))),
                             Time(below(80'000))});
  }
  std::stable_sort(made.messages.begin(), made.messages.end(),
                   [](const Message& a, const Message& b) { return a.arrival < b.arrival; });
  return made;
}

class Reference {
 public:
  explicit Reference(Case& its_case)
      : without_credit(its_case.config.inputs.size()),
        config_(its_case.config),
        messages_(its_case.messages),
        queues_(config_.inputs.size()),
        returns_(config_.credits.size()),
        left_(config_.credits),
        last_of_class_(kClasses, -1) {}

  void run() {
    for (Time now; now != kNever;) {
      for (; arrived_ < messages_.size() && messages_[arrived_].arrival <= now; ++arrived_) {
        queues_[input_of(arrived_)].push_back(arrived_);
      }
      for (std::size_t g = 0; g < returns_.size(); ++g) {
        const auto later = std::partition(returns_[g].begin(), returns_[g].end(),
                                          [&](Time time) { return time <= now; });
        left_[g] += static_cast<int>(later - returns_[g].begin());
        returns_[g].erase(returns_[g].begin(), later);
      }
      if (free_at_ <= now) send_one(now);
      const Time next = next_time(now);
      for (std::size_t i = 0; i < queues_.size() && next != kNever; ++i) {
        if (free_at_ <= now && !queues_[i].empty()) without_credit[i] += next - now;
      }
      now = next;
    }
  }

  std::vector<Time> without_credit;  ///< Time of each input with a message and an idle channel.

 private:
  static constexpr int kClasses = 3;

  std::size_t input_of(std::size_t message) const {
    return static_cast<std::size_t>(messages_[message].input);
  }
  Time next_time(Time now) const {
    Time next = kNever;
    const auto at = [&](Time time) {
      if (time > now) next = std::min(next, time);
    };
    at(free_at_);
    if (arrived_ < messages_.size()) at(messages_[arrived_].arrival);
    for (const auto& group : returns_) {
      for (const Time time : group) at(time);
    }
    return next;
  }
  bool may_send(std::size_t input) const {
    const int group = config_.inputs[input].credits;
    return !queues_[input].empty() && (group < 0 || left_[static_cast<std::size_t>(group)] > 0);
  }
  /// Returns the first input of a class after its last one that may send, or -1.
  int next_input(int message_class) const {
    const int inputs = static_cast<int>(config_.inputs.size());
    const int last = last_of_class_[static_cast<std::size_t>(message_class)];
    for (int step = 1; step <= inputs; ++step) {
      const int input = (last + step) % inputs;
      const auto i = static_cast<std::size_t>(input);
      if (config_.inputs[i].message_class == message_class && may_send(i)) return input;
    }
    return -1;
  }
  void send_one(Time now) {
    for (int step = 1; step <= kClasses; ++step) {
      const int message_class = (last_class_ + step) % kClasses;
      const int input = next_input(message_class);
      if (input < 0) continue;
      last_class_ = message_class;
      last_of_class_[static_cast<std::size_t>(message_class)] = input;
      return send(static_cast<std::size_t>(input), now);
    }
  }
  void send(std::size_t input, Time now) {
    Message& message = messages_[queues_[input].front()];
    queues_[input].pop_front();
    message.sent = now;
    free_at_ = now + config_.service[message.data];
    const int group = config_.inputs[input].credits;
    if (group < 0) return;
    --left_[static_cast<std::size_t>(group)];
    returns_[static_cast<std::size_t>(group)].push_back(now + config_.latency + message.held +
                                                        config_.credit_latency);
  }

  const QueuedChannel::Config& config_;
  std::vector<Message>& messages_;
  std::vector<std::deque<std::size_t>> queues_;
  std::vector<std::vector<Time>> returns_;
  std::vector<int> left_;
  std::vector<int> last_of_class_;
  int last_class_ = kClasses - 1;
  std::size_t arrived_ = 0;
  Time free_at_;
};

/// Sends the messages of a case through a channel, at an origin of its own. A dispatcher is made
/// once a process, so the cases follow each other.
class Channel : kernel::EventTarget {
 public:
  Channel(kernel::QueuedDispatcher& dispatcher, const Case& its_case)
      : dispatcher_(dispatcher),
        case_(its_case),
        channel(dispatcher, its_case.config, [this](int, Envelope& envelope) { left(envelope); }),
        origin_(kernel::now()),
        envelopes_(its_case.messages.size()),
        sent(its_case.messages.size(), kNever) {
    for (std::size_t m = 0; m < envelopes_.size(); ++m) {
      envelopes_[m].sequence = m;
      envelopes_[m].carries_data = its_case.messages[m].data;
      envelopes_[m].time = origin_ + its_case.messages[m].arrival;
      channel.offer(its_case.messages[m].input, envelopes_[m]);
    }
    sc_core::sc_start();
    test::let_pass(its_case.config.credit_latency + 1_ps);  // the last credit returns
  }

 private:
  void left(Envelope& envelope) {
    sent[envelope.sequence] = kernel::now() - origin_;
    const Time held = case_.messages[envelope.sequence].held;
    EXPECT_EQ(envelope.time, kernel::now() + case_.config.latency);
    dispatcher_.call_at(envelope.time + held, *this, 0, &envelope);
  }
  void due(int, Envelope* message) override { message->leave_buffer(); }

  kernel::QueuedDispatcher& dispatcher_;
  const Case& case_;

 public:
  QueuedChannel channel;

 private:
  Time origin_;
  std::vector<Envelope> envelopes_;

 public:
  std::vector<Time> sent;
};

/// Sums of the reference for one input.
struct Sums {
  Time wait;
  Time served;
};

TEST(QueuedChannelReference, SendsEachMessageWhenTheReferenceDoes) {
  kernel::QueuedDispatcher dispatcher("dispatcher");
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Case made = random_case(seed);
    Channel run(dispatcher, made);
    Reference reference(made);
    reference.run();
    std::vector<Sums> sums(made.config.inputs.size());
    for (std::size_t m = 0; m < made.messages.size(); ++m) {
      const Message& message = made.messages[m];
      ASSERT_EQ(run.sent[m], message.sent) << "message " << m;
      Sums& of_input = sums[static_cast<std::size_t>(message.input)];
      of_input.wait += message.sent - message.arrival;
      of_input.served += made.config.service[message.data];
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const QueuedChannel::QueueStats& counts = run.channel.counts(static_cast<int>(i));
      EXPECT_EQ(counts.wait, sums[i].wait);
      EXPECT_EQ(counts.served, sums[i].served);
      EXPECT_EQ(counts.without_credit, reference.without_credit[i]);
      EXPECT_EQ(run.channel.waiting(static_cast<int>(i)), 0U);
    }
    for (std::size_t g = 0; g < made.config.credits.size(); ++g) {
      EXPECT_EQ(run.channel.credits(static_cast<int>(g)), made.config.credits[g]);
    }
  }
}

}  // namespace
}  // namespace starnuma::transport::queued_channel_reference_test
