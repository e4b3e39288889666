// SPDX-License-Identifier: Apache-2.0
// Writer of JSON into memory, one member at a time.
//
// Contract: calls follow the nesting; a key is NULL inside an array. External text is converted to
// printable ASCII.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { kDeepest = 16 };

typedef struct {
  FILE* out;
  char* text;
  size_t size;
  int depth;
  bool has_members[kDeepest];
} Json;

void json_begin(Json* json);
/// Returns the current text, which the writer owns.
const char* json_end(Json* json);

/// Opens a container; `bracket` is '{' or '['. json_close takes the bracket that was opened last.
void json_open(Json* json, const char* key, char bracket);
void json_close(Json* json, char bracket);

void json_text(Json* json, const char* key, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
void json_number(Json* json, const char* key, int64_t value);
/// Inserts the text of another writer, which must be one value.
void json_value(Json* json, const char* key, const char* text);
/// Writes bytes as "64 B" or "48 KiB", in the largest unit that gives a whole number.
void json_bytes(Json* json, const char* key, int64_t bytes);
