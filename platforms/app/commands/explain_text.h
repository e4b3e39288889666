// SPDX-License-Identifier: Apache-2.0
// Text of an access for `explain`: its ledger, its hops, and the options that show it in a wave.
#pragma once

#include <boost/json/object.hpp>
#include <filesystem>
#include <string>

#include "models/observers/hop_log.h"

namespace starnuma::app {

/// Returns the part of `log` that belongs to one transaction.
observers::HopLog only(const observers::HopLog& log, std::uint64_t transaction);
/// Returns the hops of an access: those of its transaction, the levels of the page walk that it
/// performed or waited for, and the transactions of the levels that missed the LLC.
observers::HopLog with_walk(const observers::HopLog& log, const observers::MissRecord& miss);

/// Returns one line: transaction, core, line, class, times.
std::string headline(const observers::MissRecord& miss, const accounting::AccessClasses& classes);
/// Returns the complete text. `place` is the location of the address in the program, `hops` are
/// those of with_walk(), and `experiment` is the file that the options repeat.
std::string explanation(const observers::MissRecord& miss, const std::string& place,
                        const observers::HopLog& hops, const std::filesystem::path& experiment,
                        const std::string& wave_file);

/// Returns the same as data for --json; times are in picoseconds.
boost::json::object explanation_json(const observers::MissRecord& miss, const std::string& place,
                                     const observers::HopLog& hops,
                                     const std::filesystem::path& experiment,
                                     const std::string& wave_file);

}  // namespace starnuma::app
