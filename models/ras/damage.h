// SPDX-License-Identifier: Apache-2.0
// What is broken in a machine: lines without good data, in memory and in caches, and homes that a
// socket cannot reach.
//
// Contract: agents ask and tell; whoever makes faults happen writes here, at kernel time.
// Poison is of a line's data: memory hands it on with them, a copy keeps it, data given back bring
// it to memory, a line written as a whole ends it. No core ever gets a poisoned line. A socket's
// way to a home is open; silent, where nobody answers and the first access waits for the completion
// time-out; or closed, and refused at once. Each event has the fault that it follows from. Lines
// are as sockets see them; those of memory are the same for all hosts. Pure: no SystemC.
// Not modelled: poison in page tables and metadata, errors in caches.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/ras/damage_event.h"

namespace starnuma::ras {

class Damage {
 public:
  enum class Way : std::uint8_t { kOpen, kSilent, kClosed };

  static constexpr std::uint64_t kWhole = std::uint64_t{1} << base::LineAddress::kInNodeBits;

  /// `window`: lines after which hosts' address ranges of the same memory begin again.
  Damage(int sockets, int nodes, std::uint64_t window = kWhole);

  // Memory.
  /// Its data of the line are no good from now on.
  void poison(base::LineAddress line, int fault, base::Time time);
  bool poisoned(base::LineAddress line) const {
    return viral(line.node()) || poison_.count(key_of(line)) != 0;
  }
  /// The node answers with poison only, and takes nothing in (viral).
  void make_viral(base::NodeId node, int fault) { viral_[at(node)] = fault; }
  bool viral(base::NodeId node) const { return viral_[at(node)] != kNoFault; }
  /// A home has written the whole line, by what `from` sent.
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
  /// A core wanted the line, and gets an error.
  void consumed(base::SocketId socket, base::LineAddress line, base::Time time);
  /// A core has written all of it.
  void overwritten(base::SocketId socket, base::LineAddress line, base::Time time);

  // Ways from sockets to homes.
  Way way(base::SocketId socket, base::NodeId node) const { return ways_[at(socket, node)].way; }
  void shut(base::SocketId socket, base::NodeId node, Way way, int fault, base::Time timeout);
  void open(base::SocketId socket, base::NodeId node) { ways_[at(socket, node)] = {}; }
  /// An access at `time` by a way that is not open gets its error, at the time returned. The way is
  /// closed from then on: what is asked before waits as long.
  base::Time refused(base::SocketId socket, base::LineAddress line, base::Time time);
  /// The fault that has shut the way.
  int fault_of(base::SocketId socket, base::NodeId node) const {
    return ways_[at(socket, node)].fault;
  }
  /// What the socket had written of the line reaches no memory.
  void lost(base::SocketId socket, base::LineAddress line, int fault, base::Time time) {
    tell(What::kLost, line, socket, fault, time);
  }

  // Errors that memory corrects.
  /// A bit of the line is wrong; a second one is more than memory corrects. Whether it was.
  bool flip(base::LineAddress line, int fault, base::Time time);
  /// The line is read: the time that it takes to correct what was found.
  base::Time correct(base::LineAddress line) {
    if (__builtin_expect(wrong_bits_.empty(), 1)) return base::Time(0);
    return correct_wrong_bit(line);
  }
  void set_correction(base::Time span) { correction_ = span; }
  /// The scrubber has read the line: corrects it, or finds that it is poison. Whether it writes it.
  bool scrub(base::LineAddress line, base::Time time);

  struct Counts {
    std::int64_t flipped = 0;    ///< Wrong bits.
    std::int64_t corrected = 0;  ///< By reads of agents.
    std::int64_t scrubbed = 0;   ///< By the scrubber.
    std::int64_t rewritten = 0;  ///< Gone with a write before anybody read them.
  };
  /// Where a line lies, whoever sees it.
  base::LineAddress in_memory(base::LineAddress line) const { return {key_of(line)}; }
  const Counts& counts() const { return counts_; }
  std::uint64_t latent() const { return wrong_bits_.size(); }
  std::uint64_t poisoned_lines() const { return poison_.size(); }
  const std::vector<Event>& events() const { return events_; }

 private:
  struct ToHome {
    Way way = Way::kOpen;
    int fault = kNoFault;
    base::Time timeout;
    base::Time closed_at;
  };

  static std::size_t at(base::NodeId node) { return static_cast<std::size_t>(node); }
  std::size_t at(base::SocketId socket, base::NodeId node) const {
    return static_cast<std::size_t>(socket) * viral_.size() + at(node);
  }
  std::uint64_t key_of(base::LineAddress line) const {
    return base::LineAddress::of(line.node(), line.in_node() & (window_ - 1)).value;
  }
  int fault_of(base::LineAddress line) const;
  void tell(What what, base::LineAddress line, base::SocketId socket, int fault, base::Time time) {
    events_.push_back({time, fault, what, line, socket});
  }
  base::Time correct_wrong_bit(base::LineAddress line);

  std::uint64_t window_;
  std::vector<int> viral_;                         ///< By node: the fault, or none.
  std::vector<ToHome> ways_;                       ///< By socket and node.
  std::unordered_map<std::uint64_t, int> poison_;  ///< Poisoned lines, and their faults.
  std::unordered_map<std::uint64_t, int> cause_;   ///< Of all lines that ever were.
  std::set<std::pair<base::SocketId, std::uint64_t>> copies_;  ///< Poisoned ones.
  std::unordered_map<std::uint64_t, int> wrong_bits_;          ///< By line: the fault.
  base::Time correction_;
  Counts counts_;
  std::vector<Event> events_;
};

}  // namespace starnuma::ras
