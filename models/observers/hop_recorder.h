// SPDX-License-Identifier: Apache-2.0
// Follows transactions hop by hop: from core to caching agent, over links, through agents and DRAM.
//
// Contract: passive: a run that is recorded has the same results as one that is not. attach() comes
// after construction and before elaboration ends. Hops come in call order, which is not the order
// of time, because cores run ahead; whoever writes them sorts them. A message's hop is complete
// when it leaves the box. Only boxes that the selection names are tapped.
#pragma once

#include <deque>
#include <unordered_map>

#include "models/kernel/dispatcher.h"
#include "models/kernel/miss_observer.h"
#include "models/kernel/pass_observer.h"
#include "models/kernel/tap.h"
#include "models/observers/hop_log.h"
#include "models/observers/hop_selection.h"
#include "models/protocol/access.h"
#include "models/protocol/memory_request.h"
#include "models/protocol/tracking.h"

namespace starnuma::observers {

class HopRecorder : public kernel::Tapper<kernel::Envelope>,
                    public kernel::Tapper<protocol::Access>,
                    public kernel::Tapper<protocol::MemoryRequest>,
                    public kernel::Tapper<protocol::TrackerRequest>,
                    public kernel::Tapper<protocol::MetadataAccess>,
                    public kernel::DispatchObserver,
                    public kernel::PassObserver,
                    public kernel::QueueObserver,
                    public kernel::MissObserver {
 public:
  explicit HopRecorder(HopSelection selection);

  /// Taps the sockets below `root` and watches the dispatcher. Misses are told by whoever knows the
  /// caching agents (add_observer).
  void attach(sc_core::sc_object& root, kernel::Dispatcher& dispatcher);
  /// A place for entered(): hops in it lie on the track `part` of `object`. Messages that come from
  /// an agent without sockets straight into it depart from `sender`.
  std::uint32_t add_place(const std::string& object, const std::string& part,
                          const std::string& sender = "");
  /// A queue for changed(): signals of `object`, how many messages wait and what credits are left.
  std::uint32_t add_queue(const std::string& object, const std::string& name);
  /// What an agent that is no SystemC object is called. Before the run.
  void name_agent(const kernel::Agent& agent, const std::string& name);
  /// The track of accesses of a core, or of what stands for one.
  std::uint32_t add_core(const std::string& object);
  /// An access that has completed, where no MissObserver is told; `hop.track` is of add_core().
  void on_access(const Hop& hop);
  /// Reads `signals.size()` values after each message that `agent` has handled.
  void add_probe(const kernel::Agent& agent, std::vector<Signal> signals,
                 std::function<void(std::vector<std::uint64_t>&)> read);

  /// A broken invariant stops the run now; sets off a trigger that waits for it.
  void on_error();
  /// Whether simulated time is past everything that can be kept.
  bool complete() const;
  /// Everything kept, sorted by begin; after the run, once.
  HopLog take();

  // What it is told.
  using Message = kernel::Envelope;
  kernel::Destination<Message> tap(const sc_core::sc_object& initiator,
                                   const sc_core::sc_object& target,
                                   const kernel::Destination<Message>& direct) override;
  kernel::Destination<protocol::Access> tap(
      const sc_core::sc_object& initiator, const sc_core::sc_object& target,
      const kernel::Destination<protocol::Access>& direct) override;
  kernel::Destination<protocol::MemoryRequest> tap(
      const sc_core::sc_object& initiator, const sc_core::sc_object& target,
      const kernel::Destination<protocol::MemoryRequest>& direct) override;
  kernel::Destination<protocol::TrackerRequest> tap(
      const sc_core::sc_object& initiator, const sc_core::sc_object& target,
      const kernel::Destination<protocol::TrackerRequest>& direct) override;
  kernel::Destination<protocol::MetadataAccess> tap(
      const sc_core::sc_object& initiator, const sc_core::sc_object& target,
      const kernel::Destination<protocol::MetadataAccess>& direct) override;
  void handling(const Message& message, const kernel::Agent& receiver) override;
  void handled(const Message& message, const kernel::Agent& receiver) override;
  void entered(std::uint32_t place, const Message& message) override;
  void changed(std::uint32_t queue, base::Time time, std::size_t waiting, int credits) override;
  void on_miss(const kernel::Miss& miss) override;

 private:
  static constexpr std::uint32_t kNoTrack = ~std::uint32_t{0};

  template <class Payload>
  struct Tap {
    HopRecorder& recorder;
    kernel::Destination<Payload> ahead;
    std::uint32_t sends = kNoTrack;   ///< The sender's, where a message departs from an agent.
    std::uint32_t enters = kNoTrack;  ///< Of the box behind; what the payload was in ends here.
    std::uint64_t passed = 0;         ///< Messages so far, where they are a tracker's.
  };
  /// A message on its way between two agents.
  struct Flight {
    Hop hop;      ///< In the box where it is now.
    Hop message;  ///< From agent to agent.
    base::Time hop_queue;
    base::Time message_queue;
  };
  struct Handling {
    bool active = false;
    Hop hop;
    base::Time queue;
  };
  struct AgentTracks {
    std::string name;
    std::uint32_t handles = kNoTrack;
  };
  struct Probe {
    const kernel::Agent* agent;
    std::uint32_t first_signal;
    std::function<void(std::vector<std::uint64_t>&)> read;
    std::vector<std::uint64_t> now;
    std::vector<std::uint64_t> last;
  };

  static void pass_message(void* tap, Message& message);
  static void pass_access(void* tap, protocol::Access& access);
  static void pass_hand_over(void* tap, protocol::TrackerRequest& request);
  static void pass_metadata(void* tap, protocol::MetadataAccess& access);
  static void pass_memory(void* tap, protocol::MemoryRequest& request);
  void passed(const Tap<Message>& tap, const Message& message);
  void close(Hop hop, base::Time queue, const Message& message);

  bool selects(const std::string& object) const;
  bool wants(std::uint64_t transaction, base::LineAddress line) const;
  bool over(base::Time horizon) const { return horizon > log_.to; }
  std::uint32_t track_of(const std::string& object, const std::string& part, HopKind kind);
  std::uint32_t signals_of(const std::vector<Signal>& signals);
  void sample_all(base::Time time, std::uint32_t first,
                  std::initializer_list<std::uint64_t> values);
  const AgentTracks& tracks_of(const kernel::Agent& agent);
  void keep(const Hop& hop);
  void sample(Probe& probe, base::Time time);
  void check_trigger(base::LineAddress line, const char* name, base::Time time);
  void fire(base::Time begin, base::Time end);
  void purge();
  void forget_samples(base::Time before);

  HopSelection selection_;
  HopLog log_;
  bool armed_;
  std::uint64_t counter_ = 0;

  std::deque<Tap<Message>> message_taps_;
  std::vector<Tap<Message>> places_;
  std::deque<Tap<protocol::Access>> access_taps_;
  std::deque<Tap<protocol::MemoryRequest>> memory_taps_;
  std::deque<Tap<protocol::TrackerRequest>> tracker_taps_;
  std::deque<Tap<protocol::MetadataAccess>> metadata_taps_;
  std::unordered_map<const Message*, Flight> flights_;
  std::unordered_map<const kernel::Agent*, AgentTracks> agents_;
  std::vector<Probe> probes_;
  Handling now_handled_;
  /// The latest misses; an access returns in the instant of its own.
  struct Missed {
    std::uint64_t transaction;
    accounting::AccessClass access_class;
  };
  std::deque<Missed> missed_;
  static constexpr std::size_t kMissesOfAnInstant = 256;

  std::size_t next_purge_ = 0;
};

}  // namespace starnuma::observers
