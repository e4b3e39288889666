// SPDX-License-Identifier: Apache-2.0
// The operating system's core with its port at the caching agent of socket 0, and what it sees of
// the program's cores.
#pragma once

#include <memory>
#include <vector>

#include "models/os/os_core.h"
#include "platforms/assembly/socket_box.h"

namespace starnuma::assembly {

/// Child of the module whose constructor makes it. Sockets and the maps of
/// `shared.moving`, at least one, must outlive it.
std::unique_ptr<os::OsCore> make_os_core(const Shared& shared,
                                         const std::vector<std::unique_ptr<SocketBox>>& sockets);

}  // namespace starnuma::assembly
