// SPDX-License-Identifier: Apache-2.0
#include "models/protocol/message.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

#include "models/base/ids.h"
#include "models/protocol/directory_entry.h"
#include "models/protocol/names.h"

namespace starnuma::protocol {
namespace {

using accounting::Traffic;
using base::AgentMap;
using CoherenceOp = coherence::Op;
using CxlOp = cxl::Op;

constexpr base::LineAddress kLine{77};
constexpr base::SocketId kRequester{3};

constexpr int kCoherenceOps = static_cast<int>(coherence::kOps);
constexpr int kCxlOps = static_cast<int>(cxl::kOps);
constexpr int kUncachedOps = static_cast<int>(uncached::kOps);

std::vector<Message> all_messages() {
  std::vector<Message> all;
  for (int op = 0; op < kCoherenceOps; ++op) {
    all.push_back(Message::of(static_cast<CoherenceOp>(op), kLine, kRequester));
  }
  for (int op = 0; op < kCxlOps; ++op) {
    all.push_back(Message::of(static_cast<CxlOp>(op), kLine, kRequester));
  }
  for (int op = 0; op < kUncachedOps; ++op) {
    all.push_back(Message::of(static_cast<uncached::Op>(op), kLine, kRequester));
  }
  return all;
}

/// Returns the names of the messages with `chosen(message)` true.
template <class Chosen>
std::set<std::string_view> names_where(Chosen&& chosen) {
  std::set<std::string_view> names;
  for (const Message& message : all_messages()) {
    if (chosen(message)) names.insert(name_of(message));
  }
  return names;
}
std::set<std::string_view> names_in(Role role) {
  return names_where([&](const Message& message) { return role_of(message) == role; });
}
using Names = std::set<std::string_view>;

TEST(Message, ExactlyTheseCoherenceMessagesCarryALine) {
  const std::set<CoherenceOp> with_line{CoherenceOp::kPutM,       CoherenceOp::kDataS,
                                        CoherenceOp::kDataE,      CoherenceOp::kOwnerDataS,
                                        CoherenceOp::kOwnerDataX, CoherenceOp::kCopyBack};
  for (int i = 0; i < kCoherenceOps; ++i) {
    const auto op = static_cast<CoherenceOp>(i);
    EXPECT_EQ(Message::of(op, kLine, kRequester).carries_data(), with_line.count(op) == 1) << i;
  }
}

TEST(Message, ExactlyTheseCxlMessagesCarryALine) {
  const std::set<CxlOp> with_line{CxlOp::kMemWr,     CxlOp::kMemDataS,   CxlOp::kMemDataE,
                                  CxlOp::kMemData,   CxlOp::kBIConflict, CxlOp::kMemWrOwn,
                                  CxlOp::kMemDataCmp};
  for (int i = 0; i < kCxlOps; ++i) {
    const auto op = static_cast<CxlOp>(i);
    EXPECT_EQ(Message::of(op, kLine, kRequester).carries_data(), with_line.count(op) == 1) << i;
  }
}

TEST(Message, DirtyLinesOnTheirWayToMemoryAreWritebacks) {
  const auto back = [](const Message& message) { return message.traffic() == Traffic::kWriteback; };
  EXPECT_EQ(names_where(back), (Names{"PutM", "CopyBack", "MemWr", "MemWrOwn"}));
}

TEST(Message, PlaysTheSameRoleInBothProtocols) {
  EXPECT_EQ(names_in(Role::kRequest),
            (Names{"GetS", "GetX", "MemRdShared", "MemRdOwn", "MemInv", "MemRdCurrent"}));
  EXPECT_EQ(names_in(Role::kGiveBack), (Names{"PutM", "PutE", "MemWr", "MemWrOwn", "MemClnEvct"}));
  EXPECT_EQ(names_in(Role::kSnoopAnswer),
            (Names{"CopyBack", "CopyBackClean", "NoCopy", "BIRspI", "BIRspS", "BIRspE"}));
  EXPECT_EQ(names_in(Role::kUnblock), Names{"Unblock"});
  EXPECT_EQ(names_in(Role::kHint), Names{"MemSpecRd"});
  EXPECT_EQ(names_in(Role::kSnoop),
            (Names{"FwdS", "FwdX", "Inv", "BISnpData", "BISnpInv", "BISnpCur"}));
  EXPECT_EQ(names_in(Role::kGrant),
            (Names{"DataS", "DataE", "GrantX", "OwnerDataS", "OwnerDataX", "InvAck", "MemDataS",
                   "MemDataE", "Cmp-S", "Cmp-E", "MemData", "MemDataCmp"}));
  EXPECT_EQ(names_in(Role::kGaveBack), (Names{"PutAck", "Cmp"}));
  EXPECT_EQ(names_in(Role::kConflict), (Names{"BIConflict", "BI-ConflictAck"}));
  EXPECT_EQ(names_in(Role::kUncached), (Names{"Add", "Read", "Write", "WritePart"}));
  EXPECT_EQ(names_in(Role::kUncachedAnswer), (Names{"Done", "Data"}));
}

TEST(Message, OfTheSnoopsThoseForAReadLeaveACopy) {
  EXPECT_EQ(names_where([](const Message& message) { return leaves_copy(message); }),
            (Names{"FwdS", "BISnpData", "BISnpCur"}));
}

TEST(Message, OtherMessagesAreDataIfTheyCarryALineAndElseControl) {
  for (const Message& message : all_messages()) {
    if (message.traffic() == Traffic::kWriteback) continue;
    EXPECT_EQ(message.traffic(), message.carries_data() ? Traffic::kData : Traffic::kControl);
  }
}

TEST(Message, ThoseOfAPageWalkAreAccountedApart) {
  for (Message message : all_messages()) {
    message.purpose = Message::Purpose::kWalk;
    EXPECT_EQ(message.traffic(), Traffic::kWalk);
  }
}

TEST(Message, TheNextOneBelongsToTheSameTransaction) {
  Message request = Message::of(CoherenceOp::kGetS, kLine, kRequester);
  request.purpose = Message::Purpose::kWalk;
  request.holds_copy = true;
  const Message answer = request.next(CoherenceOp::kDataE);
  EXPECT_EQ(answer.line, kLine);
  EXPECT_EQ(answer.requester, kRequester);
  EXPECT_EQ(answer.purpose, Message::Purpose::kWalk);
  EXPECT_FALSE(answer.holds_copy);
  EXPECT_EQ(answer.coherence, CoherenceOp::kDataE);
  EXPECT_EQ(answer.protocol, Message::Class::kCoherence);
  EXPECT_EQ(request.next(CxlOp::kCmp).protocol, Message::Class::kCxl);
}

TEST(AgentMap, EveryAgentHasANumberOfItsOwn) {
  constexpr AgentMap map{16, 1};
  std::set<int> numbers;
  for (int s = 0; s < 16; ++s) {
    numbers.insert(base::index_of(map.caching_agent(static_cast<base::SocketId>(s))));
  }
  for (int n = 0; n < 17; ++n) {
    numbers.insert(base::index_of(map.home_of(static_cast<base::NodeId>(n))));
  }
  EXPECT_EQ(map.count(), 33);
  EXPECT_EQ(numbers.size(), 33u);
  EXPECT_EQ(*numbers.rbegin(), 32);
}

TEST(AgentMap, PoolDevicesAreNodesAfterTheSockets) {
  constexpr AgentMap map{16, 1};
  EXPECT_FALSE(map.is_pool(base::NodeId{15}));
  EXPECT_TRUE(map.is_pool(base::NodeId{16}));
  EXPECT_EQ(map.device_node(0), base::NodeId{16});
}

TEST(DirectoryEntry, SocketsHaveABitOfTheirOwn) {
  std::uint32_t all = 0;
  for (int s = 0; s < kMaxSockets; ++s) {
    EXPECT_EQ(all & bit_of(static_cast<base::SocketId>(s)), 0u);
    all |= bit_of(static_cast<base::SocketId>(s));
  }
  EXPECT_EQ(all, ~std::uint32_t{0});
}

}  // namespace
}  // namespace starnuma::protocol
