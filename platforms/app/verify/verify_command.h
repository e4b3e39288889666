// SPDX-License-Identifier: Apache-2.0
// Subjects of `verify SUBJECT`: one entry per subject, each with its options and its own file.
//
// Contract: a subject returns 0 on success, 1 on a failure, and throws InputError for an invalid
// option.
#pragma once

#include "platforms/app/arguments/arguments.h"

namespace starnuma::app {

struct VerifySubject {
  std::string name;
  void (*add_options)(boost::program_options::options_description& options);
  int (*run)(const Arguments& arguments);
  bool prints_table;  ///< Accepts --json.
};

void verify_options(boost::program_options::options_description& options);
int run_verify(const Arguments& arguments);
int run_check_log(const Arguments& arguments);
int run_export(const Arguments& arguments);

void verify_protocol_options(boost::program_options::options_description& options);
int run_verify_protocol(const Arguments& arguments);
/// Lists the mutants of the protocol functions and channels; all, or those that traffic can detect.
void list_protocol_mutants(bool all);
void verify_coherence_options(boost::program_options::options_description& options);
int run_verify_coherence(const Arguments& arguments);

}  // namespace starnuma::app
