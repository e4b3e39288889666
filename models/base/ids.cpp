// SPDX-License-Identifier: Apache-2.0
#include "models/base/ids.h"

#include "models/base/check.h"

namespace starnuma::base {

void LineAddress::fail(NodeId node, std::uint64_t line_in_node) {
  fail_invariant("line address: line ", line_in_node, " of node ", index_of(node),
                 ", expected at most ", std::int64_t{1} << kInNodeBits, " lines in each of ",
                 kMostNodes, " nodes");
}

}  // namespace starnuma::base
