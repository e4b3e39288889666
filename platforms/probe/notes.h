// SPDX-License-Identifier: Apache-2.0
// Notes on how the computer was measured: data missing in /sys, failed measurements, and
// circumstances that reduce the quality of a value.
#pragma once

enum { kMostNotes = 64, kLongestNote = 200 };

typedef struct {
  int count;
  char texts[kMostNotes][kLongestNote];
} Notes;

/// Adds a note unless it exists already; notes beyond kMostNotes are dropped.
void note(Notes* notes, const char* format, ...) __attribute__((format(printf, 2, 3)));
