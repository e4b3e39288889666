// SPDX-License-Identifier: Apache-2.0
// Configuration of local memory as a cache of pool pages.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"

namespace starnuma::placement {

/// Replacement policy of a full cache.
enum class Replacement : std::uint8_t {
  kKeep,   ///< no replacement: further pages are used on the pool
  kFifo,   ///< oldest page
  kRandom  ///< random page
};

struct PageCacheConfig {
  Replacement replacement = Replacement::kKeep;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("replacement", replacement,
            "policy page_cache: pool page that local memory evicts for a touched page");
  }
};

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::Replacement> {
  static constexpr std::array<std::string_view, 3> kNames{"keep", "fifo", "random"};
};
