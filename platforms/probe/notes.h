// SPDX-License-Identifier: Apache-2.0
// What a reader of the box must know of how it was measured: what /sys did not say, what could not
// be measured, what makes a number worse than it looks.
#pragma once

enum { kMostNotes = 64, kLongestNote = 200 };

typedef struct {
  int count;
  char texts[kMostNotes][kLongestNote];
} Notes;

/// Adds a note, once; those beyond kMostNotes are dropped.
void note(Notes* notes, const char* format, ...) __attribute__((format(printf, 2, 3)));
