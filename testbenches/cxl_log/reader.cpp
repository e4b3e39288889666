// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cxl_log/reader.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "models/protocol/directory_entry.h"

namespace starnuma::cxl_log {

using protocol::cxl::kLogColumnNames;
using protocol::cxl::kLogEnd;
using protocol::cxl::kLogNames;
using protocol::cxl::LogName;
using protocol::cxl::Op;

namespace {

constexpr std::string_view kBlockSuffix = "Blk";
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return '"' + std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "...\"" : "\"");
}

std::string nearest_to(std::string_view text, const std::vector<std::string>& known) {
  const auto near = base::nearest(std::string(text), known);
  return near ? ", did you mean " + quoted(*near) + "?" : "";
}

}  // namespace

LogReader::LogReader(std::string file)
    : file_(std::move(file)), in_(std::fopen(file_.c_str(), "rb"), &std::fclose) {
  if (in_ == nullptr) throw std::system_error(errno, std::generic_category(), file_);
  buffer_.resize(kBufferBytes);
  if (!next_line() || line_ != protocol::cxl::kLogTitle) {
    fail("expected " + quoted(protocol::cxl::kLogTitle) + ", found " + quoted(line_));
  }
  read_columns();
}

void LogReader::fail(const std::string& what) const {
  throw base::InputError(file_, ":", row_, ": ", what);
}

void LogReader::fail(Column column, const std::string& expectation) const {
  fail(std::string(kLogColumnNames[static_cast<std::size_t>(column)]) + ": expected " +
       expectation + ", found " + quoted(field(column)));
}

/// Reads the next line; an incomplete last line is an error.
bool LogReader::next_line() {
  ++row_;
  std::size_t searched = begin_;
  for (;;) {
    const char* start = buffer_.data() + searched;
    if (const void* found = std::memchr(start, '\n', end_ - searched)) {
      const auto stop = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      line_ = {buffer_.data() + begin_, stop - begin_};
      begin_ = stop + 1;
      return true;
    }
    if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    searched = end_;
    if (end_ == buffer_.size()) fail("expected a line of at most 1 MiB");
    const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, in_.get());
    if (got == 0 && std::ferror(in_.get()) != 0) {
      throw std::system_error(errno, std::generic_category(), file_);
    }
    if (got == 0) break;
    end_ += got;
  }
  line_ = {buffer_.data(), end_};
  if (end_ != 0) fail("the log is truncated: its last line is incomplete");
  return false;
}

void LogReader::split() {
  fields_.clear();
  std::string_view rest = line_;
  for (;;) {
    const std::size_t comma = rest.find(',');
    fields_.push_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

void LogReader::read_columns() {
  places_.fill(-1);
  if (!next_line()) fail("the log is truncated: it has no line of columns");
  split();
  columns_ = fields_.size();
  for (std::size_t i = 0; i < columns_; ++i) {
    const auto* known = std::find(kLogColumnNames.begin(), kLogColumnNames.end(), fields_[i]);
    if (known == kLogColumnNames.end()) {
      const std::vector<std::string> names(kLogColumnNames.begin(), kLogColumnNames.end());
      fail("unknown column " + quoted(fields_[i]) + nearest_to(fields_[i], names));
    }
    int& place = places_[static_cast<std::size_t>(known - kLogColumnNames.begin())];
    if (place >= 0) fail("column " + quoted(fields_[i]) + " occurs twice");
    place = static_cast<int>(i);
  }
  for (const Column column : {Column::kTime, Column::kOpcode, Column::kAddress}) {
    if (!has(column)) {
      fail("missing column " + quoted(kLogColumnNames[static_cast<std::size_t>(column)]));
    }
  }
  if (!has(Column::kHost) && !has(Column::kHead)) fail("missing column \"host\" or \"head\"");
}

std::string_view LogReader::field(Column column) const {
  return has(column) ? fields_[static_cast<std::size_t>(places_[static_cast<std::size_t>(column)])]
                     : std::string_view();
}

std::uint64_t LogReader::number(Column column, std::uint64_t most) const {
  const std::string_view text = field(column);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value > most) {
    fail(column, "a whole number from 0 to " + std::to_string(most));
  }
  return value;
}

std::uint64_t LogReader::hexadecimal(Column column) const {
  std::string_view text = field(column);
  if (text.substr(0, 2) == "0x") text.remove_prefix(2);
  std::uint64_t value = 0;
  constexpr int kBase = 16;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, kBase);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    fail(column, "a hexadecimal number of at most 64 bits");
  }
  return value;
}

void LogReader::check_agrees(Column column, std::string_view expected) const {
  if (has(column) && field(column) != expected) {
    fail(column, quoted(expected) + " for " + std::string(field(Column::kOpcode)));
  }
}

Op LogReader::op() const {
  std::string_view opcode = field(Column::kOpcode);
  if (is_block()) opcode.remove_suffix(kBlockSuffix.size());
  bool known = false;
  for (const LogName& name : kLogNames) {
    if (name.opcode != opcode) continue;
    known = true;
    const bool snp = !has(Column::kSnpType) || field(Column::kSnpType) == name.snp_type;
    const bool meta = !has(Column::kMetaValue) || field(Column::kMetaValue) == name.meta_value;
    if (!snp || !meta) continue;
    if (opcode == "MemRd" && !has(Column::kSnpType) && !has(Column::kMetaValue)) {
      fail("missing column \"meta_value\" or \"snp_type\", which MemRd needs");
    }
    check_agrees(Column::kDirection, protocol::cxl::log_direction(name.op));
    check_agrees(Column::kChannel, protocol::cxl::log_channel(name.op));
    return name.op;
  }
  if (known) {
    fail(quoted(opcode) + ": expected the meta_value and snp_type of HDM-DB, found " +
         quoted(field(Column::kMetaValue)) + " and " + quoted(field(Column::kSnpType)));
  }
  std::vector<std::string> names;
  for (const LogName& name : kLogNames) names.emplace_back(name.opcode);
  fail("opcode: unknown opcode " + quoted(opcode) + nearest_to(opcode, names));
}

/// Replaces the line of a block's address by the block's first line; returns the number of lines.
int LogReader::open_block(base::LineAddress& line) const {
  const std::uint64_t enable = line.value & 3U;
  if (enable == 0) fail(Column::kAddress, "bits 7 and 6 that select 1 or 2 of the halves of 256 B");
  line.value += (enable == 2 ? 2U : 0U) - enable;
  return enable == 3 ? 4 : 2;
}

/// Checks the last line.
void LogReader::check_end() {
  std::string expected = std::string(kLogEnd) + std::to_string(messages_);
  if (line_ != expected) {
    fail("the log is incomplete: expected " + quoted(expected) + " after " +
         std::to_string(messages_) + " messages, found " + quoted(line_));
  }
  if (next_line()) fail("expected no line after the end of the log, found " + quoted(line_));
}

bool LogReader::next(LoggedMessage& message) {
  if (block_left_ > 0) {
    message = block_;
    ++block_.line.value;
    --block_left_;
    return true;
  }
  if (!next_line()) {
    fail("the log is truncated: expected \"" + std::string(kLogEnd) + std::to_string(messages_) +
         "\" as its last line");
  }
  if (!line_.empty() && line_.front() == '#') {
    check_end();
    return false;
  }
  split();
  if (fields_.size() != columns_) {
    fail("expected " + std::to_string(columns_) + " fields, found " +
         std::to_string(fields_.size()));
  }
  message.row = row_;
  message.time_ps = number(Column::kTime, UINT64_MAX);
  if (message.time_ps < last_time_) {
    fail("the log is not in order of time: " + std::to_string(message.time_ps) + " ps after " +
         std::to_string(last_time_) + " ps");
  }
  last_time_ = message.time_ps;
  message.op = op();
  const Column host = has(Column::kHost) ? Column::kHost : Column::kHead;
  message.host = static_cast<base::SocketId>(number(host, protocol::kMaxSockets - 1));
  const std::uint64_t address = hexadecimal(Column::kAddress);
  if (address % base::kLineBytes != 0) fail(Column::kAddress, "a multiple of 64");
  message.line = {address >> base::kLineShift};
  message.data.reset();
  if (!field(Column::kData).empty()) message.data = hexadecimal(Column::kData);
  ++messages_;
  if (is_block()) {
    block_left_ = open_block(message.line) - 1;
    block_ = message;
    ++block_.line.value;
  }
  return true;
}

}  // namespace starnuma::cxl_log
