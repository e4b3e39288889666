// SPDX-License-Identifier: Apache-2.0
// manual: the manual page, from the help of each command.
#include <cctype>
#include <iostream>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/commands/command.h"
#include "starnuma/version.h"
#include "stimulus/registry.h"

namespace starnuma::app {

namespace {

/// Escapes a text for roff: backslashes, hyphens, quotes, and periods at the start of a line.
std::string roff_text(const std::string& text) {
  std::string roff;
  for (const char c : text) {
    if (c == '\\') {
      roff += "\\e";
    } else if (c == '-') {
      roff += "\\-";
    } else if (c == '\'') {
      roff += "\\(aq";
    } else if (c == '.' && (roff.empty() || roff.back() == '\n')) {
      roff += "\\&.";
    } else {
      roff += c;
    }
  }
  return roff;
}

std::string bold(const std::string& text) { return "\\fB" + roff_text(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff_text(text) + "\\fR"; }

/// Returns the text with a line for each sentence, as usual in manual pages.
std::string sentences(std::string text) {
  for (char& c : text) c = c == '\n' ? ' ' : c;
  for (std::size_t at = 0; (at = text.find(". ", at)) != std::string::npos; ++at) {
    if (std::isupper(static_cast<unsigned char>(text[at + 2])) != 0) text[at + 1] = '\n';
  }
  return roff_text(text);
}

std::string entry(const std::string& term, const std::string& text) {
  return ".TP\n" + term + "\n" + sentences(text) + "\n";
}

std::string entry(const boost::program_options::option_description& option) {
  namespace style = boost::program_options::command_line_style;
  std::string term = bold("--" + option.long_name());
  const std::string display = option.canonical_display_name(style::allow_dash_for_short);
  if (display.size() == 2) term = bold(display) + ", " + term;
  const std::string value = option.format_parameter();
  return entry(value.empty() ? term : term + " " + italic(value), option.description());
}

std::string commands_section() {
  std::string text = ".SH COMMANDS\n";
  for (const Command& command : commands()) {
    text += ".SS " + bold("starnuma " + command.name) +
            (command.usage.empty() ? "" : " " + italic(command.usage)) + " [options]\n" +
            sentences(command.sentence) + "\n";
    const auto options = options_of(command);
    for (const auto& option : options.options()) {
      if (option->long_name() != "help") text += entry(*option);
    }
  }
  return text;
}

std::string workloads_section() {
  std::string text =
      ".SH WORKLOADS\n"
      "A workload is its name, or its name, a colon and options with commas between "
      "them.\n";
  for (const stimulus::WorkloadInfo& workload : stimulus::workloads()) {
    text += entry(
        bold(workload.name) + (workload.options.empty() ? "" : ":" + italic(workload.options)),
        workload.sentence);
  }
  return text;
}

}  // namespace

int run_manual(const Arguments& /*arguments*/) {
  std::cout << ".\\\" Written by: starnuma manual\n"
            << ".TH STARNUMA 1 " << kReleased << " \"starnuma " << kVersion << "\"\n"
            << ".SH NAME\nstarnuma \\- " << roff_text(kTitle) << "\n"
            << ".SH SYNOPSIS\n"
            << bold("starnuma") << " " << italic("COMMAND") << " [arguments] [options]\n"
            << ".PP\n"
            << bold("starnuma") << " [" << italic("COMMAND") << "] " << bold("--help") << "\n"
            << ".PP\n"
            << bold("starnuma --version") << "\n"
            << commands_section() << workloads_section() << ".SH EXIT STATUS\n"
            << entry("0", "Done.") << entry("1", "Something failed, or differs.")
            << entry("2", "Bad input: one line says what was expected.")
            << entry("128 + n", "A simulation was ended by signal n.") << ".SH ENVIRONMENT\n"
            << entry(bold("STARNUMA_HOME"), "The folder that holds platforms, set by the launcher.")
            << entry(bold("STARNUMA_PATH"),
                     "Folders of one's own machines and parts, colons between them.")
            << entry(bold("STARNUMA_PYTHON"), "The Python that makes reports.");
  return 0;
}

}  // namespace starnuma::app
