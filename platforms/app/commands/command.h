// SPDX-License-Identifier: Apache-2.0
// Command of the CLI: name, help and options, parsed by Boost.Program_options.
//
// Contract: an invalid option or argument throws InputError with one clear line (exit code 2).
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <utility>
#include <vector>

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

struct Command {
  std::string name;
  std::string usage;     ///< "MACHINE WORKLOAD"
  std::string sentence;  ///< description
  std::size_t least;     ///< minimum number of positional arguments
  std::size_t most;
  void (*add_options)(boost::program_options::options_description& options);
  int (*run)(const Arguments& arguments);  ///< returns the exit code
};

/// Description of the program.
inline constexpr const char* kTitle =
    "virtual platform of large NUMA machines with a CXL memory pool";

/// Returns all commands in the order of the help.
const std::vector<Command>& commands();
/// Returns the valid first words with one-line descriptions: all commands, and the launcher's.
std::vector<std::pair<std::string, std::string>> first_words();

/// Returns the options of a command, including --help.
boost::program_options::options_description options_of(const Command& command);
/// Returns the placeholder of an option's value in the help, for example "DIR" or "0..100"; empty
/// for an option without a value.
std::string value_name(const boost::program_options::option_description& option);

/// Parses `words` for `command` and runs it; prints the help for --help.
int call(const Command& command, const std::vector<std::string>& words);

int run_demo(const Arguments& arguments);
int run_run(const Arguments& arguments);
int run_compare(const Arguments& arguments);
int run_bakeoff(const Arguments& arguments);
int run_plan(const Arguments& arguments);
int run_size(const Arguments& arguments);
int run_figures(const Arguments& arguments);
int run_characterize(const Arguments& arguments);
int run_advise(const Arguments& arguments);
int run_diff(const Arguments& arguments);
int run_describe(const Arguments& arguments);
int run_list(const Arguments& arguments);
int run_check(const Arguments& arguments);
int run_schema(const Arguments& arguments);
int run_completion(const Arguments& arguments);
int run_manual(const Arguments& arguments);
int run_probe(const Arguments& arguments);
int run_fit(const Arguments& arguments);
int run_validate(const Arguments& arguments);
int run_explain(const Arguments& arguments);
void add_explain_options(boost::program_options::options_description& options);
int run_trace(const Arguments& arguments);
void add_trace_options(boost::program_options::options_description& options);

}  // namespace starnuma::app
