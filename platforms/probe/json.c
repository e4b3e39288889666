// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/json.h"

#include <inttypes.h>
#include <stdlib.h>

#include "platforms/probe/refuse.h"

void json_begin(Json* json) {
  *json = (Json){0};
  json->out = open_memstream(&json->text, &json->size);
  if (!json->out) refuse("no memory for the results");
}

const char* json_end(Json* json) {
  if (fflush(json->out) != 0) refuse("no memory for the results");
  return json->text;
}

static void quoted(Json* json, const char* text) {
  fputc('"', json->out);
  for (; *text; ++text) {
    const char c = *text;
    const bool printable = c >= ' ' && c <= '~';
    if (c == '"' || c == '\\') fputc('\\', json->out);
    fputc(printable ? c : '?', json->out);
  }
  fputc('"', json->out);
}

static void member(Json* json, const char* key) {
  if (json->has_members[json->depth]) fputs(", ", json->out);
  json->has_members[json->depth] = true;
  if (!key) return;
  quoted(json, key);
  fputs(": ", json->out);
}

void json_open(Json* json, const char* key, char bracket) {
  member(json, key);
  fputc(bracket, json->out);
  json->has_members[++json->depth] = false;
}

void json_close(Json* json, char bracket) {
  --json->depth;
  fputc(bracket == '{' ? '}' : ']', json->out);
}

void json_text(Json* json, const char* key, const char* format, ...) {
  enum { kLongest = 4096 };
  char text[kLongest];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  member(json, key);
  quoted(json, text);
}

void json_number(Json* json, const char* key, int64_t value) {
  member(json, key);
  fprintf(json->out, "%" PRId64, value);
}

void json_value(Json* json, const char* key, const char* text) {
  member(json, key);
  fputs(text, json->out);
}

void json_bytes(Json* json, const char* key, int64_t bytes) {
  static const char* const kUnits[] = {"B", "KiB", "MiB", "GiB"};
  int unit = 0;
  while (unit < 3 && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  json_text(json, key, "%" PRId64 " %s", bytes, kUnits[unit]);
}
