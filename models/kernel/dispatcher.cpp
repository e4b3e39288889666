// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/dispatcher.h"

#include "models/base/check.h"
#include "models/kernel/now.h"

namespace starnuma::kernel {

Envelope& Outbox::reply_to(const Envelope& cause) {
  Envelope& message = dispatcher_.acquire();
  message.time = cause.time;
  message.ledger = cause.ledger;
  posted_.push_back(&message);
  return message;
}

Envelope& Outbox::start(base::Time time) {
  Envelope& message = dispatcher_.acquire();
  message.time = time;
  message.ledger = {};
  posted_.push_back(&message);
  return message;
}

Envelope& Dispatcher::acquire() {
  if (free_.empty()) {
    storage_.emplace_back();
    free_.push_back(&storage_.back());
  }
  Envelope& message = *free_.back();
  free_.pop_back();
  message.horizon = horizon_;
  message.sequence = sequence_++;
  return message;
}

void Dispatcher::begin() {
  SN_CHECK(!running_, "dispatcher: a transaction was started from inside a handler at ",
           horizon_.ps(), " ps");
  running_ = true;
  horizon_ = now();
}

void Dispatcher::arrived(Envelope& message, Agent& receiver) {
  auto before = [&](const Envelope& a, const Envelope& b) {
    return a.time != b.time ? a.time < b.time : a.sequence < b.sequence;
  };
  std::size_t i = queue_.size();
  queue_.push_back({&message, &receiver});
  for (; i > 0 && before(*queue_[i - 1].message, message); --i) queue_[i] = queue_[i - 1];
  queue_[i] = {&message, &receiver};
}

void Dispatcher::send_posted(Agent& sender) {
  // transmit() only moves envelopes and queues arrivals: nothing can post meanwhile.
  for (Envelope* message : outbox_.posted_) sender.transmit(*message);
  outbox_.posted_.clear();
}

void Dispatcher::drain() {
  while (!queue_.empty()) {
    const Arrival next = queue_.back();
    queue_.pop_back();
    ++delivered_;
    next.receiver->handle(*next.message, outbox_);
    free_.push_back(next.message);
    send_posted(*next.receiver);
  }
  running_ = false;
}

}  // namespace starnuma::kernel
