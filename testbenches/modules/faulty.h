// SPDX-License-Identifier: Apache-2.0
// Faults planted in or between the modules. The bench must detect each of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace starnuma::modules_bench {

enum class Fault : std::uint8_t {
  kNone,
  kForwardPassesGrant,
  kPutBehindGet,
  kLostWakeUp,
  kGrantLate,
  kEverythingOvertakes
};

struct FaultInfo {
  Fault fault;
  std::string_view name;
  std::string_view sentence;
};

inline constexpr std::array<FaultInfo, 5> kFaults{{
    {Fault::kForwardPassesGrant, "forward_leaves_before_grant",
     "a socket home forgets that a line is busy until its grant has left"},
    {Fault::kPutBehindGet, "put_leaves_behind_get",
     "a caching agent's PutE leaves behind its next request for the line"},
    {Fault::kLostWakeUp, "lost_wake_up", "an access whose line is there is not woken"},
    {Fault::kGrantLate, "grant_one_message_late",
     "a caching agent takes a grant after the message behind it"},
    {Fault::kEverythingOvertakes, "ordered_channel_overtakes",
     "channels keep no order, not even a home's grant and the forward after it"},
}};

}  // namespace starnuma::modules_bench
