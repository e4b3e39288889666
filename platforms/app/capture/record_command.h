// SPDX-License-Identifier: Apache-2.0
// `trace record`: runs any Linux program under QEMU and leaves a trace of it.
//
// Contract: the trace is there once it is whole. It is refused, and nothing left, where the threads
// were not kept together well enough, or where what was to be recorded was never reached.
#pragma once

#include "models/base/quantities.h"
#include "platforms/app/commands/command.h"

namespace starnuma::app {

void add_record_options(boost::program_options::options_description& options);
/// `words`: the program and its arguments; `filter`: 0 for every access.
int record_program(const Arguments& arguments, const std::vector<std::string>& words,
                   base::Bytes filter);

}  // namespace starnuma::app
