// SPDX-License-Identifier: Apache-2.0
// User-defined workload in a shared object outside the source tree:
//
//   starnuma::stimulus::Definition define_mine();
//   STARNUMA_WORKLOAD(define_mine)
//
//   starnuma run starnuma16 ./libmine.so:scale=14
//
// Contract: used once per shared object, outside all namespaces. The object is not linked with any
// library of starnuma. The program that loads it provides all functions that the headers declare,
// and must have the same version as the headers (first two numbers).
#pragma once

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

/// The target starnuma::own_workload defines STARNUMA_SERIES, for example "0.3".
#define STARNUMA_WORKLOAD(define)                                                  \
  extern "C" const char* starnuma_workload_series() { return STARNUMA_SERIES; }    \
  extern "C" void starnuma_define_workload(starnuma::stimulus::Definition& made) { \
    made = define();                                                               \
  }
