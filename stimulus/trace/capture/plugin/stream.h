// SPDX-License-Identifier: GPL-2.0-or-later
// Output stream of the records of one thread.
//
// Contract: `instructions` of a record is the number of instructions that the thread has executed
// in the window, including the record's own. The stream converts it to the work between records. An
// instruction with two records reduces the work of the following record by one.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "stimulus/trace/capture/plugin/channel.h"

namespace starnuma::capture {

class Stream {
 public:
  /// `sending` is true while the stream may wait for the recorder.
  Stream(Channel& channel, std::uint32_t thread, std::atomic<bool>& sending)
      : channel_(&channel), thread_(thread), sending_(&sending) {
    records_.reserve(kBatch);
  }

  /// Writes a record that is an instruction.
  void instruction(EventKind kind, std::uint64_t value, std::uint8_t bytes,
                   std::uint64_t instructions, std::array<std::uint8_t, 2> after) {
    const std::uint64_t work = instructions > told_ ? instructions - told_ - 1 : 0;
    told_ += work + 1;
    put({value, narrow(work), kind, bytes, {after[0], after[1]}});
  }
  /// Writes a record that is not an instruction.
  void event(EventKind kind, std::uint64_t value, std::uint64_t instructions) {
    const std::uint64_t work = instructions > told_ ? instructions - told_ : 0;
    told_ += work;
    put({value, narrow(work), kind, 0, {0, 0}});
  }
  /// Ends the stream.
  void close(std::uint64_t instructions, std::uint64_t accesses) {
    flush();
    const Totals totals{instructions > told_ ? instructions - told_ : 0, accesses};
    channel_->send(Message::kTotals, thread_, &totals, sizeof totals);
  }

 private:
  static constexpr std::size_t kBatch = 4096;

  /// Converts work to 32 bits; threads synchronize at epochs, so the value is always far smaller.
  static std::uint32_t narrow(std::uint64_t work) { return static_cast<std::uint32_t>(work); }
  void put(const Record& record) {
    records_.push_back(record);
    if (records_.size() == kBatch) flush();
  }
  void flush() {
    *sending_ = true;
    channel_->send(Message::kRecords, thread_, records_.data(), records_.size() * sizeof(Record));
    *sending_ = false;
    records_.clear();
  }

  Channel* channel_;
  std::uint32_t thread_;
  std::atomic<bool>* sending_;
  std::uint64_t told_ = 0;  ///< Current number of instructions that the records represent.
  std::vector<Record> records_;
};

}  // namespace starnuma::capture
