// SPDX-License-Identifier: Apache-2.0
// A message that a line's state does not allow stops the run and says which object, line and time.
#include "tests/module/pool/device_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test {
namespace {

constexpr base::Time kWhen{7'654'321};

/// The directory has been looked up when the device finds that something is wrong.
std::vector<std::string> device_line_and_time() {
  return {"bench.device", std::to_string(kLine.value), std::to_string((kWhen + kDirectory).ps())};
}

TEST(IllegalCxlMessage, SnoopAnswerNobodyWaitsFor) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kBIRspI, 1); }, device_line_and_time());
}

TEST(IllegalCxlMessage, WriteBackOfAnUnknownLine) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kMemWr, 1); }, device_line_and_time());
}

TEST(IllegalCxlMessage, WriteBackOfAHostThatDoesNotOwnTheLine) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  expect_invariant_error([&] { bench.send(kWhen, Op::kMemWr, 3); }, device_line_and_time());
}

TEST(IllegalCxlMessage, WriteBackSaidToAnswerASnoopThatNeverWas) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.write_back(kWhen, 1); }, device_line_and_time());
}

TEST(IllegalCxlMessage, CopyKeptDespiteAnInvalidation) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.send(base::Time(1'000'000), Op::kMemRdOwn, 3);
  expect_invariant_error([&] { bench.send(kWhen, Op::kBIRspS, 1); }, device_line_and_time());
}

TEST(IllegalCxlMessage, MessageThatOnlyHostsReceive) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kCmp, 1); }, device_line_and_time());
}

}  // namespace
}  // namespace starnuma::test
