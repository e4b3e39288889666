// SPDX-License-Identifier: Apache-2.0
// Core of a host's operating system, with its port at the caching agent of the host's first socket
// and its view of the host's cores.
#pragma once

#include <memory>
#include <vector>

#include "models/os/os_core.h"
#include "platforms/assembly/boxes/socket_box.h"

namespace starnuma::assembly {

/// Creates a child of the current module; null if no page of the host can move. Sockets and the
/// maps of `shared.moving` must outlive it.
std::unique_ptr<os::OsCore> make_os_core(const Shared& shared,
                                         const std::vector<std::unique_ptr<SocketBox>>& sockets,
                                         int host);

}  // namespace starnuma::assembly
