// SPDX-License-Identifier: Apache-2.0
// Protection of programs' pages on other servers against crashes of those servers.
//
// Contract:
// - ScenarioProgram::protection sets the stripe size and the number of backups.
// - Remote pages are grouped into stripes with each page on a different server, as far as possible.
// - The backups of a stripe are allocated on further servers, the program's own host included, in
// rotation.
// - Throws InputError, with the sizes, if there are too few servers or too few free frames.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/paging/page_backups.h"
#include "platforms/run/measure/observer.h"
#include "platforms/run/programs/scope.h"

namespace starnuma::run {

class PageProtection : public Observer {
 public:
  /// Called before the run. The machine must have several hosts with one socket each.
  PageProtection(const assembly::MachineConfig& config, const Scope& whole, paging::HostMap& hosts);

  static bool any_in(const Scope& whole);
  void report(SimulationResult& result) override;

 private:
  void protect(RunningProgram& program);
  std::vector<base::Frame> take_backups(RunningProgram& program,
                                        const std::vector<paging::PageBackups::Placed>& pages);
  paging::PageBackups& backups_of(int host);
  std::vector<base::NodeId> nodes_of(int host) const;

  const assembly::MachineConfig& config_;
  const Scope& whole_;
  paging::HostMap& hosts_;
  std::map<int, std::unique_ptr<paging::PageBackups>> backups_;  ///< Backups by host.
  std::size_t next_ = 0;  ///< Position of the server that is tried first for a backup.
};

}  // namespace starnuma::run
