// SPDX-License-Identifier: Apache-2.0
// Workload texts: accepted ones, their complete form, and the message for each mistake.
#include "stimulus/registry.h"

#include <gtest/gtest.h>

#include "models/base/check.h"
#include "tests/support/kinds.h"

namespace starnuma::stimulus {
namespace {

const MachineShape kPoolMachine{16, 4, 1};
const MachineShape kNoPool{16, 4, 0};

/// Returns the error line for a text; empty if it is accepted.
std::string error_of(const std::string& spec, const MachineShape& shape = kPoolMachine) {
  try {
    make_workload(spec, shape, 1);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(WorkloadRegistry, EveryListedWorkloadIsMadeWithItsDefaults) {
  for (const WorkloadInfo& info : workloads()) {
    if (info.declare != nullptr) continue;  // needs files
    EXPECT_EQ(error_of(info.name), "") << info.name;
    const base::Footprint footprint = make_workload(info.name, kPoolMachine, 1)->footprint();
    EXPECT_EQ(share_of_full_size(footprint), "1/256 of its full size") << info.name;
    EXPECT_FALSE(info.sentence.empty());
    EXPECT_NE(info.options.find("scale=20 (8..28)"), std::string::npos) << info.options;
  }
}

TEST(WorkloadRegistry, AWorkloadSaysWhatItMeasuresBeforeItIsBuilt) {
  const auto measured = [](const std::string& spec) {
    return make_workload(spec, kPoolMachine, 1)->measured();
  };
  EXPECT_EQ(measured("bfs:trials=1"), "1 search");
  EXPECT_EQ(measured("bfs:trials=8,warmup=3"), "8 searches, after 3 that are not measured");
  EXPECT_EQ(measured("stream:trials=2"), "2 passes, after one that is not measured");
  EXPECT_EQ(measured("gups"), "");
}

TEST(WorkloadRegistry, CanonicalTextSpellsOutEveryOptionAndStaysAsItIs) {
  const std::string text = canonical_spec("bfs:trials=3", kPoolMachine);
  EXPECT_EQ(text, "bfs:scale=20,trials=3,degree=32,schedule=dynamic,warmup=0");
  EXPECT_EQ(canonical_spec(text, kPoolMachine), text);
}

TEST(WorkloadRegistry, CanonicalTextWritesNumbersOneWay) {
  EXPECT_EQ(canonical_spec("bfs:scale=010", kPoolMachine),
            "bfs:scale=10,trials=2,degree=32,schedule=dynamic,warmup=0");
}

TEST(WorkloadRegistry, DefaultsFitTheMachine) {
  EXPECT_EQ(canonical_spec("block_transfer", kPoolMachine),
            "block_transfer:requester=0,owner=5,home=pool,state=E,lines=128,scale=20");
  EXPECT_EQ(canonical_spec("block_transfer", {4, 4, 0}),
            "block_transfer:requester=0,owner=3,home=0,state=E,lines=128,scale=20");
}

TEST(WorkloadRegistry, UnknownWorkloadIsAnsweredWithTheNearestName) {
  std::vector<std::string> names;
  for (const WorkloadInfo& info : workloads()) names.push_back(info.name);
  EXPECT_EQ(names.front(), "bfs");
  EXPECT_EQ(error_of("bsf:scale=20"),
            "unknown workload 'bsf'; did you mean 'bfs'? workloads: " + join(names));
}

TEST(WorkloadRegistry, UnknownOptionIsAnsweredWithTheNearestName) {
  EXPECT_EQ(error_of("bfs:scal=20"),
            "workload bfs: unknown option 'scal'; did you mean 'scale'? options: scale, trials, "
            "degree, schedule, warmup");
}

TEST(WorkloadRegistry, OptionGivenTwiceIsRejected) {
  EXPECT_EQ(error_of("bfs:scale=20,scale=20"), "workload bfs: option 'scale' is given twice");
}

TEST(WorkloadRegistry, OptionWithoutValueIsRejected) {
  EXPECT_EQ(error_of("bfs:scale"), "workload bfs: option 'scale' needs the form name=value");
  EXPECT_EQ(error_of("bfs:,scale=9"), "workload bfs: option '' needs the form name=value");
  EXPECT_EQ(error_of("bfs:"),
            "workload bfs: an option is missing at the end of 'bfs:'; expected name=value");
}

TEST(WorkloadRegistry, ValueThatIsNoNumberIsAnsweredWithTheLegalRange) {
  for (const std::string value : {"big", "", "20k", "1e1", " 20", "99999999999999999999"}) {
    EXPECT_EQ(error_of("bfs:scale=" + value),
              "workload bfs: scale=" + value + " is not a whole number; legal: 8..28");
  }
}

TEST(WorkloadRegistry, ValueJustOutsideTheRangeIsRejectedAndTheBoundsAreNot) {
  EXPECT_EQ(error_of("bfs:scale=7"), "workload bfs: scale=7 is out of range; legal: 8..28");
  EXPECT_EQ(error_of("bfs:scale=8"), "");
  EXPECT_EQ(error_of("bfs:scale=28"), "");
  EXPECT_EQ(error_of("bfs:scale=29"), "workload bfs: scale=29 is out of range; legal: 8..28");
}

TEST(WorkloadRegistry, UnknownChoiceIsAnsweredWithTheChoices) {
  EXPECT_EQ(error_of("bfs:schedule=guided"),
            "workload bfs: schedule=guided is not one of dynamic, static");
}

TEST(WorkloadRegistry, AFolderStandsFirstWithoutAName) {
  EXPECT_EQ(error_of("trace"), "workload trace: FOLDER is missing; expected trace:FOLDER");
  EXPECT_EQ(error_of("trace:epoch=3"), "workload trace: FOLDER is missing; expected trace:FOLDER");
  for (const std::string folder : {"no/such.snt", "no=such,first_touch=spread"}) {
    EXPECT_NE(error_of("trace:" + folder).find("not a trace: it has no trace.json"),
              std::string::npos)
        << folder;
  }
  EXPECT_EQ(error_of("trace:a.snt,b.snt"),
            "workload trace: option 'b.snt' needs the form name=value");
}

TEST(WorkloadRegistry, PoolHomeNeedsAMachineWithAPool) {
  EXPECT_EQ(error_of("pointer_chase:home=pool"), "");
  EXPECT_EQ(error_of("pointer_chase:home=pool", kNoPool),
            "workload pointer_chase: home=pool needs a machine with a pool; this one has none");
}

TEST(WorkloadRegistry, SocketOutsideTheMachineIsRejected) {
  EXPECT_EQ(error_of("pointer_chase:requester=15"), "");
  EXPECT_EQ(error_of("pointer_chase:requester=16"),
            "workload pointer_chase: requester=16 is out of range; legal: the sockets of this "
            "machine, 0..15");
  EXPECT_EQ(error_of("pointer_chase:home=16"),
            "workload pointer_chase: home=16 is out of range; legal: the sockets of this machine, "
            "0..15, or pool");
}

TEST(WorkloadRegistry, BlockTransferNeedsTwoSockets) {
  EXPECT_EQ(error_of("block_transfer:requester=5,owner=5"),
            "workload block_transfer: requester and owner are both socket 5; they must differ");
}

TEST(WorkloadRegistry, LoadedLatencyTakesTheFirstHomeOfEachClassThatThereIs) {
  using accounting::AccessClass;
  MachineShape shape{3, 2, 0};
  shape.classes = {test::kLocal,  test::kOneHop, test::kTwoHop, test::kOneHop, test::kLocal,
                   test::kTwoHop, test::kTwoHop, test::kTwoHop, test::kLocal};
  EXPECT_EQ(shape.home_of(test::kOneHop, 1), static_cast<base::NodeId>(0));
  EXPECT_EQ(shape.home_of(test::kTwoHop, 2), static_cast<base::NodeId>(0));
  EXPECT_EQ(shape.home_of(test::kOneHop, 2), std::nullopt);
  EXPECT_NE(make_workload("loaded_latency:class=one_hop,requester=1", shape, 1), nullptr);
  EXPECT_THROW(make_workload("loaded_latency:class=one_hop,requester=2", shape, 1),
               base::InputError);
  shape.cores_per_socket = 1;
  EXPECT_THROW(make_workload("loaded_latency", shape, 1), base::InputError);
}

TEST(WithPath, ReplacesTheFileThatAWorkloadReadsAndNothingElse) {
  const auto marked = [](const std::string& spec) {
    return with_path(spec, [](const std::string& path) { return "<" + path + ">"; });
  };
  EXPECT_EQ(marked("trace:a/b,region=1"), "trace:<a/b>,region=1");
  EXPECT_EQ(marked("trace:a=b/c"), "trace:<a=b/c>");
  EXPECT_EQ(marked("./libmine.so:scale=4"), "<./libmine.so>:scale=4");
  EXPECT_EQ(marked("libmine.so"), "<libmine.so>");
  for (const char* spec :
       {"bfs:scale=8", "bfs", "trace", "trace:", "trace:region=1", "no_such:a/b"}) {
    EXPECT_EQ(marked(spec), spec);
  }
}

}  // namespace
}  // namespace starnuma::stimulus
