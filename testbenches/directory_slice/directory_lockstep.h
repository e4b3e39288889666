// SPDX-License-Identifier: Apache-2.0
// Directory RTL between golden hosts and a memory, in lockstep with the golden function in the
// order of commits.
//
// Contract:
// - step() is one cycle. The inputs select what hosts start, which messages move and what memory
//   does; messages follow from the protocol. Each part of the inputs may be absent, so that a
//   failing stimulus can be shrunk.
// - A reset cycle also resets hosts, memory and the golden function.
// - drain() finishes all transactions; then the block has to be idle.
// - The first difference throws Difference; played() is the stimulus up to it.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rtl/directory_slice/shell/golden_directory.h"
#include "testbenches/directory_slice/directory_block.h"
#include "testbenches/golden_kit/device_coverage.h"
#include "testbenches/golden_kit/golden_agents.h"

namespace starnuma::testbenches {

/// Access that a host starts, if its line permits it.
struct HostAccess {
  int host = 0;
  std::uint64_t line = 0;
  protocol::RequesterEvent access{};
};

struct DirectoryInputs {
  bool reset = false;
  std::optional<HostAccess> start;
  bool offer_req = true, offer_rwd = true, offer_birsp = true;
  bool bisnp_ready = true, rsp_ready = true;
  bool deliver_bisnp = true, deliver_rsp = true;
  std::optional<int> slow_host;  ///< Host whose Req are not offered.
  bool mem_ready = true, mem_answers = true, mem_drops = false;
  std::uint32_t choice = 0;  ///< Selects hosts and memory reads among those that are possible.
};

class DirectoryLockstep {
 public:
  DirectoryLockstep(const DirectorySet& set, golden_kit::DeviceCoverage& coverage,
                    const BlockStart& start = {});

  void step(const DirectoryInputs& in);
  void drain();

  const std::vector<DirectoryInputs>& played() const { return played_; }
  const DirectoryOutputs& outputs() const { return outputs_; }
  DirectoryBlock& block() { return *block_; }
  const DirectorySet& set() const { return set_; }
  std::uint64_t commits() const { return commits_ + golden_.commits(); }

 private:
  static constexpr std::size_t kChannels = 3;  ///< Req, RwD, BIRsp
  struct Host {
    golden_kit::GoldenHost golden;
    std::array<std::deque<HostMessage>, kChannels> sends;
    std::deque<DeviceMessage> snoops, answers;
    std::map<std::uint64_t, std::uint64_t> bi_tags;  ///< BITag of the last snoop of a line
  };
  struct Read {
    std::uint64_t id;
    std::uint64_t line;
    std::uint64_t data;
    bool ahead;
  };

  void play(const DirectoryInputs& in);
  void restart();
  void start(const HostAccess& access);
  void collect(int host);
  void offer(std::size_t channel, bool allowed, std::uint32_t choice, std::optional<int> slow_host);
  void answer_reads(const DirectoryInputs& in, DirectoryPinInputs& pins);
  void accept();
  void take_outputs(const DirectoryPinInputs& pins);
  void deliver(const DirectoryInputs& in);
  void check_rest(const DirectoryPinInputs& pins);
  bool messages_move(const DirectoryPinInputs& pins) const;

  const DirectorySet& set_;
  std::unique_ptr<DirectoryBlock> block_;
  golden_kit::DeviceCoverage& coverage_;
  rtl::GoldenDirectory golden_;
  std::vector<Host> hosts_;
  std::array<std::optional<HostMessage>, kChannels> offered_;
  std::array<std::vector<Read>, kMostSlices> reads_;
  DirectoryOutputs outputs_;
  std::optional<DirectoryOutputs> before_;  ///< Outputs of the last cycle if nothing was accepted.
  std::vector<DirectoryInputs> played_;
  std::uint64_t version_ = 0;
  std::uint64_t commits_ = 0;  ///< before the last reset
  int without_progress_ = 0;
  std::array<int, kChannels> refused_{};
};

}  // namespace starnuma::testbenches
