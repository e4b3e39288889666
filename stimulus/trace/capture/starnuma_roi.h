// SPDX-License-Identifier: Apache-2.0
// Marks what `starnuma trace record --roi` records of a program, for C and C++ on x86-64:
//
//   STARNUMA_ROI_BEGIN();
//   ...
//   STARNUMA_ROI_END();
//
// Contract: any thread may do it, once. Each is one instruction that exchanges a register with
// itself, so the program runs everywhere as before; the header may be copied into any program.
#ifndef STARNUMA_ROI_H
#define STARNUMA_ROI_H

#define STARNUMA_ROI_BEGIN() __asm__ volatile("xchg %%bx, %%bx" ::: "memory")
#define STARNUMA_ROI_END() __asm__ volatile("xchg %%cx, %%cx" ::: "memory")

#endif
