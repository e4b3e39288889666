// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/channels.h"

#include <gtest/gtest.h>

namespace starnuma::coherence_bench {
namespace {

using protocol::Message;

constexpr base::SocketId kHost{1};

void post_request(Channels<8>& channels, protocol::coherence::Op op, std::uint64_t line = 0) {
  channels.post(Message::of(op, {line}, kHost), kHost, protocol::kHome, {});
}

TEST(Channels, ARequestFollowsEarlierRequestsOfItsLineAndEnds) {
  Channels<8> channels;
  post_request(channels, protocol::coherence::Op::kPutM);
  post_request(channels, protocol::coherence::Op::kGetS);
  post_request(channels, protocol::coherence::Op::kGetS, 1);
  channels.post(Message::of(protocol::coherence::Op::kGetS, {0}, {}), base::SocketId{0},
                protocol::kHome, {});
  EXPECT_EQ(channels.predecessors(channels[0]), 0);
  EXPECT_EQ(channels.predecessors(channels[1]), 1);
  EXPECT_EQ(channels.predecessors(channels[2]), 0);
  EXPECT_EQ(channels.predecessors(channels[3]), 0);
  channels.remove(0);
  EXPECT_EQ(channels.size(), 3);
  for (const Flight& flight : channels) EXPECT_EQ(channels.predecessors(flight), 0);
}

TEST(Channels, QueuedRequestsOfALineAreInOrderOfArrival) {
  Channels<8> channels;
  post_request(channels, protocol::coherence::Op::kGetS);
  post_request(channels, protocol::coherence::Op::kGetX);
  post_request(channels, protocol::coherence::Op::kGetS, 1);
  EXPECT_EQ(channels.next_arrived(0, SystemMutant::kNone), -1);
  EXPECT_EQ(channels.position(channels[0]), 0);
  for (const int index : {2, 1, 0}) channels.arrive(index);
  EXPECT_EQ(channels.position(channels[1]), 1);
  EXPECT_EQ(channels.position(channels[0]), 2);
  EXPECT_EQ(channels.position(channels[2]), 1);
  EXPECT_EQ(channels.next_arrived(0, SystemMutant::kNone), 1);
  EXPECT_EQ(channels.next_arrived(0, SystemMutant::kNewestFirst), 0);
}

TEST(Channels, AFaultPrefersWriters) {
  Channels<8> channels;
  post_request(channels, protocol::coherence::Op::kGetS);
  post_request(channels, protocol::coherence::Op::kGetX);
  for (const int index : {0, 1}) channels.arrive(index);
  EXPECT_EQ(channels.next_arrived(0, SystemMutant::kNone), 0);
  EXPECT_EQ(channels.next_arrived(0, SystemMutant::kWritersFirst), 1);
}

}  // namespace
}  // namespace starnuma::coherence_bench
