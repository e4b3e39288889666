// SPDX-License-Identifier: Apache-2.0
// Names of messages and accesses as people read them: "GetS", "BISnpInv", "load".
#pragma once

#include <string>
#include <vector>

#include "models/protocol/access.h"
#include "models/protocol/message.h"

namespace starnuma::observers {

const char* name_of(protocol::coherence::Op op);
const char* name_of(protocol::cxl::Op op);
const char* name_of(const protocol::Message& message);
const char* name_of(protocol::AccessKind kind);
/// Every message name of both protocols.
std::vector<std::string> message_names();

}  // namespace starnuma::observers
