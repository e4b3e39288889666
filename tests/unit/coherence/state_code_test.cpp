// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/state_code.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/coherence/subject.h"

namespace starnuma::coherence_bench {
namespace {

using protocol::RequesterEvent;
using Small = System<3, 2, 32>;

SystemConfig three_hosts(bool cxl) {
  SystemConfig config;
  config.cxl = cxl;
  config.hosts = 3;
  config.filter = 1;
  return config;
}

/// A system in which one host has read the line and another one wants to write it.
Small busy(const SystemConfig& config, Subject subject, int reader, int writer) {
  Small system(config, subject);
  system.start(reader, 0, RequesterEvent::kLoad);
  while (system.channels().size() > 0) system.deliver(0);
  system.start(writer, 0, RequesterEvent::kStore);
  system.deliver(0);
  return system;
}

class StateCodeTest : public testing::TestWithParam<bool> {
 protected:
  SystemConfig config = three_hosts(GetParam());
  TestSubject test;
};

TEST_P(StateCodeTest, APermutationOfHostsHasTheSameCode) {
  StateCode<Small> code(config);
  const auto first = code.canonical(busy(config, test.subject(), 0, 1));
  EXPECT_EQ(code.canonical(busy(config, test.subject(), 2, 0)), first);
  EXPECT_EQ(code.canonical(busy(config, test.subject(), 1, 2)), first);
  EXPECT_NE(code.canonical(Small(config, test.subject())), first);
}

TEST_P(StateCodeTest, HostsThatAreToldApartKeepTheirNumbers) {
  StateCode<Small> code(config, 3);
  const auto first = code.canonical(busy(config, test.subject(), 0, 1));
  EXPECT_NE(code.canonical(busy(config, test.subject(), 1, 0)), first);
  EXPECT_EQ(code.host_at()[1], 1);
}

TEST_P(StateCodeTest, ADecodedStateHasTheSameCodeAndTheSameSuccessors) {
  StateCode<Small> code(config);
  Small system = busy(config, test.subject(), 0, 1);
  const auto bytes = code.canonical(system);
  Small decoded = code.decode(bytes.data(), test.subject());
  EXPECT_EQ(code.canonical(decoded), bytes);
  ASSERT_EQ(decoded.channels().size(), system.channels().size());
  std::set<Bytes> successors[2];
  for (int i = 0; i < system.channels().size(); ++i) {
    Small copies[] = {system, decoded};
    for (int c = 0; c < 2; ++c) {
      if (copies[c].deliver(i) == Step::kDone) successors[c].insert(code.canonical(copies[c]));
    }
  }
  EXPECT_FALSE(successors[0].empty());
  EXPECT_EQ(successors[0], successors[1]);
}

TEST_P(StateCodeTest, OldAndCurrentDataDiffer) {
  StateBytes<Small> bytes(config);
  Small system = busy(config, test.subject(), 0, 1);
  const auto current = bytes.encode_host(system, 2);
  system.homes().line(0).data.latest = Data{9};
  EXPECT_NE(bytes.encode_host(system, 2), current);
}

INSTANTIATE_TEST_SUITE_P(SocketHomeAndDevice, StateCodeTest, testing::Bool());

}  // namespace
}  // namespace starnuma::coherence_bench
