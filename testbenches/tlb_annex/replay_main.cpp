// SPDX-License-Identifier: Apache-2.0
// Replays a recorded event stream into the annex RTL, in lockstep with its golden function:
//   sn_replay_annex STREAM [CORE] [WAVES.fst]
// CORE: a number, or "all" (default), each core with a block of its own; waves are of one core.
// Time in waves is the platform's; cycles without work are left out. Exit code 1: they differ.
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

#include "models/base/check.h"
#include "models/protocol/annex_stream.h"
#include "testbenches/rtl_support/lockstep_options.h"
#include "testbenches/tlb_annex/annex_sequences.h"
#include "testbenches/tlb_annex/annex_sets.h"

namespace starnuma::testbenches {
namespace {

/// The smallest set of the stream's counters that has its slots.
const AnnexSet& set_for(const protocol::AnnexStreamReader& reader, const std::string& file) {
  const AnnexSet* best = nullptr;
  for (const AnnexSet& set : annex_sets()) {
    if (set.count_width != reader.count_width() || set.entries < reader.entries()) continue;
    if (best == nullptr || set.entries < best->entries) best = &set;
  }
  if (best != nullptr) return *best;
  throw base::InputError(file + ": no annex is built for " + std::to_string(reader.entries()) +
                         " entries and counters of " + std::to_string(reader.count_width()) +
                         " bits; sets: testbenches/tlb_annex/CMakeLists.txt");
}

AnnexInputs inputs_of(const protocol::AnnexEvent& event) {
  using Kind = protocol::AnnexEventKind;
  AnnexInputs in;
  switch (event.kind) {
    case Kind::kIncrement:
    case Kind::kOrphanIncrement:
      in.inc_valid = true;
      in.inc_orphan = event.kind == Kind::kOrphanIncrement;
      in.inc_slot = event.slot;
      in.inc_page = event.page;
      break;
    case Kind::kMarkAll:
      in.mark_all = true;
      break;
    case Kind::kAccess:
    case Kind::kEvict:
    case Kind::kInvalidate:
      in.event_valid = true;
      in.event_kind = event.kind == Kind::kAccess  ? SlotEvent::kAccess
                      : event.kind == Kind::kEvict ? SlotEvent::kEvict
                                                   : SlotEvent::kInvalidate;
      in.event_slot = event.slot;
      in.event_page = event.page;
      break;
  }
  return in;
}

void play(AnnexLockstep& bench, const protocol::AnnexEvent& event) {
  const auto time = static_cast<std::uint64_t>(event.time.ps());
  if (time > bench.block().time()) bench.block().set_time(time);
  const AnnexInputs in = inputs_of(event);
  for (AnnexAccepted accepted{false, false};;) {
    accepted = bench.step(in);
    if (accepted.inc || accepted.event || in.mark_all) break;
  }
  drain(bench);
}

int replay(const std::string& file, const std::string& core, const std::string& waves) {
  std::ifstream in(file);
  if (!in) throw base::InputError("cannot read " + file);
  protocol::AnnexStreamReader reader(in, file);
  const AnnexSet& set = set_for(reader, file);
  Bins bins;
  std::map<int, std::unique_ptr<AnnexLockstep>> benches;
  std::int64_t events = 0;
  while (const auto record = reader.next()) {
    const int index = base::index_of(record->core);
    if (core != "all" && core != std::to_string(index)) continue;
    auto& bench = benches[index];
    if (!bench) {
      const bool waved = benches.size() == 1;
      bench = std::make_unique<AnnexLockstep>(set, set.count_width, bins,
                                              BlockStart{1, waved ? waves : ""});
      wait_until_cleared(*bench);
    }
    play(*bench, record->event);
    ++events;
  }
  std::uint64_t cycles = 0;
  const LockstepOptions options;
  for (const auto& [index, bench] : benches) {
    cycles += bench->block().cycles();
    options.save(bench->block().context(), bins, "replay_" + std::to_string(index));
  }
  std::cout << events << " events of " << benches.size() << " cores, " << cycles
            << " cycles, no difference\n";
  return events > 0 ? 0 : 1;
}

}  // namespace
}  // namespace starnuma::testbenches

int main(int argc, char** argv) {
  try {
    if (argc < 2 || argc > 4) {
      throw starnuma::base::InputError("usage: sn_replay_annex STREAM [CORE] [WAVES.fst]");
    }
    return starnuma::testbenches::replay(argv[1], argc > 2 ? argv[2] : "all",
                                         argc > 3 ? argv[3] : "");
  } catch (const starnuma::base::InputError& error) {
    std::cerr << "starnuma: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "starnuma: replay: " << error.what() << '\n';
    return 1;
  }
}
