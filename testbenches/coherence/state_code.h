// SPDX-License-Identifier: Apache-2.0
// coherence_bench::StateCode with the bodies of its functions.
#pragma once

#include "testbenches/coherence/state_code_bytes.h"
#include "testbenches/coherence/state_code_class.h"
#include "testbenches/coherence/state_symmetry.h"
