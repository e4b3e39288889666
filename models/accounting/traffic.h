// SPDX-License-Identifier: Apache-2.0
// What a message's bytes are for; links account bytes by it.
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
