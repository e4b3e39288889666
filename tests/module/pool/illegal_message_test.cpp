// SPDX-License-Identifier: Apache-2.0
// A message that is illegal in a line's state stops the run with object, message, state, line and
// time.
#include "models/base/address_text.h"
#include "tests/module/pool/device_bench.h"
#include "tests/support/invariant.h"

namespace starnuma::test {
namespace {

constexpr base::Time kWhen{7'654'321};

/// Returns the required parts of the error; its time is after the directory look-up.
std::vector<std::string> all_of_it(const std::string& message, int host, const std::string& state) {
  return {"bench.device: no row for " + message + " from host " + std::to_string(host) +
              " in state " + state + ",",
          "line " + base::address_text(kLine) + " at " + std::to_string((kWhen + kDirectory).ps()) +
              " ps"};
}

TEST(IllegalCxlMessage, SnoopAnswerNobodyWaitsFor) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kBIRspI, 1); }, all_of_it("BIRspI", 1, "I"));
}

TEST(IllegalCxlMessage, WriteBackOfAnUnknownLine) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kMemWr, 1); }, all_of_it("MemWr", 1, "I"));
}

TEST(IllegalCxlMessage, WriteBackOfAHostThatDoesNotOwnTheLine) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  expect_invariant_error([&] { bench.send(kWhen, Op::kMemWr, 3); }, all_of_it("MemWr", 3, "A"));
}

TEST(IllegalCxlMessage, WriteBackSaidToAnswerASnoopThatNeverWas) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.write_back(kWhen, 1); }, all_of_it("MemWr", 1, "I"));
}

TEST(IllegalCxlMessage, CopyKeptDespiteAnInvalidation) {
  DeviceBench bench;
  bench.send(base::Time(0), Op::kMemRdOwn, 1);
  bench.send(base::Time(1'000'000), Op::kMemRdOwn, 3);
  expect_invariant_error([&] { bench.send(kWhen, Op::kBIRspS, 1); },
                         all_of_it("BIRspS", 1, "ToOwned"));
}

TEST(IllegalCxlMessage, MessageThatOnlyHostsReceive) {
  DeviceBench bench;
  expect_invariant_error([&] { bench.send(kWhen, Op::kCmp, 1); }, all_of_it("Cmp", 1, "I"));
}

}  // namespace
}  // namespace starnuma::test
