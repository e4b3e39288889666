// SPDX-License-Identifier: Apache-2.0
#include "stimulus/workload.h"

namespace starnuma::stimulus {

std::optional<base::NodeId> MachineShape::home_of(accounting::AccessClass access_class,
                                                  int socket) const {
  const std::size_t nodes = classes.size() / static_cast<std::size_t>(sockets);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (classes[static_cast<std::size_t>(socket) * nodes + node] == access_class) {
      return static_cast<base::NodeId>(node);
    }
  }
  if (access_class == accounting::kLocalAccess) return static_cast<base::NodeId>(socket);
  return std::nullopt;
}

}  // namespace starnuma::stimulus
