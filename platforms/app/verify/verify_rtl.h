// SPDX-License-Identifier: Apache-2.0
// verify rtl and verify formal: checks of the SystemVerilog blocks by the scripts in rtl/verify.
// verify mutants: mutants of the models and the tests that reject them, by tests/mutants.
//
// Contract: that of a verify subject: 0 on success, 1 on a failure.
#pragma once

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

void verify_rtl_options(boost::program_options::options_description& options);
int run_verify_rtl(const Arguments& arguments);

void verify_formal_options(boost::program_options::options_description& options);
int run_verify_formal(const Arguments& arguments);

void verify_mutants_options(boost::program_options::options_description& options);
int run_verify_mutants(const Arguments& arguments);

}  // namespace starnuma::app
