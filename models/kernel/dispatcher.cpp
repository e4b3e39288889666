// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/dispatcher.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/tap.h"

namespace starnuma::kernel {

void Dispatcher::grow() {
  storage_.emplace_back();
  free_.push_back(&storage_.back());
}

std::vector<const Envelope*> Dispatcher::under_way() const {
  std::vector<const Envelope*> free(free_.begin(), free_.end());
  std::sort(free.begin(), free.end());
  std::vector<const Envelope*> messages;
  for (const Envelope& message : storage_) {
    if (!std::binary_search(free.begin(), free.end(), &message)) messages.push_back(&message);
  }
  return messages;
}

void Dispatcher::begin() {
  SN_CHECK(!running_, "dispatcher: a transaction was started from inside a handler at ",
           horizon_.ps(), " ps");
  running_ = true;
  transaction_ = ++transactions_;
  horizon_ = now();
}

QueuedDispatcher* Dispatcher::queued() {
  return in_time_ ? static_cast<QueuedDispatcher*>(this) : nullptr;
}

Envelope& Dispatcher::copy_of(const Envelope& message) {
  Envelope& copy = acquire();
  const base::Time horizon = copy.horizon;
  const std::uint64_t sequence = copy.sequence;
  copy = message;
  copy.horizon = horizon;
  copy.sequence = sequence;
  copy.credit = nullptr;
  return copy;
}

void Dispatcher::deliver_again(Envelope& message, Agent& receiver) {
  if (in_time_) return queued()->deliver_admitted(message, receiver);
  arrived(message, receiver);
}

void Dispatcher::arrived_in_time(Envelope& message, Agent& receiver) {
  queued()->arrive(message, receiver);
}

[[gnu::always_inline]] inline void Dispatcher::handle(const Arrival& arrival) {
  Envelope& message = *arrival.message;
  Agent& receiver = *arrival.receiver;
  ++delivered_;
  transaction_ = message.transaction;
  const bool watched = kWaves && __builtin_expect(observer_ != nullptr, 0);
  if (watched) observer_->handling(message, receiver);
  receiver.handle(message, outbox_);
  if (watched) observer_->handled(message, receiver);
  free_.push_back(&message);
  send_posted(receiver);
}

void Dispatcher::drain() {
  while (!queue_.empty()) {
    const Arrival next = queue_.back();
    queue_.pop_back();
    handle(next);
  }
  running_ = false;
}

void Dispatcher::handle_now(const Arrival& arrival) {
  running_ = true;
  arrival.message->horizon = horizon_ = now();
  arrival.message->leave_buffer();
  handle(arrival);
  running_ = false;
}

}  // namespace starnuma::kernel
