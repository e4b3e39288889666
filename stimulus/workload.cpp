// SPDX-License-Identifier: Apache-2.0
#include "stimulus/workload.h"

#include <algorithm>

#include "models/base/check.h"

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

int MachineShape::threads_on(int socket) const {
  if (cores.empty()) return cores_per_socket;
  return static_cast<int>(std::count_if(cores.begin(), cores.end(), [&](base::CoreId core) {
    return base::index_of(core) / cores_per_socket == socket;
  }));
}

int MachineShape::first_thread_on(int socket) const {
  if (threads_on(socket) == 0) {
    throw base::InputError("socket ", socket,
                           " runs no thread of the program; it runs on sockets from ",
                           own_sockets().front(), " to ", own_sockets().back());
  }
  int threads = 0;
  for (int s = 0; s < socket; ++s) threads += threads_on(s);
  return threads;
}

std::vector<int> MachineShape::own_sockets() const {
  std::vector<int> own;
  for (int s = 0; s < sockets; ++s) {
    if (threads_on(s) > 0) own.push_back(s);
  }
  return own;
}

}  // namespace starnuma::stimulus
