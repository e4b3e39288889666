// SPDX-License-Identifier: Apache-2.0
#include "stimulus/registry.h"

#include <algorithm>
#include <filesystem>

#include "models/base/check.h"
#include "stimulus/definition.h"
#include "stimulus/shared_object.h"

namespace starnuma::stimulus {

// Defined in the files of the workloads.
Definition define_bfs();
Definition define_cc();
Definition define_sssp();
Definition define_tc();
Definition define_pagerank();
Definition define_bellman();
Definition define_bc();
Definition define_radii();
Definition define_kv();
Definition define_tpcc();
Definition define_cg();
Definition define_mg();
Definition define_lu();
Definition define_bt();
Definition define_ft();
Definition define_amg();
Definition define_mesh();
Definition define_fdtd();
Definition define_matmul();
Definition define_splu();
Definition define_barnes();
Definition define_xs();
Definition define_classifier();
Definition define_chase();
Definition define_cam();
Definition define_shm();
Definition define_pointer_chase();
Definition define_block_transfer();
Definition define_stream();
Definition define_gups();
Definition define_hand_over();
Definition define_loaded_latency();
Definition define_producer_consumer();
Definition define_sharing();
Definition define_trace();
Definition define_vector_sum();

namespace {

const std::vector<Definition>& definitions() {
  static const std::vector<Definition> all = {define_bfs(),
                                              define_cc(),
                                              define_sssp(),
                                              define_tc(),
                                              define_pagerank(),
                                              define_bellman(),
                                              define_bc(),
                                              define_radii(),
                                              define_kv(),
                                              define_tpcc(),
                                              define_cg(),
                                              define_mg(),
                                              define_lu(),
                                              define_bt(),
                                              define_ft(),
                                              define_amg(),
                                              define_mesh(),
                                              define_fdtd(),
                                              define_matmul(),
                                              define_splu(),
                                              define_barnes(),
                                              define_xs(),
                                              define_classifier(),
                                              define_chase(),
                                              define_cam(),
                                              define_shm(),
                                              define_pointer_chase(),
                                              define_block_transfer(),
                                              define_stream(),
                                              define_gups(),
                                              define_loaded_latency(),
                                              define_producer_consumer(),
                                              define_hand_over(),
                                              define_trace(),
                                              define_sharing(),
                                              define_vector_sum()};
  return all;
}

const Definition& definition_named(const std::string& name) {
  if (is_shared_object(name)) return definition_in(name);
  std::vector<std::string> names;
  for (const Definition& definition : definitions()) {
    if (definition.name == name) return definition;
    names.push_back(definition.name);
  }
  throw base::InputError("unknown workload '", name, "'; ", hint(name, "workloads", names));
}

/// Returns the part before the options; file names may contain colons.
std::string name_in(const std::string& spec) {
  const std::size_t object = spec.find(".so:");
  if (object != spec.npos) return spec.substr(0, object + 3);
  return is_shared_object(spec) ? spec : spec.substr(0, spec.find(':'));
}

struct Request {
  std::string name;
  const Definition& definition;
  Options options;
};

Request parse(const std::string& spec, const MachineShape& shape) {
  const std::string name = name_in(spec);
  const Definition& definition = definition_named(name);
  const bool has_options = name.size() < spec.size();
  const std::string assignments = has_options ? spec.substr(name.size() + 1) : "";
  if (has_options && (assignments.empty() || assignments.back() == ',')) {
    throw base::InputError("workload ", definition.name, ": an option is missing at the end of '",
                           spec, "'; expected name=value");
  }
  return {name, definition, Options(definition.name, definition.options, assignments, shape)};
}

}  // namespace

const std::vector<WorkloadInfo>& workloads() {
  static const std::vector<WorkloadInfo> all = [] {
    std::vector<WorkloadInfo> list;
    for (const Definition& definition : definitions()) {
      std::vector<std::string> options;
      for (const OptionRule& rule : definition.options) options.push_back(describe(rule));
      list.push_back({definition.name, join(options), definition.sentence, definition.options,
                      definition.declare});
    }
    return list;
  }();
  return all;
}

std::unique_ptr<Workload> make_workload(const std::string& spec, const MachineShape& shape,
                                        std::uint64_t seed) {
  const Request request = parse(spec, shape);
  return request.definition.make(request.options, shape, seed);
}

std::string with_path(const std::string& spec,
                      const std::function<std::string(const std::string&)>& place) {
  const std::string name = name_in(spec);
  if (is_shared_object(name)) return place(name) + spec.substr(name.size());
  const auto named = [&](const auto& each) { return each.name == name; };
  const auto found = std::find_if(definitions().begin(), definitions().end(), named);
  if (found == definitions().end() || name.size() == spec.size()) return spec;
  const std::size_t begin = name.size() + 1;
  const std::size_t end = std::min(spec.find(',', begin), spec.size());
  const std::string word = spec.substr(begin, end - begin);
  if (word.empty() || !represents_path(found->options, word.substr(0, word.find('=')))) {
    return spec;  // parse() says what is missing
  }
  return spec.substr(0, begin) + place(word) + spec.substr(end);
}

std::string canonical_spec(const std::string& spec, const MachineShape& shape) {
  const Request request = parse(spec, shape);
  const bool outside = is_shared_object(request.name);
  return (outside ? std::filesystem::absolute(request.name).string() : request.name) + ":" +
         request.options.to_text();
}

std::string short_name(const std::string& spec) {
  const std::string name = name_in(spec);
  if (!is_shared_object(name)) return name;
  const std::string stem = std::filesystem::path(name).stem().string();
  return stem.compare(0, 3, "lib") == 0 ? stem.substr(3) : stem;
}

}  // namespace starnuma::stimulus
