// SPDX-License-Identifier: Apache-2.0
#include "models/transport/bundle.h"

namespace starnuma::transport {

Bundle::Bundle(const sc_core::sc_module_name& name, int links, base::Bytes granularity)
    : sc_module(name),
      link_in("link_in", static_cast<std::size_t>(links),
              [this](const char* port, std::size_t) {
                return new LinkIn(port, *this);  // owned by the sc_vector
              }),
      link_out("link_out", static_cast<std::size_t>(links)),
      links_(static_cast<std::uint32_t>(links)),
      block_lines_(static_cast<std::uint32_t>(granularity.value / base::kLineBytes)) {}

void Bundle::enter(kernel::Envelope& envelope) {
  link_out[envelope.interleave_key / block_lines_ % links_].send(envelope);
}

}  // namespace starnuma::transport
