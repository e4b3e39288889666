// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/base/check.h"
#include "stimulus/trace/format/word_at.h"
#include "stimulus/trace/tools/import.h"
#include "stimulus/trace/tools/whole_records.h"

namespace starnuma::trace {
namespace {

constexpr std::uint64_t kMark = 0xc0ffee;
constexpr std::uint64_t kKindBits = 15;

}  // namespace

void import_memtrace(std::istream& in, const std::string& name, RecordSink& sink) {
  std::uint64_t before = 0;
  std::uint64_t epoch = 0;
  std::array<std::uint8_t, 16> bytes{};
  std::uint64_t at = 0;
  for (; read_whole(in, bytes, name, at); at += bytes.size()) {
    const std::uint64_t what = word_at(bytes.data());
    const std::uint64_t instructions = word_at(bytes.data() + 8);
    const auto fail = [&](const std::string& why) {
      throw base::InputError(name, ": byte ", at, ": ", why);
    };
    if (instructions < before) fail("instructions run backwards; no memtrace?");
    if (instructions - before > kMaxWork) fail("instructions jump by over 2^31; no memtrace?");
    sink.spend(static_cast<std::int64_t>(instructions - before));
    before = instructions;
    Record record;
    if (what == kMark) {
      record.kind = RecordKind::kEpoch;
      record.number = ++epoch;
      sink.add(record);
      continue;
    }
    if ((what & kKindBits) > 1) fail("an access that neither loads nor stores; no memtrace?");
    record.kind = (what & kKindBits) == 0 ? RecordKind::kLoad : RecordKind::kStore;
    record.address = what & ~kKindBits;
    record.bytes = 8;
    sink.spend(-1);  // the record's own instruction
    sink.add(record);
  }
  if (at == 0) throw base::InputError(name, ": is empty, so it is not a memtrace");
}

}  // namespace starnuma::trace
