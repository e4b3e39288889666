// SPDX-License-Identifier: Apache-2.0
// Cores in the user's notation: "socket0-3", "socket4.core0-1", or several separated by commas.
#pragma once

#include <string>
#include <vector>

#include "models/base/ids.h"
#include "platforms/assembly/config/machine_config.h"

namespace starnuma::app {

/// Returns the cores in ascending order. Throws InputError if the list is malformed, names a core
/// twice, or names one that a machine of this size lacks.
std::vector<base::CoreId> cores_named(const std::string& text, int sockets, int cores_per_socket);

/// Returns all cores of a host. Throws InputError if the machine has no host of this name.
std::vector<base::CoreId> cores_of_host(const std::string& name,
                                        const assembly::MachineConfig& machine);

/// Returns the shortest text for these cores, in ascending order.
std::string names_of(const std::vector<base::CoreId>& cores, int cores_per_socket);

}  // namespace starnuma::app
