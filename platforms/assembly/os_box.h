// SPDX-License-Identifier: Apache-2.0
// An operating system's core with its port at the caching agent of its host's first socket, and
// what it sees of the host's cores.
#pragma once

#include <memory>
#include <vector>

#include "models/os/os_core.h"
#include "platforms/assembly/socket_box.h"

namespace starnuma::assembly {

/// Child of the module in which it is made; none where no pages of the host move. Sockets and the
/// maps of `shared.moving` must outlive it.
std::unique_ptr<os::OsCore> make_os_core(const Shared& shared,
                                         const std::vector<std::unique_ptr<SocketBox>>& sockets,
                                         int host);

}  // namespace starnuma::assembly
