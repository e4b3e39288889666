// SPDX-License-Identifier: Apache-2.0
#include "models/transport/cxl_flit.h"

namespace starnuma::transport {
namespace {

struct FlitFormat {
  std::int64_t bytes;  ///< as they leave the link layer
  std::int64_t slots;  ///< of 16 bytes, that of the header counted whole
  SlotCounts slots_of_message;
};

/// 68 bytes: 2 of protocol identifier, 4 slots, 2 of CRC; credits come back in the flit header,
/// which is a part of slot 0 (section 4.2.3). A device's data headers go two in a slot (H5): more
/// in one would leave slot 0 empty; three data headers and two completions share two slots (G6 with
/// H4), so a completion costs a quarter beside data. A host's request or data header takes a slot
/// (H5, H4); at most one data header is in a flit (section 4.2.5).
constexpr FlitFormat kFlit68{68, 4, {{{1, 5}, {0.25, 4.5}}}};

/// 256 bytes: 2 of header, 238 of 15 slots, 2 of credits; 8 of CRC and 6 of FEC, or 12 and 6 in the
/// latency-optimised flit, whose slot 8 gives up four of its own bytes (section 4.3.2). Completions
/// go three in a slot (G7); every other message takes one. Assumed: one data header in a slot (MDH
/// disabled, section 4.3.4), which fills a flit with three lines exactly.
constexpr FlitFormat kFlit256{256, 15, {{{1, 5}, {1.0 / 3, 5}}}};

const FlitFormat& format_of(CxlFlit flit) { return flit == CxlFlit::k68 ? kFlit68 : kFlit256; }

std::int64_t transfers_per_second(CxlGeneration generation) {
  constexpr std::int64_t kSlowest = 16'000'000'000;
  return kSlowest << static_cast<int>(generation);
}
std::int64_t lanes(CxlWidth width) { return 4LL << static_cast<int>(width); }

}  // namespace

base::Bandwidth raw_rate(const CxlSpec& spec) {
  constexpr std::int64_t kBitsPerByte = 8;
  return base::Bandwidth(transfers_per_second(spec.generation) * lanes(spec.width) / kBitsPerByte);
}

base::Bandwidth slot_rate(const CxlSpec& spec) {
  const FlitFormat& flit = format_of(spec.flit);
  std::int64_t rate = raw_rate(spec).value;
  const bool coded = spec.generation != CxlGeneration::k6;  // 128b/130b below PAM4
  if (coded) rate = rate * 128 / 130;
  return base::Bandwidth(rate * flit.slots * kSlotBytes / flit.bytes);
}

SlotCounts slots_of(CxlFlit flit) { return format_of(flit).slots_of_message; }

}  // namespace starnuma::transport
