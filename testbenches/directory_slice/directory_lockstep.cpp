// SPDX-License-Identifier: Apache-2.0
#include "testbenches/directory_slice/directory_lockstep.h"

#include <algorithm>

#include "models/protocol/channel.h"

namespace starnuma::testbenches {

using protocol::cxl::Op;

namespace {

/// Cycles without a commit, or without the acceptance of RwD or BIRsp, that are a deadlock. In the
/// modes with stalls each step takes three cycles on average.
constexpr int kMostCycles = 1000;
constexpr std::uint64_t kDataMask = 0xFFFF;

[[noreturn]] void fail(const std::string& what) { throw Difference(what); }

std::size_t port_of(Op op) {
  const protocol::Channel channel = protocol::cxl::channel_of(op);
  return channel == protocol::Channel::kReq ? 0 : channel == protocol::Channel::kRwD ? 1 : 2;
}

/// Returns an observer that counts each executed row.
rtl::GoldenDirectory::OnRow counts_rows(golden_kit::DeviceCoverage& coverage) {
  return [&coverage](protocol::cxl::DeviceState state, protocol::cxl::DeviceEvent event, int turn) {
    coverage.service = static_cast<golden_kit::Service>(turn);
    coverage.add(state, event);
  };
}

bool same(const std::optional<DeviceMessage>& a, const std::optional<DeviceMessage>& b) {
  return a && b && a->op == b->op && a->host == b->host && a->line == b->line && a->tag == b->tag &&
         a->data == b->data && a->dev_load == b->dev_load;
}

bool same(const std::optional<MemoryRequest>& a, const std::optional<MemoryRequest>& b) {
  return a && b && a->write == b->write && a->ahead == b->ahead && a->id == b->id &&
         a->line == b->line && a->data == b->data;
}

}  // namespace

DirectoryLockstep::DirectoryLockstep(const DirectorySet& set, golden_kit::DeviceCoverage& coverage,
                                     const BlockStart& start)
    : set_(set),
      block_(set.make(set, start)),
      coverage_(coverage),
      golden_(set.ways, set.sets, set.slices, counts_rows(coverage)) {
  restart();
}

void DirectoryLockstep::restart() {
  commits_ += golden_.commits();
  golden_ = rtl::GoldenDirectory(set_.ways, set_.sets, set_.slices, counts_rows(coverage_));
  hosts_.clear();
  for (int h = 0; h < set_.hosts; ++h) {
    hosts_.push_back({golden_kit::GoldenHost(static_cast<base::SocketId>(h)), {}, {}, {}, {}});
  }
  offered_ = {};
  reads_ = {};
  before_.reset();
  without_progress_ = 0;
  refused_ = {};
}

void DirectoryLockstep::step(const DirectoryInputs& in) {
  played_.push_back(in);
  try {
    play(in);
  } catch (const Difference& difference) {
    fail("cycle " + std::to_string(block_->cycles()) + ": " + difference.what());
  }
  block_->finish_cycle();
}

void DirectoryLockstep::play(const DirectoryInputs& in) {
  if (in.reset) restart();
  DirectoryPinInputs pins;
  pins.reset = in.reset;
  if (!in.reset) {
    if (in.start) start(*in.start);
    offer(0, in.offer_req, in.choice, in.slow_host);
    offer(1, in.offer_rwd, in.choice >> 3, {});
    offer(2, in.offer_birsp, in.choice >> 5, {});
  }
  pins.req = offered_[0];
  pins.rwd = offered_[1];
  pins.birsp = offered_[2];
  pins.bisnp_ready = in.bisnp_ready;
  pins.rsp_ready = in.rsp_ready;
  std::fill(std::begin(pins.mem_ready), std::end(pins.mem_ready), in.mem_ready);
  answer_reads(in, pins);
  outputs_ = block_->settle(pins);
  if (in.reset) return;
  check_rest(pins);
  accept();
  take_outputs(pins);
  deliver(in);
}

void DirectoryLockstep::start(const HostAccess& access) {
  Host& host = hosts_[static_cast<std::size_t>(access.host)];
  ++version_;
  if (host.golden.start(access.access, {access.line}, version_ & kDataMask)) collect(access.host);
}

/// Moves what a host sends to its channels.
void DirectoryLockstep::collect(int number) {
  Host& host = hosts_[static_cast<std::size_t>(number)];
  if (host.golden.failed()) fail("protocol: host " + std::to_string(number) + " has no row");
  for (const golden_kit::Packet& packet : host.golden.sends) {
    const std::size_t channel = port_of(packet.op);
    const std::uint64_t line = packet.line.value;
    const std::uint64_t tag = channel == 2 ? host.bi_tags.at(line) : line;
    host.sends[channel].push_back({packet.op, number, line, tag, packet.data});
  }
  host.golden.sends.clear();
}

/// Offers the next message of a channel; it stays until it is accepted.
void DirectoryLockstep::offer(std::size_t channel, bool allowed, std::uint32_t choice,
                              std::optional<int> slow_host) {
  if (offered_[channel] || !allowed) return;
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    const std::size_t h = (i + choice) % hosts_.size();
    auto& sends = hosts_[h].sends[channel];
    if (sends.empty() || slow_host == static_cast<int>(h)) continue;
    offered_[channel] = sends.front();
    sends.pop_front();
    return;
  }
}

void DirectoryLockstep::answer_reads(const DirectoryInputs& in, DirectoryPinInputs& pins) {
  if (!in.mem_answers) return;
  for (std::size_t s = 0; s < reads_.size(); ++s) {
    if (reads_[s].empty()) continue;
    const auto chosen =
        reads_[s].begin() + static_cast<std::ptrdiff_t>((in.choice >> 8) % reads_[s].size());
    const bool dropped = chosen->ahead && in.mem_drops;
    pins.mem_rsp[s] = MemoryResponse{chosen->id, dropped ? 0 : chosen->data, dropped};
    if (dropped) golden_.expect_read(chosen->line);
    reads_[s].erase(chosen);
  }
}

void DirectoryLockstep::accept() {
  const std::array<bool, kChannels> ready{outputs_.req_ready, outputs_.rwd_ready,
                                          outputs_.birsp_ready};
  for (std::size_t c = 0; c < kChannels; ++c) {
    if (!offered_[c] || !ready[c]) {
      if (offered_[c] && c > 0 && ++refused_[c] > kMostCycles) {
        fail("progress: RwD or BIRsp is not accepted");
      }
      continue;
    }
    golden_.accept(*offered_[c]);
    offered_[c].reset();
    refused_[c] = 0;
  }
}

void DirectoryLockstep::take_outputs(const DirectoryPinInputs& pins) {
  if (outputs_.illegal) fail("illegal: the block dropped a legal message");
  ++without_progress_;
  for (const auto& commit : outputs_.commit) {
    if (!commit) continue;
    golden_.commit(*commit);
    without_progress_ = 0;
  }
  for (std::size_t s = 0; s < reads_.size(); ++s) {
    if (!outputs_.mem_req[s] || !pins.mem_ready[s]) continue;
    const MemoryRequest& request = *outputs_.mem_req[s];
    const std::uint64_t data = golden_.memory(request);
    if (request.write) continue;
    for (const Read& read : reads_[s]) {
      if (read.id == request.id) fail("id: memory has two reads of an entry");
    }
    reads_[s].push_back({request.id, request.line, data, request.ahead});
  }
  if (outputs_.bisnp && pins.bisnp_ready) {
    golden_.snoop(*outputs_.bisnp);
    hosts_[static_cast<std::size_t>(outputs_.bisnp->host)].snoops.push_back(*outputs_.bisnp);
  }
  if (outputs_.rsp && pins.rsp_ready) {
    golden_.answer(*outputs_.rsp, outputs_.rsp->tag);
    hosts_[static_cast<std::size_t>(outputs_.rsp->host)].answers.push_back(*outputs_.rsp);
  }
  if (without_progress_ > kMostCycles && !golden_.idle()) fail("progress: no commit");
}

/// Delivers one snoop and one answer to hosts. Snoops and answers overtake each other.
void DirectoryLockstep::deliver(const DirectoryInputs& in) {
  const auto to_one = [&](auto Host::*inbox, std::uint32_t choice, const auto& receive) {
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
      const std::size_t h = (i + choice) % hosts_.size();
      if ((hosts_[h].*inbox).empty()) continue;
      const DeviceMessage message = (hosts_[h].*inbox).front();
      (hosts_[h].*inbox).pop_front();
      receive(hosts_[h], message);
      return collect(static_cast<int>(h));
    }
  };
  if (in.deliver_bisnp) {
    to_one(&Host::snoops, in.choice >> 16, [](Host& host, const DeviceMessage& snoop) {
      host.bi_tags[snoop.line] = snoop.tag;
      host.golden.receive({snoop.op, {}, {snoop.line}, 0});
    });
  }
  if (in.deliver_rsp) {
    to_one(&Host::answers, in.choice >> 20, [](Host& host, const DeviceMessage& answer) {
      host.golden.receive({answer.op, {}, {answer.tag}, answer.data});
    });
  }
}

/// Compares outputs with those of the last cycle: a message that was not accepted is stable, and a
/// quiet block without inputs stays quiet. An idle block has nothing outstanding.
void DirectoryLockstep::check_rest(const DirectoryPinInputs& pins) {
  if (outputs_.idle && !golden_.idle()) fail("idle: work is outstanding");
  if (outputs_.quiet && !golden_.idle() && !messages_move(pins)) {
    fail("progress: a request waits, but no message is outstanding");
  }
  if (before_) {
    if (before_->bisnp && !same(before_->bisnp, outputs_.bisnp)) fail("stable: BISnp changes");
    if (before_->rsp && !same(before_->rsp, outputs_.rsp)) fail("stable: an answer changes");
    for (std::size_t s = 0; s < reads_.size(); ++s) {
      if (before_->mem_req[s] && !same(before_->mem_req[s], outputs_.mem_req[s])) {
        fail("stable: a memory request changes");
      }
    }
    if (before_->quiet && !outputs_.quiet) fail("quiet: a quiet block starts without an input");
  }
  before_ = outputs_;
  bool inputs = pins.req || pins.rwd || pins.birsp;
  for (std::size_t s = 0; s < reads_.size(); ++s) {
    inputs |= pins.mem_rsp[s].has_value();
    if (pins.mem_ready[s]) before_->mem_req[s].reset();
  }
  if (inputs) before_->quiet = false;
  if (pins.bisnp_ready) before_->bisnp.reset();
  if (pins.rsp_ready) before_->rsp.reset();
}

/// Returns true if a message between the block, hosts and memory is not delivered yet.
bool DirectoryLockstep::messages_move(const DirectoryPinInputs& pins) const {
  bool any = pins.req || pins.rwd || pins.birsp;
  for (std::size_t s = 0; s < reads_.size(); ++s) any |= !reads_[s].empty() || pins.mem_rsp[s];
  for (const Host& host : hosts_) {
    any |= !host.snoops.empty() || !host.answers.empty();
    for (const auto& sends : host.sends) any |= !sends.empty();
  }
  return any;
}

void DirectoryLockstep::drain() {
  DirectoryPinInputs offered;
  for (int cycle = 0; cycle < 10 * kMostCycles; ++cycle) {
    offered.req = offered_[0];
    offered.rwd = offered_[1];
    offered.birsp = offered_[2];
    if (golden_.idle() && outputs_.idle && !messages_move(offered)) return;
    DirectoryInputs in;
    in.choice = static_cast<std::uint32_t>(cycle);
    step(in);
  }
  fail("idle: the block is not idle after its last transaction");
}

}  // namespace starnuma::testbenches
