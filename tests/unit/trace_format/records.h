// SPDX-License-Identifier: Apache-2.0
// Records for tests.
#pragma once

#include <ostream>

#include "stimulus/trace/format/record.h"

namespace starnuma::trace {

inline Record access(RecordKind kind, std::uint64_t address, std::uint8_t bytes,
                     std::uint64_t work = 0) {
  Record record;
  record.kind = kind;
  record.address = address;
  record.bytes = bytes;
  record.work = work;
  return record;
}
inline Record load(std::uint64_t address, std::uint8_t bytes = 8, std::uint64_t work = 0) {
  return access(RecordKind::kLoad, address, bytes, work);
}
inline Record numbered(RecordKind kind, std::uint64_t number = 0) {
  Record record;
  record.kind = kind;
  record.number = number;
  return record;
}

inline bool operator==(const Record& a, const Record& b) {
  return a.kind == b.kind && a.bytes == b.bytes && a.after == b.after && a.work == b.work &&
         a.address == b.address && a.number == b.number;
}
inline std::ostream& operator<<(std::ostream& out, const Record& record) {
  return out << "kind " << static_cast<int>(record.kind) << " address " << record.address
             << " bytes " << static_cast<int>(record.bytes) << " work " << record.work << " number "
             << record.number;
}

}  // namespace starnuma::trace
