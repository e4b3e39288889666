// SPDX-License-Identifier: Apache-2.0
// Faults planted in or between the modules. The bench must detect each of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace starnuma::modules_bench {

enum class ModuleMutant : std::uint8_t {
  kNone,
  kForwardPassesGrant,
  kPutBehindGet,
  kLostWakeUp,
  kGrantLate,
  kEverythingOvertakes
};

struct FaultInfo {
  ModuleMutant fault;
  std::string_view name;
  std::string_view sentence;
};

inline constexpr std::array<FaultInfo, 5> kFaults{{
    {ModuleMutant::kForwardPassesGrant, "forward_leaves_before_grant",
     "a socket home forgets that a line is busy until its grant has left"},
    {ModuleMutant::kPutBehindGet, "put_leaves_behind_get",
     "a caching agent's PutE leaves behind its next request for the line"},
    {ModuleMutant::kLostWakeUp, "lost_wake_up", "an access whose line is there is not woken"},
    {ModuleMutant::kGrantLate, "grant_one_message_late",
     "a caching agent takes a grant after the message behind it"},
    {ModuleMutant::kEverythingOvertakes, "ordered_channel_overtakes",
     "channels keep no order, not even a home's grant and the forward after it"},
}};

}  // namespace starnuma::modules_bench
