// SPDX-License-Identifier: Apache-2.0
// Clock, inputs and executed rows; multi_headed_device_outputs.cpp has memory and messages to
// hosts.
#include "rtl/directory_slice/shell/multi_headed_device.h"

#include <algorithm>
#include <array>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"
#include "rtl/common/shell/named_failure.h"

namespace starnuma::rtl {

using base::Time;
using kernel::Envelope;
using protocol::Message;
using protocol::cxl::DeviceEvent;
using protocol::cxl::DeviceState;
using protocol::cxl::Op;

namespace {

constexpr Time kNever{-1};

bool is_of_request(DeviceEvent event) {
  switch (event) {
    case DeviceEvent::kEvict:
    case DeviceEvent::kMemWr:
    case DeviceEvent::kMemWrOwn:
    case DeviceEvent::kBIConflict:
    case DeviceEvent::kBIRspS:
    case DeviceEvent::kBIRspE:
    case DeviceEvent::kBIRspI:
    case DeviceEvent::kLastBIRspI:
      return false;
    default:
      return true;
  }
}

int parts_of(int whole, int parts) { return (whole + parts - 1) / parts; }

std::uint64_t sets_of(const pool::DeviceConfig& config, const pool::DevicePlace& place) {
  return std::max<std::uint64_t>(
      1, place.snoop_filter_lines / static_cast<std::uint64_t>(config.snoop_filter_ways));
}

}  // namespace

DirectoryShape shape_of(const pool::DeviceConfig& config, const pool::DevicePlace& place) {
  const int slices = config.queued.directory_slices;
  return {slices,
          place.agents.sockets,
          parts_of(static_cast<int>(sets_of(config, place)), slices),
          config.snoop_filter_ways,
          config.queued.request_entries,  // A slice may have all requests.
          0};
}

MultiHeadedDevice::MultiHeadedDevice(const sc_core::sc_module_name& name, const Config& config,
                                     pool::DevicePlace place, kernel::Dispatcher& dispatcher,
                                     std::unique_ptr<DirectoryEngine> engine)
    : MultiHeadedDeviceBase(name, config, std::move(place), dispatcher),
      engine_(std::move(engine)),
      lines_(sets_of(config, place_), shape().sets * shape().slices),
      inputs_(shape().slices),
      edge_(kNever) {
  queue_messages({1, Time(std::max<std::int64_t>(1, period().ps() / shape().slices))});
}

std::uint64_t MultiHeadedDevice::number_of(base::LineAddress line) const {
  const std::uint64_t number = lines_.number_of(in_memory(line));
  SN_CHECK(number >> shape().line_width == 0, name(), ": line ", line, " is beyond the RTL's 2^",
           shape().line_width, " lines");
  return number;
}

void MultiHeadedDevice::handle(Envelope& envelope, kernel::Outbox&) {
  const Message message = envelope.open<Message>();
  SN_CHECK(message.protocol == Message::Class::kCxl, name(), ": the RTL has no uncached accesses");
  if (message.cxl == protocol::cxl::Op::kMemSpecRd) return read_speculatively(envelope, message);
  const std::size_t port = DirectoryInputs::port_of(message.cxl);
  statistics_.message(message.cxl, true);
  const bool reads = protocol::cxl::role_of(message.cxl) == protocol::Role::kRequest;
  if (reads) statistics_.filter_use(lines_.occupancy());
  const std::uint64_t number = number_of(message.line);
  Line& line = lines_[number];
  line.address = message.line;
  const int host = base::index_of(sender_of(envelope));
  HostMessage input{message.cxl, host, number, line.bi_tag, message.version};
  if (port != DirectoryInputs::kBIRsp) input.tag = transactions_.begin(envelope, number);
  if (port == DirectoryInputs::kReq) {
    transactions_.add_request(number, host, static_cast<Tag>(input.tag));
  }
  constexpr std::array<int, DirectoryInputs::kPorts> kCycles{kReadCycles, kAnswerCycles,
                                                             kSnoopedCycles};
  const Time delay = directory_latency_ - cycles(kCycles[port]);
  inputs_.add({envelope, input, envelope.time + delay});
  start_clock_for_inputs(kernel::now());
}

void MultiHeadedDevice::start_clock(Time time) {
  time = std::max(time, next_edge_);
  if (edge_ != kNever && edge_ <= time) return;
  edge_ = time;
  dispatcher().queued()->call_at(time, *this, 0);
}

/// Schedules the clock edge for the first input that is due after `after`.
void MultiHeadedDevice::start_clock_for_inputs(Time after) {
  inputs_.each_due(after, [&](Time time) { start_clock(time); });
}

/// Executes a clock cycle. The clock stops if nothing can change before the next input; an offered
/// message may be accepted in the cycle after a change.
void MultiHeadedDevice::due(int, Envelope*) {
  const Time now = kernel::now();
  if (now != edge_) return;  // an earlier edge was scheduled since
  edge_ = kNever;
  next_edge_ = now + period();
  const DirectoryPinInputs in = inputs_.offer(now, [&](std::uint64_t line) { dropped(line); });
  const DirectoryOutputs out = call_block(name(), now, [&] { return engine_->cycle(in, now); });
  SN_CHECK(!out.illegal, name(), ": the RTL dropped an illegal message at ", now.ps(), " ps");
  const bool any = inputs_.accept(in, out, [&](std::size_t port, const auto& arrival) {
    accepted(arrival.message);
    if (port != DirectoryInputs::kBIRsp) return;
    transactions_[lines_[arrival.message.line].snooper].snooped = arrival.envelope;
  });
  bool active = any || !out.quiet;
  for (int s = 0; s < shape().slices; ++s) {
    active = active || in.mem_rsp[s];
    if (out.commit[s]) commit(*out.commit[s], now);
  }
  for (int s = 0; s < shape().slices; ++s) {
    if (out.mem_req[s]) access(s, *out.mem_req[s], now);
  }
  if (out.bisnp) snoop(*out.bisnp, now);
  if (out.rsp) answer(*out.rsp, now);
  const bool quiet = call_block(name(), now, [&] { return engine_->tick(now); });
  if (inputs_.any_offered(now) ? active : !quiet) {
    start_clock(next_edge_);
  } else {
    start_clock_for_inputs(now + Time(1));
  }
}

void MultiHeadedDevice::commit(const DirectoryCommit& commit, Time now) {
  committed(commit);
  Line& line = lines_.commit(commit);
  const bool was_snooped = is_transient(commit.before);
  if (!was_snooped && is_transient(commit.after)) {
    line.snooper = transactions_.request_of(commit.cause, commit.host);
    account_snoops(commit, transactions_[line.snooper]);
  }
  const bool writes = commit.event == DeviceEvent::kMemWr || commit.event == DeviceEvent::kMemWrOwn;
  if (was_snooped && writes) transactions_[line.snooper].written = true;
  if (is_of_request(commit.event)) {
    line.served = transactions_.commit_request(commit.line, commit.host);
    if (commit.turn == 1) host_side_->count_retry(), host_side_->count_wait();
    transactions_[line.served].retried = commit.turn == 1;
  }
  report_sharers(line.address, &line.entry, now);
}

void MultiHeadedDevice::account_snoops(const DirectoryCommit& commit, Transaction& transaction) {
  const bool evicts = commit.event == DeviceEvent::kEvict;
  const auto host = static_cast<base::SocketId>(commit.host);
  const std::uint32_t hosts = evicts ? commit.sharers : commit.sharers & ~base::bit_of(host);
  const auto cause = [&] {
    if (evicts) return pool::SnoopCause::kCapacity;
    if (commit.after == DeviceState::kToCurrent) return pool::SnoopCause::kCurrent;
    return commit.after == DeviceState::kToShared ? pool::SnoopCause::kShared
                                                  : pool::SnoopCause::kOwnership;
  };
  statistics_.snooped(cause(), __builtin_popcount(hosts));
  if (evicts) {
    ++filter_evictions_;
  } else {
    transaction.via_owner = commit.before == DeviceState::kOwned;
  }
}

bool MultiHeadedDevice::forget(base::SocketId, int, Time, const Recall&, const Settled&) {
  base::fail_invariant(name(), ": the directory RTL cannot remove a lost host");
}

void MultiHeadedDevice::reset(const Settled&) {
  base::fail_invariant(name(), ": the directory RTL cannot be reset during a run");
}

}  // namespace starnuma::rtl
