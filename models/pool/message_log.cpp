// SPDX-License-Identifier: Apache-2.0
#include "models/pool/message_log.h"

#include <algorithm>
#include <charconv>

#include "models/base/address_text.h"
#include "models/kernel/copy_observer.h"
#include "models/kernel/now.h"
#include "models/protocol/cxl/log_format.h"

namespace starnuma::pool {

using protocol::Message;
using protocol::cxl::Op;

namespace {

void append(std::string& text, std::uint64_t value) {
  char digits[20];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_version(std::string& text, std::uint16_t version) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (int shift = 12; shift >= 0; shift -= 4) text += kDigits[version >> shift & 15U];
}

/// Returns true if a host sends the message on its own account.
bool is_request(Op op) {
  const protocol::Role role = protocol::cxl::role_of(op);
  return role == protocol::Role::kRequest || role == protocol::Role::kGiveBack;
}

}  // namespace

MessageLog::MessageLog(std::ostream& out, Logged logged) : out_(out), logged_(logged) {
  out_ << protocol::cxl::kLogTitle << '\n';
  for (std::size_t c = 0; c < protocol::cxl::kLogColumns; ++c) {
    out_ << (c == 0 ? "" : ",") << protocol::cxl::kLogColumnNames[c];
  }
  out_ << '\n';
}

void MessageLog::add(base::NodeId device, int head, base::SocketId host,
                     const kernel::Envelope& envelope, bool has_version) {
  const auto message = envelope.open<Message>();
  if (message.protocol != Message::Class::kCxl) return;
  if (logged_ == Logged::kRequests && !is_request(message.cxl)) return;
  write_until(kernel::now());
  base::Time time = envelope.time;
  if (logged_ == Logged::kRequests) {
    base::Time& last = last_[{host, message.line.value}];
    time = last = std::max(last, time);
  }
  const Row row{time, 0, envelope.transaction, message, device, host, head, has_version};
  if (const auto ndr = ndr_of(message.cxl)) {
    push(row, *ndr);
    return push(row, Op::kMemData);
  }
  push(row, message.cxl);
}

void MessageLog::push(Row row, Op op) {
  row.message.cxl = op;
  row.number = rows_++;
  pending_.push(row);
}

void MessageLog::write_until(base::Time time) {
  while (!pending_.empty() && pending_.top().time < time) {
    write(pending_.top());
    pending_.pop();
  }
}

void MessageLog::write(const Row& row) {
  const Op op = row.message.cxl;
  const protocol::cxl::LogName& name = protocol::cxl::log_name(op);
  text_.clear();
  append(text_, static_cast<std::uint64_t>(row.time.ps()));
  for (const int number : {base::index_of(row.device), row.head, base::index_of(row.host)}) {
    append(text_ += ',', static_cast<std::uint64_t>(number));
  }
  base::LineAddress line = row.message.line;
  std::string_view opcode = name.opcode;
  if (const int lines = protocol::block_lines_of(row.message)) {
    opcode = op == Op::kBISnpInv ? protocol::cxl::kBlockSnoop : protocol::cxl::kBlockResponse;
    line.value = protocol::cxl::log_line_of_block(line.value, lines);
  }
  for (const std::string_view field :
       {protocol::cxl::log_direction(op), protocol::cxl::log_channel(op), opcode, name.meta_value,
        name.snp_type}) {
    (text_ += ',') += field;
  }
  ((text_ += ',') += base::address_text(line)) += ',';
  const bool by_bi_tag = protocol::cxl::has_bi_tag(op);
  if (by_bi_tag) text_ += ',';
  if (op != Op::kMemSpecRd) append(text_, row.transaction);
  if (!by_bi_tag) text_ += ',';
  text_ += ',';
  if (row.has_version && row.message.carries_copy() &&
      row.message.version != kernel::CopyObserver::kNoVersion) {
    append_version(text_, row.message.version);
  }
  text_ += ',';
  const protocol::Channel channel = channel_of(op);
  if (channel == protocol::Channel::kNdr || channel == protocol::Channel::kDrs) {
    append(text_, row.message.dev_load);
  }
  out_ << (text_ += '\n');
}

void MessageLog::finish() {
  while (!pending_.empty()) {
    write(pending_.top());
    pending_.pop();
  }
  out_ << protocol::cxl::kLogEnd << rows_ << '\n';
}

}  // namespace starnuma::pool
