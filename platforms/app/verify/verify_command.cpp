// SPDX-License-Identifier: Apache-2.0
// verify: dispatches to the subject.
#include "platforms/app/verify/verify_command.h"

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/arguments/json_option.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/verify/verify_rtl.h"

namespace starnuma::app {

namespace {

const std::vector<VerifySubject>& subjects() {
  static const std::vector<VerifySubject> all{
      {"protocol", verify_protocol_options, run_verify_protocol, true},
      {"coherence", verify_coherence_options, run_verify_coherence, true},
      {"rtl", verify_rtl_options, run_verify_rtl, false},
      {"formal", verify_formal_options, run_verify_formal, false},
      {"mutants", verify_mutants_options, run_verify_mutants, false},
  };
  return all;
}

}  // namespace

void verify_options(boost::program_options::options_description& options) {
  options.add_options()("junit", text("FILE"), "write the verdicts to this file, as JUnit XML")(
      "short", "a short version for every run of the tests")(
      "until-stopped", "coherence, rtl: one seed after the other, until Ctrl-C; failures are kept");
  add_json_option(options);
  for (const VerifySubject& subject : subjects()) subject.add_options(options);
}

int run_verify(const Arguments& arguments) {
  refuse_json_with(arguments, {"mutants", "mutant", "tables", "until-stopped", "replay"});
  std::vector<std::string> names;
  for (const VerifySubject& subject : subjects()) {
    if (subject.name == arguments.positional[0]) {
      if (wants_json(arguments) && !subject.prints_table) {
        throw base::InputError("verify ", subject.name, ": prints no table, expected no --json");
      }
      return subject.run(arguments);
    }
    names.push_back(subject.name);
  }
  throw base::InputError("verify: unknown subject \"", arguments.positional[0], "\", ",
                         base::suggestion(arguments.positional[0], names));
}

}  // namespace starnuma::app
