// SPDX-License-Identifier: Apache-2.0
// Pages of the first address space, for tests with one space.
#pragma once

#include "models/base/ids.h"

namespace starnuma::test {

constexpr base::PageId page(std::uint64_t number) { return {base::SpaceId{0}, number}; }

}  // namespace starnuma::test
