// SPDX-License-Identifier: Apache-2.0
#include "models/kernel/dispatcher.h"

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/kernel/tap.h"

namespace starnuma::kernel {

void Dispatcher::grow() {
  storage_.emplace_back();
  free_.push_back(&storage_.back());
}

void Dispatcher::begin() {
  SN_CHECK(!running_, "dispatcher: a transaction was started from inside a handler at ",
           horizon_.ps(), " ps");
  running_ = true;
  transaction_ = ++transactions_;
  horizon_ = now();
}

[[gnu::always_inline]] inline void Dispatcher::handle_next() {
  Envelope& message = *queue_.back().message;
  Agent& receiver = *queue_.back().receiver;
  queue_.pop_back();
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
  while (!queue_.empty()) handle_next();
  running_ = false;
}

void Dispatcher::handle_due() {
  running_ = true;
  horizon_ = now();
  while (!queue_.empty() && queue_.back().message->time <= horizon_) handle_next();
  running_ = false;
}

}  // namespace starnuma::kernel
