// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/access_class.h"

#include <array>

#include "models/base/check.h"

namespace starnuma::accounting {
namespace {

struct Level {
  const char* name;
  const char* sentence;
};

constexpr std::array<Level, 5> kLevels{{
    {"local", "memory of the requester's own socket"},
    {"one_hop", "memory of another home in the chassis"},
    {"two_hop", "memory of a home in another chassis"},
    {"three_hop", "memory of a home three levels away"},
    {"four_hop", "memory of a home four levels away"},
}};
static_assert(kLevels.size() + 3 == kMostAccessClasses);

}  // namespace

AccessClasses::AccessClasses(int levels) : levels_(levels) {
  SN_CHECK(levels >= 1 && levels <= static_cast<int>(kLevels.size()), levels,
           " levels of distance, there are names for ", kLevels.size());
  for (int level = 0; level < levels; ++level) {
    const Level& known = kLevels[static_cast<std::size_t>(level)];
    rows_.push_back({known.name, known.sentence, false, false, level});
  }
  rows_.push_back({"pool", "memory of a pool device", true, false, 0});
  rows_.push_back({"block_transfer_socket",
                   "cache of a third socket, the home is a socket or memory node", false, true, 0});
  rows_.push_back(
      {"block_transfer_pool", "cache of another socket, the home is a pool device", true, true, 0});
}

}  // namespace starnuma::accounting
