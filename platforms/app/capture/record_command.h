// SPDX-License-Identifier: Apache-2.0
// `trace record`: runs any Linux program under QEMU and produces a trace.
//
// Contract: the trace exists once it is complete. It is rejected, without leaving files, if the
// threads diverged too much in speed, or if the part to be recorded was never reached.
#pragma once

#include "models/base/quantities.h"
#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

void add_record_options(boost::program_options::options_description& options);
/// Records a program. `words` are the program and its arguments; `filter` is 0 for every access.
int record_program(const Arguments& arguments, const std::vector<std::string>& words,
                   base::Bytes filter);

}  // namespace starnuma::app
