// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/champsim_layout.h"

#include "models/base/check.h"
#include "stimulus/trace/format/word_at.h"

namespace starnuma::trace {
namespace {

struct Finding {
  std::string against;  ///< Why the layout is implausible; empty: it is plausible.
  double near = 0;      ///< Share of instruction pointers near the one before.
};

bool is_canonical(std::uint64_t address) {
  const std::uint64_t upper = address >> 47;
  return upper == 0 || upper == (std::uint64_t{1} << 17) - 1;
}

Finding examine(std::string_view probe, const ChampsimLayout& layout) {
  constexpr std::uint64_t kNear = std::uint64_t{1} << 20;
  const std::size_t records = probe.size() / layout.bytes;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(probe.data());
  std::size_t pointers = 0;
  std::size_t near = 0;
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < records; ++i) {
    const std::uint8_t* const record = bytes + i * layout.bytes;
    if (record[8] > 1 || record[9] > 1) {
      return {"the flags at byte " + std::to_string(i * layout.bytes + 8) + " are not 0 or 1", 0};
    }
    const std::uint64_t ip = word_at(record);
    if (ip != 0 && is_canonical(ip)) {
      ++pointers;
      if (before != 0 && (ip > before ? ip - before : before - ip) < kNear) ++near;
    }
    before = ip;
  }
  Finding finding;
  finding.near = records > 1 ? static_cast<double>(near) / static_cast<double>(records - 1) : 1;
  if (records == 0) {
    finding.against = "the file is shorter";
  } else if (pointers * 20 < records * 19) {
    finding.against = "only " + std::to_string(pointers) + " of " + std::to_string(records) +
                      " instruction pointers can be addresses";
  } else if (finding.near < 0.5) {
    finding.against = "instruction pointers are far from each other";
  }
  return finding;
}

}  // namespace

const ChampsimLayout& champsim_layout(std::string_view probe, bool whole, const std::string& name) {
  const Finding small = examine(probe, kChampsim64);
  const Finding large = examine(probe, kChampsim96);
  if (!small.against.empty() && !large.against.empty()) {
    throw base::InputError(name, ": no ChampSim trace: as records of 64 bytes ", small.against,
                           ", as records of 96 bytes ", large.against,
                           " (--from champsim64 or champsim96 reads it nevertheless)");
  }
  if (!large.against.empty()) return kChampsim64;
  if (!small.against.empty()) return kChampsim96;
  const bool fits_small = probe.size() % kChampsim64.bytes == 0;
  const bool fits_large = probe.size() % kChampsim96.bytes == 0;
  if (whole && fits_small != fits_large) return fits_small ? kChampsim64 : kChampsim96;
  if (small.near != large.near) return small.near > large.near ? kChampsim64 : kChampsim96;
  throw base::InputError(name,
                         ": can be ChampSim records of 64 or of 96 bytes; expected --from "
                         "champsim64 or champsim96");
}

}  // namespace starnuma::trace
