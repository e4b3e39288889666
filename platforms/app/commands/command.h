// SPDX-License-Identifier: Apache-2.0
// One command of the CLI: its name, its help and its options, parsed by Boost.Program_options.
//
// Contract: a wrong option or argument throws InputError with one clear line (exit code 2).
#pragma once

#include <boost/program_options.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace starnuma::app {

/// Folder that holds platforms/: the environment variable STARNUMA_HOME, which the launcher sets to
/// the project, or else share/starnuma beside the folder of the installed program.
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
  std::string sentence;  ///< what it does
  std::size_t least;     ///< positional arguments
  std::size_t most;
  void (*add_options)(boost::program_options::options_description& options);
  int (*run)(const Arguments& arguments);  ///< returns the exit code
};

/// What the program is.
inline constexpr const char* kTitle =
    "virtual platform of large NUMA machines with a CXL memory pool";

/// All of them, in the order of the help.
const std::vector<Command>& commands();
/// The words that may stand first, with a sentence in one line: all commands, and the launcher's.
std::vector<std::pair<std::string, std::string>> first_words();

/// The options of a command, --help among them.
boost::program_options::options_description options_of(const Command& command);
/// What the help calls the value of an option: "DIR", "0..100"; empty for one without a value.
std::string value_name(const boost::program_options::option_description& option);

/// Throws InputError where there is no regular file for `option` to read.
void require_file(const std::string& option, const std::filesystem::path& file);

/// Parses `words` for `command` and runs it; prints the help on --help.
int call(const Command& command, const std::vector<std::string>& words);

int run_demo(const Arguments& arguments);
int run_run(const Arguments& arguments);
int run_compare(const Arguments& arguments);
int run_bakeoff(const Arguments& arguments);
int run_plan(const Arguments& arguments);
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
int run_verify(const Arguments& arguments);
void verify_options(boost::program_options::options_description& options);

}  // namespace starnuma::app
