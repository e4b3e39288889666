// SPDX-License-Identifier: Apache-2.0
#include "models/observers/message_name.h"

#include <array>
#include <string>

namespace starnuma::observers {
namespace {

using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;

constexpr std::array<const char*, static_cast<std::size_t>(Coherence::kInvAck) + 1> kCoherence{
    "GetS",       "GetX",       "PutM",     "PutE",          "Unblock", "FwdS",
    "FwdX",       "Inv",        "DataS",    "DataE",         "GrantX",  "PutAck",
    "OwnerDataS", "OwnerDataX", "CopyBack", "CopyBackClean", "InvAck"};
constexpr std::array<const char*, static_cast<std::size_t>(Cxl::kCmp) + 1> kCxl{
    "MemRdShared", "MemRdOwn", "MemClnEvct", "MemWr",    "BIRspI", "BIRspS",
    "BISnpData",   "BISnpInv", "MemDataS",   "MemDataE", "Cmp"};
static_assert(kCoherence.back() != nullptr && kCxl.back() != nullptr);

template <class Names, class Op>
const char* name_in(const Names& names, Op op) {
  const auto i = static_cast<std::size_t>(op);
  return i < names.size() ? names[i] : "message";
}

}  // namespace

const char* name_of(Coherence op) { return name_in(kCoherence, op); }
const char* name_of(Cxl op) { return name_in(kCxl, op); }

const char* name_of(const protocol::Message& message) {
  return message.protocol == protocol::Message::Class::kCxl ? name_of(message.cxl)
                                                            : name_of(message.coherence);
}

const char* name_of(protocol::AccessKind kind) {
  switch (kind) {
    case protocol::AccessKind::kLoad:
      return "load";
    case protocol::AccessKind::kStore:
      return "store";
    case protocol::AccessKind::kAtomic:
      return "atomic";
    case protocol::AccessKind::kWalk:
      return "walk";
    default:
      return "access";
  }
}

std::vector<std::string> message_names() {
  std::vector<std::string> names(kCoherence.begin(), kCoherence.end());
  names.insert(names.end(), kCxl.begin(), kCxl.end());
  return names;
}

}  // namespace starnuma::observers
