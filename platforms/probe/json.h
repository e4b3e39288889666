// SPDX-License-Identifier: Apache-2.0
// Writes JSON, a member at a time, into memory.
//
// Contract: calls follow the nesting; a key is NULL inside an array. Text from outside is made
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
/// The text so far, which is the writer's own.
const char* json_end(Json* json);

/// `bracket` is '{' or '['; json_close takes the one that was opened last.
void json_open(Json* json, const char* key, char bracket);
void json_close(Json* json, char bracket);

void json_text(Json* json, const char* key, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
void json_number(Json* json, const char* key, int64_t value);
/// The text of another writer, which must be one value.
void json_value(Json* json, const char* key, const char* text);
/// Bytes as "64 B", "48 KiB", in the largest unit that stays whole.
void json_bytes(Json* json, const char* key, int64_t bytes);
