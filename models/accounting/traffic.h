// SPDX-License-Identifier: Apache-2.0
// Purpose of a message's bytes; links count bytes by purpose.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace starnuma::accounting {

enum class Traffic : std::uint8_t { kData, kControl, kWriteback, kWalk, kTracker, kMigration };
inline constexpr int kTrafficKinds = 6;
inline constexpr std::array<std::string_view, kTrafficKinds> kTrafficNames{
    "data", "control", "writeback", "walk", "tracker", "migration"};

}  // namespace starnuma::accounting
