// SPDX-License-Identifier: Apache-2.0
// What every home agent does, whatever its protocol: it reaches the memory behind it, holds up
// messages for a busy line, asks and answers sockets, and says who may hold copies.
//
// Contract: the derived box owns the sockets and says once, after elaboration, which channels its
// memory has (connect_memory()). Lines of memory are numbered from 0; consecutive blocks of
// `interleave` lie on consecutive channels. Nothing is sent from inside: messages are sealed into
// the outbox. Where memory has no good data of a line, what it sends of it is poison. Timing: the
// channels'; a busy line's messages wait as LatencyKind::kLineQueue.
#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "models/kernel/dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/agents.h"
#include "models/protocol/memory_request.h"
#include "models/protocol/message.h"
#include "models/protocol/reaction.h"
#include "models/timing/interleave.h"

namespace starnuma::home_agent {

// What every message needs, in one host cache line.
class alignas(64) HomeAgent : public kernel::Agent {
 public:
  using MemorySide = sc_core::sc_vector<kernel::Initiator<protocol::MemoryRequest>>;

  /// Takes a shared copy from a socket.
  using Recall = std::function<void(base::SocketId socket, base::LineAddress line)>;
  /// Whether nothing of the line is under way at a socket.
  using Settled = std::function<bool(base::SocketId socket, base::LineAddress line)>;

 protected:
  /// The home of `node` among `agents`; `channels` above zero.
  HomeAgent(base::NodeId node, const protocol::AgentMap& agents, int channels,
            base::Bytes interleave, kernel::Dispatcher& dispatcher);

  void connect_memory(MemorySide& channels);
  base::NodeId node() const { return node_; }
  kernel::Dispatcher& dispatcher() const { return dispatcher_; }
  /// Messages are handled in SystemC time. Then a line is busy until its grant has left, so that
  /// nothing that the home sends about it later leaves before.
  bool in_time() const { return in_time_; }

  /// Reads or writes a line; the envelope moves on to when its data are there or accepted.
  void access_memory(kernel::Envelope& envelope, std::uint64_t line, bool write) const {
    const auto place = interleave_.place_of(line);
    protocol::MemoryRequest request{place.line_in_channel, envelope.time, envelope.horizon,
                                    &envelope.ledger, write};
    channels_[static_cast<std::size_t>(place.channel)].destination.send(request);
    envelope.time = request.time;
  }
  /// Reads a line whose data an owner may have; false if memory dropped the read.
  bool read_ahead(kernel::Envelope& envelope, std::uint64_t line) const {
    const auto place = interleave_.place_of(line);
    protocol::MemoryRequest request{place.line_in_channel, envelope.time, envelope.horizon,
                                    &envelope.ledger};
    request.speculative = true;
    channels_[static_cast<std::size_t>(place.channel)].destination.send(request);
    envelope.time = request.time;
    return !request.dropped;
  }
  /// The line may be read: its channel may fetch what that needs into the host's cache.
  void prefetch_memory(std::uint64_t line) const {
    const auto place = interleave_.place_of(line);
    protocol::MemoryRequest like;
    like.line_in_node = place.line_in_channel;
    channels_[static_cast<std::size_t>(place.channel)].prefetcher.prefetch(like);
  }

  /// A message for a line that is busy waits until it is free.
  template <class Entry>
  static void wait_while_busy(kernel::Envelope& envelope, const Entry& entry) {
    if (entry.busy_until <= envelope.time) return;
    envelope.advance(accounting::LatencyKind::kLineQueue, entry.busy_until - envelope.time);
  }

  /// The memory's own scrubber reads a line, and writes it where that has corrected it.
  void scrub_memory(base::LineAddress line, std::uint64_t in_memory, base::Time time) const;
  /// A line has been read of memory, which has corrected what it could of it.
  void after_read(kernel::Envelope& envelope, base::LineAddress line) const {
    if (__builtin_expect(dispatcher_.damage() != nullptr, 0)) correct(envelope, line);
  }
  /// The message's line has been written to memory.
  void after_write(const kernel::Envelope& envelope, const protocol::Message& message) const {
    if (__builtin_expect(dispatcher_.data_have_marks(), 0)) note_written(envelope, message);
  }

  void post(kernel::Envelope& envelope, base::SocketId to, const protocol::Message& message) const {
    if (__builtin_expect(dispatcher_.data_have_marks(), 0)) {
      return post_marked(envelope, to, message);
    }
    envelope.seal(self_, protocol::AgentMap::caching_agent(to), message);
  }
  /// Posts what the reaction asks of sockets; says how many were asked.
  int ask(const kernel::Envelope& envelope, const protocol::Reaction& reaction,
          kernel::Outbox& outbox) const;

  /// Nothing of the line is under way, here or at a socket that may hold it.
  template <class Entry>
  static bool is_settled(base::LineAddress line, const Entry& entry, const Settled& settled) {
    if (is_transient(entry.state)) return false;
    for (std::uint32_t left = entry.sharers; left != 0; left &= left - 1) {
      if (!settled(static_cast<base::SocketId>(__builtin_ctz(left)), line)) return false;
    }
    return true;
  }

  /// A holder of the line is gone, without a word: what an owner had may have been written, so that
  /// memory's data are poison from now on; a shared copy is given up, and with it that of the only
  /// sharer that is left, as a shared line has several.
  template <class Entry>
  void forget_holder(base::LineAddress line, std::uint32_t gone, Entry& entry, bool owned,
                     int fault, base::Time time, const Recall& recall) const {
    if (owned) note_gone(line, fault, time);
    entry.sharers &= owned ? 0 : ~gone;
    if (__builtin_popcount(entry.sharers) != 1) return;
    recall(static_cast<base::SocketId>(__builtin_ctz(entry.sharers)), line);
    entry.sharers = 0;
  }

  /// Tells the checker, if there is one, who may hold a line in a stable state: nobody without an
  /// entry.
  template <class Entry>
  void tell_sharers(base::LineAddress line, const Entry* entry, base::Time time) const {
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
  bool in_time_;
  base::AgentId self_;
  base::NodeId node_;
  timing::Interleave interleave_;
  std::vector<Channel> channels_;
};

}  // namespace starnuma::home_agent
