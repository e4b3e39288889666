// SPDX-License-Identifier: Apache-2.0
// An access as `explain` prints it: its ledger, its hops, and the options that show it in a wave.
#pragma once

#include <filesystem>
#include <string>

#include "models/observers/hop_log.h"

namespace starnuma::app {

/// The part of `log` that belongs to one transaction.
observers::HopLog only(const observers::HopLog& log, std::uint64_t transaction);

/// One line: transaction, core, line, class, times.
std::string headline(const observers::MissRecord& miss, const accounting::AccessClasses& classes);
/// Everything about it; `place` is where its address lies in the program, `hops` are its own.
/// `experiment` is what the options repeat.
std::string explanation(const observers::MissRecord& miss, const std::string& place,
                        const observers::HopLog& hops, const std::filesystem::path& experiment,
                        const std::string& wave_file);

}  // namespace starnuma::app
