// SPDX-License-Identifier: Apache-2.0
// Golden directory of one line, fed with the messages that a monitor at the heads sees.
//
// The device decides in an order that the monitor does not see: a Req or RwD waits in the device,
// and completions leave at different times. The checker therefore keeps every state that the device
// can be in. Each S2M message must follow from one of them by protocol::cxl::step or evict.
//
// Contract:
// - BIRsp and BIConflict answer a snoop that the monitor has seen, so they take effect at once.
// - Req and RwD take effect when a later S2M message needs them. The quick search tries the
// shortest
//   such sequences only, which can miss a state. The thorough search tries all sequences, except
//   orders of messages that commute.
#pragma once

#include <vector>

#include "models/protocol/cxl/device_function.h"
#include "testbenches/cxl_log/rules.h"

namespace starnuma::cxl_log {

class Directory {
 public:
  using Entry = protocol::cxl::DeviceEntry;
  enum class Search : std::uint8_t { kQuick, kThorough };

  /// Starts from a line in a stable state without outstanding messages.
  void begin(base::LineAddress line, const Entry& entry, Search search);
  Search search() const { return search_; }

  /// Adds an M2S message and returns the violated rule, or kNone.
  Rule arrive(protocol::cxl::Op op, base::SocketId host);
  /// Adds an S2M message. `other_waits`: a read or MemInv of another line is outstanding, for which
  /// the device may evict this line's entry.
  Rule leave(protocol::cxl::Op op, base::SocketId host, bool other_waits);

  /// Returns the entry if the device has one possible state, which is stable and idle; else null.
  const Entry* settled() const;

 private:
  struct Item {
    protocol::cxl::Op op;
    base::SocketId host;
    friend bool operator==(const Item& a, const Item& b) {
      return a.op == b.op && a.host == b.host;
    }
  };
  /// One possible state of the device.
  struct Possible {
    Entry entry;
    protocol::cxl::DevicePending pending;
    std::vector<Item> waiting;  ///< M2S messages without effect yet, in order of arrival.
    std::vector<Item> owed;     ///< S2M messages that have not left, by host, then in order.
  };
  static bool same(const Possible& a, const Possible& b);

  protocol::Message message(const Item& item) const;
  bool apply(Possible& state, const Item& item) const;
  std::vector<Item> moves(const Possible& state) const;
  bool make(Possible& state, const Item& move) const;
  static void owe(Possible& state, const protocol::Reaction& reaction);
  static bool release(Possible& state, const Item& item);
  void search_shortest(const Possible& from);
  void search_all(const Possible& from, const Possible* parent, Item last, int length);
  void keep(Possible&& state);

  base::LineAddress line_;
  Search search_ = Search::kQuick;
  Item leaving_{};            ///< S2M message that the search has to explain.
  bool other_waits_ = false;  ///< The device may evict the entry.
  std::vector<Possible> states_;
  std::vector<Possible> next_;
};

}  // namespace starnuma::cxl_log
