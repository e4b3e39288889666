// SPDX-License-Identifier: Apache-2.0
// Measures the machine that it runs on and prints the result as JSON:
//
//   probe [--seconds S] [--memory MIB]   everything, in about that time and at most that memory
//   probe --topology                     only data of /sys and /proc
//
// --output FILE selects the destination. --root DIR reads DIR/sys and DIR/proc instead. The exit
// code is 0, or 2 with one line of explanation.
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "platforms/probe/probe.h"
#include "platforms/probe/refuse.h"

typedef struct {
  double seconds;
  int64_t most_memory;
  bool only_topology;
  const char* output;  ///< NULL is stdout
  Tree tree;
} Request;

static Request parse(int count, char** words) {
  static const struct option kOptions[] = {
      {"seconds", required_argument, NULL, 's'}, {"topology", no_argument, NULL, 't'},
      {"memory", required_argument, NULL, 'm'},  {"output", required_argument, NULL, 'o'},
      {"root", required_argument, NULL, 'r'},    {NULL, 0, NULL, 0},
  };
  Request request = {.seconds = 120, .tree = {""}};
  for (int option; (option = getopt_long(count, words, "", kOptions, NULL)) != -1;) {
    if (option == 's') request.seconds = strtod(optarg, NULL);
    if (option == 'm') request.most_memory = strtoll(optarg, NULL, 10) << 20;
    if (option == 'o') request.output = optarg;
    if (option == 't') request.only_topology = true;
    if (option == 'r') request.tree.root = optarg;
    if (option == '?') exit(2);
  }
  if (optind < count) refuse("takes no argument, found %s", words[optind]);
  if (!(request.seconds > 0)) refuse("--seconds: expected a number above zero");
  if (request.most_memory < 0) refuse("--memory: expected a number of MiB above zero");
  return request;
}

int main(int count, char** words) {
  static Probe probe;
  const Request request = parse(count, words);
  probe.most_memory = request.most_memory;
  probe.budget = budget_of(request.seconds);
  read_host(&request.tree, &probe.host, &probe.notes);
  read_topology(&request.tree, &probe.topology, &probe.notes);
  if (!request.only_topology) measure_all(&probe);
  static Json json;
  json_begin(&json);
  write_box(&probe, !request.only_topology, &json);
  FILE* const out = request.output ? fopen(request.output, "we") : stdout;
  if (!out || fprintf(out, "%s\n", json_end(&json)) < 0 || fclose(out) != 0) {
    refuse("cannot write the results");
  }
  return 0;
}
