// SPDX-License-Identifier: Apache-2.0
// Multi-headed device whose directory is RTL: sn_dir_top replaces pool::MultiHeadedDevice, with the
// same sockets, statistics and view of observers.
//
// Contract:
// - Queued delivery only. The ingress arbitrates between the heads; its messages enter the ports of
//   the RTL in that order.
// - The RTL decides about rows, victims, waits and their order, and moves the versions of data.
//   The shell stores the envelopes of outstanding messages, and the entries for observers.
// - A set of the model is a set of the RTL; lines are renumbered, so that the number of sets is
//   not a power of two.
//
// Timing:
// - One clock period per `directory_interval`. The clock runs while the RTL is not quiet. It starts
//   with the message or the data that arrive first.
// - Without contention, a message takes `directory_latency`, as in the model: the shell delays it
//   by the difference to the cycles of the RTL. So is a request that has waited for another one.
// - The memory port takes a request per cycle and slice. The Cmp of a MemWr leaves when memory has
//   accepted the write.
//
// Errors: an illegal message and a failed assertion of the block end the run with an
// InvariantError. Faults that reach into entries are refused (forget(), reset()).
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "models/kernel/queued_dispatcher.h"
#include "models/pool/multi_headed_device_base.h"
#include "rtl/directory_slice/shell/directory_engine.h"

namespace starnuma::rtl {

/// Returns the parameters of the RTL that a device needs.
DirectoryShape shape_of(const pool::DeviceConfig& config, const pool::DevicePlace& place);

/// Responses of the memory of a slice, in order of time.
struct SliceMemory {
  struct Response {
    base::Time time;
    std::uint64_t number;
    std::uint64_t line;
    MemoryResponse response;
    bool operator>(const Response& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };
  std::priority_queue<Response, std::vector<Response>, std::greater<>> responses;
};

class MultiHeadedDevice : public pool::MultiHeadedDeviceBase, private kernel::EventTarget {
 public:
  /// Precondition: delivery is queued.
  MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config,
                    pool::DevicePlace place, kernel::Dispatcher& dispatcher,
                    std::unique_ptr<DirectoryEngine> engine);

  void handle(kernel::Envelope& envelope, kernel::Outbox& outbox) override;
  bool forget(base::SocketId socket, int fault, base::Time time, const Recall& recall,
              const Settled& settled) override;
  void reset(const Settled& settled) override;

  std::uint64_t filter_occupancy() const override { return occupancy_; }
  std::uint64_t filter_capacity() const override {
    return sets_ * static_cast<std::uint64_t>(shape().ways);
  }
  std::uint64_t requests_waiting() const override { return uncommitted_.size(); }
  std::uint64_t lines_snooped() const override { return snooped_; }
  bool idle() const override { return free_tags_.size() == transactions_.size() && snooped_ == 0; }
  const Entry* entry_of(base::LineAddress line) const override;
  bool waits(base::LineAddress line, base::SocketId host) const override;

  base::Time period() const { return queued_.directory_interval; }
  /// Returns the number of clock cycles since reset.
  std::uint64_t ticks() const { return engine_->ticks(); }
  /// Starts a trace. Precondition: the run has not started.
  void start_trace(const std::filesystem::path& file, TraceWindow window) {
    engine_->start_trace(file, window);
  }
  std::vector<TracedPiece> finish_trace() { return engine_->finish_trace(); }

 protected:
  // Called for each input and output of the RTL, in this order within a cycle, for a comparison.
  virtual void accepted(const HostMessage&) {}
  virtual void committed(const DirectoryCommit&) {}
  virtual void requested(const MemoryRequest&) {}
  virtual void dropped(std::uint64_t /*line*/) {}
  virtual void snooped(const DeviceMessage&) {}
  virtual void answered(const DeviceMessage&, std::uint64_t /*line*/) {}

  const DirectoryShape& shape() const { return engine_->shape(); }
  base::LineAddress address_of(std::uint64_t line) const { return lines_.at(line).address; }

 private:
  static constexpr std::size_t kPorts = 3;  ///< Req, RwD, BIRsp
  // Cycles from an input to an output without contention (docs/components/directory_rtl.md).
  static constexpr int kReadCycles = Config::kRtlCycles;
  static constexpr int kGrantCycles = 3;          ///< Data of memory to grant.
  static constexpr int kRequestOutputCycles = 5;  ///< Req to BISnp, or to an answer without data.
  static constexpr int kSnoopedCycles = 5;        ///< BIRsp to grant.
  static constexpr int kAnswerCycles = 4;         ///< RwD to answer.
  static constexpr int kRetryCycles = 5;  ///< Grant to the outputs of a request that waited.
  using Tag = std::uint16_t;

  /// Message that waits for a port of the RTL.
  struct Arrival {
    kernel::Envelope envelope;
    HostMessage message;
    base::Time due;
  };
  /// Message with a tag, from its arrival to its answer.
  struct Transaction {
    kernel::Envelope cause;  ///< The message at its arrival.
    protocol::Message message;
    std::uint64_t line = 0;
    /// Request with the data of its memory read, at the time at which they may be granted.
    std::optional<kernel::Envelope> data;
    std::optional<kernel::Envelope> snooped;  ///< Last BIRsp.
    bool outstanding = false;
    bool written = false;  ///< A snooped owner has written the line back.
    bool via_owner = false;
    bool retried = false;  ///< Its row was executed after a wait.
  };
  struct Line {
    base::LineAddress address;
    Entry entry;
    std::uint64_t bi_tag = 0;  ///< Tag of the last snoop.
    Tag snooper = 0;           ///< Transaction for which hosts are snooped.
    base::Time accepted;       ///< Time at which memory accepts the last write.
    Tag served = 0;            ///< Transaction that was committed last.
  };

  void due(int tag, kernel::Envelope* message) override;
  void start_clock(base::Time time);
  bool any_waits(base::Time now) const;
  void start_clock_for_inputs(base::Time after);
  DirectoryPinInputs inputs(base::Time now);
  bool accept(const DirectoryPinInputs& in, const DirectoryOutputs& out);
  void commit(const DirectoryCommit& commit, base::Time now);
  void account_snoops(const DirectoryCommit& commit, Transaction& transaction);
  void access(int slice, const MemoryRequest& request, base::Time now);
  void read(int slice, const MemoryRequest& request, base::Time now);
  void write(const MemoryRequest& request, base::Time now);
  void snoop(const DeviceMessage& snoop, base::Time now);
  void answer(const DeviceMessage& answer, base::Time now);
  void grant(const DeviceMessage& answer, const Transaction& transaction, base::Time now);
  void send(const kernel::Envelope& cause, base::Time time, base::SocketId to,
            const protocol::Message& message, std::uint64_t data);

  /// Returns the line's number in the RTL, and the line of memory of such a number.
  std::uint64_t number_of(base::LineAddress line) const;
  std::uint64_t memory_line(std::uint64_t line) const;
  static std::uint64_t key_of(std::uint64_t line, int host) {
    return line * protocol::kMaxSockets + static_cast<std::uint64_t>(host);
  }
  static std::size_t port_of(protocol::cxl::Op op);
  Tag take_tag(const kernel::Envelope& cause, std::uint64_t line);
  void return_tag(Tag tag);
  base::Time cycles(int count) const { return period() * count; }
  /// Returns the delay of a request's outputs, so that its retry takes `directory_latency`.
  base::Time retry_delay(const Transaction& transaction) const {
    return transaction.retried ? directory_latency_ - cycles(kRetryCycles) : base::Time(0);
  }

  std::unique_ptr<DirectoryEngine> engine_;
  std::uint64_t sets_;  ///< Number of sets of the filter in all slices.
  int set_bits_;        ///< Bits of a line of the RTL that number its set.
  std::array<std::deque<Arrival>, kPorts> ports_;
  std::vector<Transaction> transactions_;  ///< by tag
  std::vector<Tag> free_tags_;
  std::unordered_map<std::uint64_t, Line> lines_;       ///< by number in the RTL
  std::unordered_map<std::uint64_t, Tag> requests_;     ///< Requests by line and host.
  std::unordered_map<std::uint64_t, Tag> uncommitted_;  ///< Requests without an executed row.
  std::array<SliceMemory, kMostSlices> memory_;
  std::uint64_t occupancy_ = 0;
  std::uint64_t snooped_ = 0;
  std::uint64_t responses_ = 0;
  base::Time edge_;       ///< Time of the scheduled clock edge; negative if the clock is stopped.
  base::Time next_edge_;  ///< Earliest time of the next clock edge.
};

}  // namespace starnuma::rtl
