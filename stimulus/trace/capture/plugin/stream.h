// SPDX-License-Identifier: GPL-2.0-or-later
// The records of one thread on their way out.
//
// Contract: `instructions` of a record count those that the thread has executed in the window, the
// record's own included; the stream turns them into the work between records. An instruction of two
// records takes one off what follows.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "stimulus/trace/capture/plugin/channel.h"

namespace starnuma::capture {

class Stream {
 public:
  /// `sending` is true whenever the stream may have to wait for the recorder.
  Stream(Channel& channel, std::uint32_t thread, std::atomic<bool>& sending)
      : channel_(&channel), thread_(thread), sending_(&sending) {
    records_.reserve(kBatch);
  }

  /// A record that is an instruction.
  void instruction(Kind kind, std::uint64_t value, std::uint8_t bytes, std::uint64_t instructions,
                   std::array<std::uint8_t, 2> after) {
    const std::uint64_t work = instructions > told_ ? instructions - told_ - 1 : 0;
    told_ += work + 1;
    put({value, narrow(work), kind, bytes, {after[0], after[1]}});
  }
  /// One that is none.
  void event(Kind kind, std::uint64_t value, std::uint64_t instructions) {
    const std::uint64_t work = instructions > told_ ? instructions - told_ : 0;
    told_ += work;
    put({value, narrow(work), kind, 0, {0, 0}});
  }
  /// No records follow.
  void close(std::uint64_t instructions, std::uint64_t accesses) {
    flush();
    const Totals totals{instructions > told_ ? instructions - told_ : 0, accesses};
    channel_->send(Message::kTotals, thread_, &totals, sizeof totals);
  }

 private:
  static constexpr std::size_t kBatch = 4096;

  /// Threads meet at epochs, so work never comes near 2^32.
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
  std::uint64_t told_ = 0;  ///< Instructions that records so far stand for.
  std::vector<Record> records_;
};

}  // namespace starnuma::capture
