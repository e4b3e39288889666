// SPDX-License-Identifier: Apache-2.0
// `trace record`: runs any Linux program under QEMU and leaves a trace of it.
//
// Contract: the trace is there once it is whole. It is refused, and nothing left, where the threads
// were not kept together well enough, or where what was to be recorded was never reached.
#pragma once

#include "platforms/app/commands/command.h"

namespace starnuma::app {

void add_record_options(boost::program_options::options_description& options);
/// The positional arguments are the program and its own.
int record_program(const Arguments& arguments, const std::vector<std::string>& words);

}  // namespace starnuma::app
