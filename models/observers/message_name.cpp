// SPDX-License-Identifier: Apache-2.0
#include "models/observers/message_name.h"

#include <string>

#include "models/protocol/names.h"

namespace starnuma::observers {
namespace {

using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;

template <class Names, class Op>
const char* name_in(const Names& names, Op op) {
  const auto i = static_cast<std::size_t>(op);
  return i < names.size() ? names[i].data() : "message";  // a literal
}

}  // namespace

const char* name_of(Coherence op) { return name_in(protocol::coherence::kOpNames, op); }
const char* name_of(Cxl op) { return name_in(protocol::cxl::kOpNames, op); }

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
    case protocol::AccessKind::kTracker:
      return "tracker";
    default:
      return "access";
  }
}

std::vector<std::string> message_names() {
  std::vector<std::string> names(protocol::coherence::kOpNames.begin(),
                                 protocol::coherence::kOpNames.end());
  names.insert(names.end(), protocol::cxl::kOpNames.begin(), protocol::cxl::kOpNames.end());
  return names;
}

}  // namespace starnuma::observers
