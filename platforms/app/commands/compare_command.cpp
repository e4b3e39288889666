// SPDX-License-Identifier: Apache-2.0
// compare: machines side by side, the first of which the others are compared with.
#include "platforms/app/commands/command.h"
#include "platforms/app/experiments/comparison.h"
#include "platforms/app/experiments/run_request.h"
#include "platforms/app/results/latency_table.h"

namespace starnuma::app {

namespace fs = std::filesystem;

int run_compare(const Arguments& arguments) {
  const std::string& workload = arguments.positional.back();
  std::vector<Experiment> machines;
  for (std::size_t m = 0; m + 1 < arguments.positional.size(); ++m) {
    ExperimentRequest request = request_of(arguments, arguments.positional[m]);
    request.workload = workload;
    machines.push_back(prepare(request));
  }
  const Seeds seeds = seeds_of(arguments, "compare", machines[0].seed);
  Comparison comparison(std::move(machines), seeds,
                        arguments.has("output")
                            ? fs::path(arguments.get<std::string>("output"))
                            : fs::path("results") / folder_name("compare", workload));
  const int code = comparison.run();
  if (code != 0) return code;

  Group all;
  for (std::size_t m = 0; m + 1 < arguments.positional.size(); ++m) {
    all.columns.push_back(comparison.column(m));
  }
  std::string text = all.columns[0].experiment.workload + ", " + seeds_text(seeds) +
                     "\nMeasured in each run: " + measured_text(all.columns[0]) + "\n" +
                     concentration_text(all.columns) + policy_rows(all.columns) + "\n" +
                     table(all.columns, all.reference) + "\n" + latency_table(all.columns);
  text += program_speedups(all.columns, all.reference);
  if (seeds.size() > 1) text += kIntervalNote;
  comparison.write({all}, text, "");
  return 0;
}

}  // namespace starnuma::app
