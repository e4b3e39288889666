// SPDX-License-Identifier: Apache-2.0
#include "rtl/directory_slice/shell/directory_inputs.h"

#include <gtest/gtest.h>

#include <vector>

namespace starnuma::rtl::directory_inputs_test {
namespace {

using namespace base::literals;
using base::Time;
using protocol::cxl::Op;

DirectoryInputs::Arrival arrival(Op op, std::uint64_t line, Time due) {
  return {{}, {op, 0, line}, due};
}
std::vector<Time> due_after(const DirectoryInputs& inputs, Time after) {
  std::vector<Time> times;
  inputs.each_due(after, [&](Time time) { times.push_back(time); });
  return times;
}
const auto kNoDrop = [](std::uint64_t) { FAIL(); };

TEST(DirectoryInputs, APortOffersItsFirstMessageFromItsTimeOnUntilItIsAccepted) {
  DirectoryInputs inputs(2);
  inputs.add(arrival(Op::kMemRdOwn, 1, 10_ns));
  inputs.add(arrival(Op::kMemRdOwn, 2, 10_ns));
  EXPECT_FALSE(inputs.any_offered(10_ns - Time(1)));
  EXPECT_FALSE(inputs.offer(10_ns - Time(1), kNoDrop).req);
  EXPECT_TRUE(inputs.any_offered(10_ns));
  const DirectoryPinInputs in = inputs.offer(10_ns, kNoDrop);
  ASSERT_TRUE(in.req);
  EXPECT_EQ(in.req->line, 1u);
  DirectoryOutputs out;
  EXPECT_FALSE(inputs.accept(in, out, [](std::size_t, const auto&) { FAIL(); }));
  out.req_ready = true;
  std::vector<std::uint64_t> accepted;
  EXPECT_TRUE(inputs.accept(in, out, [&](std::size_t port, const auto& first) {
    EXPECT_EQ(port, DirectoryInputs::kReq);
    accepted.push_back(first.message.line);
  }));
  EXPECT_EQ(accepted, std::vector<std::uint64_t>{1});
  EXPECT_EQ(inputs.offer(10_ns, kNoDrop).req->line, 2u);
}

TEST(DirectoryInputs, EachChannelHasItsPort) {
  DirectoryInputs inputs(2);
  inputs.add(arrival(Op::kMemWr, 1, 0_ns));
  inputs.add(arrival(Op::kBIRspI, 2, 0_ns));
  inputs.add(arrival(Op::kMemClnEvct, 3, 0_ns));
  const DirectoryPinInputs in = inputs.offer(0_ns, kNoDrop);
  EXPECT_EQ(in.rwd->line, 1u);
  EXPECT_EQ(in.birsp->line, 2u);
  EXPECT_EQ(in.req->line, 3u);
}

TEST(DirectoryInputs, ASliceReceivesOneResponsePerCycleInOrderOfTime) {
  DirectoryInputs inputs(2);
  inputs.add(1, 20_ns, 7, {3, 0, false});
  inputs.add(1, 10_ns, 8, {4, 0, true});
  EXPECT_FALSE(inputs.offer(10_ns - Time(1), kNoDrop).mem_rsp[1]);
  std::vector<std::uint64_t> dropped;
  const auto drop = [&](std::uint64_t line) { dropped.push_back(line); };
  EXPECT_EQ(inputs.offer(20_ns, drop).mem_rsp[1]->id, 4u);
  EXPECT_EQ(dropped, std::vector<std::uint64_t>{8});
  const DirectoryPinInputs in = inputs.offer(20_ns, kNoDrop);
  EXPECT_EQ(in.mem_rsp[1]->id, 3u);
  EXPECT_FALSE(in.mem_rsp[0]);
  EXPECT_FALSE(inputs.offer(20_ns, kNoDrop).mem_rsp[1]);
}

TEST(DirectoryInputs, AMessageIsDueAtItsTimeAndAResponseNotBeforeTheCall) {
  DirectoryInputs inputs(2);
  EXPECT_TRUE(due_after(inputs, 0_ns).empty());
  inputs.add(arrival(Op::kMemWr, 1, 5_ns));
  inputs.add(0, 5_ns, 7, {});
  EXPECT_EQ(due_after(inputs, 5_ns), (std::vector<Time>{5_ns, 5_ns}));
  EXPECT_EQ(due_after(inputs, 6_ns), std::vector<Time>{6_ns});
}

}  // namespace
}  // namespace starnuma::rtl::directory_inputs_test
