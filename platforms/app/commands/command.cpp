// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/commands/command.h"

#include <algorithm>
#include <iostream>

#include "models/base/check.h"
#include "models/base/nearest.h"

namespace starnuma::app {

namespace po = boost::program_options;

namespace {

std::string did_you_mean(const po::options_description& options, const std::string& given) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  const auto near = base::nearest(given, names);
  return near ? ", did you mean \"" + *near + "\"?" : "; see --help";
}

/// Throws InputError if an option that takes a file or folder is given an empty name.
void require_names(const Command& command, const po::options_description& visible,
                   const po::variables_map& map) {
  for (const auto& option : visible.options()) {
    const std::string kind = value_name(*option);
    const bool folder = kind == "DIR";
    if (!folder && kind.compare(0, 4, "FILE") != 0) continue;
    const auto& value = map[option->long_name()];
    if (value.empty() || !value.as<std::string>().empty()) continue;
    throw base::InputError(command.name, ": --", option->long_name(), ": expected a ",
                           (folder ? "folder" : "file"), ", found nothing");
  }
}

po::variables_map parse(const Command& command, const po::options_description& visible,
                        const std::vector<std::string>& words) {
  po::options_description all = visible;
  all.add_options()("argument", po::value<std::vector<std::string>>());
  po::positional_options_description positions;
  positions.add("argument", -1);
  po::variables_map map;
  // Abbreviations are disabled: a mistyped option must not silently become another one.
  const int style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
  try {
    po::store(po::command_line_parser(words).options(all).positional(positions).style(style).run(),
              map);
    po::notify(map);
  } catch (const po::unknown_option& error) {
    throw base::InputError(command.name, ": unknown option \"", error.get_option_name(), "\"",
                           did_you_mean(visible, error.get_option_name()));
  } catch (const po::error& error) {
    throw base::InputError(command.name, ": ", error.what());
  }
  require_names(command, visible, map);
  return map;
}

}  // namespace

namespace {

/// Returns the first sentence on one line.
std::string first_sentence(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, text.find(". ")) + (text.find(". ") == std::string::npos ? "" : ".");
}

}  // namespace

std::vector<std::pair<std::string, std::string>> first_words() {
  std::vector<std::pair<std::string, std::string>> words;
  for (const Command& command : commands()) {
    words.emplace_back(command.name, first_sentence(command.sentence));
  }
  words.emplace_back("test", "Builds everything and runs the tests (arguments go to ctest).");
  words.emplace_back("install", "Builds what is installed and installs it below a folder.");
  words.emplace_back("wheel", "Builds a wheel for pip in a folder.");
  words.emplace_back("docs", "Builds the documentation site with its search (--output DIR).");
  return words;
}

po::options_description options_of(const Command& command) {
  po::options_description options("Options");
  options.add_options()("help,h", "print this help");
  command.add_options(options);
  return options;
}

std::string value_name(const po::option_description& option) {
  const std::string name = option.format_parameter();  // "DIR", "DIR (=results)"
  return name.substr(0, name.find(" (="));
}

int call(const Command& command, const std::vector<std::string>& words) {
  const po::options_description visible = options_of(command);
  Arguments arguments;
  arguments.options = parse(command, visible, words);
  if (arguments.has("help")) {
    std::cout << "starnuma " << command.name << (command.usage.empty() ? "" : " ") << command.usage
              << " [options]\n\n"
              << command.sentence << "\n\n"
              << visible;
    return 0;
  }
  if (arguments.has("argument")) arguments.positional = arguments.texts("argument");
  const std::size_t given = arguments.positional.size();
  if (given < command.least || given > command.most) {
    throw base::InputError(command.name, ": expected ",
                           (command.usage.empty() ? "no arguments" : command.usage), ", got ",
                           given, " arguments; see starnuma ", command.name, " --help");
  }
  return command.run(arguments);
}

}  // namespace starnuma::app
