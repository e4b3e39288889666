// SPDX-License-Identifier: Apache-2.0
#include "models/transport/cxl_flit.h"

namespace starnuma::transport {
namespace {

struct FlitFormat {
  std::int64_t bytes;  ///< after the link layer
  std::int64_t slots;  ///< slots of 16 bytes; the header slot counts as a whole slot
  SlotCounts slots_of_message;
};

/// 68-byte flit: 2 bytes of protocol identifier, 4 slots, 2 bytes of CRC. Credits return in the
/// flit header, which is a part of slot 0 (section 4.2.3). Two data headers of a device share a
/// slot (H5), since more in one slot would leave slot 0 empty. Three data headers and two
/// completions share two slots (G6 with H4), so a completion next to data costs a quarter of a
/// slot. A request or data header of a host takes a slot (H5, H4). A flit has at most one data
/// header (section 4.2.5).
constexpr FlitFormat kFlit68{68, 4, {{{1, 5}, {0.25, 4.5}}}};

/// 256-byte flit: 2 bytes of header, 238 bytes of 15 slots, 2 bytes of credits, 8 bytes of CRC and
/// 6 of FEC. The latency-optimized flit has 12 bytes of CRC and 6 of FEC; its slot 8 is four bytes
/// shorter (section 4.3.2). Three completions share a slot (G7); every other message takes one.
/// Assumed: one data header per slot (MDH disabled, section 4.3.4), so that a flit holds exactly
/// three lines.
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
  const bool coded =
      spec.generation != CxlGeneration::k6;  // 128b/130b coding, which PAM4 does not use
  if (coded) rate = rate * 128 / 130;
  return base::Bandwidth(rate * flit.slots * kSlotBytes / flit.bytes);
}

SlotCounts slots_of(CxlFlit flit) { return format_of(flit).slots_of_message; }

}  // namespace starnuma::transport
