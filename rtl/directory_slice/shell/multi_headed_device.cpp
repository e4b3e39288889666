// SPDX-License-Identifier: Apache-2.0
// Clock, inputs and executed rows; multi_headed_device_outputs.cpp has memory and messages to
// hosts.
#include "rtl/directory_slice/shell/multi_headed_device.h"

#include <algorithm>

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
    case DeviceEvent::kMemRdShared:
    case DeviceEvent::kMemRdOwn:
    case DeviceEvent::kMemRdOwnOthersShare:
    case DeviceEvent::kMemRdByOwner:
    case DeviceEvent::kMemClnEvct:
    case DeviceEvent::kStaleMemClnEvct:
      return true;
    default:
      return false;
  }
}

bool is_known(const Message& message) {
  return message.protocol == Message::Class::kCxl && message.cxl != Op::kMemInv;
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
      sets_(sets_of(config, place_)),
      set_bits_(__builtin_ctz(static_cast<unsigned>(shape().sets * shape().slices))),
      edge_(kNever) {
  queue_messages({1, Time(std::max<std::int64_t>(1, period().ps() / shape().slices))});
}

std::uint64_t MultiHeadedDevice::number_of(base::LineAddress line) const {
  const std::uint64_t in_device = in_memory(line);
  const std::uint64_t number = in_device / sets_ << set_bits_ | in_device % sets_;
  SN_CHECK(number >> shape().line_width == 0, name(), ": line ", line, " is beyond the RTL's 2^",
           shape().line_width, " lines");
  return number;
}

std::uint64_t MultiHeadedDevice::memory_line(std::uint64_t line) const {
  const std::uint64_t mask = (std::uint64_t{1} << set_bits_) - 1;
  return (line >> set_bits_) * sets_ + (line & mask);
}

std::size_t MultiHeadedDevice::port_of(Op op) {
  if (op == Op::kMemWr || op == Op::kBIConflict) return 1;
  return op == Op::kBIRspI || op == Op::kBIRspS ? 2 : 0;
}

void MultiHeadedDevice::handle(Envelope& envelope, kernel::Outbox&) {
  const Message message = envelope.open<Message>();
  SN_CHECK(is_known(message), name(), ": the RTL has no uncached accesses and no MemInv");
  const std::size_t port = port_of(message.cxl);
  statistics_.message(message.cxl, true);
  const bool reads = protocol::cxl::role_of(message.cxl) == protocol::Role::kRequest;
  if (reads) statistics_.filter_use(occupancy_);
  const std::uint64_t number = number_of(message.line);
  Line& line = lines_[number];
  line.address = message.line;
  const int host = base::index_of(sender_of(envelope));
  HostMessage input{message.cxl, host, number, line.bi_tag, message.version};
  if (port != 2) input.tag = take_tag(envelope, number);
  if (port == 0) {
    const auto tag = static_cast<Tag>(input.tag);
    requests_[key_of(number, host)] = uncommitted_[key_of(number, host)] = tag;
  }
  constexpr std::array<int, kPorts> kCycles{kReadCycles, kAnswerCycles, kSnoopedCycles};
  const Time delay = directory_latency_ - cycles(kCycles[port]);
  ports_[port].push_back({envelope, input, envelope.time + delay});
  start_clock_for_inputs(kernel::now());
}

MultiHeadedDevice::Tag MultiHeadedDevice::take_tag(const Envelope& cause, std::uint64_t line) {
  if (free_tags_.empty()) {
    SN_CHECK(transactions_.size() <= 0xFFFF, name(), ": no free tag");
    free_tags_.push_back(static_cast<Tag>(transactions_.size()));
    transactions_.emplace_back();
  }
  const Tag tag = free_tags_.back();
  free_tags_.pop_back();
  Transaction& transaction = transactions_[tag];
  transaction = {};
  transaction.outstanding = true;
  transaction.cause = cause;
  transaction.message = cause.open<Message>();
  transaction.line = line;
  return tag;
}

void MultiHeadedDevice::return_tag(Tag tag) {
  transactions_[tag].outstanding = false;
  free_tags_.push_back(tag);
}

void MultiHeadedDevice::start_clock(Time time) {
  time = std::max(time, next_edge_);
  if (edge_ != kNever && edge_ <= time) return;
  edge_ = time;
  dispatcher().queued()->call_at(time, *this, 0);
}

/// Schedules the clock edge for the first input that is due after `after`.
void MultiHeadedDevice::start_clock_for_inputs(Time after) {
  for (const auto& port : ports_) {
    if (!port.empty() && port.front().due >= after) start_clock(port.front().due);
  }
  for (const SliceMemory& memory : memory_) {
    if (!memory.responses.empty()) {
      start_clock(std::max(after, memory.responses.top().time));
    }
  }
}

/// Returns true if a message was offered to the RTL and not accepted.
bool MultiHeadedDevice::any_waits(Time now) const {
  return std::any_of(ports_.begin(), ports_.end(), [&](const std::deque<Arrival>& port) {
    return !port.empty() && port.front().due <= now;
  });
}

/// Executes a clock cycle. The clock stops if nothing can change before the next input; an offered
/// message may be accepted in the cycle after a change.
void MultiHeadedDevice::due(int, Envelope*) {
  const Time now = kernel::now();
  if (now != edge_) return;  // an earlier edge was scheduled since
  edge_ = kNever;
  next_edge_ = now + period();
  const DirectoryPinInputs in = inputs(now);
  const DirectoryOutputs out = call_block(name(), now, [&] { return engine_->cycle(in, now); });
  SN_CHECK(!out.illegal, name(), ": the RTL dropped an illegal message at ", now.ps(), " ps");
  bool active = accept(in, out) || !out.quiet;
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
  if (any_waits(now) ? active : !quiet) {
    start_clock(next_edge_);
  } else {
    start_clock_for_inputs(now + Time(1));
  }
}

DirectoryPinInputs MultiHeadedDevice::inputs(Time now) {
  DirectoryPinInputs in;
  in.bisnp_ready = in.rsp_ready = true;
  const std::array<std::optional<HostMessage>*, kPorts> pins{&in.req, &in.rwd, &in.birsp};
  for (std::size_t p = 0; p < kPorts; ++p) {
    if (!ports_[p].empty() && ports_[p].front().due <= now) *pins[p] = ports_[p].front().message;
  }
  for (int s = 0; s < shape().slices; ++s) {
    SliceMemory& memory = memory_[static_cast<std::size_t>(s)];
    in.mem_ready[s] = true;
    if (memory.responses.empty() || memory.responses.top().time > now) continue;
    in.mem_rsp[s] = memory.responses.top().response;
    if (in.mem_rsp[s]->dropped) dropped(memory.responses.top().line);
    memory.responses.pop();
  }
  return in;
}

/// Removes the messages that the RTL accepts; returns true if there are any.
bool MultiHeadedDevice::accept(const DirectoryPinInputs& in, const DirectoryOutputs& out) {
  const std::array<bool, kPorts> taken{in.req && out.req_ready, in.rwd && out.rwd_ready,
                                       in.birsp && out.birsp_ready};
  for (std::size_t p = 0; p < kPorts; ++p) {
    if (!taken[p]) continue;
    const Arrival& arrival = ports_[p].front();
    accepted(arrival.message);
    if (p == 2) transactions_[lines_[arrival.message.line].snooper].snooped = arrival.envelope;
    ports_[p].pop_front();
  }
  return taken[0] || taken[1] || taken[2];
}

void MultiHeadedDevice::commit(const DirectoryCommit& commit, Time now) {
  committed(commit);
  Line& line = lines_.at(commit.line);
  const bool was_snooped = is_transient(commit.before);
  const bool is_snooped = is_transient(commit.after);
  if (!was_snooped && is_snooped) {
    ++snooped_;
    line.snooper = requests_.at(key_of(commit.cause, commit.host));
    account_snoops(commit, transactions_[line.snooper]);
  } else if (was_snooped && !is_snooped) {
    --snooped_;
  }
  if (was_snooped && commit.event == DeviceEvent::kMemWr) {
    transactions_[line.snooper].written = true;
  }
  if (is_of_request(commit.event)) {
    line.served = requests_.at(key_of(commit.line, commit.host));
    uncommitted_.erase(key_of(commit.line, commit.host));
    if (commit.turn == 1) host_side_->count_retry(), host_side_->count_wait();
    transactions_[line.served].retried = commit.turn == 1;
  }
  if (commit.before == DeviceState::kInvalid && commit.after != DeviceState::kInvalid) ++occupancy_;
  if (commit.before != DeviceState::kInvalid && commit.after == DeviceState::kInvalid) --occupancy_;
  line.entry.state = commit.after;
  line.entry.sharers = commit.sharers;
  if (commit.after == DeviceState::kOwned) {
    line.entry.owner = static_cast<std::uint8_t>(__builtin_ctz(commit.sharers));
  }
  report_sharers(line.address, &line.entry, now);
}

void MultiHeadedDevice::account_snoops(const DirectoryCommit& commit, Transaction& transaction) {
  const bool evicts = commit.event == DeviceEvent::kEvict;
  const auto host = static_cast<base::SocketId>(commit.host);
  const std::uint32_t hosts = evicts ? commit.sharers : commit.sharers & ~protocol::bit_of(host);
  const bool reads = commit.after == DeviceState::kToShared;
  statistics_.snooped(evicts  ? pool::SnoopCause::kCapacity
                      : reads ? pool::SnoopCause::kShared
                              : pool::SnoopCause::kOwnership,
                      __builtin_popcount(hosts));
  if (evicts) {
    ++filter_evictions_;
  } else {
    transaction.via_owner = commit.before == DeviceState::kOwned;
  }
}

const MultiHeadedDevice::Entry* MultiHeadedDevice::entry_of(base::LineAddress line) const {
  const auto found = lines_.find(number_of(line));
  if (found == lines_.end() || found->second.entry.state == DeviceState::kInvalid) return nullptr;
  return &found->second.entry;
}

bool MultiHeadedDevice::waits(base::LineAddress line, base::SocketId host) const {
  return uncommitted_.count(key_of(number_of(line), base::index_of(host))) != 0;
}

bool MultiHeadedDevice::forget(base::SocketId, int, Time, const Recall&, const Settled&) {
  base::fail_invariant(name(), ": the directory RTL cannot remove a lost host");
}

void MultiHeadedDevice::reset(const Settled&) {
  base::fail_invariant(name(), ": the directory RTL cannot be reset during a run");
}

}  // namespace starnuma::rtl
