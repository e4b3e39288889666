// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/channel.h"

#include <gtest/gtest.h>

namespace starnuma::protocol {
namespace {

TEST(Channel, AConflictAckPassesNoCompletionAndAllElseOfCxlMayOvertake) {
  using Op = cxl::Op;
  for (std::size_t later = 0; later < cxl::kOps; ++later) {
    for (std::size_t earlier = 0; earlier < cxl::kOps; ++earlier) {
      const auto ack = static_cast<Op>(later) == Op::kBIConflictAck;
      const auto e = static_cast<Op>(earlier);
      const bool completion = e == Op::kCmp || e == Op::kCmpS || e == Op::kCmpE ||
                              e == Op::kMemDataS || e == Op::kMemDataE || e == Op::kMemDataCmp;
      EXPECT_EQ(cxl::may_pass(static_cast<Op>(later), e), !(ack && completion));
    }
  }
}

TEST(Channel, ASocketsRequestsStayInOrder) {
  using Op = coherence::Op;
  EXPECT_FALSE(coherence::may_pass(Op::kGetS, Op::kPutE));
  EXPECT_TRUE(coherence::may_pass(Op::kUnblock, Op::kPutE));
}

TEST(Channel, AForwardDoesNotPassAGrantButAGrantMayPassAForward) {
  using Op = coherence::Op;
  for (const Op forward : {Op::kFwdS, Op::kFwdX, Op::kInv}) {
    for (const Op grant : {Op::kDataS, Op::kDataE, Op::kGrantX}) {
      EXPECT_FALSE(coherence::may_pass(forward, grant));
      EXPECT_TRUE(coherence::may_pass(grant, forward));
    }
    EXPECT_TRUE(coherence::may_pass(forward, Op::kPutAck));
  }
}

TEST(Channel, EveryMessageOfADeviceHasTheChannelOfItsKind) {
  EXPECT_EQ(cxl::channel_of(cxl::Op::kBIConflict), Channel::kRwD);
  EXPECT_EQ(cxl::channel_of(cxl::Op::kBIConflictAck), Channel::kNdr);
  EXPECT_EQ(cxl::channel_of(cxl::Op::kMemClnEvct), Channel::kReq);
  EXPECT_EQ(cxl::channel_of(cxl::Op::kMemSpecRd), Channel::kReq);
  EXPECT_EQ(cxl::channel_of(cxl::Op::kMemData), Channel::kDrs);
}

}  // namespace
}  // namespace starnuma::protocol
