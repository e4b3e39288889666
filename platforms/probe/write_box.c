// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/probe.h"

enum {
  kVersion = 1,  ///< format version; incremented by an incompatible change
  kLongestList = 2048,
};

static void write_ids(Json* json, const char* key, const IdSet* set) {
  char list[kLongestList];
  ids_print(set, list, sizeof list);
  json_text(json, key, "%s", list);
}

static void write_host(const Probe* probe, Json* json) {
  const Host* const host = &probe->host;
  json_open(json, "host", '{');
  json_text(json, "processor", "%s", host->processor[0] ? host->processor : "unknown");
  json_text(json, "architecture", "%s", host->architecture);
  json_text(json, "kernel", "%s", host->kernel);
  json_value(json, "virtual", host->is_virtual ? "true" : "false");
  json_text(json, "transparent_huge_pages", "%s",
            host->huge_pages[0] ? host->huge_pages : "unknown");
  json_close(json, '{');
}

static void write_caches(const Topology* topology, Json* json) {
  json_open(json, "caches", '[');
  for (int c = 0; c < topology->cache_count; ++c) {
    const Cache* const cache = &topology->caches[c];
    json_open(json, NULL, '{');
    json_number(json, "level", cache->level);
    json_text(json, "type", "%s", cache->type);
    json_bytes(json, "size", cache->bytes);
    if (cache->ways > 0) json_number(json, "ways", cache->ways);
    json_number(json, "instances", ids_count(&cache->instances));
    json_number(json, "cpus_per_instance", cache->shared_by);
    json_close(json, '{');
  }
  json_close(json, '[');
}

static void write_node(const Node* node, Json* json) {
  json_open(json, NULL, '{');
  json_number(json, "node", node->id);
  if (node->package >= 0) json_number(json, "package", node->package);
  write_ids(json, "cpus", &node->cpus);
  json_number(json, "cores", ids_count(&node->cores));
  json_text(json, "memory", "%lld MiB", (long long)(node->memory_bytes >> 20));
  json_open(json, "huge_page_pools", '[');
  for (int p = 0; p < node->pool_count; ++p) {
    json_open(json, NULL, '{');
    json_bytes(json, "page", node->pools[p].page_bytes);
    json_number(json, "pages", node->pools[p].pages);
    json_close(json, '{');
  }
  json_close(json, '[');
  json_open(json, "distances", '[');
  for (int d = 0; d < node->distance_count; ++d) json_number(json, NULL, node->distances[d]);
  json_close(json, '[');
  json_close(json, '{');
}

static void write_topology(const Topology* topology, Json* json) {
  json_open(json, "topology", '{');
  json_number(json, "packages", topology->packages);
  json_number(json, "cores", ids_count(&topology->cores));
  json_number(json, "cpus", ids_count(&topology->cpus));
  json_bytes(json, "line", topology->line_bytes);
  write_caches(topology, json);
  json_open(json, "nodes", '[');
  for (int n = 0; n < topology->node_count; ++n) write_node(&topology->nodes[n], json);
  json_close(json, '[');
  json_close(json, '{');
}

static void write_method(Probe* probe, Json* json) {
  json_open(json, "method", '{');
  json_number(json, "repetitions", kRepetitions);
  json_text(json, "time_given", "%.0f s", probe->budget.seconds);
  json_text(json, "time_taken", "%.0f s", budget_used(&probe->budget));
  json_text(json, "clock", "chain of additions of registers, one a cycle");
  json_text(json, "latency", "chain of loads on one core, over all lines without a pattern");
  json_text(json, "bandwidth", "lines that threads read and lines they write back, one a core");
  json_text(json, "loaded_latency",
            "the chain, concurrent with threads on the other cores of its node");
  json_value(json, "memories", json_end(&probe->memories));
  json_close(json, '{');
}

static void write_notes(const Notes* notes, Json* json) {
  json_open(json, "notes", '[');
  for (int i = 0; i < notes->count; ++i) json_text(json, NULL, "%s", notes->texts[i]);
  json_close(json, '[');
}

void write_box(Probe* probe, bool measured, Json* json) {
  json_open(json, NULL, '{');
  json_text(json, "kind", "box");
  json_number(json, "version", kVersion);
  write_host(probe, json);
  write_notes(&probe->notes, json);
  if (measured) write_method(probe, json);
  write_topology(&probe->topology, json);
  if (measured) {
    json_value(json, "core_clock", json_end(&probe->clock));
    json_value(json, "cache_latency", json_end(&probe->caches));
    json_value(json, "idle_latency", json_end(&probe->idle));
    json_value(json, "bandwidth", json_end(&probe->bandwidth));
    json_value(json, "loaded_latency", json_end(&probe->loaded));
  }
  json_close(json, '{');
}
