// SPDX-License-Identifier: Apache-2.0
#include "testbenches/queueing/queued_shares.h"

#include <systemc>

#include "models/transport/queued_channel.h"

namespace starnuma::queueing {

using base::Time;
using kernel::Envelope;
using transport::QueuedChannel;

namespace {

/// Sends messages into the channel, with a permanent backlog, until stopped.
class Heads {
 public:
  Heads(kernel::QueuedDispatcher& dispatcher, const QueuedChannel::Config& config, bool equal_sizes,
        int messages)
      : messages_(messages),
        equal_sizes_(equal_sizes),
        channel_(dispatcher, config, [this](int head, Envelope& envelope) {
          if (++arrived_ < messages_) offer(head, envelope);
          if (arrived_ == messages_) note();
        }) {
    served_.resize(config.inputs.size());
    for (std::size_t h = 0; h < config.inputs.size(); ++h) {
      for (int i = 0; i < kWaiting; ++i) offer(static_cast<int>(h), storage_.emplace_back());
    }
  }

  std::vector<double> shares() const {
    double sum = 0;
    for (const double s : served_) sum += s;
    std::vector<double> all;
    for (const double s : served_) all.push_back(s / sum);
    return all;
  }

 private:
  static constexpr int kWaiting = 64;

  void offer(int head, Envelope& envelope) {
    envelope.ledger = {};
    envelope.carries_data = equal_sizes_ || head % 2 == 0;
    channel_.offer(head, envelope);
  }
  void note() {
    for (std::size_t h = 0; h < served_.size(); ++h) {
      served_[h] = channel_.counts(static_cast<int>(h)).served.ns();
    }
  }

  int messages_;
  int arrived_ = 0;
  bool equal_sizes_;
  std::vector<double> served_;
  std::deque<Envelope> storage_;
  QueuedChannel channel_;
};

}  // namespace

std::vector<double> shares(timing::Arbitration arbitration, const std::vector<int>& weights,
                           bool equal_sizes, int messages) {
  kernel::QueuedDispatcher dispatcher("dispatcher");
  QueuedChannel::Config config;
  for (const int weight : weights) config.inputs.push_back({weight});
  config.arbitration = arbitration;
  const base::Bandwidth rate(3'000'000'000);
  config.service = {rate.time_for(base::Bytes(8)), rate.time_for(base::Bytes(72))};
  config.latency = Time(25'000);
  Heads heads(dispatcher, config, equal_sizes, messages);
  sc_core::sc_start();
  return heads.shares();
}

}  // namespace starnuma::queueing
