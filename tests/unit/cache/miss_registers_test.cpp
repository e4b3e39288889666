// SPDX-License-Identifier: Apache-2.0
#include "models/cache/miss_registers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/base/random.h"

namespace starnuma::cache::miss_registers_test {
namespace {

base::LineAddress line_of(std::uint64_t number) {
  return base::LineAddress::of(static_cast<base::NodeId>(number % 3), number / 3);
}

/// Sets every flag and reference of a register, as an eventful transaction does.
void use(MissRegister& used, protocol::Access& access) {
  used.upgrade = used.via_owner = used.from_owner = used.poison = used.snooped = true;
  used.version = kernel::CopyObserver::Version{7};
  used.access = &access;
  used.done = base::Time(77);
}

void expect_fresh(const MissRegister& taken, base::LineAddress line) {
  EXPECT_EQ(taken.address, line);
  EXPECT_FALSE(taken.upgrade || taken.via_owner || taken.from_owner);
  EXPECT_FALSE(taken.poison);
  EXPECT_FALSE(taken.snooped);
  EXPECT_EQ(taken.version, kernel::CopyObserver::kNoVersion);
  EXPECT_EQ(taken.access, nullptr);
  EXPECT_EQ(taken.fiber, nullptr);
  EXPECT_EQ(taken.done, base::Time(0));
}

TEST(MissRegisters, ARegisterInheritsNothingFromTheLineBefore) {
  MissRegisters registers;
  protocol::Access access;
  MissRegister& first = registers.take(line_of(1), {});
  use(first, access);
  registers.release(first);
  MissRegister& second = registers.take(line_of(2), {});
  EXPECT_EQ(&second, &first);
  expect_fresh(second, line_of(2));
}

/// Allocations and releases at random, against a list of lines and addresses.
TEST(MissRegisters, AgreeWithAListOverRandomTransactions) {
  MissRegisters registers;
  protocol::Access access;
  base::Random random(5);
  std::vector<MissRegister*> held;
  for (int step = 0; step < 20'000; ++step) {
    const base::LineAddress line = line_of(random.below(900));  // several to a bucket
    const auto found = std::find_if(held.begin(), held.end(),
                                    [&](const MissRegister* one) { return one->address == line; });
    ASSERT_EQ(registers.find(line), found == held.end() ? nullptr : *found) << step;
    if (found != held.end()) {
      registers.release(**found);
      held.erase(found);
    } else if (held.size() < 40) {
      MissRegister& taken = registers.take(line, {});
      expect_fresh(taken, line);
      use(taken, access);
      held.push_back(&taken);
    }
    ASSERT_EQ(registers.in_use(), held.size());
    for (int node = 0; node < 4; ++node) {
      const bool any = std::any_of(held.begin(), held.end(), [&](const MissRegister* one) {
        return base::index_of(one->address.node()) == node;
      });
      ASSERT_EQ(registers.any_of(static_cast<base::NodeId>(node)), any) << step;
    }
  }
}

}  // namespace
}  // namespace starnuma::cache::miss_registers_test
