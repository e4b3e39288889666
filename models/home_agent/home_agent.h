// SPDX-License-Identifier: Apache-2.0
// Base of all home agents, independent of the protocol: memory accesses, waits for busy lines,
// messages to sockets, and the set of possible holders.
//
// Contract:
// - The derived module owns the sockets. It calls connect_memory() once, after elaboration.
// - Lines of memory are numbered from 0. Consecutive blocks of `interleave` map to consecutive
//   channels.
// - Messages are sealed into the outbox; nothing is sent from inside.
// - If memory has no valid data of a line, messages carry poison.
// - Timing: that of the channels. Waits for a busy line are LatencyKind::kLineQueue.
#pragma once

#include <algorithm>
#include <functional>
#include <systemc>
#include <vector>

#include "models/base/ids.h"
#include "models/kernel/dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/memory_request.h"
#include "models/protocol/message.h"
#include "models/protocol/reaction.h"
#include "models/timing/interleave.h"

namespace starnuma::home_agent {

// Fields of every message in one host cache line.
class alignas(64) HomeAgent : public kernel::Agent {
 public:
  using MemorySide = sc_core::sc_vector<kernel::Initiator<protocol::MemoryRequest>>;

  /// Callback that invalidates a socket's shared copy.
  using Recall = std::function<void(base::SocketId socket, base::LineAddress line)>;
  /// Callback that returns true if a socket has no outstanding transaction of the line.
  using Settled = std::function<bool(base::SocketId socket, base::LineAddress line)>;

 protected:
  /// Constructs the home of `node` among `agents`. Precondition: `channels` is positive.
  HomeAgent(base::NodeId node, const base::AgentMap& agents, int channels, base::Bytes interleave,
            kernel::Dispatcher& dispatcher);

  void connect_memory(MemorySide& channels);
  base::NodeId node() const { return node_; }
  kernel::Dispatcher& dispatcher() const { return dispatcher_; }

  /// Reads or writes a line and advances the envelope until the data are present or accepted.
  /// `partial`: the write changes a part of the line.
  void access_memory(kernel::Envelope& envelope, std::uint64_t line, bool write,
                     bool partial = false) const {
    const auto place = interleave_.place_of(line);
    protocol::MemoryRequest request{place.line_in_channel, envelope.time, envelope.horizon,
                                    &envelope.ledger,      write,         partial};
    channels_[static_cast<std::size_t>(place.channel)].destination.send(request);
    envelope.time = request.time;
  }
  /// Reads a line speculatively while an owner may have its data. Returns false if memory dropped
  /// the read.
  bool read_ahead(kernel::Envelope& envelope, std::uint64_t line) const {
    const auto place = interleave_.place_of(line);
    protocol::MemoryRequest request{place.line_in_channel, envelope.time, envelope.horizon,
                                    &envelope.ledger};
    request.speculative = true;
    channels_[static_cast<std::size_t>(place.channel)].destination.send(request);
    envelope.time = request.time;
    return !request.dropped;
  }
  /// Lets a channel prefetch host memory for a possible read of the line.
  void prefetch_memory(std::uint64_t line) const {
    const auto place = interleave_.place_of(line);
    protocol::MemoryRequest like;
    like.line_in_node = place.line_in_channel;
    channels_[static_cast<std::size_t>(place.channel)].prefetcher.prefetch(like);
  }

  /// Delays a message until its line is no longer busy.
  template <class Entry>
  static void wait_while_busy(kernel::Envelope& envelope, const Entry& entry) {
    if (entry.busy_until <= envelope.time) return;
    envelope.advance(accounting::LatencyKind::kLineQueue, entry.busy_until - envelope.time);
  }

  /// Keeps a line busy until `time`.
  template <class Entry>
  static void hold(Entry& entry, base::Time time) {
    entry.busy_until = std::max(entry.busy_until, time);
  }
  /// Keeps a line busy until its message has left at `time`, so that no later message of the home
  /// about the line leaves before. Only messages that are handled in SystemC time can.
  template <class Entry>
  void hold_until_sent(Entry& entry, base::Time time) const {
    if (dispatcher_.in_time()) hold(entry, time);
  }

  /// Scrubs a line: the memory's scrubber reads it and writes it back if corrected.
  void scrub_memory(base::LineAddress line, std::uint64_t in_memory, base::Time time) const;
  /// Adds the time of error correction after a read of a line.
  void after_read(kernel::Envelope& envelope, base::LineAddress line) const {
    if (__builtin_expect(dispatcher_.damage() != nullptr, 0)) correct(envelope, line);
  }
  /// Reports a completed write of the message's line to the observers.
  void after_write(const kernel::Envelope& envelope, const protocol::Message& message) const {
    if (__builtin_expect(dispatcher_.data_have_marks(), 0)) note_written(envelope, message);
  }

  void post(kernel::Envelope& envelope, base::SocketId to, const protocol::Message& message) const {
    if (__builtin_expect(dispatcher_.data_have_marks(), 0)) {
      return post_marked(envelope, to, message);
    }
    envelope.seal(self_, base::AgentMap::caching_agent(to), message);
  }
  /// Posts the forwards, snoops or invalidations of a reaction; returns their number.
  int ask(const kernel::Envelope& envelope, const protocol::Reaction& reaction,
          kernel::Outbox& outbox) const;

  /// Returns true if the line has no outstanding transaction at this home or at a possible holder.
  template <class Entry>
  static bool is_settled(base::LineAddress line, const Entry& entry, const Settled& settled) {
    if (is_transient(entry.state)) return false;
    for (std::uint32_t left = entry.sharers; left != 0; left &= left - 1) {
      if (!settled(static_cast<base::SocketId>(__builtin_ctz(left)), line)) return false;
    }
    return true;
  }

  /// Removes a lost holder from a line. Memory's data become poison if it was the owner, which may
  /// have modified them; not without a fault, if the holder has written its data back. A shared
  /// line with only one sharer left is recalled from it, because a shared line has several.
  template <class Entry>
  void forget_holder(base::LineAddress line, std::uint32_t gone, Entry& entry, bool owned,
                     int fault, base::Time time, const Recall& recall) const {
    if (owned) note_gone(line, fault, time);
    entry.sharers &= owned ? 0 : ~gone;
    if (__builtin_popcount(entry.sharers) != 1) return;
    recall(static_cast<base::SocketId>(__builtin_ctz(entry.sharers)), line);
    entry.sharers = 0;
  }

  /// Reports the possible holders of a line in a stable state to the checker, if there is one. A
  /// line without entry has no holder.
  template <class Entry>
  void report_sharers(base::LineAddress line, const Entry* entry, base::Time time) const {
    kernel::CopyObserver* const copies = dispatcher_.copies();
    if (copies == nullptr || (entry != nullptr && is_transient(entry->state))) return;
    copies->tracked(line, entry != nullptr ? entry->sharers : 0, time);
  }

 private:
  void note_gone(base::LineAddress line, int fault, base::Time time) const;
  [[gnu::cold]] void correct(kernel::Envelope& envelope, base::LineAddress line) const;
  [[gnu::cold]] void note_written(const kernel::Envelope& envelope,
                                  const protocol::Message& message) const;
  [[gnu::cold]] void post_marked(kernel::Envelope& envelope, base::SocketId to,
                                 protocol::Message message) const;

  struct Channel {
    kernel::Destination<protocol::MemoryRequest> destination;
    kernel::Prefetcher<protocol::MemoryRequest> prefetcher;
  };

  kernel::Dispatcher& dispatcher_;
  base::AgentId self_;
  base::NodeId node_;
  timing::Interleave interleave_;
  std::vector<Channel> channels_;
};

}  // namespace starnuma::home_agent
