// SPDX-License-Identifier: Apache-2.0
// Cores as users name them: "socket0-3", "socket4.core0-1", or several with commas between.
#pragma once

#include <string>
#include <vector>

#include "models/base/ids.h"
#include "platforms/assembly/machine_config.h"

namespace starnuma::app {

/// In rising order. Throws InputError for what is no list, names a core twice, or one that a
/// machine of so many sockets and cores does not have.
std::vector<base::CoreId> cores_named(const std::string& text, int sockets, int cores_per_socket);

/// All of a host. Throws InputError for a name that none of the machine's hosts has.
std::vector<base::CoreId> cores_of_host(const std::string& name,
                                        const assembly::MachineConfig& machine);

/// The shortest text for these cores, in rising order.
std::string names_of(const std::vector<base::CoreId>& cores, int cores_per_socket);

}  // namespace starnuma::app
