// SPDX-License-Identifier: Apache-2.0
// Records transactions hop by hop: from the core to the caching agent, over links, through agents
// and DRAM.
//
// Contract:
// - The recorder is passive: a recorded run has the same results as one without recording.
// - attach() is called after construction and before the end of elaboration.
// - Hops are in call order, which differs from the order of time because cores schedule accesses
// ahead. The
//   writer of the hops sorts them.
// - The hop of a message is complete when the message leaves the component.
// - Only components of the selection are tapped.
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

  /// Taps the sockets below `root` and observes the dispatcher. The owner of the caching agents
  /// reports misses (add_observer).
  void attach(sc_core::sc_object& root, kernel::Dispatcher& dispatcher);
  /// Returns an index for entered(); its hops are on the track `part` of `object`. Messages that
  /// arrive directly from an agent without sockets depart from `sender`.
  std::uint32_t add_place(const std::string& object, const std::string& part,
                          const std::string& sender = "");
  /// Returns an index for changed(). Its signals of `object` are the queue length and the remaining
  /// credits.
  std::uint32_t add_queue(const std::string& object, const std::string& name);
  /// Names an agent that is not a SystemC object. Precondition: the run has not started.
  void name_agent(const kernel::Agent& agent, const std::string& name);
  /// Returns the track of the accesses of a core or of an equivalent initiator.
  std::uint32_t add_core(const std::string& object);
  /// Records a completed access for which no MissObserver is called; `hop.track` is a result of
  /// add_core().
  void on_access(const Hop& hop);
  /// Samples `signals.size()` values after each message that `agent` has handled.
  void add_probe(const kernel::Agent& agent, std::vector<Signal> signals,
                 std::function<void(std::vector<std::uint64_t>&)> read);

  /// Fires a trigger on a broken invariant, which ends the run now.
  void on_error();
  /// Returns true if simulated time has passed everything that can be recorded.
  bool complete() const;
  /// Returns the recorded hops sorted by begin. Precondition: the run is over; callable once.
  HopLog take();

  // Callbacks of the taps.
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
    std::uint32_t sends = kNoTrack;  ///< Track of the sender, if a message departs from an agent.
    /// Track of the component behind; the previous hop of the payload ends here.
    std::uint32_t enters = kNoTrack;
    std::uint64_t passed = 0;  ///< Current number of messages, for sockets of a tracker.
  };
  /// Message in flight between two agents.
  struct Flight {
    Hop hop;      ///< Hop in the current component.
    Hop message;  ///< Hop from agent to agent.
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
  static void pass_walk(void* tap, protocol::Access& access);
  static void pass_hand_over(void* tap, protocol::TrackerRequest& request);
  static void pass_metadata(void* tap, protocol::MetadataAccess& access);
  static void pass_memory(void* tap, protocol::MemoryRequest& request);
  void passed(const Tap<Message>& tap, const Message& message);
  void close(Hop hop, base::Time queue, const Message& message);

  bool selects(const std::string& object) const;
  bool wants(std::uint64_t transaction, base::LineAddress line) const;
  bool wants_walk(base::Time begin, base::Time end) const;
  bool wants(const Message& message) const;
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
  /// Latest misses; an access returns at the same time as its miss.
  struct Missed {
    std::uint64_t transaction;
    accounting::AccessClass access_class;
  };
  std::deque<Missed> missed_;
  static constexpr std::size_t kMissesOfAnInstant = 256;

  std::size_t next_purge_ = 0;
};

}  // namespace starnuma::observers
