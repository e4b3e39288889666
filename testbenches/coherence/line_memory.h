// SPDX-License-Identifier: Apache-2.0
// Memory of a line at its home, and the checks of its use in the current transaction:
// - granted and written data are those of the last write
// - granted data were read or written back in the transaction, and nothing else is read
// - a transaction with snoops releases its line once
#pragma once

#include "models/protocol/coherence/home_function.h"
#include "testbenches/coherence/system_config.h"

namespace starnuma::coherence_bench {

struct LineMemory {
  Data memory{};
  Data latest{};          ///< Data of the last write, in memory or not.
  bool read = false;      ///< The transaction has read memory,
  Data fetched{};         ///< and this is the data.
  bool released = false;  ///< The transaction has released the line.

  /// Called at the begin and at the end of a transaction.
  void reset() {
    read = released = false;
    fetched = {};
  }
  void fetch() {
    read = true;
    fetched = memory;
  }
  void write_back(const Data& data) {
    if (data != latest) throw Broken{Check::kLatestData, "old data are written to memory"};
    memory = data;
  }
  /// Returns the data of a grant; `written_back`: the transaction has written the line back.
  /// `answered`: data of an owner when it answered BIRspE, or null. The owner may have written
  /// since, so that a current read receives the data at the answer.
  const Data& granted(bool written_back, const Data* answered = nullptr) const {
    if (!read && !written_back) {
      throw Broken{Check::kMemoryRead, "data are granted that were not read"};
    }
    const Data& data = written_back ? memory : fetched;
    if (data != latest && (answered == nullptr || data != *answered)) {
      throw Broken{Check::kLatestData, "old data are granted from memory"};
    }
    return data;
  }
  /// `has_snooped`: the transaction is not at its first step; `served`: the requester has the line
  /// or this step grants it.
  void release(bool has_snooped, bool served) {
    if (!has_snooped || released) throw Broken{Check::kRelease, "a line is released twice"};
    if (!served) {
      throw Broken{Check::kRelease, "a line is released before its requester is served"};
    }
    released = true;
  }
};

/// One line at its home: a socket home or the device.
struct HomeLine {
  protocol::coherence::HomeEntry home;
  protocol::cxl::DeviceEntry device;
  protocol::cxl::DevicePending pending;
  bool present = false;  ///< The snoop filter has an entry for the line.
  LineMemory data;
};

}  // namespace starnuma::coherence_bench
