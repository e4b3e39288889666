// SPDX-License-Identifier: Apache-2.0
// Experiments to be compared, in the form that the Python package accepts: their runs and machines.
// The package makes and evaluates the runs.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/experiments/seeds.h"

namespace starnuma::app {

struct Entrant {
  std::string name;           ///< Name in tables and of its folder.
  ExperimentRequest request;  ///< Equivalent request for `run`.
  Experiment experiment;      ///< Experiment of that request.
};

/// Appends letters to names that occur more than once.
void make_unique(std::vector<Entrant>& entrants);

/// Runs `module`, which fills the result folder or prints its plan. `about` is additional input of
/// the module. Returns the exit code.
int run_contest(const Arguments& arguments, const std::string& module,
                const std::filesystem::path& folder, const std::vector<Entrant>& entrants,
                const Seeds& seeds, boost::json::object about = {});

}  // namespace starnuma::app
