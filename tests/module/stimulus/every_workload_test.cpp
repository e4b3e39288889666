// SPDX-License-Identifier: Apache-2.0
// Every workload of the registry, with its defaults, on cores over a memory of one latency.
#include <gtest/gtest.h>

#include "stimulus/registry.h"
#include "tests/module/core/core_bench.h"

namespace starnuma::stimulus {
namespace {

using namespace base::literals;

/// Threads run ahead of each other by up to the quantum, so their operations interleave.
void expect_correct(const std::string& spec) {
  const MachineShape shape{4, 2, 1};
  const auto workload = make_workload(spec, shape, kDefaultSeed);
  core::CoreBench bench(shape.threads(), 50_ns, 200_ns);
  workload->build(bench.arena());
  EXPECT_FALSE(workload->check().empty()) << "nothing has run";
  EXPECT_GT(workload->expected_instructions(), 0u);
  EXPECT_GT(workload->footprint().halvings(), 0);
  bench.run([&](core::Thread& thread) { workload->run(thread); });
  EXPECT_EQ(workload->check(), std::vector<std::string>{});
  EXPECT_GT(workload->work_units(), 0u);
}

class EveryWorkload : public testing::TestWithParam<std::string> {};

TEST_P(EveryWorkload, ComputesWhatItsReferenceDoesAndSaysSoWhereItHasNot) {
  expect_correct(GetParam() + ":scale=12");
}

TEST(Contention, ThreadsThatUpdateAndInsertAmongFewKeysLoseNothing) {
  expect_correct("kv:scale=8,operations=40000,reads=10,inserts=50,keys=zipf");
}

TEST(Contention, ThreadsThatPutTheSameFewKeysLoseNoRow) {
  expect_correct("kv:scale=8,operations=20000,full=masstree");
}

TEST(Contention, TransactionsThatMeetOnFewRowsLoseNothing) {
  expect_correct("tpcc:scale=8,transactions=20000");
}

TEST(Contention, AllTransactionsThatMeetOnFewRowsLoseNothing) {
  expect_correct("tpcc:scale=8,transactions=5000,mix=full,warehouse=any");
}

TEST(Contention, RootsThatAreJoinedAtOnceAreAllJoined) {
  expect_correct("cc:scale=12,degree=2,chunk=64,trials=4");
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const WorkloadInfo& info : workloads()) {
    if (info.name != "trace") names.push_back(info.name);  // which computes nothing
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Of, EveryWorkload, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace starnuma::stimulus
