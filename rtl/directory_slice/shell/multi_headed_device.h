// SPDX-License-Identifier: Apache-2.0
// Multi-headed device whose directory is RTL: sn_dir_top replaces pool::MultiHeadedDevice, with the
// same sockets, statistics and view of observers.
//
// Contract:
// - Queued delivery only. The ingress arbitrates between the heads; its messages enter the ports of
//   the RTL in that order.
// - The RTL decides about rows, victims, waits and their order, and moves the versions of data.
//   The shell stores the envelopes of outstanding messages, and the entries for observers.
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

#include <memory>
#include <vector>

#include "models/kernel/queued_dispatcher.h"
#include "models/pool/multi_headed_device_base.h"
#include "rtl/directory_slice/shell/directory_engine.h"
#include "rtl/directory_slice/shell/directory_inputs.h"
#include "rtl/directory_slice/shell/directory_lines.h"
#include "rtl/directory_slice/shell/directory_transactions.h"

namespace starnuma::rtl {

/// Returns the parameters of the RTL that a device needs.
DirectoryShape shape_of(const pool::DeviceConfig& config, const pool::DevicePlace& place);

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

  std::uint64_t filter_occupancy() const override { return lines_.occupancy(); }
  std::uint64_t filter_capacity() const override {
    return lines_.sets() * static_cast<std::uint64_t>(shape().ways);
  }
  std::uint64_t requests_waiting() const override { return transactions_.waiting(); }
  std::uint64_t lines_snooped() const override { return lines_.snooped(); }
  bool idle() const override { return transactions_.empty() && lines_.snooped() == 0; }
  const Entry* entry_of(base::LineAddress line) const override {
    return lines_.entry_of(number_of(line));
  }
  bool waits(base::LineAddress line, base::SocketId host) const override {
    return transactions_.waits(number_of(line), base::index_of(host));
  }

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
  // Cycles from an input to an output without contention (docs/components/directory_rtl.md).
  static constexpr int kReadCycles = Config::kRtlCycles;
  static constexpr int kGrantCycles = 3;          ///< Data of memory to grant.
  static constexpr int kRequestOutputCycles = 5;  ///< Req to BISnp, or to an answer without data.
  static constexpr int kSnoopedCycles = 5;        ///< BIRsp to grant.
  static constexpr int kAnswerCycles = 4;         ///< RwD to answer.
  static constexpr int kRetryCycles = 5;  ///< Grant to the outputs of a request that waited.
  using Tag = DirectoryTransactions::Tag;
  using Transaction = DirectoryTransactions::Transaction;
  using Line = DirectoryLines::Line;

  void due(int tag, kernel::Envelope* message) override;
  void start_clock(base::Time time);
  void start_clock_for_inputs(base::Time after);
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

  /// Returns the line's number in the RTL.
  std::uint64_t number_of(base::LineAddress line) const;
  base::Time cycles(int count) const { return period() * count; }
  /// Returns the delay of a request's outputs, so that its retry takes `directory_latency`.
  base::Time retry_delay(const Transaction& transaction) const {
    return transaction.retried ? directory_latency_ - cycles(kRetryCycles) : base::Time(0);
  }
  /// Returns the delay of a snoop of a request, or of its answer if memory is not read for it.
  base::Time request_output_delay(const Transaction& transaction) const {
    return cycles(kReadCycles - kRequestOutputCycles) + retry_delay(transaction);
  }

  std::unique_ptr<DirectoryEngine> engine_;
  DirectoryLines lines_;
  DirectoryInputs inputs_;
  DirectoryTransactions transactions_;
  base::Time edge_;       ///< Time of the scheduled clock edge; negative if the clock is stopped.
  base::Time next_edge_;  ///< Earliest time of the next clock edge.
};

}  // namespace starnuma::rtl
