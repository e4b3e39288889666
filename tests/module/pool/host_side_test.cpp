// SPDX-License-Identifier: Apache-2.0
#include "models/pool/host_side.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <string>

#include "models/kernel/queued_dispatcher.h"

namespace starnuma::pool::host_side_test {
namespace {

using namespace base::literals;
using kernel::Envelope;
using protocol::Message;
using protocol::cxl::Op;

constexpr base::AgentId kHost{0};
constexpr base::AgentId kDevice{5};
constexpr base::LineAddress kLine{64};
constexpr base::LineAddress kOther{65};

class Device : public kernel::Agent {
  void handle(Envelope&, kernel::Outbox&) override {}
  void transmit(Envelope&) override {}
};

class Messages {
 public:
  Envelope& snoop(base::LineAddress line) { return add(kDevice, kHost, Op::kBISnpInv, line); }
  Envelope& response(base::LineAddress line) { return add(kHost, kDevice, Op::kBIRspI, line); }
  Envelope& grant(base::LineAddress line) { return add(kDevice, kHost, Op::kCmpE, line); }

 private:
  Envelope& add(base::AgentId from, base::AgentId to, Op op, base::LineAddress line) {
    Envelope& envelope = all_.emplace_back();
    envelope.seal(from, to, Message::of(op, line, base::SocketId{0}));
    return envelope;
  }
  std::deque<Envelope> all_;
};

std::map<std::string, double> statistics(const HostSide& side) {
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  side.report(writer, 1_ns);
  std::map<std::string, double> values;
  for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
  return values;
}

TEST(HostSide, PassesMessagesAtOnceAndCountsNothing) {
  kernel::Dispatcher dispatcher;
  Device device;
  Messages messages;
  HostSide side(dispatcher, device);
  EXPECT_TRUE(side.leaves(messages.snoop(kLine)));
  EXPECT_TRUE(side.leaves(messages.snoop(kOther)));
  EXPECT_EQ(side.arrived(messages.response(kLine)), nullptr);
  side.count_wait();
  side.request_done(Message::of(Op::kMemRdOwn, kLine, base::SocketId{0}), 1_ns);
  EXPECT_TRUE(statistics(side).empty());
  EXPECT_EQ(side.queues(), nullptr);
}

struct Queued {
  Queued() {
    place.node = base::NodeId{4};
    place.agents.sockets = 4;
    place.heads = 1;
    place.head_of_socket = {0, 0, 0, 0};
    config.snoop_tags = 1;
    config.request_entries = 4;
    config.optimal_load = 0.25;
    config.moderate_load = 0.5;
    config.severe_load = 0.75;
    side.emplace(dispatcher, device, place, config, DirectorySlices{1, 1_ns});
  }
  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  Device device;
  Messages messages;
  DevicePlace place;
  QueuedConfig config;
  std::optional<QueuedHostSide> side;
};

TEST(QueuedHostSide, ASnoopWithoutATagLeavesWhenAnotherIsAnswered) {
  Queued queued;
  Envelope& later = queued.messages.snoop(kOther);
  EXPECT_TRUE(queued.side->leaves(queued.messages.snoop(kLine)));
  EXPECT_FALSE(queued.side->leaves(later));
  EXPECT_TRUE(queued.side->leaves(queued.messages.grant(kLine)));
  EXPECT_EQ(queued.side->arrived(queued.messages.response(kLine)), &later);
  EXPECT_EQ(queued.side->arrived(queued.messages.response(kOther)), nullptr);
  EXPECT_EQ(statistics(*queued.side).at("snoops.deferred"), 1);
}

TEST(QueuedHostSide, ReportsTheLoadOfResponsesAndOfNoSnoop) {
  Queued queued;
  queued.side->leaves(queued.messages.snoop(kLine));
  EXPECT_EQ(statistics(*queued.side).at("dev_load.light"), 0);
  queued.side->leaves(queued.messages.grant(kLine));
  EXPECT_EQ(statistics(*queued.side).at("dev_load.light"), 1);
}

TEST(QueuedHostSide, CountsWaitsUntilAReset) {
  Queued queued;
  queued.side->count_wait();
  queued.side->count_wait();
  queued.side->count_retry();
  EXPECT_EQ(statistics(*queued.side).at("requests.waited"), 2);
  EXPECT_EQ(statistics(*queued.side).at("requests.retried"), 1);
  queued.side->reset_statistics();
  EXPECT_EQ(statistics(*queued.side).at("requests.waited"), 0);
}

}  // namespace
}  // namespace starnuma::pool::host_side_test
