// SPDX-License-Identifier: Apache-2.0
// Experiments that are compared with each other, as the Python package takes them: which runs they
// are, and what their machines are. It makes the runs and says what they say together.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "platforms/app/experiments/experiment.h"
#include "platforms/app/experiments/seeds.h"

namespace starnuma::app {

struct Entrant {
  std::string name;           ///< In tables, and of its folder.
  ExperimentRequest request;  ///< What `run` would have to be told.
  Experiment experiment;      ///< What that is.
};

/// Gives names that occur twice a letter.
void make_unique(std::vector<Entrant>& entrants);

/// Has `module` fill the result folder, or print what it would run. `about` is what else it is
/// told. Returns the exit code.
int run_contest(const Arguments& arguments, const std::string& module,
                const std::filesystem::path& folder, const std::vector<Entrant>& entrants,
                const Seeds& seeds, boost::json::object about = {});

}  // namespace starnuma::app
