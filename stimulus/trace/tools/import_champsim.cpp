// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "models/base/check.h"
#include "models/base/ids.h"
#include "stimulus/trace/format/word_at.h"
#include "stimulus/trace/tools/import.h"

namespace starnuma::trace {
namespace {

constexpr std::size_t kCounters = 4096;

/// Fields of an instruction, as stored in the file.
struct Instruction {
  Instruction(const std::uint8_t* bytes, const ChampsimLayout& layout)
      : ip(word_at(bytes)), is_branch(bytes[8]), taken(bytes[9]) {
    std::copy_n(bytes + 10, layout.destinations, to.begin());
    std::copy_n(bytes + layout.from, from.size(), from.begin());
    for (std::size_t i = 0; i < layout.destinations; ++i) {
      stores[i] = word_at(bytes + layout.stores + 8 * i);
    }
    for (std::size_t i = 0; i < loads.size(); ++i) loads[i] = word_at(bytes + layout.loads + 8 * i);
  }

  std::uint64_t ip;
  std::uint8_t is_branch, taken;
  std::array<std::uint8_t, 4> to{};  ///< Registers; 0: none.
  std::array<std::uint8_t, kChampsimSources> from{};
  std::array<std::uint64_t, 4> stores{};  ///< Addresses; 0: none.
  std::array<std::uint64_t, kChampsimSources> loads{};
};

class Importer {
 public:
  explicit Importer(RecordSink& sink) : sink_(sink) { predictor_.fill(1); }

  void add(const Instruction& instruction) {
    std::uint64_t source = 0;
    for (const std::uint8_t from : instruction.from) source = std::max(source, load_of_[from]);
    std::uint64_t value = source;
    sink_.spend(1);
    for (const std::uint64_t address : instruction.loads) {
      if (address == 0) continue;
      access(RecordKind::kLoad, address, source);
      value = ++loads_;
    }
    for (const std::uint64_t address : instruction.stores) {
      if (address != 0) access(RecordKind::kStore, address, value);
    }
    if (instruction.is_branch != 0) branch(instruction, value);
    for (const std::uint8_t to : instruction.to) {
      if (to != 0) load_of_[to] = value;
    }
  }

 private:
  void access(RecordKind kind, std::uint64_t address, std::uint64_t load) {
    Record record;
    record.kind = kind;
    record.address = address;
    const std::uint64_t left = base::kLineBytes - address % base::kLineBytes;
    record.bytes = static_cast<std::uint8_t>(std::min<std::uint64_t>(8, left));
    record.after[0] = distance(load);
    sink_.spend(-1);
    sink_.add(record);
  }

  void branch(const Instruction& instruction, std::uint64_t load) {
    std::uint8_t& counter = predictor_[(instruction.ip ^ instruction.ip >> 12) % kCounters];
    const bool taken = instruction.taken != 0;
    const bool guessed = counter >= 2;
    if (taken && counter < 3) ++counter;
    if (!taken && counter > 0) --counter;
    if (guessed == taken) return;
    Record record;
    record.kind = RecordKind::kMispredict;
    record.after[0] = distance(load);
    sink_.spend(-1);
    sink_.add(record);
  }

  /// Loads are numbered from 1.
  std::uint8_t distance(std::uint64_t load) const {
    const std::uint64_t back = loads_ + 1 - load;
    return static_cast<std::uint8_t>(load == 0 || back > 255 ? 0 : back);
  }

  RecordSink& sink_;
  std::uint64_t loads_ = 0;
  /// Load that determines the value of a register; 0 if none.
  std::array<std::uint64_t, 256> load_of_{};
  std::array<std::uint8_t, kCounters> predictor_{};
};

}  // namespace

void import_champsim(std::istream& in, const std::string& name, RecordSink& sink,
                     const ChampsimLayout* forced) {
  Importer importer(sink);
  std::string bytes(kChampsimProbe, 0);  // holds a whole number of records in each layout
  const ChampsimLayout* layout = forced;
  for (std::uint64_t at = 0;; at += bytes.size()) {
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const auto got = static_cast<std::size_t>(in.gcount());
    if (at + got == 0) throw base::InputError(name, ": is empty, so it is not a ChampSim trace");
    const bool whole = got < bytes.size();
    if (layout == nullptr) layout = &champsim_layout({bytes.data(), got}, whole, name);
    for (std::size_t i = 0; i < got; i += layout->bytes) {
      const auto fail = [&](const std::string& what) {
        throw base::InputError(name, ": byte ", at + i, ": ", what);
      };
      if (got - i < layout->bytes) {
        fail("a record of " + std::to_string(layout->bytes) + " bytes is cut off");
      }
      const Instruction one(reinterpret_cast<const std::uint8_t*>(bytes.data()) + i, *layout);
      if (one.is_branch > 1 || one.taken > 1) {
        fail("no ChampSim instruction of " + std::to_string(layout->bytes) + " bytes");
      }
      importer.add(one);
    }
    if (whole) return;
  }
}

}  // namespace starnuma::trace
