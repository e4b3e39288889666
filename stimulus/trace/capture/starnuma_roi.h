// SPDX-License-Identifier: Apache-2.0
// Markers of the region that `starnuma trace record --roi` records, for C and C++ programs on
// x86-64:
//
//   STARNUMA_ROI_BEGIN();
//   ...
//   STARNUMA_ROI_END();
//
// Contract: any thread may execute each marker once. A marker is one instruction that exchanges a
// register with itself, so the program runs unchanged on every host. The header may be copied into
// any program.
#ifndef STARNUMA_ROI_H
#define STARNUMA_ROI_H

#define STARNUMA_ROI_BEGIN() __asm__ volatile("xchg %%bx, %%bx" ::: "memory")
#define STARNUMA_ROI_END() __asm__ volatile("xchg %%cx, %%cx" ::: "memory")

#endif
