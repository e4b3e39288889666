// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void note(Notes* notes, const char* format, ...) {
  if (notes->count == kMostNotes) return;
  char* text = notes->texts[notes->count];
  va_list values;
  va_start(values, format);
  vsnprintf(text, kLongestNote, format, values);
  va_end(values);
  for (int i = 0; i < notes->count; ++i) {
    if (strcmp(notes->texts[i], text) == 0) return;
  }
  ++notes->count;
}
