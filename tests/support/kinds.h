// SPDX-License-Identifier: Apache-2.0
// Kinds of links and classes of accesses of an ordinary machine, by their names in results.
#pragma once

#include "models/accounting/access_class.h"
#include "models/accounting/ledger.h"

namespace starnuma::test {

inline constexpr accounting::LinkKind kUpi{0};
inline constexpr accounting::LinkKind kNumalink{1};
inline constexpr accounting::LinkKind kCxl{2};

inline constexpr accounting::AccessClass kLocal = accounting::kLocalAccess;
inline constexpr accounting::AccessClass kOneHop{1};
inline constexpr accounting::AccessClass kTwoHop{2};
inline constexpr accounting::AccessClass kPool{3};
inline constexpr accounting::AccessClass kBlockTransferSocket{4};
inline constexpr accounting::AccessClass kBlockTransferPool{5};

}  // namespace starnuma::test
