// SPDX-License-Identifier: Apache-2.0
#include "models/transport/router.h"

#include <utility>

#include "models/base/check.h"

namespace starnuma::transport {

Router::Router(const sc_core::sc_module_name& name, const DelayConfig& config, int ports,
               std::vector<int> route, accounting::LatencyKind kind)
    : sc_module(name),
      in("in", static_cast<std::size_t>(ports),
         [this](const char* port, std::size_t) {
           return new In(port, *this);  // owned by the sc_vector
         }),
      out("out", static_cast<std::size_t>(ports)),
      latency_(config.latency),
      kind_(kind),
      ports_(std::move(route)) {}

void Router::end_of_elaboration() { resolve(); }

void Router::reroute(std::vector<int> route) {
  ports_ = std::move(route);
  resolve();
}

void Router::resolve() {
  route_.clear();
  for (const int port : ports_) {
    route_.push_back(port == kNoRoute ? kernel::Destination<kernel::Envelope>{}
                                      : out[static_cast<std::size_t>(port)].destination());
  }
}

void Router::find_path(const kernel::Envelope& like, kernel::Path<kernel::Envelope>& path) {
  const auto to = static_cast<std::size_t>(like.destination);
  if (ports_[to] == kNoRoute) {
    return path.add({[](void* router, kernel::Envelope& envelope) {
                       static_cast<Router*>(router)->enter(envelope);
                     },
                     this});
  }
  path.add_delay(kind_, latency_);
  out[static_cast<std::size_t>(ports_[to])].find_path(like, path, route_[to]);
}

void Router::enter(kernel::Envelope& envelope) {
  const auto& port = route_[static_cast<std::size_t>(envelope.destination)];
  SN_CHECK(port.known(), name(), ": no route to agent ", base::index_of(envelope.destination),
           " at ", envelope.time.ps(), " ps");
  envelope.advance(kind_, latency_);
  port.send(envelope);
}

}  // namespace starnuma::transport
