// SPDX-License-Identifier: Apache-2.0
// Damage state of a machine: lines without valid data in memory and in caches, and homes that a
// socket cannot reach.
//
// Contract:
// - Agents query and update the state; fault injection writes it at the current kernel time.
// - Poison is a property of a line's data. Memory returns it with the data, a copy retains it, a
//   writeback carries it to memory, and a write of the whole line clears it. No core receives a
//   poisoned line.
// - The path from a socket to a home is open, silent, closed or paused. On a silent path no agent
//   responds, and the first access waits for the completion timeout. A closed path rejects accesses
//   at once. On a paused path accesses wait until it opens.
// - Each event records the fault that caused it. Pool devices also log their events.
// - Lines are addressed as sockets see them; memory locations are the same for all hosts.
// - The class does not depend on SystemC.
//
// Not modelled: poison in page tables and metadata, errors in caches.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/ras/device_event.h"

namespace starnuma::ras {

class Damage {
 public:
  enum class Way : std::uint8_t { kOpen, kSilent, kClosed, kPaused };

  static constexpr std::uint64_t kWhole = std::uint64_t{1} << base::LineAddress::kInNodeBits;

  /// `window` is the number of lines after which the address ranges of other hosts to the same
  /// memory repeat.
  Damage(int sockets, int nodes, std::uint64_t window = kWhole);

  // Memory.
  /// Marks the data of the line in memory as invalid.
  void poison(base::LineAddress line, int fault, base::Time time);
  bool poisoned(base::LineAddress line) const {
    return viral(line.node()) || poison_.count(key_of(line)) != 0;
  }
  /// Makes the node return only poison and accept no writes (viral).
  void make_viral(base::NodeId node, int fault) { viral_[at(node)] = fault; }
  bool viral(base::NodeId node) const { return viral_[at(node)] != kNoFault; }
  /// Records that a home has written the whole line with data sent by `from`.
  void written(base::LineAddress line, bool poison, base::SocketId from, base::Time time);

  // Copies in the caches of a socket.
  bool copy_poisoned(base::SocketId socket, base::LineAddress line) const {
    return !copies_.empty() && copies_.count({socket, line.value}) != 0;
  }
  void took_poison(base::SocketId socket, base::LineAddress line) {
    copies_.insert({socket, line.value});
  }
  void dropped(base::SocketId socket, base::LineAddress line) {
    if (!copies_.empty()) copies_.erase({socket, line.value});
  }
  /// Records that a core requested the line and receives an error.
  void consumed(base::SocketId socket, base::LineAddress line, base::Time time);
  /// Records that a core has written the whole line.
  void overwritten(base::SocketId socket, base::LineAddress line, base::Time time);

  // Paths from sockets to homes.
  Way way(base::SocketId socket, base::NodeId node) const { return ways_[at(socket, node)].way; }
  void shut(base::SocketId socket, base::NodeId node, Way way, int fault, base::Time timeout);
  /// Pauses the path until a time. `flushed`: the socket writes its modified lines of the node
  /// back.
  void pause(base::SocketId socket, base::NodeId node, int fault, base::Time until, bool flushed) {
    ways_[at(socket, node)] = {Way::kPaused, fault, base::Time(0), base::Time(0), until, flushed};
  }
  /// Returns true if the socket writes lines back before it drops them from a paused path.
  bool flushes(base::SocketId socket, base::NodeId node) const {
    return ways_[at(socket, node)].flushed;
  }
  /// Records that a socket has written a line back over a path that is being paused.
  void flushed(base::SocketId socket, base::LineAddress line, bool poison, base::Time time);
  /// Returns the time at which a paused path opens; 0 for other paths.
  base::Time opens_at(base::SocketId socket, base::NodeId node) const {
    return ways_[at(socket, node)].opens_at;
  }
  /// Records that an access waits at `time` for a paused path.
  void held(base::SocketId socket, base::LineAddress line, base::Time time) {
    report_event(What::kHeld, line, socket, fault_of(socket, line.node()), time);
  }
  void open(base::SocketId socket, base::NodeId node) { ways_[at(socket, node)] = {}; }
  /// Returns the time at which an access over a path that is not open receives its error. The path
  /// is closed from then on; later accesses receive their error no earlier than that.
  base::Time refused(base::SocketId socket, base::LineAddress line, base::Time time);
  /// Returns the fault that closed the path.
  int fault_of(base::SocketId socket, base::NodeId node) const {
    return ways_[at(socket, node)].fault;
  }
  /// Records that data written by the socket were lost before they reached memory.
  void lost(base::SocketId socket, base::LineAddress line, int fault, base::Time time) {
    report_event(What::kLost, line, socket, fault, time);
  }

  // Correctable errors of memory.
  /// Flips a bit of the line. Returns true if this is the second flip, which makes the error
  /// uncorrectable and poisons the line.
  bool flip(base::LineAddress line, int fault, base::Time time);
  /// Corrects the errors of a line that is read; returns the time that the correction takes.
  base::Time correct(base::LineAddress line, base::Time time) {
    if (__builtin_expect(wrong_bits_.empty(), 1)) return base::Time(0);
    return correct_wrong_bit(line, time);
  }
  void set_correction(base::Time span) { correction_ = span; }
  /// Scrubs the line: corrects its error, or finds it poisoned. Returns true if the scrubber writes
  /// the line.
  bool scrub(base::LineAddress line, base::Time time);

  struct BitErrorStats {
    std::int64_t flipped = 0;    ///< Number of flipped bits.
    std::int64_t corrected = 0;  ///< Number of bits corrected by reads of agents.
    std::int64_t scrubbed = 0;   ///< Number of bits corrected by the scrubber.
    std::int64_t rewritten = 0;  ///< Number of bits overwritten before any read.
  };
  /// Records that a reset has set the line to zero in memory.
  void cleared(base::LineAddress line, int fault, base::Time time);

  /// Returns the location of a line in memory, which is the same for all hosts.
  base::LineAddress in_memory(base::LineAddress line) const { return {key_of(line)}; }
  const BitErrorStats& counts() const { return counts_; }
  std::uint64_t latent() const { return wrong_bits_.size(); }
  const std::vector<Event>& events() const { return events_; }

  // Event logs of pool devices.
  /// Logs the events of `count` pool devices, which are the nodes from `first` on.
  void log_devices(base::NodeId first, int count) {
    first_device_ = base::index_of(first);
    devices_ = count;
  }
  void log(const DeviceEvent& event) { device_events_.push_back(event); }
  const std::vector<DeviceEvent>& device_events() const { return device_events_; }

 private:
  struct ToHome {
    Way way = Way::kOpen;
    int fault = kNoFault;
    base::Time timeout;
    base::Time closed_at;
    base::Time opens_at;
    bool flushed = false;
  };

  static std::size_t at(base::NodeId node) { return static_cast<std::size_t>(node); }
  std::size_t at(base::SocketId socket, base::NodeId node) const {
    return static_cast<std::size_t>(socket) * viral_.size() + at(node);
  }
  std::uint64_t key_of(base::LineAddress line) const {
    return base::LineAddress::of(line.node(), line.in_node() & (window_ - 1)).value;
  }
  int fault_of(base::LineAddress line) const;
  void report_event(What what, base::LineAddress line, base::SocketId socket, int fault,
                    base::Time time) {
    events_.push_back({time, fault, what, line, socket});
  }
  base::Time correct_wrong_bit(base::LineAddress line, base::Time time);
  /// Logs an event at a line if its home is a pool device.
  void log(DeviceEventKind kind, base::LineAddress line, base::Time time,
           base::SocketId socket = kNoSocket) {
    const int device = base::index_of(line.node()) - first_device_;
    if (device < 0 || device >= devices_) return;
    log({time, kind, line.node(), line, socket, DeviceEvent::kNoEdge});
  }

  std::uint64_t window_;
  std::vector<int> viral_;                         ///< Fault by node, or none.
  std::vector<ToHome> ways_;                       ///< Path state by socket and node.
  std::unordered_map<std::uint64_t, int> poison_;  ///< Faults of the poisoned lines.
  std::unordered_map<std::uint64_t, int> cause_;   ///< Faults of all lines that were ever poisoned.
  std::set<std::pair<base::SocketId, std::uint64_t>> copies_;  ///< Poisoned copies.
  std::unordered_map<std::uint64_t, int> wrong_bits_;  ///< Faults of the lines with a flipped bit.
  base::Time correction_;
  BitErrorStats counts_;
  std::vector<Event> events_;
  int first_device_ = 0;
  int devices_ = 0;
  std::vector<DeviceEvent> device_events_;
};

}  // namespace starnuma::ras
