// SPDX-License-Identifier: Apache-2.0
// Read before Verilator's runtime, so that what it says about failed assertions becomes an
// exception (rtl/common/shell/failed_assertion.h) and not text on standard output.
#pragma once

#define VL_USER_STOP
#define VL_PRINTF starnuma_verilated_said

/// As printf.
int starnuma_verilated_said(const char* format, ...);
