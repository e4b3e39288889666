// SPDX-License-Identifier: Apache-2.0
// Hops of messages: from agent to agent, in the components on the route, and at the agents that
// handle them.
//
// Contract:
// - The hop of a message is complete when the message leaves the component.
// - handling() and handled() are calls of the dispatcher (models/kernel/dispatcher.h).
// - A component that adds no time to a message has no hop of it.
#pragma once

#include <deque>
#include <optional>
#include <unordered_map>

#include "models/kernel/dispatcher.h"
#include "models/kernel/pass_observer.h"
#include "models/kernel/tap.h"
#include "models/observers/hop_buffer.h"

namespace starnuma::observers {

class MessageHops : public kernel::Tapper<kernel::Envelope>, public kernel::PassObserver {
 public:
  using Message = kernel::Envelope;

  explicit MessageHops(HopBuffer& buffer) : buffer_(buffer) {}

  /// Returns an index for entered(); its hops are on the track `part` of `object`. Messages that
  /// arrive directly from an agent without sockets depart from `sender`.
  std::uint32_t add_place(const std::string& object, const std::string& part,
                          const std::string& sender = "");
  /// Names an agent that is not a SystemC object. Precondition: the run has not started.
  void name_agent(const kernel::Agent& agent, const std::string& name);

  kernel::Destination<Message> tap(const sc_core::sc_object& initiator,
                                   const sc_core::sc_object& target,
                                   const kernel::Destination<Message>& direct) override;
  void entered(std::uint32_t place, const Message& message) override;
  void handling(const Message& message, const kernel::Agent& receiver);
  void handled(const Message& message);

  /// Returns the hop of the message that an agent is handling, or null if it is not recorded.
  const Hop* handled_hop() const { return now_handled_ ? &now_handled_->hop : nullptr; }

 private:
  /// Boundary between a component, or an agent, and the next component.
  struct Place {
    std::uint32_t sends = kNoTrack;  ///< Track of the sender, if a message departs from an agent.
    /// Track of the component behind; the previous hop of the message ends here.
    std::uint32_t enters = kNoTrack;
  };
  struct Tap {
    MessageHops& hops;
    kernel::Destination<Message> ahead;
    Place place;
  };
  /// Hop that has begun, with the message's time in queues at its begin.
  struct Begun {
    Hop hop;
    base::Time queue{};
  };
  /// Message in flight between two agents.
  struct Flight {
    Begun in_component;
    Begun between_agents;
  };
  struct AgentTracks {
    std::string name;
    std::uint32_t handles = kNoTrack;
  };

  bool selects(const Message& message) const;
  bool over(const Message& message) const { return buffer_.window().over(message.horizon); }
  void passed(const Place& place, const Message& message);
  static void begin(Begun& begun, std::uint32_t track, const Message& message);
  void end(Begun begun, const Message& message);
  const AgentTracks& tracks_of(const kernel::Agent& agent);

  HopBuffer& buffer_;
  std::deque<Tap> taps_;
  std::vector<Place> places_;
  std::unordered_map<const Message*, Flight> flights_;
  std::unordered_map<const kernel::Agent*, AgentTracks> agents_;
  std::optional<Begun> now_handled_;
};

}  // namespace starnuma::observers
