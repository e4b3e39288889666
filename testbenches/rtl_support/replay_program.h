// SPDX-License-Identifier: Apache-2.0
// Common part of the programs that replay a recorded stream:
//   sn_replay_BLOCK STREAM [CORE] [WAVES.fst]
// CORE is a number or "all" (default); each core has its own block.
// - A stream is first played drained: event after event at the platform's times. Then it is played
//   overlapped with several seeds, starting at STARNUMA_LOCKSTEP_SEED.
// - Waves show one core, drained; cycles without work are omitted.
// - Exit code 1: block and function differ. Exit code 2: bad input.
#pragma once

#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "models/base/check.h"
#include "models/base/ids.h"
#include "testbenches/rtl_support/block_start.h"
#include "testbenches/rtl_support/jittered.h"
#include "testbenches/rtl_support/lockstep_options.h"

namespace starnuma::testbenches {

inline constexpr std::uint64_t kOverlapSeeds = 4;

struct ReplayWords {
  std::string file;
  std::string core = "all";
  std::string waves;
};

template <class Event>
using CoreEvents = std::map<base::CoreId, std::vector<Event>>;

/// Reads the events of each core that `core` selects.
template <class Event, class Reader>
CoreEvents<Event> read_cores(Reader& reader, const std::string& core) {
  CoreEvents<Event> events;
  while (const auto record = reader.next()) {
    if (core != "all" && core != std::to_string(base::index_of(record->core))) continue;
    events[record->core].push_back(record->event);
  }
  return events;
}

/// Replays the cores; `make(core, start)` creates a bench for a core.
template <class Event, class Make, class Drained, class Overlapped>
int replay_cores(const CoreEvents<Event>& cores, const ReplayWords& words, const Make& make,
                 const Drained& drained, const Overlapped& overlapped) {
  const LockstepOptions options;
  Bins bins;
  std::size_t events = 0;
  std::uint64_t cycles = 0;
  std::int64_t met = 0;
  std::string waves = words.waves;
  for (const auto& [core, list] : cores) {
    const auto save = [&, index = base::index_of(core)](auto& bench, const std::string& how) {
      cycles += bench->block().cycles();
      options.save(bench->block().context(), Bins(),
                   std::string(bench->set_name()) + "_replay_" + std::to_string(index) + how);
    };
    auto bench = make(core, bins, BlockStart{options.seed(), waves});
    drained(*bench, list);
    save(bench, "");
    waves.clear();
    events += list.size();
    for (std::uint64_t i = 0; words.waves.empty() && i < kOverlapSeeds; ++i) {
      bench = make(core, bins, BlockStart{options.seed() + i, ""});
      met += overlapped(*bench, list, Overlap{options.seed() + i});
      save(bench, "_" + std::to_string(i));
    }
  }
  std::cout << events << " events of " << cores.size() << " cores, " << cycles << " cycles, ";
  if (words.waves.empty()) std::cout << met << " met, ";
  std::cout << "no difference\n";
  return events > 0 ? 0 : 1;
}

/// Runs `replay(words)` as the program and returns its exit code.
template <class Replay>
int replay_program(int argc, char** argv, const Replay& replay) {
  try {
    if (argc < 2 || argc > 4) {
      throw base::InputError("usage: ", argv[0], " STREAM [CORE] [WAVES.fst]");
    }
    ReplayWords words{argv[1], argc > 2 ? argv[2] : "all", argc > 3 ? argv[3] : ""};
    return replay(words);
  } catch (const base::InputError& error) {
    std::cerr << "starnuma: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "starnuma: replay: " << error.what() << '\n';
    return 1;
  }
}

inline std::ifstream open_stream(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw base::InputError("cannot read ", file);
  return in;
}

}  // namespace starnuma::testbenches
