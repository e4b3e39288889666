// SPDX-License-Identifier: Apache-2.0
// Pages of programs on other servers, protected against a crash of one or several.
//
// Contract: a program says how (ScenarioProgram::protection). Its pages on other servers' memory
// are dealt into stripes, a page of each of several servers as far as there are, and each stripe
// gets its backups on yet other servers, its own host's among them, in turn. Throws InputError,
// with the sizes, where there are too few servers or no room.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/paging/page_backups.h"
#include "platforms/run/observer.h"
#include "platforms/run/scope.h"

namespace starnuma::run {

class PageProtection : public Observer {
 public:
  /// Before the run; of a machine of several hosts with a socket each.
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
  std::map<int, std::unique_ptr<paging::PageBackups>> backups_;  ///< By host.
  std::size_t next_ = 0;  ///< Server that is tried first for a backup.
};

}  // namespace starnuma::run
