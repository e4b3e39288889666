// SPDX-License-Identifier: Apache-2.0
// Every workload of the registry, with its defaults, on cores over a memory of one latency.
#include <gtest/gtest.h>

#include "stimulus/registry.h"
#include "tests/module/core/core_bench.h"

namespace starnuma::stimulus {
namespace {

using namespace base::literals;

class EveryWorkload : public testing::TestWithParam<std::string> {};

TEST_P(EveryWorkload, ComputesWhatItsReferenceDoesAndSaysSoWhereItHasNot) {
  const MachineShape shape{4, 2, 1};
  const auto workload = make_workload(GetParam() + ":scale=12", shape, kDefaultSeed);
  core::CoreBench bench(shape.threads(), 50_ns, 200_ns);
  workload->build(bench.arena());
  EXPECT_FALSE(workload->check().empty()) << "nothing has run";
  EXPECT_GT(workload->expected_instructions(), 0u);
  EXPECT_GT(workload->footprint().halvings(), 0);
  bench.run([&](core::Thread& thread) { workload->run(thread); });
  EXPECT_EQ(workload->check(), std::vector<std::string>{});
  EXPECT_GT(workload->work_units(), 0u);
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const WorkloadInfo& info : workloads()) names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Of, EveryWorkload, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace starnuma::stimulus
