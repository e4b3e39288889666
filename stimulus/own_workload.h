// SPDX-License-Identifier: Apache-2.0
// A workload of one's own, in a shared object outside the tree:
//
//   starnuma::stimulus::Definition define_mine();
//   STARNUMA_WORKLOAD(define_mine)
//
//   starnuma run starnuma16 ./libmine.so:scale=14
//
// Contract: once in a shared object, outside all namespaces. The object is linked with nothing of
// starnuma: the program that loads it has all that headers declare, and must be of their version
// (of its first two numbers).
#pragma once

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

/// STARNUMA_SERIES, "0.2", comes with the target starnuma::own_workload.
#define STARNUMA_WORKLOAD(define)                                                  \
  extern "C" const char* starnuma_workload_series() { return STARNUMA_SERIES; }    \
  extern "C" void starnuma_define_workload(starnuma::stimulus::Definition& made) { \
    made = define();                                                               \
  }
