// SPDX-License-Identifier: Apache-2.0
// Fields of local memory as a cache of pool pages.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"

namespace starnuma::placement {

/// Which page leaves a full cache for one that is touched.
enum class Replacement : std::uint8_t {
  kKeep,   ///< none: pages that find the cache full are used where they lie
  kFifo,   ///< the one that came first
  kRandom  ///< any
};

struct PageCacheConfig {
  Replacement replacement = Replacement::kKeep;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("replacement", replacement,
            "which pool page leaves local memory for one that is touched, where the policy is "
            "page_cache");
  }
};

}  // namespace starnuma::placement

template <>
struct starnuma::base::EnumNames<starnuma::placement::Replacement> {
  static constexpr std::array<std::string_view, 3> kNames{"keep", "fifo", "random"};
};
