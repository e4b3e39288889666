// SPDX-License-Identifier: Apache-2.0
// coherence_bench::System with the bodies of its functions.
#pragma once

#include "testbenches/coherence/system_check.h"
#include "testbenches/coherence/system_class.h"
#include "testbenches/coherence/system_home.h"
#include "testbenches/coherence/system_steps.h"
