// SPDX-License-Identifier: Apache-2.0
// Golden function of the device, executed in the order of the RTL's commits, and the outputs that
// it expects.
//
// Contract:
// - Messages are announced when the RTL accepts them; a commit without its message is an error.
// - commit() compares event, states and sharers, and the ways of the line's set. It then expects
//   the snoops, answers, memory requests and data of the row.
// - Each output is compared when it leaves. The first difference throws Difference.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/protocol/cxl/device_function.h"
#include "rtl/directory_slice/shell/directory_ports.h"

namespace starnuma::rtl {

class GoldenDirectory {
 public:
  /// Observer of the executed rows; `turn` is that of DirectoryCommit.
  using OnRow = std::function<void(protocol::cxl::DeviceState state,
                                   protocol::cxl::DeviceEvent event, int turn)>;

  /// `sets` is the number of sets of a slice.
  GoldenDirectory(int ways, int sets, int slices, OnRow on_row = {})
      : ways_(ways), sets_(sets), slices_(slices), on_row_(std::move(on_row)) {}

  void accept(const HostMessage& message);
  void commit(const DirectoryCommit& commit);
  void snoop(const DeviceMessage& snoop);
  /// Compares an answer; `line` is that of its tag.
  void answer(const DeviceMessage& answer, std::uint64_t line);
  /// Compares a memory request, executes it, and returns the data of a read.
  std::uint64_t memory(const MemoryRequest& request);
  /// Expects another read of the line, because memory has dropped the first one.
  void expect_read(std::uint64_t line) { ++lines_[line].reads; }

  /// Returns true if no line is transient and no message, snoop, write or answer is outstanding.
  bool idle() const { return outstanding_ == 0; }
  std::uint64_t commits() const { return commits_; }

 private:
  struct Expected {
    protocol::cxl::Op op{};
    std::uint64_t data = 0;
    bool carries_data = false;
  };
  struct Line {
    protocol::cxl::DeviceEntry entry;
    protocol::cxl::DevicePending pending;
    bool present = false;
    bool promised = false;      ///< A way is reserved for the line.
    std::uint64_t written = 0;  ///< Data of the last write-back that was committed.
    std::uint64_t stored = 0;   ///< Data in memory.
    int reads = 0;  ///< Memory reads that may leave; fewer, if their data are not needed.
    std::deque<std::uint64_t> writes;
    std::deque<HostMessage> requests;  ///< in order of arrival
    std::vector<HostMessage> others;   ///< RwD and BIRsp
    std::map<int, protocol::cxl::Op> snoops;
    std::map<int, std::deque<Expected>> answers;
  };

  HostMessage take(Line& line, const DirectoryCommit& commit);
  void evict(const DirectoryCommit& commit);
  void react(std::uint64_t number, const protocol::Reaction& reaction, const HostMessage& cause);
  void occupy(std::uint64_t number, Line& line, bool present, bool promised);
  int slice_of(std::uint64_t number) const;
  std::uint64_t set_of(std::uint64_t number) const;

  int ways_;
  int sets_;
  int slices_;
  OnRow on_row_;
  std::unordered_map<std::uint64_t, Line> lines_;
  std::unordered_map<std::uint64_t, int> used_;  ///< Ways in use or reserved, by set.
  /// Victims by the line for which they are evicted.
  std::unordered_map<std::uint64_t, std::uint64_t> victims_;
  int outstanding_ = 0;
  std::uint64_t commits_ = 0;
};

}  // namespace starnuma::rtl
