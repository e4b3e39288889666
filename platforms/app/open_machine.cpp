// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/open_machine.h"

#include "platforms/app/command.h"
#include "platforms/config/reader.h"

namespace starnuma::app {

OpenedMachine open_machine(const std::string& target, const std::vector<std::string>& sets) {
  config::Diagnostics diagnostics;
  OpenedMachine opened;
  opened.experiment = config::open_target(target, sets, platforms_folder(), diagnostics);
  opened.machine =
      config::read<assembly::MachineConfig>(opened.experiment.machine.tree, diagnostics);
  diagnostics.throw_if_any();
  return opened;
}

}  // namespace starnuma::app
