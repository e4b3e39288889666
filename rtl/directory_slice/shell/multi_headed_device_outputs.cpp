// SPDX-License-Identifier: Apache-2.0
// Memory requests, snoops and answers of the RTL.
#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "rtl/directory_slice/shell/multi_headed_device.h"

namespace starnuma::rtl {

using accounting::LatencyKind;
using base::Time;
using kernel::Envelope;
using protocol::Message;
using protocol::cxl::Op;

void MultiHeadedDevice::access(int slice, const MemoryRequest& request, Time now) {
  requested(request);
  if (request.write) {
    write(request, now);
  } else {
    read(slice, request, now);
  }
}

void MultiHeadedDevice::write(const MemoryRequest& request, Time now) {
  Envelope write{};
  write.time = write.horizon = now;
  access_memory(write, lines_.in_memory(request.line), true);
  Message message = Message::of(Op::kMemWr, address_of(request.line), {});
  message.version = static_cast<std::uint16_t>(request.data);
  after_write(write, message);
  // The request leaves the RTL a cycle before the Cmp.
  lines_.at(request.line).accepted = write.time + period();
  host_side_->write_done(write.time);
}

/// Reads a line, and stores the time at which the request may be granted with its ledger.
void MultiHeadedDevice::read(int slice, const MemoryRequest& request, Time now) {
  Transaction& transaction = transactions_[lines_.at(request.line).served];
  // The read ahead of a request that a write-back has served may leave after its answer.
  const bool late = !transaction.outstanding || transaction.line != request.line;
  const bool follows_snoop = !request.ahead && transaction.snooped;
  Envelope data = follows_snoop ? *transaction.snooped : transaction.cause;
  data.advance(LatencyKind::kDirectory, directory_latency_);
  const Time begin = follows_snoop ? now : now + retry_delay(transaction);
  const Time start = begin + cycles(kGrantCycles);
  if (start > data.time) data.advance(LatencyKind::kLineQueue, start - data.time);
  Envelope read = data;
  read.time = begin, read.horizon = now;
  const std::uint64_t line = lines_.in_memory(request.line);
  bool dropped = false;
  if (request.ahead) {
    dropped = !read_ahead(read, line);
  } else {
    access_memory(read, line, false);
  }
  data.ledger = read.ledger;
  data.time += read.time - begin;
  if (!late) {
    transaction.data = data;
    if (follows_snoop) transaction.snooped.reset();
  }
  MemoryResponse response{request.id, 0, dropped};
  if (dispatcher().copies() != nullptr) {
    response.data = dispatcher().copies()->sent_by_memory(address_of(request.line));
  }
  inputs_.add(slice, read.time, request.line, response);
}

void MultiHeadedDevice::snoop(const DeviceMessage& snoop, Time now) {
  snooped(snoop);
  Line& line = lines_.at(snoop.line);
  line.bi_tag = snoop.tag;
  const Transaction& transaction = transactions_[line.snooper];
  Envelope cause = transaction.cause;
  cause.advance(LatencyKind::kDirectory, directory_latency_);
  Message message = transaction.message.next(snoop.op);
  message.line = line.address;
  send(cause, now + request_output_delay(transaction), static_cast<base::SocketId>(snoop.host),
       message, 0);
}

void MultiHeadedDevice::answer(const DeviceMessage& answer, Time now) {
  const auto tag = static_cast<Tag>(answer.tag);
  const Transaction transaction = transactions_[tag];
  answered(answer, transaction.line);
  transactions_.end(tag);
  const Op op = transaction.message.cxl;
  const bool is_request = DirectoryInputs::port_of(op) == DirectoryInputs::kReq;
  const bool writes = protocol::cxl::writes_line(op);
  Time time = now;
  if (protocol::cxl::role_of(answer.op) == protocol::Role::kGrant) {
    grant(answer, transaction, now);
  } else {
    if (is_request) time += request_output_delay(transaction);
    if (writes) time = std::max(time, lines_.at(transaction.line).accepted);
    Envelope cause = transaction.cause;
    cause.advance(LatencyKind::kDirectory, directory_latency_);
    Message message = transaction.message.next(answer.op);
    message.answers_snoop = writes && transaction.message.answers_snoop;
    send(cause, time, static_cast<base::SocketId>(answer.host), message, 0);
  }
  if (op == Op::kBIConflict) host_side_->write_done(time);
  if (!is_request) return;
  host_side_->request_done(transaction.message, time);
  transactions_.remove_request(transaction.line, answer.host);
}

void MultiHeadedDevice::grant(const DeviceMessage& answer, const Transaction& transaction,
                              Time now) {
  const auto ndr = protocol::cxl::ndr_of(answer.op);  // if it has data
  const bool reads = ndr && !transaction.written;
  Envelope cause = transaction.snooped ? *transaction.snooped : transaction.cause;
  Time time = now;
  if (reads && !transaction.snooped) {
    cause = *transaction.data;
  } else {
    cause.advance(LatencyKind::kDirectory, directory_latency_);
    if (reads) wait_for_data(cause, transaction.data->time, transaction.data->ledger);
    if (!transaction.snooped) time += request_output_delay(transaction);
  }
  const auto host = static_cast<base::SocketId>(answer.host);
  const auto post = [&](Op op) {
    Message message = transaction.message.next(op);
    message.via_owner = transaction.via_owner;
    send(cause, time, host, message, answer.data);
  };
  const bool together = place_.read_answer == protocol::cxl::ReadAnswer::kTogether;
  if (together || !ndr) return post(answer.op);
  post(*ndr);
  post(Op::kMemData);
}

/// Sends a message at `time`; what its cause does not account for is a wait.
void MultiHeadedDevice::send(const Envelope& cause, Time time, base::SocketId to,
                             const Message& message, std::uint64_t data) {
  SN_CHECK(cause.time <= time, name(), ": a message for line ", message.line, " leaves ",
           (cause.time - time).ps(), " ps early at ", time.ps(), " ps");
  Envelope& envelope = dispatcher().copy_of(cause);
  envelope.advance(LatencyKind::kLineQueue, time - cause.time);
  post(envelope, to, message);
  if (dispatcher().copies() != nullptr && message.carries_copy()) {
    auto marked = envelope.open<Message>();
    marked.version = static_cast<std::uint16_t>(data);
    envelope.seal(envelope.source, envelope.destination, marked);
  }
  transmit(envelope);
}

}  // namespace starnuma::rtl
