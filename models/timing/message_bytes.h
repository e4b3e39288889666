// SPDX-License-Identifier: Apache-2.0
// The message-size table: what a message charges to a link. Changing it needs a decision record
// (docs/decisions/0007-message-sizes.md).
//
//   link counts          control message   message with a 64-byte line
//   payload              8 B               64 B      published simulator: 8 B requests, 64 B data,
//                                                    no headers (reference:
//                                                    message_bytes_in_artifact)
//   raw                  16 B              80 B      one 16-byte header slot of a CXL 256 B flit,
//   and
//                                                    four 16-byte data slots (CXL 3.1 section 4.2)
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/quantities.h"

namespace starnuma::timing {

enum class BandwidthIs : std::uint8_t { kPayload, kRaw };

constexpr base::Bytes message_bytes(BandwidthIs counts, bool carries_data) {
  if (counts == BandwidthIs::kPayload) return base::Bytes(carries_data ? 64 : 8);
  return base::Bytes(carries_data ? 80 : 16);
}

}  // namespace starnuma::timing

template <>
struct starnuma::base::EnumNames<starnuma::timing::BandwidthIs> {
  static constexpr std::array<std::string_view, 2> kNames{"payload", "raw"};
};
