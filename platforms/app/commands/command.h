// SPDX-License-Identifier: Apache-2.0
// Command of the CLI: name, help and options, parsed by Boost.Program_options.
//
// Contract: an invalid option or argument throws InputError with one clear line (exit code 2).
#pragma once

#include <boost/program_options.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace starnuma::app {

/// Returns the folder that holds platforms/: the environment variable STARNUMA_HOME, which the
/// launcher sets to the project, or else share/starnuma next to the folder of the installed
/// program.
std::filesystem::path home_folder();
inline std::filesystem::path platforms_folder() { return home_folder() / "platforms"; }

/// Positional arguments and options of one call.
struct Arguments {
  std::vector<std::string> positional;
  boost::program_options::variables_map options;

  bool has(const std::string& name) const { return options.count(name) != 0; }
  template <class T>
  T get(const std::string& name) const {
    return options[name].as<T>();
  }
};

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

/// Throws InputError if `option` names no regular file.
void require_file(const std::string& option, const std::filesystem::path& file);

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
int run_bench(const Arguments& arguments);
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
int run_check_log(const Arguments& arguments);
int run_export(const Arguments& arguments);
int run_verify(const Arguments& arguments);
void verify_options(boost::program_options::options_description& options);

}  // namespace starnuma::app
