// SPDX-License-Identifier: Apache-2.0
// Included before Verilator's runtime. Messages about failed assertions become exceptions
// (rtl/common/shell/failed_assertion.h) instead of text on standard output.
#pragma once

#define VL_USER_STOP
#define VL_PRINTF starnuma_verilated_print

/// Has the interface of printf.
int starnuma_verilated_print(const char* format, ...);
